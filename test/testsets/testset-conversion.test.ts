// Conversions of columns over HTTP, and commits with progress events, on both backends of the store.
import { beforeAll, describe, expect, test } from 'vitest'
import { commit } from '../../src/versioning/commit.ts'
import { kinds } from '../../src/versioning/kinds.ts'
import { createSimple } from '../../src/versioning/simple.ts'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { openFreshStore } from '../support/databases.ts'
import { newProjectScope, realEngine } from '../support/engine.ts'
import { openStream } from '../support/event-stream.ts'

const testcases = ['1', '2.5', 'n/a', '', null, 7].map((price, n) => ({ data: { n, price }, tags: { n } }))

describe.each(backends)('the conversion of a column on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
  })
  const createTestset = async (): Promise<Body> =>
    (await api.post('/simple/testsets/', { testset: { data: { testcases } } })).body.testset
  const commitDelta = (id: string, delta: object) =>
    api.post('/testsets/revisions/commit', { testset_revision_commit: { testset_id: id, delta } })
  const pricesOf = ({ body }: { readonly body: Body }) =>
    body.testset_revision.data.testcases.map((row: Body) => row.data.price ?? row.data.cost ?? null)

  test('converts its values, and keeps those that cannot be converted', async () => {
    const { id } = await createTestset()
    const answer = await commitDelta(id, { columns: { convert: [['price', 'number']] } })
    expect(pricesOf(answer)).toEqual([1, 2.5, 'n/a', '', null, 7])
    const rows = answer.body.testset_revision.data.testcases
    expect(Object.keys(rows[0].data)).toEqual(['n', 'price', 'testcase_dedup_id'])
    expect(rows.map((row: Body) => row.tags.n)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('may rename the column in the same commit, and ignores rows that the commit replaces', async () => {
    const { id, data } = await createTestset()
    const [first] = data.testcase_ids
    const answer = await commitDelta(id, {
      columns: { convert: [['price', 'number']], replace: [['price', 'cost']] },
      rows: { replace: [{ id: first, data: { n: 0, cost: '1' } }], add: [{ data: { cost: '9' } }] },
    })
    expect(pricesOf(answer)).toEqual(['1', 2.5, 'n/a', '', null, 7, '9'])
  })

  test('may be repeated with other types', async () => {
    const { id } = await createTestset()
    const convert = [
      ['price', 'number'],
      ['price', 'string'],
    ]
    expect(pricesOf(await commitDelta(id, { columns: { convert } }))).toEqual([
      '1',
      '2.5',
      'n/a',
      '',
      null,
      '7',
    ])
  })

  test.each<[string, unknown]>([
    ['a column that no row has', [['nobody', 'number']]],
    ['a type that does not exist', [['price', 'date']]],
    ['the dedup id', [['testcase_dedup_id', 'number']]],
    ['more conversions than one commit may have', Array.from({ length: 101 }, () => ['price', 'string'])],
  ])('is refused: %s', async (_, convert) => {
    const { id } = await createTestset()
    const { status, body } = await commitDelta(id, { columns: { convert } })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect(body.detail[0].loc.slice(0, 5)).toEqual([
      'body',
      'testset_revision_commit',
      'delta',
      'columns',
      'convert',
    ])
  })

  const openPost = (path: string, body: object, accept = '*/*') =>
    openStream(api, path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', Accept: accept },
    })

  test('can be previewed: a search finds the values that would stay', async () => {
    const { revision_id: revisionId } = await createTestset()
    const conditions = [{ column: 'price', operator: 'not_converts_to', value: 'number' }]
    const stream = await openPost(`/testsets/revisions/${revisionId}/search`, { conditions })
    const matches = (await stream.until('end')).flatMap(({ data }) => data.matches ?? [])
    expect(matches.map(({ position }: Body) => position)).toEqual([2])
  })

  test('is searched by an existing type only', async () => {
    const { revision_id: revisionId } = await createTestset()
    const conditions = [{ column: 'price', operator: 'not_converts_to', value: 'date' }]
    const { status, body } = await api.post(`/testsets/revisions/${revisionId}/search`, { conditions })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'conditions', 0, 'value']])
  })

  const commitWithProgress = (commitBody: object) =>
    openPost('/testsets/revisions/commit', { testset_revision_commit: commitBody }, 'text/event-stream')
  const delta = { columns: { convert: [['price', 'number']] } }

  test('is committed with progress events on request', async () => {
    const { id } = await createTestset()
    const lastEvent = (await (await commitWithProgress({ testset_id: id, delta })).until('answer')).at(-1)
    expect(lastEvent?.data).toMatchObject({
      count: 1,
      status: 'committed',
      testset_revision: { version: '2' },
    })
  })

  test('on a stale base ends with the error of a normal request, also in the audit log', async () => {
    const { id, revision_id: base } = await createTestset()
    await commitDelta(id, delta)
    const stream = await commitWithProgress({ testset_id: id, base_revision_id: base, delta })
    const lastEvent = (await stream.until('failure')).at(-1)
    expect(lastEvent?.data).toMatchObject({ status: 409, code: 'revision_conflict' })
    const { body } = await api.post('/audit/query', { windowing: { limit: 1 } })
    expect(body.entries[0]).toMatchObject({ operation: 'commit_testset_revision', status_code: 409 })
  })

  test('is aborted when its client disconnects, and leaves nothing behind', async () => {
    const { store, close } = await openFreshStore(backend)
    const scope = await newProjectScope(store, 'aborted')
    const engine = realEngine()
    const testset = await createSimple(
      { engine, scope, kind: kinds.testset },
      {
        id: undefined,
        header: { name: 'long', slug: 'long' },
        data: { testcases: Array.from({ length: 9000 }, (_, n) => ({ data: { price: String(n) } })) },
        message: undefined,
        loc: [],
      },
    )
    const abortController = new AbortController()
    const progress: number[] = []
    const progressListener = {
      signal: abortController.signal,
      onProgress: (done: number) => {
        progress.push(done)
        // By now the first part has been written, before the revision.
        if (done > 5000) abortController.abort(new Error('nobody waits any more'))
      },
    }
    const input = { artifactId: testset.artifact.id, header: {}, delta, loc: ['body'] }
    await expect(
      commit({ engine, scope: { ...scope, progressListener }, kind: kinds.testset }, input),
    ).rejects.toThrow('nobody waits')
    expect(progress[0]).toBe(0)
    const { variant } = testset
    const storedVariant = await store.read.variant(scope.projectId, 'testset', { id: variant?.id ?? '' })
    expect(storedVariant?.headVersion).toBe(1)
    const secondCommit = await commit({ engine, scope, kind: kinds.testset }, input)
    expect(secondCommit.revision.version).toBe(2)
    await close()
  })
})
