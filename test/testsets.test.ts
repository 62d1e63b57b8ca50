// Testsets over HTTP, on both forms of the store: rows, commits, windows, simple records, testcases.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Api, type Body } from './support/api.ts'

/** The ids of the examples follow from this id. */
const capitalsId = '01a1e0b2-6c41-7d08-9a55-3f1d7c20be11'
const france = 'd455edfc-c62b-53c5-9484-eaa82f07e9d5'
const japan = '04bed0ac-8e47-5e16-bcd2-e84ec6847bf6'
const italy = '58340973-6427-53cd-8d9d-6ac8469fec9e'
const roma = 'b73517e8-bc27-593d-a13c-c8cfb47a76b0'
const peru = '61b9ad89-95e0-5dca-91bf-8debafe9a43a'
const unknownId = '01a1e0b2-0000-7000-8000-000000000000'

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

const shiftedId = (form: string): string => (form === 'sqlite' ? capitalsId : capitalsId)

const idsOf = (answer: Body): string[] => answer.body.testset_revision.data.testcase_ids as string[]

describe.each(forms)('testsets on %s', (form) => {
  describe('the documented example', () => {
    let api: Api
    let created: Body
    beforeAll(async () => {
      api = await newProject(serverOf(form))
      created = await api.post(`/simple/testsets/?testset_id=${shiftedId(form)}`, { testset: capitals })
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
})
void unknownId
