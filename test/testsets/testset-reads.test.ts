// Reading testsets over HTTP, on both backends of the store: windows over rows, and single testcases.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { unknownId } from '../support/scenarios.ts'
import { idsOf } from '../support/testsets.ts'

describe.each(backends)('reading testsets on %s', (backend) => {
  describe('reads', () => {
    let api: Api
    let testset: Body
    let ids: string[]
    const retrieve = (body: object) =>
      api.post('/testsets/revisions/retrieve', { testset_ref: { id: testset.id }, ...body })
    beforeAll(async () => {
      api = await newProject(serverOf(backend))
      const testcases = [...Array.from({ length: 9 }, (_, n) => ({ data: { n } })), { data: { n: 4 } }]
      const createAnswer = await api.post('/simple/testsets/', {
        testset: { slug: 'numbers', data: { testcases } },
      })
      testset = createAnswer.body.testset
      ids = testset.data.testcase_ids
    })

    test('show ids, testcases, both or none', async () => {
      const dataWith = async (include_testcase_ids: boolean, include_testcases: boolean) =>
        Object.keys((await retrieve({ include_testcase_ids, include_testcases })).body.testset_revision.data)
      expect(await dataWith(true, true)).toEqual(['testcase_ids', 'testcases'])
      expect(await dataWith(true, false)).toEqual(['testcase_ids'])
      expect(await dataWith(false, true)).toEqual(['testcases'])
      expect(await dataWith(false, false)).toEqual([])
      const fetchAnswer = await api.get(`/testsets/revisions/${testset.revision_id}?include_testcases=false`)
      expect(Object.keys(fetchAnswer.body.testset_revision.data)).toEqual(['testcase_ids'])
      const queryAnswer = await api.post('/testsets/revisions/query', {
        testset_refs: [{ id: testset.id }],
        include_testcase_ids: false,
      })
      expect(
        queryAnswer.body.testset_revisions.map((each: Body) => each.data && Object.keys(each.data)),
      ).toEqual([['testcases'], undefined])
    })

    test('include rows in the log only on request', async () => {
      const log = async (otherMembers: object) =>
        (
          await api.post('/testsets/revisions/log', {
            testset: { testset_id: testset.id, depth: 1 },
            ...otherMembers,
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
        const idList: string[] = []
        let windowing: Body = { limit: 3, order }
        for (let pages = 0; windowing !== undefined && pages < 10; pages++) {
          const page = await retrieve({ windowing })
          idList.push(...idsOf(page))
          windowing = page.body.windowing
        }
        expect(idList).toEqual(order === 'ascending' ? ids : ids.toReversed())
      },
    )

    test('continue after a testcase id, unless it occurs twice or never', async () => {
      const after = await retrieve({ windowing: { next: ids[6] } })
      expect(idsOf(after)).toEqual(ids.slice(7))
      const before = await retrieve({ windowing: { next: ids[2], order: 'descending' } })
      expect(idsOf(before)).toEqual([ids[1], ids[0]])
      for (const next of [ids[4], unknownId, '00000000-0000-8000-8000-0000000000ff']) {
        const refusal = await retrieve({ windowing: { next } })
        expect([refusal.status, refusal.body.code]).toEqual([400, 'cursor_unknown'])
      }
    })

    test('refuse invalid windows of rows', async () => {
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
      const unknownAnswer = await api.post('/testsets/revisions/retrieve', { testset_ref: { id: unknownId } })
      expect(unknownAnswer.body).toEqual({ count: 0 })
    })

    test('resolve an environment', async () => {
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
      api = await newProject(serverOf(backend))
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

    test('stay reachable by id when no revision has them any more', async () => {
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

    test('are returned in the requested order with repeats, without unknown ones', async () => {
      const [a, b] = ids
      const repeatedIds = await api.get(
        `/testcases/?testcase_id=${b}&testcase_id=${unknownId}&testcase_id=${a}&testcase_id=${b}`,
      )
      expect(repeatedIds.body.testcases.map((each: Body) => each.id)).toEqual([b, a, b])
      const list = await api.get(`/testcases/?testcase_ids=${b},${a}`)
      expect(list.body.count).toBe(2)
      const emptyAnswer = await api.get('/testcases/')
      expect([emptyAnswer.status, emptyAnswer.body.detail]).toEqual([
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
      const bySlug = { testset_ref: { slug: testset.slug }, include_history: true }
      expect((await query(bySlug)).ids).toEqual(history.ids)
      expect((await query({ ...bySlug, testset_id: testset.id })).ids).toEqual(history.ids)
      expect((await query({ ...bySlug, testset_ref: { slug: 'nowhere' } })).ids).toEqual([])
      expect((await query({ testset_ref: { id: unknownId }, testset_id: testset.id })).status).toBe(400)
      const selection = {
        testset_id: testset.id,
        include_history: true,
        testcase_ids: [head[0], ids[1], ids[1]],
      }
      expect((await query(selection)).ids).toEqual([ids[1], head[0]])
      expect((await query({ ...selection, windowing: { order: 'descending', limit: 1 } })).ids).toEqual([
        head[0],
      ])
      expect((await query({ ...selection, testset_id: unknownId })).ids).toEqual([])
      expect((await query({ testcase_ids: [ids[2], unknownId, ids[2]] })).ids).toEqual([ids[2], ids[2]])
      expect((await query({ testset_ref: { id: unknownId } })).ids).toEqual([])
      expect((await query({})).status).toBe(400)
    })

    test('of another project are unknown', async () => {
      const otherProject = await newProject(serverOf(backend))
      expect((await otherProject.get(`/testcases/${ids[0]}`)).body).toEqual({ count: 0 })
    })
  })
})
