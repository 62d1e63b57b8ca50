// Log and diff.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, type Api, type Body } from '../support/api.ts'
import { makeHistory } from '../support/history.ts'
import { commitTo, kindNamed, kindRows, makeVariant, type NewVariant } from '../support/kinds.ts'
import { aTime, play, unknownId, type Scenario } from '../support/scenarios.ts'

const application = kindNamed('application')

const versionsOf = (revisions: readonly Body[]): readonly string[] => revisions.map(({ version }) => version)

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let records: NewVariant
  let main: readonly Body[]
  beforeAll(async () => {
    ;({ api, records, main } = await makeHistory(backend))
  })

  describe('the log', () => {
    const path = '/applications/revisions/log'
    const log = async (wrapper: object, more: object = {}): Promise<readonly Body[]> =>
      (await api.post(path, { application: wrapper, ...more })).body.application_revisions

    test('is newest first, without data, archived revisions included', async () => {
      const { body } = await api.post(path, { application: { application_variant_id: records.variant.id } })
      expect(body.count).toBe(4)
      expect(versionsOf(body.application_revisions)).toEqual(['3', '2', '1', '0'])
      const { data: _, ...entry } = main[3]
      expect(body.application_revisions[0]).toEqual(entry)
      expect(body.application_revisions[2]).toMatchObject({ version: '1', deleted_at: aTime })
    })

    test('may be requested under the plural wrapper, by artifact, and backwards from a revision', async () => {
      const plural = await api.post(path, {
        application_revisions: {
          application_id: records.artifact.id,
          application_variant_id: records.variant.id,
        },
      })
      expect(plural.body.count).toBe(4)
      expect(versionsOf(await log({ application_id: records.artifact.id }))).toEqual(['3', '2', '1', '0'])
      expect(versionsOf(await log({ application_revision_id: main[2].id }))).toEqual(['2', '1', '0'])
      expect(versionsOf(await log({ application_revision_id: main[2].id, depth: 2 }))).toEqual(['2', '1'])
      expect(await log({ application_variant_id: records.variant.id, depth: 0 })).toEqual([])
    })

    test('contains data on request', async () => {
      const [head] = await log(
        { application_variant_id: records.variant.id, depth: 1 },
        { include_data: true },
      )
      expect(head).toEqual(main[3])
    })

    test('is empty for unknown ids', async () => {
      for (const name of ['application_id', 'application_variant_id', 'application_revision_id']) {
        const { status, body } = await api.post(path, { application: { [name]: unknownId } })
        expect({ status, body }).toEqual({ status: 200, body: { count: 0, application_revisions: [] } })
      }
    })

    test('is refused without an id, with contradictory ones, and with a negative depth', async () => {
      const variant = { application_variant_id: records.variant.id }
      const rows: readonly (readonly [object, number, string])[] = [
        [{}, 400, 'reference_required'],
        [{ application: {} }, 400, 'reference_required'],
        [{ application: { ...variant, application_id: unknownId } }, 400, 'reference_mismatch'],
        [
          { application: { application_revision_id: main[0].id, variant_id: unknownId } },
          400,
          'reference_mismatch',
        ],
        [{ application: { ...variant, depth: -1 } }, 422, 'validation_failed'],
      ]
      for (const [body, status, code] of rows) {
        await play(api, { name: JSON.stringify(body), path, body, status, code })
      }
    })

    test.each(kindRows)('of a $name uses the field names of the kind', async (kind) => {
      const { variant } = await makeVariant(api, kind, `log-${kind.name}`)
      await commitTo(api, kind, variant.id, { data: kind.payloads[0] })
      const { body } = await api.post(`/${kind.plural}/revisions/log`, {
        [kind.name]: { [`${kind.name}_variant_id`]: variant.id },
      })
      expect(versionsOf(body[`${kind.name}_revisions`])).toEqual(['0'])
      expect(body[`${kind.name}_revisions`][0]).not.toHaveProperty('data')
    })
  })

  describe('a diff', () => {
    const path = '/applications/revisions/diff'
    const side = (revision: Body): object => ({
      id: revision.id,
      slug: revision.slug,
      version: revision.version,
      application_id: revision.application_id,
      application_variant_id: revision.variant_id,
      ...(revision.content_hash === undefined ? {} : { content_hash: revision.content_hash }),
    })
    let base: Body
    let target: Body
    beforeAll(async () => {
      const { variant } = await makeVariant(api, application, 'diff-bot')
      const shape = (llm: object, messages: readonly object[]): object => ({
        data: { parameters: { prompt: { llm_config: llm, messages }, 'a/b~c': 1 } },
      })
      const user = { role: 'user', content: '{{question}}' }
      const system = { role: 'system', content: 'Help.' }
      base = await commitTo(api, application, variant.id, shape({ temperature: 0.9 }, [system, user]))
      target = await commitTo(
        api,
        application,
        variant.id,
        shape({ temperature: 0.2, max_tokens: 400 }, [system]),
      )
      await api.post('/applications/revisions/deploy', {
        application_revision_ref: { id: target.id },
        environment_ref: { slug: 'production' },
      })
    })

    const changes = {
      equal: false,
      added: [{ path: '/parameters/prompt/llm_config/max_tokens', value: 400 }],
      removed: [{ path: '/parameters/prompt/messages/1', value: { role: 'user', content: '{{question}}' } }],
      changed: [{ path: '/parameters/prompt/llm_config/temperature', base: 0.9, target: 0.2 }],
    }

    test('lists what was added, removed and changed between two revisions, with any form of reference', async () => {
      const { body } = await api.post(path, {
        base_application_variant_ref: { slug: 'diff-bot.main' },
        base_application_revision_ref: { version: 0 },
        environment_ref: { slug: 'production' },
        application_ref: { slug: 'diff-bot' },
      })
      expect(body).toEqual({ count: 3, diff: { base: side(base), target: side(target), ...changes } })
    })

    test('without a base compares with the revision before, and the first with nothing', async () => {
      const { body } = await api.post(path, { application_revision_ref: { id: target.id } })
      expect(body.diff).toEqual({ base: side(base), target: side(target), ...changes })
      const first = await api.post(path, { application_revision_ref: { id: base.id } })
      expect(first.body).toEqual({
        count: 1,
        diff: {
          target: side(base),
          equal: false,
          added: [{ path: '/parameters', value: base.data.parameters }],
          removed: [],
          changed: [],
        },
      })
    })

    test('of equal data is empty, across variants and artifacts too', async () => {
      const { variant } = await makeVariant(api, application, 'diff-twin')
      const copy = await commitTo(api, application, variant.id, { data: target.data })
      const { body } = await api.post(path, {
        application_revision_ref: { id: copy.id },
        base_application_revision_ref: { id: target.id },
      })
      expect(body).toEqual({
        count: 0,
        diff: { base: side(target), target: side(copy), equal: true, added: [], removed: [], changed: [] },
      })
    })

    test('ignores members that answers add', async () => {
      const { variant } = await makeVariant(api, application, 'diff-completed')
      await commitTo(api, application, variant.id, { data: { uri: 'completion' } })
      const next = await commitTo(api, application, variant.id, { data: { parameters: {} } })
      const { body } = await api.post(path, { application_revision_ref: { id: next.id } })
      expect([...body.diff.removed, ...body.diff.added].map((entry: Body) => entry.path)).toEqual([
        '/uri',
        '/parameters',
      ])
    })

    test('reports the side that does not exist', async () => {
      const reference = { application_revision_ref: { id: target.id } }
      const rows: readonly Scenario[] = [
        {
          name: 'target',
          path,
          body: { application_revision_ref: { id: unknownId } },
          status: 404,
          code: 'not_found',
          part: { detail: expect.stringContaining('target') },
        },
        {
          name: 'base',
          path,
          body: { ...reference, base_application_revision_ref: { id: unknownId } },
          status: 404,
          code: 'not_found',
          part: { detail: expect.stringContaining('base') },
        },
        { name: 'nothing', path, body: {}, status: 400, code: 'reference_required' },
        {
          name: 'base without a variant',
          path,
          body: { ...reference, base_application_revision_ref: { version: 1 } },
          status: 400,
          code: 'reference_insufficient',
        },
        {
          name: 'base key alone',
          path,
          body: { ...reference, base_key: 'k' },
          status: 400,
          code: 'key_required',
        },
      ]
      for (const row of rows) await play(api, row)
    })
  })
})
