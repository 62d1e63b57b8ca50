// Testsets over HTTP, on both forms of the store: rows, commits, windows, simple records, testcases.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Api, type Body } from './support/api.ts'
import { play, unknownId } from './support/scenarios.ts'

/** The ids of the examples follow from this id. */
const capitalsId = '01a1e0b2-6c41-7d08-9a55-3f1d7c20be11'
const france = 'd455edfc-c62b-53c5-9484-eaa82f07e9d5'
const japan = '04bed0ac-8e47-5e16-bcd2-e84ec6847bf6'
const italy = '58340973-6427-53cd-8d9d-6ac8469fec9e'
const roma = 'b73517e8-bc27-593d-a13c-c8cfb47a76b0'
const peru = '61b9ad89-95e0-5dca-91bf-8debafe9a43a'

const capitals = {
  slug: 'capitals',
  name: 'Capitals',
  tags: { team: 'geo' },
  data: {
    testcases: [
      { data: { country: 'France', capital: 'Paris' } },
      { data: { country: 'Japan', capital: 'Tokyo' } },
      { data: { country: 'Italy', capital: 'Rome' } },
    ],
  },
}

const idsOf = (answer: Body): string[] => answer.body.testset_revision.data.testcase_ids as string[]

describe.each(forms)('testsets on %s', (form) => {
  describe('the documented example', () => {
    let api: Api
    let created: Body
    beforeAll(async () => {
      api = await newProject(serverOf(form))
      created = await api.post(`/simple/testsets/?testset_id=${capitalsId}`, { testset: capitals })
    })

    test('a simple create gives the ids that clients can compute', async () => {
      expect(created.status).toBe(200)
      const { testset } = created.body
      expect(testset).toMatchObject({
        id: capitalsId,
        slug: 'capitals',
        name: 'Capitals',
        tags: { team: 'geo' },
      })
      expect(testset.data.testcase_ids).toEqual([france, japan, italy])
      expect(testset.data.testcases[0]).toEqual({
        id: france,
        testset_id: capitalsId,
        data: { country: 'France', capital: 'Paris', testcase_dedup_id: '6d01e6ac9bc3' },
        created_at: testset.data.testcases[0].created_at,
        created_by_id: testset.created_by_id,
      })
      expect((await api.get(`/simple/testsets/${capitalsId}`)).body).toEqual(created.body)
      const log = await api.post('/testsets/revisions/log', { testset: { testset_id: capitalsId } })
      expect(log.body.testset_revisions.map((each: Body) => [each.version, each.message])).toEqual([
        ['1', undefined],
        ['0', 'Initial commit'],
      ])
    })

    test('a delta, its diff, and the pages of the result', async () => {
      const base = created.body.testset.revision_id
      const committed = await api.post('/testsets/revisions/commit', {
        testset_revision_commit: {
          testset_id: capitalsId,
          testset_revision_id: base,
          message: 'fix Rome, add Peru',
          delta: {
            rows: {
              add: [
                {
                  data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
                  tags: { region: 'south' },
                },
              ],
              remove: [japan],
              replace: [{ id: italy, data: { country: 'Italy', capital: 'Roma' } }],
            },
          },
        },
      })
      expect(committed.status).toBe(200)
      expect(committed.body.testset_revision).toMatchObject({
        version: '2',
        message: 'fix Rome, add Peru',
        testset_id: capitalsId,
        testset_slug: 'capitals',
        data: { testcase_ids: [france, roma, peru] },
      })
      expect(committed.body.testset_revision.data.testcases[2]).toMatchObject({ tags: { region: 'south' } })

      const diff = await api.post('/testsets/revisions/diff', {
        testset_revision_ref: { id: committed.body.testset_revision.id },
      })
      expect(diff.body).toEqual({
        count: 3,
        diff: {
          base: expect.objectContaining({ id: base, version: '1', testset_id: capitalsId }),
          target: expect.objectContaining({ id: committed.body.testset_revision.id, version: '2' }),
          counts: { base: 3, target: 3, added: 1, removed: 1, edited: 1, moved: 0, unchanged: 1 },
          columns: { added: [], removed: [] },
          rows: [
            {
              kind: 'removed',
              testcase_dedup_id: '14cc470907f9',
              base: {
                index: 1,
                testcase_id: japan,
                data: { country: 'Japan', capital: 'Tokyo', testcase_dedup_id: '14cc470907f9' },
              },
            },
            {
              kind: 'added',
              testcase_dedup_id: 'peru',
              target: {
                index: 2,
                testcase_id: peru,
                data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
              },
            },
            {
              kind: 'edited',
              testcase_dedup_id: 'a1e8af3b6ac2',
              base: { index: 2, testcase_id: italy },
              target: { index: 1, testcase_id: roma },
              changes: [{ path: ['capital'], kind: 'changed', base: 'Rome', target: 'Roma' }],
            },
          ],
        },
      })

      const page = await api.post('/testsets/revisions/retrieve', {
        testset_ref: { id: capitalsId },
        include_testcases: false,
        windowing: { limit: 2 },
      })
      expect(page.body.testset_revision.data).toEqual({ testcase_ids: [france, roma] })
      expect(page.body.windowing).toEqual({
        next: '00000000-0000-8000-8000-000000000002',
        limit: 2,
        order: 'ascending',
      })
      expect(Object.keys(page.body.retrieval_info.references)).toEqual([
        'testset',
        'testset_variant',
        'testset_revision',
      ])
      const rest = await api.post('/testsets/revisions/retrieve', {
        testset_ref: { id: capitalsId },
        windowing: page.body.windowing,
      })
      expect(idsOf(rest)).toEqual([peru])
      expect(rest.body.windowing).toBeUndefined()
      const old = await api.get(`/testsets/revisions/${base}`)
      expect(idsOf(old)).toEqual([france, japan, italy])
    })
  })

  describe('commits', () => {
    let api: Api
    let testset: Body
    const commit = (wrapper: object, beside: object = {}) =>
      api.post('/testsets/revisions/commit', { testset_revision_commit: wrapper, ...beside })
    const rowsOf = (answer: Body) =>
      answer.body.testset_revision.data.testcases.map((each: Body) => each.data)
    beforeAll(async () => {
      api = await newProject(serverOf(form))
      const created = await api.post('/simple/testsets/', { testset: capitals })
      testset = created.body.testset
    })
    const fresh = async (): Promise<Body> =>
      (await api.post('/simple/testsets/', { testset: { data: capitals.data } })).body.testset

    test('with data replace the whole list, in order and with repeats', async () => {
      const { id } = await fresh()
      const row = {
        data: { a: 1, b: null, c: { d: [] } },
        flags: { checked: true },
        tags: { t: 1 },
        meta: { m: null },
      }
      const answer = await commit({ testset_id: id, data: { testcases: [row, { data: {} }, row, {}] } })
      expect(answer.body.status).toBe('committed')
      const [first, second, third, fourth] = idsOf(answer)
      expect([first, second]).toEqual([third, fourth])
      expect(answer.body.testset_revision.data.testcases[2]).toMatchObject(row)
      expect(Object.keys(answer.body.testset_revision.data.testcases[1].data)).toEqual(['testcase_dedup_id'])
    })

    test('of equal rows are new revisions that say so, in whatever key order they come', async () => {
      const { id } = await fresh()
      const one = [{ data: { a: 1, b: 2 }, tags: { x: 1, y: 2 } }]
      const other = [{ data: { b: 2, a: 1 }, tags: { y: 2, x: 1 } }]
      const before = await commit({ testset_id: id, data: { testcases: one } })
      const after = await commit({ testset_id: id, data: { testcases: other } })
      expect(after.body).toMatchObject({ status: 'no_change', testset_revision: { version: '3' } })
      expect(after.body.testset_revision.content_hash).toBe(before.body.testset_revision.content_hash)
      expect(Object.keys(rowsOf(after)[0])).toEqual(['a', 'b', 'testcase_dedup_id'])
    })

    test('with testcase_ids take existing testcases, with the metadata they had', async () => {
      const { id } = await fresh()
      const rows = [{ data: { n: 1 }, tags: { t: 1 } }, { data: { n: 2 } }]
      const [a, b] = idsOf(await commit({ testset_id: id, data: { testcases: rows } }))
      const answer = await commit({ testset_id: id, data: { testcase_ids: [b, a?.toUpperCase(), b] } })
      expect(idsOf(answer)).toEqual([b, a, b])
      expect(answer.body.testset_revision.data.testcases[1].tags).toEqual({ t: 1 })
      await play(api, {
        name: '',
        path: '/testsets/revisions/commit',
        body: { testset_revision: { testset_id: id, data: { testcase_ids: [a, unknownId] } } },
        status: 422,
        part: {
          detail: [{ loc: ['body', 'testset_revision', 'data', 'testcase_ids', 1], input: unknownId }],
        },
      })
    })

    test('with a delta change columns first, then rows', async () => {
      const { id, revision_id: base } = await fresh()
      const answer = await commit({
        testset_id: id,
        testset_revision_id: base,
        delta: {
          columns: { add: ['hint'], replace: [['capital', 'city']] },
          rows: {
            add: [{ data: { country: 'Peru' } }],
            remove: { dedup_ids: ['14cc470907f9'] },
            replace: [{ testcase_dedup_id: 'a1e8af3b6ac2', data: { country: 'Italia' }, tags: { eu: true } }],
          },
        },
      })
      expect(answer.body.testset_revision.message).toBe('Patched testset revision')
      expect(rowsOf(answer)).toEqual([
        { country: 'France', city: 'Paris', hint: '', testcase_dedup_id: '6d01e6ac9bc3' },
        { country: 'Italia', hint: '', testcase_dedup_id: 'a1e8af3b6ac2' },
        { country: 'Peru', testcase_dedup_id: expect.any(String) },
      ])
    })

    test('with a delta take the description of the base, unless they bring their own', async () => {
      const { id } = await fresh()
      await commit({ testset_id: id, description: 'the first', data: capitals.data })
      const kept = await commit({ testset_id: id, delta: {} })
      expect(kept.body.testset_revision).toMatchObject({ description: 'the first', version: '3' })
      const own = await commit({ testset_id: id, delta: {}, description: 'mine', message: 'why' })
      expect(own.body.testset_revision).toMatchObject({ description: 'mine', message: 'why' })
    })

    test('with a delta on an older base go on top of the head', async () => {
      const { id, revision_id: base } = await fresh()
      await commit({ testset_id: id, data: { testcases: [] } })
      const answer = await commit({
        testset_id: id,
        testset_revision_id: base,
        delta: { rows: { add: [{ data: { country: 'Peru' } }] } },
      })
      expect(answer.body.testset_revision.version).toBe('3')
      expect(idsOf(answer)).toHaveLength(4)
    })

    test('leave the rows out of the answer when asked', async () => {
      const { id } = await fresh()
      const ids = await commit({ testset_id: id, delta: {} }, { include_testcases: false })
      expect(Object.keys(ids.body.testset_revision.data)).toEqual(['testcase_ids'])
      const none = await commit(
        { testset_id: id, delta: {} },
        { include_testcases: false, include_testcase_ids: false },
      )
      expect(none.body.testset_revision.data).toEqual({})
    })

    test('that arrive together all succeed, with consecutive versions, and lose no row', async () => {
      const { id } = await fresh()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          commit(
            { testset_id: id, delta: { rows: { add: [{ data: { n } }] } } },
            { include_testcases: false },
          ),
        ),
      )
      expect(answers.map((each) => each.status)).toEqual(answers.map(() => 200))
      const versions = answers.map((each) => Number(each.body.testset_revision.version))
      expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 2))
      const head = await api.post('/testsets/revisions/retrieve', { testset_ref: { id } })
      expect(idsOf(head)).toHaveLength(15)
    })

    test('keep old revisions as they were', async () => {
      const { id, revision_id: base } = await fresh()
      const before = await api.get(`/testsets/revisions/${base}`)
      await commit({ testset_id: id, delta: { columns: { remove: ['capital'] } } })
      expect(await api.get(`/testsets/revisions/${base}`)).toMatchObject({ body: before.body })
    })

    test('are refused whole, with every fault named', async () => {
      const { id, revision_id: base } = await fresh()
      const path = '/testsets/revisions/commit'
      const at = ['body', 'testset_revision_commit']
      const refusals = [
        {
          wrapper: {},
          status: 400,
          code: 'data_or_delta',
          detail: 'Provide either data or delta for a commit.',
        },
        {
          wrapper: { data: { testcases: [] }, delta: {} },
          status: 400,
          code: 'data_or_delta',
          detail: 'Provide either data or delta for a commit, not both.',
        },
        { wrapper: { delta: { rows: { remove: [japan, unknownId] } } }, status: 422, code: 'rows_unknown' },
        {
          wrapper: { delta: { columns: { replace: [['capital', 'country']] } } },
          status: 422,
          code: 'column_conflict',
        },
        { wrapper: { delta: { operations: [] } }, status: 422, code: 'validation_failed' },
        { wrapper: { data: { rows: [] } }, status: 422, code: 'validation_failed' },
        { wrapper: { data: {} }, status: 422, code: 'validation_failed' },
        {
          wrapper: { data: { testcases: [{ data: { testcase_dedup_id: 7 } }] } },
          status: 422,
          code: 'validation_failed',
        },
        {
          wrapper: { data: { testcases: [{ data: { deep: { half: '\ud800' } } }] } },
          status: 422,
          code: 'validation_failed',
        },
        {
          wrapper: { data: { testcases: [{ data: { __id__: 'x' } }] } },
          status: 422,
          code: 'validation_failed',
        },
        { wrapper: { testset_revision_id: unknownId, delta: {} }, status: 404, code: 'not_found' },
        { wrapper: { base_revision_id: unknownId, delta: {} }, status: 409, code: 'revision_conflict' },
      ]
      for (const { wrapper, status, code, detail } of refusals) {
        await play(api, {
          name: code,
          path,
          body: { testset_revision_commit: { testset_id: id, ...wrapper } },
          status,
          code,
          ...(detail === undefined ? {} : { part: { detail } }),
        })
      }
      const big = `{"testset_revision_commit":{"testset_id":"${id}","data":{"testcases":[{"data":{"n":9007199254740993}}]}}}`
      await play(api, {
        name: '',
        path,
        body: big,
        status: 422,
        part: { detail: [{ loc: [...at, 'data', 'testcases', 0, 'data', 'n'] }] },
      })
      const head = await api.post('/testsets/revisions/retrieve', { testset_ref: { id } })
      expect(head.body.testset_revision.id).toBe(base)
    })

    test('may be the first revision of a variant, and the initial revision may bring rows', async () => {
      const make = async (slug: string) =>
        (await api.post('/testsets/variants/', { testset_variant: { slug, testset_id: testset.id } })).body
          .testset_variant.id as string
      const answer = await commit({ testset_variant_id: await make('v1'), data: capitals.data })
      expect(answer.body.testset_revision.version).toBe('0')
      const initial = await api.post('/testsets/revisions/', {
        testset_revision: { testset_variant_id: await make('v2'), data: capitals.data },
        include_testcases: false,
      })
      expect(initial.body.testset_revision).toMatchObject({ version: '0', message: 'Initial revision' })
      expect(Object.keys(initial.body.testset_revision.data)).toEqual(['testcase_ids'])
    })
  })

  describe('reads', () => {
    let api: Api
    let testset: Body
    let ids: string[]
    const retrieve = (body: object) =>
      api.post('/testsets/revisions/retrieve', { testset_ref: { id: testset.id }, ...body })
    beforeAll(async () => {
      api = await newProject(serverOf(form))
      const testcases = [...Array.from({ length: 9 }, (_, n) => ({ data: { n } })), { data: { n: 4 } }]
      const created = await api.post('/simple/testsets/', {
        testset: { slug: 'numbers', data: { testcases } },
      })
      testset = created.body.testset
      ids = testset.data.testcase_ids
    })

    test('show ids, testcases, both or none', async () => {
      const shown = async (include_testcase_ids: boolean, include_testcases: boolean) =>
        Object.keys((await retrieve({ include_testcase_ids, include_testcases })).body.testset_revision.data)
      expect(await shown(true, true)).toEqual(['testcase_ids', 'testcases'])
      expect(await shown(true, false)).toEqual(['testcase_ids'])
      expect(await shown(false, true)).toEqual(['testcases'])
      expect(await shown(false, false)).toEqual([])
      const fetched = await api.get(`/testsets/revisions/${testset.revision_id}?include_testcases=false`)
      expect(Object.keys(fetched.body.testset_revision.data)).toEqual(['testcase_ids'])
      const queried = await api.post('/testsets/revisions/query', {
        testset_refs: [{ id: testset.id }],
        include_testcase_ids: false,
      })
      expect(queried.body.testset_revisions.map((each: Body) => each.data && Object.keys(each.data))).toEqual(
        [['testcases'], undefined],
      )
    })

    test('log rows only when asked', async () => {
      const log = async (beside: object) =>
        (
          await api.post('/testsets/revisions/log', {
            testset: { testset_id: testset.id, depth: 1 },
            ...beside,
          })
        ).body.testset_revisions[0].data
      expect(await log({})).toBeUndefined()
      expect(Object.keys(await log({ include_data: true }))).toEqual(['testcase_ids', 'testcases'])
      expect(Object.keys(await log({ include_data: true, include_testcases: false }))).toEqual([
        'testcase_ids',
      ])
    })

    test.each(['ascending', 'descending'] as const)(
      'page all rows %s without skipping or repeating',
      async (order) => {
        const seen: string[] = []
        let windowing: Body = { limit: 3, order }
        for (let pages = 0; windowing !== undefined && pages < 10; pages++) {
          const page = await retrieve({ windowing })
          seen.push(...idsOf(page))
          windowing = page.body.windowing
        }
        expect(seen).toEqual(order === 'ascending' ? ids : ids.toReversed())
      },
    )

    test('continue after a testcase id, unless it occurs twice or never', async () => {
      const after = await retrieve({ windowing: { next: ids[6] } })
      expect(idsOf(after)).toEqual(ids.slice(7))
      const before = await retrieve({ windowing: { next: ids[2], order: 'descending' } })
      expect(idsOf(before)).toEqual([ids[1], ids[0]])
      for (const next of [ids[4], unknownId, '00000000-0000-8000-8000-0000000000ff']) {
        const refused = await retrieve({ windowing: { next } })
        expect([refused.status, refused.body.code]).toEqual([400, 'cursor_unknown'])
      }
    })

    test('refuse what cannot be asked of rows', async () => {
      for (const windowing of [
        { newest: '2026-01-01' },
        { limit: -1 },
        { order: 'sideways' },
        { next: 'x' },
      ]) {
        expect((await retrieve({ windowing })).status).toBe(422)
      }
      expect((await retrieve({ windowing: { limit: 0 } })).body.testset_revision.data.testcase_ids).toEqual(
        ids,
      )
      expect((await api.post('/testsets/revisions/retrieve', {})).body.code).toBe('reference_required')
      const unknown = await api.post('/testsets/revisions/retrieve', { testset_ref: { id: unknownId } })
      expect(unknown.body).toEqual({ count: 0 })
    })

    test('go through an environment', async () => {
      await api.post('/testsets/revisions/deploy', {
        testset_ref: { slug: 'numbers' },
        environment_ref: { slug: 'production' },
      })
      const answer = await api.post('/testsets/revisions/retrieve', {
        environment_ref: { slug: 'production' },
        key: 'numbers.revision',
        windowing: { limit: 1 },
      })
      expect(idsOf(answer)).toEqual([ids[0]])
      expect(answer.body.retrieval_info.selector).toEqual({ key: 'numbers.revision' })
    })

    test('show an empty committed list, and no data for the seed', async () => {
      const empty = (await api.post('/simple/testsets/', { testset: { slug: 'empty' } })).body.testset
      expect(empty.data).toEqual({ testcase_ids: [], testcases: [] })
      const seed = await api.post('/testsets/revisions/retrieve', {
        testset_ref: { id: empty.id, version: '0' },
      })
      expect(seed.body.testset_revision.data).toBeUndefined()
      expect(seed.body.testset_revision.content_hash).toBeUndefined()
    })
  })

  describe('testcases', () => {
    let api: Api
    let testset: Body
    let ids: string[]
    beforeAll(async () => {
      api = await newProject(serverOf(form))
      const testcases = [1, 2, 3, 2].map((n) => ({
        data: { n },
        ...(n === 1 ? { tags: { one: true } } : {}),
      }))
      testset = (await api.post('/simple/testsets/', { testset: { data: { testcases } } })).body.testset
      ids = testset.data.testcase_ids
      await api.post('/testsets/revisions/commit', {
        testset_revision: {
          testset_id: testset.id,
          data: { testcases: [{ data: { n: 4 } }, { data: { n: 1 } }] },
        },
      })
    })

    test('stay reachable by id when no revision shows them any more', async () => {
      await api.post(`/testsets/${testset.id}/archive`)
      const answer = await api.get(`/testcases/${ids[2]}`)
      expect(answer.body).toMatchObject({
        count: 1,
        testcase: { id: ids[2], testset_id: testset.id, set_id: testset.id, data: { n: 3 } },
      })
      await api.post(`/testsets/${testset.id}/unarchive`)
      expect((await api.get(`/testcases/${unknownId}`)).body).toEqual({ count: 0 })
    })

    test('show the metadata of the latest write by id, and that of the row in a revision', async () => {
      expect((await api.get(`/testcases/${ids[0]}`)).body.testcase.tags).toBeUndefined()
      const row = await api.get(`/testsets/revisions/${testset.revision_id}`)
      expect(row.body.testset_revision.data.testcases[0].tags).toEqual({ one: true })
    })

    test('come in the order asked, repeats kept, unknown left out', async () => {
      const [a, b] = ids
      const many = await api.get(
        `/testcases/?testcase_id=${b}&testcase_id=${unknownId}&testcase_id=${a}&testcase_id=${b}`,
      )
      expect(many.body.testcases.map((each: Body) => each.id)).toEqual([b, a, b])
      const list = await api.get(`/testcases/?testcase_ids=${b},${a}`)
      expect(list.body.count).toBe(2)
      const none = await api.get('/testcases/')
      expect([none.status, none.body.detail]).toEqual([
        400,
        'At least one testcase_id query parameter is required.',
      ])
    })

    test('are queried by revision, by testset, by id and through all history', async () => {
      const query = async (body: object) => {
        const answer = await api.post('/testcases/query', body)
        return {
          ids: answer.body.testcases?.map((each: Body) => each.id),
          windowing: answer.body.windowing,
          status: answer.status,
        }
      }
      const revision = { testset_revision_ref: { id: testset.revision_id } }
      expect((await query(revision)).ids).toEqual(ids)
      expect((await query({ ...revision, testcase_ids: [ids[1]] })).ids).toEqual([ids[1], ids[1]])
      const page = await query({ ...revision, windowing: { limit: 3 } })
      expect(page.windowing).toEqual({
        next: '00000000-0000-8000-8000-000000000003',
        limit: 3,
        order: 'ascending',
      })
      expect((await query({ ...revision, windowing: page.windowing })).ids).toEqual([ids[3]])
      const head = (await query({ testset_id: testset.id })).ids
      expect(head).toHaveLength(2)
      const history = await query({ testset_id: testset.id, include_history: true })
      expect(new Set(history.ids)).toEqual(new Set([...ids, head[0]]))
      expect(history.ids).toHaveLength(4)
      expect(history.ids?.at(-1)).toBe(head[0])
      const first = await query({ testset_id: testset.id, include_history: true, windowing: { limit: 3 } })
      const second = await query({
        testset_id: testset.id,
        include_history: true,
        windowing: first.windowing,
      })
      expect([...first.ids, ...second.ids]).toEqual(history.ids)
      expect((await query({ testcase_ids: [ids[2], unknownId, ids[2]] })).ids).toEqual([ids[2], ids[2]])
      expect((await query({ testset_ref: { id: unknownId } })).ids).toEqual([])
      expect((await query({})).status).toBe(400)
    })

    test('of another project are unknown', async () => {
      const stranger = await newProject(serverOf(form))
      expect((await stranger.get(`/testcases/${ids[0]}`)).body).toEqual({ count: 0 })
    })
  })

  describe('simple testsets', () => {
    let api: Api
    beforeAll(async () => {
      api = await newProject(serverOf(form))
    })
    const create = async (data: object = capitals.data): Promise<Body> =>
      (await api.post('/simple/testsets/', { testset: { name: 'Capitals', tags: { team: 'geo' }, data } }))
        .body.testset

    test('edits commit only rows that differ', async () => {
      const testset = await create()
      const edit = (data: object) =>
        api.put(`/simple/testsets/${testset.id}`, { testset: { id: testset.id, data } })
      const same = await edit({ testcases: [...capitals.data.testcases] })
      expect(same.body.testset.revision_id).toBe(testset.revision_id)
      const rows = testset.data.testcases.map((each: Body) => ({ id: each.id, data: each.data }))
      rows[2] = { id: rows[2].id, data: { country: 'Italy', capital: 'Roma' } }
      const changed = await edit({ testcases: rows })
      expect(changed.body.testset.revision_id).not.toBe(testset.revision_id)
      expect(changed.body.testset).toMatchObject({ name: 'Capitals', tags: { team: 'geo' } })
      expect(changed.body.testset.data.testcases[2].data.testcase_dedup_id).toBe('a1e8af3b6ac2')
      const tagged = await edit({ testcases: rows.map((row: Body) => ({ ...row, tags: { t: 1 } })) })
      expect(tagged.body.testset.revision_id).not.toBe(changed.body.testset.revision_id)
    })

    test('header edits keep the rows, and null clears', async () => {
      const testset = await create()
      const edited = await api.put(`/simple/testsets/${testset.id}`, {
        testset: { tags: null, name: 'Other' },
      })
      expect(edited.body.testset).toMatchObject({ name: 'Other', revision_id: testset.revision_id })
      expect(edited.body.testset.tags).toBeUndefined()
    })

    test('refusals say what is wrong', async () => {
      const testset = await create()
      const edit = (id: string, body: object) => api.put(`/simple/testsets/${id}`, { testset: body })
      const unknown = await edit(unknownId, { name: 'x' })
      expect([unknown.status, unknown.body.detail]).toEqual([
        404,
        `Testset with ID '${unknownId}' does not exist.`,
      ])
      expect((await edit(testset.id, { id: unknownId })).body.code).toBe('id_mismatch')
      const taken = await api.post('/simple/testsets/', { testset: { slug: testset.slug } })
      expect([taken.status, taken.body.code]).toEqual([409, 'slug_conflict'])
      expect((await api.get(`/simple/testsets/${unknownId}`)).body).toEqual({ count: 0 })
    })

    test('are fetched, queried, archived and unarchived with their rows', async () => {
      const testset = await create()
      const bare = await api.get(`/simple/testsets/${testset.id}?include_testcases=false`)
      expect(Object.keys(bare.body.testset.data)).toEqual(['testcase_ids'])
      const found = await api.post('/simple/testsets/query', {
        testset: { name: 'capi' },
        testset_refs: [{ id: testset.id }],
      })
      expect(found.body.testsets).toEqual([testset])
      const archived = await api.post(`/simple/testsets/${testset.id}/archive`)
      expect(archived.body.testset).toMatchObject({
        deleted_at: expect.any(String),
        deleted_by_id: expect.any(String),
      })
      expect(
        (await api.put(`/simple/testsets/${testset.id}`, { testset: { data: { testcases: [] } } })).body.code,
      ).toBe('archived')
      expect(
        (await api.post(`/simple/testsets/${testset.id}/unarchive`)).body.testset.deleted_at,
      ).toBeUndefined()
    })

    test('take rows of another testset, with dedup ids and metadata', async () => {
      const target = await create()
      const source = await create({
        testcases: [
          { data: { country: 'France', capital: 'Paris' } },
          {
            data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
            tags: { region: 'south' },
          },
          { data: { country: 'Chad' } },
        ],
      })
      const transfer = (body: object) => api.post(`/simple/testsets/${target.id}/transfer`, body)
      const answer = await transfer({ source: { testset_ref: { id: source.id } }, message: 'more' })
      expect(answer.body).toMatchObject({ count: 1, transferred: 2, skipped: 1 })
      expect(answer.body.testset.data.testcases[3]).toMatchObject({
        testset_id: target.id,
        data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
        tags: { region: 'south' },
      })
      const again = await transfer({ source: { testset_revision_ref: { id: source.revision_id } } })
      expect(again.body).toMatchObject({ transferred: 0, skipped: 3 })
      expect(again.body.testset.revision_id).toBe(answer.body.testset.revision_id)
      const named = await transfer({
        source: { testset_ref: { id: source.id } },
        testcase_ids: [source.data.testcase_ids[2]],
        skip_existing: false,
      })
      expect(named.body).toMatchObject({ transferred: 1, skipped: 0 })
      expect(named.body.testset.data.testcase_ids).toHaveLength(6)
      const unknown = await transfer({
        source: { testset_ref: { id: source.id } },
        testcase_ids: [unknownId],
      })
      expect([unknown.status, unknown.body.code]).toEqual([422, 'rows_unknown'])
      expect((await transfer({ source: { testset_ref: { id: unknownId } } })).status).toBe(404)
      expect((await transfer({ source: {} })).body.code).toBe('reference_required')
    })
  })

  test('the calls of existing clients work: null members, aliases, the newest revision by testset alone', async () => {
    const api = await newProject(serverOf(form))
    const created = await api.post('/simple/testsets/', {
      testset: { slug: '0a1b2c3d4e5f', name: 'Client set', folder_id: null, data: capitals.data },
    })
    expect(created.status).toBe(200)
    const { id, revision_id: revisionId } = created.body.testset
    const none = { id: null, slug: null, version: null }
    const byTestset = await api.post('/testsets/revisions/retrieve', {
      testset_ref: { ...none, id },
      testset_variant_ref: none,
      testset_revision_ref: null,
    })
    expect(byTestset.body.testset_revision).toMatchObject({ id: revisionId, version: '1' })
    const byRevision = await api.post('/testsets/revisions/retrieve', {
      testset_revision_ref: { ...none, id: revisionId },
    })
    expect(Object.keys(byRevision.body.testset_revision.data)).toEqual(['testcase_ids', 'testcases'])
    const edited = await api.put(`/simple/testsets/${id}`, {
      testset: {
        id,
        name: 'Client set',
        data: { testcases: byRevision.body.testset_revision.data.testcases },
      },
    })
    expect(edited.body.testset.revision_id).toBe(revisionId)
    for (const body of [{}, { testset: { name: 'client' } }]) {
      const found = await api.post('/simple/testsets/query', body)
      expect(found.body.testsets.map((each: Body) => each.slug)).toEqual(['0a1b2c3d4e5f'])
    }
  })

  describe('diffs', () => {
    test('page their rows, choose kinds, and give counts alone', async () => {
      const api = await newProject(serverOf(form))
      const row = (n: number, v: number) => ({ data: { n, v, testcase_dedup_id: `d${n}` } })
      const { id } = (
        await api.post('/simple/testsets/', {
          testset: { data: { testcases: [0, 1, 2, 3, 4].map((n) => row(n, 0)) } },
        })
      ).body.testset
      await api.post('/testsets/revisions/commit', {
        testset_revision: {
          testset_id: id,
          data: { testcases: [row(4, 0), row(0, 1), row(1, 1), row(2, 0), row(9, 0)] },
        },
      })
      const diff = (body: object) => api.post('/testsets/revisions/diff', { testset_ref: { id }, ...body })
      const all = await diff({})
      expect(all.body.diff.counts).toEqual({
        base: 5,
        target: 5,
        added: 1,
        removed: 1,
        edited: 2,
        moved: 1,
        unchanged: 1,
      })
      expect(all.body.diff.rows.map((each: Body) => each.kind)).toEqual([
        'removed',
        'added',
        'edited',
        'edited',
        'moved',
      ])
      const counts = await diff({ include_rows: false })
      expect([counts.body.count, counts.body.diff.rows]).toEqual([0, undefined])
      const edited = await diff({ kinds: ['edited'], windowing: { limit: 1 } })
      expect(edited.body.count).toBe(1)
      const rest = await diff({ kinds: ['edited'], windowing: edited.body.windowing })
      expect([rest.body.count, rest.body.windowing]).toEqual([1, undefined])
      expect((await diff({ kinds: ['touched'] })).status).toBe(422)
      expect((await diff({ windowing: { limit: 10_001 } })).status).toBe(422)
      const unknown = await diff({ base_testset_ref: { id: unknownId } })
      expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
      const seed = await diff({ testset_ref: { id, version: '0' } })
      expect(seed.body.diff.counts).toMatchObject({ base: 0, target: 0 })
    })

    test('across testsets take equal content for equal rows', async () => {
      const api = await newProject(serverOf(form))
      const make = async (rows: object[]) =>
        (await api.post('/simple/testsets/', { testset: { data: { testcases: rows } } })).body.testset
          .id as string
      const base = await make([{ data: { a: 1 } }, { data: { a: 2 } }])
      const target = await make([{ data: { a: 2 } }, { data: { a: 3 } }])
      const { body } = await api.post('/testsets/revisions/diff', {
        testset_ref: { id: target },
        base_testset_ref: { id: base },
      })
      expect(body.diff.counts).toMatchObject({ added: 1, removed: 1, edited: 0, unchanged: 1 })
    })
  })
})
