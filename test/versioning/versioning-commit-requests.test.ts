// Requests to commit: their target variant, and their data or delta.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'
import { commitTo, kindNamed, kindRows, makeVariant, type NewVariant } from '../support/kinds.ts'
import { play, playAll, unknownId } from '../support/scenarios.ts'

const application = kindNamed('application')
const path = '/applications/revisions/commit'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let records: NewVariant
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    records = await makeVariant(api, application, 'support-bot')
  })

  describe('the target', () => {
    test('may be the artifact alone, which means its oldest variant', async () => {
      await api.post('/applications/variants/', {
        application_variant: { slug: 'support-bot.second', application_id: records.artifact.id },
      })
      for (const name of ['application_id', 'workflow_id', 'artifact_id']) {
        const { body } = await api.post(path, {
          application_revision: { [name]: records.artifact.id, data: {} },
        })
        expect(body.application_revision.variant_id, name).toBe(records.variant.id)
      }
    })

    test('may be in the query string', async () => {
      const { body } = await api.post(`${path}?application_variant_id=${records.variant.id}`, {
        application_revision: { data: {} },
      })
      expect(body.application_revision.variant_id).toBe(records.variant.id)
    })

    test('is refused when it is unknown, unnamed or contradictory', async () => {
      const otherBot = await makeVariant(api, application, 'other-bot')
      const foreignRevision = await commitTo(api, application, otherBot.variant.id, { data: {} })
      const bareArtifact = (await api.post('/applications/', { application: { slug: 'bare' } })).body
        .application
      const invalidTargets: readonly (readonly [object, number, string])[] = [
        [{}, 400, 'reference_required'],
        [{ application_variant_id: unknownId }, 404, 'not_found'],
        [{ application_id: unknownId }, 404, 'not_found'],
        [{ application_revision_id: unknownId }, 404, 'not_found'],
        [{ application_id: bareArtifact.id }, 404, 'not_found'],
        [
          { application_variant_id: records.variant.id, application_id: otherBot.artifact.id },
          400,
          'reference_mismatch',
        ],
        [
          { application_variant_id: records.variant.id, variant_id: otherBot.variant.id },
          400,
          'reference_mismatch',
        ],
        [
          { application_variant_id: records.variant.id, revision_id: foreignRevision.id },
          400,
          'reference_mismatch',
        ],
        [{ application_id: records.artifact.id, revision_id: foreignRevision.id }, 400, 'reference_mismatch'],
        [
          { application_id: records.artifact.id, merged_revision_id: foreignRevision.id },
          400,
          'reference_mismatch',
        ],
        [{ application_id: records.artifact.id, merged_revision_id: unknownId }, 404, 'not_found'],
      ]
      for (const [target, status, code] of invalidTargets) {
        const body = { application_revision: { ...target, data: {} } }
        await play(api, { name: JSON.stringify(target), path, body, status, code })
      }
    })
  })

  describe('data and delta', () => {
    const dataAndDelta = { data: {}, delta: {} }
    test.each(kindRows.filter(({ name }) => name !== 'query' && name !== 'testset'))(
      'both are refused: $name',
      async (kind) => {
        const { variant } = await makeVariant(api, kind, `both-${kind.name}`)
        const wrapper = { [`${kind.name}_variant_id`]: variant.id, ...dataAndDelta }
        await play(api, {
          name: kind.name,
          path: `/${kind.plural}/revisions/commit`,
          body: { [`${kind.name}_revision`]: wrapper },
          status: 400,
          code: 'data_or_delta',
        })
      },
    )

    test('a saved query accepts no delta', async () => {
      const { variant } = await makeVariant(api, kindNamed('query'), 'no-delta')
      await play(api, {
        name: 'delta',
        path: '/queries/revisions/commit',
        body: { query_revision: { query_variant_id: variant.id, delta: { set: {} } } },
        status: 422,
        part: { detail: [{ type: 'extra_forbidden', loc: ['body', 'query_revision', 'delta'] }] },
      })
    })

    test.each(kindRows.filter(({ family }) => family === 'workflow' || family === 'query'))(
      'a commit with neither creates a revision without data, unless the head has data: $name',
      async (kind) => {
        const { variant } = await makeVariant(api, kind, `neither-${kind.name}`)
        for (const version of ['0', '1']) {
          const revision = await commitTo(api, kind, variant.id, { message: 'empty' })
          expect(revision).toMatchObject({ version, message: 'empty' })
          expect(revision).not.toHaveProperty('data')
          expect(revision).not.toHaveProperty('content_hash')
        }
        await commitTo(api, kind, variant.id, { data: kind.payloads[0] })
        expect(await commitTo(api, kind, variant.id, {})).toMatchObject({ code: 'data_or_delta' })
      },
    )

    test.each(kindRows.filter(({ name }) => name === 'environment' || name === 'testset'))(
      'neither is refused: $name',
      async (kind) => {
        const { variant } = await makeVariant(api, kind, `neither-${kind.name}`)
        expect(await commitTo(api, kind, variant.id, {})).toMatchObject({ code: 'data_or_delta' })
      },
    )
  })

  playAll(
    [
      { name: 'no wrapper', body: {} },
      { name: 'a wrapper that is null', body: { application_revision: null } },
    ].map(({ name, body }) => ({
      name: `${name} is refused`,
      path,
      body,
      status: 422,
      whole: {
        code: 'validation_failed',
        detail: [{ type: 'missing', loc: ['body', 'application_revision'], msg: 'Field required.' }],
      },
    })),
    () => api,
  )

  test('two wrappers are refused', async () => {
    await play(api, {
      name: 'two',
      path,
      body: { application_revision: {}, application_revision_commit: {} },
      status: 422,
      code: 'validation_failed',
    })
  })
})
