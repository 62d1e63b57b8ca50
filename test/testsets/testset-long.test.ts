// Long lists over HTTP, on both backends of the store: they are read while the answer is written, which does not change
// the answer.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { upload } from '../support/files.ts'

/** More rows than an answer has in memory, and no multiple of the rows of a page. */
const rowCount = 10_321
const csv = `n\n${Array.from({ length: rowCount }, (_, n) => n).join('\n')}\n`
const numbers = Array.from({ length: rowCount }, (_, n) => String(n))

describe.each(backends)('a testset of many rows on %s', (backend) => {
  let api: Api
  let id: string
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    const answer = await upload(
      api,
      '/simple/testsets/upload',
      { content: csv, name: 'n.csv' },
      { testset_slug: 'long' },
    )
    id = answer.body.testset.id
  })
  const numbersOf = (data: Body): string[] => data.testcases.map((each: Body) => each.data.n)

  test.each([
    ['ascending', numbers],
    ['descending', numbers.toReversed()],
  ])('is retrieved completely, %s, with ids and testcases', async (order, expected) => {
    const answer = await api.post('/testsets/revisions/retrieve', {
      testset_ref: { id },
      windowing: { order },
    })
    const { data } = answer.body.testset_revision
    expect(numbersOf(data)).toEqual(expected)
    expect(data.testcase_ids).toEqual(data.testcases.map((each: Body) => each.id))
    expect(answer.body.windowing).toBeUndefined()
    expect(answer.body.retrieval_info.references.testset.id).toBe(id)
  })

  test('is fetched completely as a simple record', async () => {
    const answer = await api.get(`/simple/testsets/${id}`)
    expect(answer.body.count).toBe(1)
    expect(numbersOf(answer.body.testset.data)).toEqual(numbers)
  })

  test('is returned by the commit that changes it', async () => {
    const answer = await api.post('/testsets/revisions/commit', {
      testset_revision_commit: { testset_id: id, delta: { rows: { add: [{ data: { n: 'last' } }] } } },
      include_testcase_ids: false,
    })
    expect(answer.body.testset_revision.version).toBe('2')
    expect(numbersOf(answer.body.testset_revision.data)).toEqual([...numbers, 'last'])
    expect(answer.body.testset_revision.data.testcase_ids).toBeUndefined()
  })

  test('under an existing slug is refused before its rows are read', async () => {
    const answer = await upload(
      api,
      '/simple/testsets/upload',
      { content: `${csv}"unfinished`, name: 'n.csv' },
      { testset_slug: 'long' },
    )
    expect([answer.status, answer.body.code]).toEqual([409, 'slug_conflict'])
  })
})
