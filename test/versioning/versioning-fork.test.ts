// Forks: a new variant that begins at a revision of another one.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, type Api, type Body } from '../support/api.ts'
import { makeHistory } from '../support/history.ts'
import { commitTo, kindNamed, kindRows, makeVariant, type NewVariant } from '../support/kinds.ts'
import { aTime, anId, play, roleFlags, unknownId } from '../support/scenarios.ts'

const application = kindNamed('application')

const versionsOf = (revisions: readonly Body[]): readonly string[] => revisions.map(({ version }) => version)

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let records: NewVariant
  let main: readonly Body[]
  beforeAll(async () => {
    ;({ api, records, main } = await makeHistory(backend))
  })

  describe('a fork', () => {
    const path = '/applications/variants/fork'
    const historyOf = async (variantId: string): Promise<readonly Body[]> =>
      (
        await api.post('/applications/revisions/log', {
          application: { application_variant_id: variantId },
          include_data: true,
        })
      ).body.application_revisions

    let before: readonly Body[]
    let body: Body
    beforeAll(async () => {
      before = await historyOf(records.variant.id)
      ;({ body } = await api.post(path, {
        application_variant: { slug: 'support-bot.exp', name: 'exp', description: 'Shorter answers' },
        application_variant_ref: { slug: 'support-bot.main' },
        application_revision_ref: { version: 2 },
      }))
    })

    test('is a variant with copies of the history up to the chosen revision, without archived ones', async () => {
      expect(body).toEqual({
        count: 1,
        application_variant: {
          id: anId,
          slug: 'support-bot.exp',
          name: 'exp',
          description: 'Shorter answers',
          flags: roleFlags('is_application'),
          forked_from_revision_id: main[2].id,
          artifact_id: records.artifact.id,
          artifact_slug: 'support-bot',
          application_id: records.artifact.id,
          application_slug: 'support-bot',
          workflow_id: records.artifact.id,
          workflow_slug: 'support-bot',
          created_at: aTime,
          created_by_id: anId,
        },
      })
      const variant = body.application_variant
      const hex = variant.id.replaceAll('-', '')
      const copies = await historyOf(variant.id)
      expect(copies.map(({ version, slug }) => [version, slug])).toEqual([
        ['1', `rev-2_${hex}`],
        ['0', `rev-0_${hex}`],
      ])
      const [copy] = copies
      expect(copy).toEqual({
        ...main[2],
        id: anId,
        slug: `rev-2_${hex}`,
        version: '1',
        date: aTime,
        created_at: aTime,
        variant_id: variant.id,
        variant_slug: 'support-bot.exp',
        application_variant_id: variant.id,
        application_variant_slug: 'support-bot.exp',
        workflow_variant_id: variant.id,
        workflow_variant_slug: 'support-bot.exp',
      })
      expect(copy.id).not.toBe(main[2].id)
      expect(await historyOf(records.variant.id)).toEqual(before)
      const next = await commitTo(api, application, variant.id, { data: {} })
      expect(next.version).toBe('2')
    })

    test('of a fork replaces the suffix of the slugs', async () => {
      const { body } = await api.post(path, {
        application_variant: {},
        application_variant_ref: { slug: 'support-bot.exp' },
        application_revision_ref: { version: 1 },
      })
      const variant = body.application_variant
      expect(variant.name).toBe(variant.slug)
      const hex = variant.id.replaceAll('-', '')
      expect((await historyOf(variant.id)).map(({ slug }) => slug)).toEqual([`rev-2_${hex}`, `rev-0_${hex}`])
    })

    test('keeps an archived revision that was chosen, and takes a revision id alone', async () => {
      const { body } = await api.post(path, {
        application_variant: {},
        application_revision_ref: { id: main[1].id },
      })
      const copies = await historyOf(body.application_variant.id)
      expect(copies.map(({ message }) => message)).toEqual(['m1', 'm0'])
      expect(copies[0]).not.toHaveProperty('deleted_at')
    })

    test('loses nothing when a slug looks like the suffix of a fork', async () => {
      const { variant } = await makeVariant(api, application, 'lookalike')
      await commitTo(api, application, variant.id, { slug: 'same', data: {} })
      await commitTo(api, application, variant.id, { slug: `same_${'a'.repeat(32)}`, data: {} })
      const { body } = await api.post(path, {
        application_variant: {},
        application_variant_ref: { id: variant.id },
      })
      expect(versionsOf(await historyOf(body.application_variant.id))).toEqual(['1', '0'])
    })

    test('of a revision with a long slug can be referenced by the slug in answers', async () => {
      const { variant } = await makeVariant(api, application, 'long')
      await commitTo(api, application, variant.id, { slug: 'l'.repeat(255), data: {} })
      const { body } = await api.post(path, {
        application_variant: {},
        application_variant_ref: { id: variant.id },
      })
      const [copy] = await historyOf(body.application_variant.id)
      expect(copy.slug).toHaveLength(255 + 33)
      const refs = { application_revision_ref: { slug: copy.slug } }
      expect((await api.post('/applications/revisions/retrieve', refs)).body.application_revision).toEqual(
        copy,
      )
      const listAnswer = await api.post('/applications/revisions/query', {
        application_revision: { slug: copy.slug },
      })
      expect(listAnswer.body.count).toBe(1)
    })

    test('may read its variant from the query string, which must match the reference', async () => {
      const query = `${path}?application_variant_id=${records.variant.id}`
      const forkAnswer = await api.post(query, { application_variant: {} })
      expect(forkAnswer.body.application_variant.forked_from_revision_id).toBe(main[3].id)
      const answer = await api.post(query, {
        application_variant: {},
        application_variant_ref: { slug: 'support-bot.main' },
      })
      expect(answer.status).toBe(200)
      for (const ref of [{ id: unknownId }, { slug: 'support-bot.exp' }]) {
        await play(api, {
          name: 'disagree',
          path: query,
          body: { application_variant: {}, application_variant_ref: ref },
          status: 400,
          code: 'reference_mismatch',
        })
      }
    })

    test('that is invalid is refused and writes nothing', async () => {
      const empty = await makeVariant(api, application, 'no-revisions')
      const bareArtifact = (await api.post('/applications/', { application: { slug: 'no-variants' } })).body
        .application
      const rows: readonly (readonly [object, number, string])[] = [
        [{ application_variant: null }, 422, 'validation_failed'],
        [{ application_variant_ref: { id: unknownId } }, 404, 'not_found'],
        [{ application_revision_ref: { id: unknownId } }, 404, 'not_found'],
        [{ application_ref: { slug: 'none' } }, 404, 'not_found'],
        [{ application_ref: { id: bareArtifact.id } }, 404, 'not_found'],
        [
          {
            application_variant_ref: { slug: 'support-bot.main' },
            application_revision_ref: { version: 99 },
          },
          404,
          'not_found',
        ],
        [{ application_variant_ref: { id: empty.variant.id } }, 400, 'fork_source_empty'],
        [{ application_ref: { slug: 'no-revisions' } }, 400, 'fork_source_empty'],
        [{ application_revision_ref: { version: 1 } }, 400, 'reference_insufficient'],
        [
          { application_variant: { slug: 'support-bot.exp' }, application_ref: { slug: 'support-bot' } },
          409,
          'slug_conflict',
        ],
      ]
      const count = async (): Promise<number> =>
        (await api.post('/applications/variants/query', { include_archived: true })).body.count
      const before = await count()
      for (const [body, status, code] of rows) {
        await play(api, {
          name: JSON.stringify(body),
          path,
          body: { application_variant: {}, ...body },
          status,
          code,
        })
      }
      expect(await count()).toBe(before)
    })

    test.each([path, '/applications/revisions/fork', '/variants/fork'])(
      'on %s needs the wrapper, which may be empty, and a source',
      async (routePath) => {
        const missingFields = (...fields: readonly string[]) => ({
          code: 'validation_failed',
          detail: fields.map((field) => expect.objectContaining({ type: 'missing', loc: ['body', field] })),
        })
        const source = { application_variant_ref: { slug: 'support-bot.main' } }
        const withoutWrapper = await api.post(routePath, source)
        expect([withoutWrapper.status, withoutWrapper.body]).toEqual([
          422,
          missingFields('application_variant'),
        ])
        for (const sourceless of [{}, { application_variant_ref: { slug: null } }]) {
          const answer = await api.post(routePath, { application_variant: { slug: 'x' }, ...sourceless })
          expect([answer.status, answer.body]).toEqual([422, missingFields('application_variant_ref')])
        }
        expect((await api.post(routePath, { application_variant: {}, ...source })).status).toBe(200)
      },
    )

    const anyKind = kindRows.flatMap((kind) =>
      ['/variants/fork', `/${kind.plural}/variants/fork`, `/${kind.plural}/revisions/fork`].map(
        (routePath, i) => ({ kind, name: kind.name, routePath, slug: `forked-${kind.name}-${i}` }),
      ),
    )
    test.each(anyKind)('of a $name is created by $routePath', async ({ kind, routePath, slug }) => {
      const { variant } = await makeVariant(api, kind, `from-${slug}`)
      const revision = await commitTo(api, kind, variant.id, { data: kind.payloads[0] })
      const { status, body } = await api.post(routePath, {
        [`${kind.name}_variant`]: { slug },
        [`${kind.name}_revision_ref`]: { id: revision.id },
      })
      expect(status).toBe(200)
      expect(body[`${kind.name}_variant`]).toMatchObject({
        slug,
        forked_from_revision_id: revision.id,
      })
      const copy = await api.post(`/${kind.plural}/revisions/retrieve`, {
        [`${kind.name}_variant_ref`]: { slug },
      })
      expect(copy.body[`${kind.name}_revision`]).toMatchObject({
        data: revision.data,
        content_hash: revision.content_hash,
      })
    })

    test.each([
      ['no kind', {}],
      ['two kinds', { application_variant_ref: { slug: 'a' }, testset_variant_ref: { slug: 'b' } }],
      ['an unknown kind', { app_ref: { slug: 'a' } }],
    ])('of %s is refused', async (_, body) => {
      await play(api, { name: 'kind', path: '/variants/fork', body, status: 422, code: 'validation_failed' })
    })
  })
})
