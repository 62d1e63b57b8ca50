// Commits of testsets over HTTP, on both backends of the store: full lists, deltas, conflicts.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { play, unknownId } from '../support/scenarios.ts'
import { japan, capitals, idsOf } from '../support/testsets.ts'

describe.each(backends)('commits of testsets on %s', (backend) => {
  describe('commits', () => {
    let api: Api
    let testset: Body
    const commit = (wrapper: object, otherMembers: object = {}) =>
      api.post('/testsets/revisions/commit', { testset_revision_commit: wrapper, ...otherMembers })
    const rowsOf = (answer: Body) =>
      answer.body.testset_revision.data.testcases.map((each: Body) => each.data)
    beforeAll(async () => {
      api = await newProject(serverOf(backend))
      const createAnswer = await api.post('/simple/testsets/', { testset: capitals })
      testset = createAnswer.body.testset
    })
    const createTestset = async (): Promise<Body> =>
      (await api.post('/simple/testsets/', { testset: { data: capitals.data } })).body.testset

    test('with data replace the full list, in order and with repeats', async () => {
      const { id } = await createTestset()
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

    test('of equal rows are new revisions with equal hashes, in any key order', async () => {
      const { id } = await createTestset()
      const firstRows = [{ data: { a: 1, b: 2 }, tags: { x: 1, y: 2 } }]
      const reorderedRows = [{ data: { b: 2, a: 1 }, tags: { y: 2, x: 1 } }]
      const before = await commit({ testset_id: id, data: { testcases: firstRows } })
      const after = await commit({ testset_id: id, data: { testcases: reorderedRows } })
      expect(after.body).toMatchObject({ status: 'no_change', testset_revision: { version: '3' } })
      expect(after.body.testset_revision.content_hash).toBe(before.body.testset_revision.content_hash)
      expect(Object.keys(rowsOf(after)[0])).toEqual(['a', 'b', 'testcase_dedup_id'])
    })

    test('with testcase_ids take existing testcases with their metadata', async () => {
      const { id } = await createTestset()
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
      const { id, revision_id: base } = await createTestset()
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

    test('with a delta keep the description of the base unless they have their own', async () => {
      const { id } = await createTestset()
      await commit({ testset_id: id, description: 'the first', data: capitals.data })
      const answer = await commit({ testset_id: id, delta: {} })
      expect(answer.body.testset_revision).toMatchObject({ description: 'the first', version: '3' })
      const answerWithHeader = await commit({
        testset_id: id,
        delta: {},
        description: 'mine',
        message: 'why',
      })
      expect(answerWithHeader.body.testset_revision).toMatchObject({ description: 'mine', message: 'why' })
    })

    test('with a delta on an older base are applied to the head', async () => {
      const { id, revision_id: base } = await createTestset()
      await commit({ testset_id: id, data: { testcases: [] } })
      const answer = await commit({
        testset_id: id,
        testset_revision_id: base,
        delta: { rows: { add: [{ data: { country: 'Peru' } }] } },
      })
      expect(answer.body.testset_revision.version).toBe('3')
      expect(idsOf(answer)).toHaveLength(4)
    })

    test('omit the rows from the answer on request', async () => {
      const { id } = await createTestset()
      const ids = await commit({ testset_id: id, delta: {} }, { include_testcases: false })
      expect(Object.keys(ids.body.testset_revision.data)).toEqual(['testcase_ids'])
      const answerWithoutData = await commit(
        { testset_id: id, delta: {} },
        { include_testcases: false, include_testcase_ids: false },
      )
      expect(answerWithoutData.body.testset_revision.data).toEqual({})
    })

    test('that are concurrent all succeed, with consecutive versions, and lose no row', async () => {
      const { id } = await createTestset()
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

    test('do not change old revisions', async () => {
      const { id, revision_id: base } = await createTestset()
      const before = await api.get(`/testsets/revisions/${base}`)
      await commit({ testset_id: id, delta: { columns: { remove: ['capital'] } } })
      expect(await api.get(`/testsets/revisions/${base}`)).toMatchObject({ body: before.body })
    })

    test('are refused completely, with every field error', async () => {
      const { id, revision_id: base } = await createTestset()
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
      const unsafeIntegerBody = `{"testset_revision_commit":{"testset_id":"${id}","data":{"testcases":[{"data":{"n":9007199254740993}}]}}}`
      await play(api, {
        name: '',
        path,
        body: unsafeIntegerBody,
        status: 422,
        part: { detail: [{ loc: [...at, 'data', 'testcases', 0, 'data', 'n'] }] },
      })
      const head = await api.post('/testsets/revisions/retrieve', { testset_ref: { id } })
      expect(head.body.testset_revision.id).toBe(base)
    })

    test('may be the first revision of a variant, and the initial revision may have rows', async () => {
      const createVariant = async (slug: string) =>
        (await api.post('/testsets/variants/', { testset_variant: { slug, testset_id: testset.id } })).body
          .testset_variant.id as string
      const answer = await commit({ testset_variant_id: await createVariant('v1'), data: capitals.data })
      expect(answer.body.testset_revision.version).toBe('0')
      const initialAnswer = await api.post('/testsets/revisions/', {
        testset_revision: { testset_variant_id: await createVariant('v2'), data: capitals.data },
        include_testcases: false,
      })
      expect(initialAnswer.body.testset_revision).toMatchObject({ version: '0', message: 'Initial revision' })
      expect(Object.keys(initialAnswer.body.testset_revision.data)).toEqual(['testcase_ids'])
    })
  })
})
