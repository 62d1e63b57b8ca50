// Testsets when the server is killed, when limits are reached, and when a setting of the store is changed.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RelationalStore } from '../../src/storage/contract/contract.ts'
import { generatedDedupId, testcaseId } from '../../src/testsets/identity.ts'
import { backends, newProject, request, type Api, type Backend } from '../support/api.ts'
import { freshDatabase, type FreshDatabase } from '../support/databases.ts'
import { upload } from '../support/files.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import { until } from '../support/eventually.ts'
import { amount, inDeep } from '../support/tier.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function createDatabase(backend: Backend): Promise<FreshDatabase> {
  const database = await freshDatabase(backend)
  cleanups.push(() => database.remove())
  return database
}

async function start(
  database: FreshDatabase,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const server = await startServer({ env: { ...database.env, ...env } })
  cleanups.push(() => server.stop())
  return server
}

/** Writes that no revision refers to. */
const unfinishedWrites = (store: RelationalStore): Promise<readonly number[]> =>
  store.stage((tx) => tx.abandonedTestcaseWrites('9999'))

const line = (n: number): string => `question ${n},answer ${n}\n`
const rowId = (testsetId: string, n: number): string => {
  const data = { question: `question ${n}`, answer: `answer ${n}` }
  return testcaseId({ ...data, testcase_dedup_id: generatedDedupId(data) }, { testsetId })
}

describe.each(backends)('on %s', (backend) => {
  test('kill -9 in the middle of a large upload leaves no revision and no visible row; the retry succeeds', async () => {
    const rows = amount(20_000, 60_000)
    const content = `question,answer\n${Array.from({ length: rows }, (_, n) => line(n)).join('')}`
    const database = await createDatabase(backend)
    const store = await database.open()
    cleanups.push(() => store.close())
    const firstServer = await start(database)
    const api = await newProject(firstServer.url)
    const { testset } = (
      await api.post('/simple/testsets/', { testset: { data: { testcases: [{ data: { kept: true } }] } } })
    ).body
    const path = `/simple/testsets/${testset.id}/upload`
    const uploadPromise = upload(api, path, { content, name: 'rows.csv' }).catch(() => undefined)
    await until(async () => (await unfinishedWrites(store)).length > 0, 'an unfinished write')
    await firstServer.kill()
    await uploadPromise

    const secondServer = await start(database)
    const secondApi: Api = { ...api, url: secondServer.url }
    const call = (method: string, url: string, body?: unknown) =>
      request(`${secondServer.url}/api${url}`, { method, authorization: `ApiKey ${api.key}`, body })
    expect(await unfinishedWrites(store)).toHaveLength(1)
    expect((await call('GET', `/simple/testsets/${testset.id}`)).body.testset.revision_id).toBe(
      testset.revision_id,
    )
    expect((await call('GET', `/testcases/${rowId(testset.id, 0)}`)).body).toEqual({ count: 0 })
    const history = await call('POST', '/testcases/query', { testset_id: testset.id, include_history: true })
    expect(history.body.count).toBe(1)
    const byId = await call('POST', '/testsets/revisions/commit', {
      testset_revision: { testset_id: testset.id, data: { testcase_ids: [rowId(testset.id, 0)] } },
    })
    expect(byId.status).toBe(422)

    const retryAnswer = await upload(secondApi, path, { content, name: 'rows.csv' })
    expect(retryAnswer.body.testset_revision, JSON.stringify(retryAnswer.body)).toMatchObject({
      version: '2',
    })
    const lastRevision = await call('POST', '/testsets/revisions/retrieve', {
      testset_ref: { id: testset.id },
      windowing: { limit: 1, order: 'descending' },
    })
    expect(lastRevision.body.testset_revision.data.testcase_ids).toEqual([rowId(testset.id, rows - 1)])
    expect((await call('GET', `/testcases/${rowId(testset.id, 0)}`)).body.count).toBe(1)
  })

  describe('a server that starts on leftovers of crashes', () => {
    let database: FreshDatabase
    let store: RelationalStore
    let server: RunningServer
    beforeAll(async () => {
      database = await freshDatabase(backend)
      store = await database.open()
      await store.stage(async (tx) => {
        for (const at of ['2020-01-01T00:00:00.000000Z', '9000-01-01T00:00:00.000000Z']) {
          const no = await tx.openTestcaseWrite('p', { testsetId: 't', at, by: 'k' })
          const copy = { dataText: '{}', flags: undefined, tags: undefined, meta: undefined }
          await tx.insertTestcases(no, [{ place: 0, id: `x${no}`, ...copy }])
        }
      })
      server = await startServer({ env: database.env })
    })
    afterAll(async () => {
      await server.stop()
      await store.close()
      await database.remove()
    })
    const untilOneIsLeft = () =>
      until(async () => (await unfinishedWrites(store)).length === 1, 'one unfinished write')

    test('removes those that are older than a day', untilOneIsLeft)

    test('leaves nothing of a file with an error near its end', async () => {
      await untilOneIsLeft()
      const before = await unfinishedWrites(store)
      const api = await newProject(server.url)
      const content = `question,answer\n${Array.from({ length: 12_000 }, (_, n) => line(n)).join('')}only one cell\n`
      const refusal = await upload(api, '/simple/testsets/upload', { content }, { testset_slug: 'broken' })
      expect([refusal.status, refusal.body.errors[0].line]).toEqual([400, 12_002])
      expect(await unfinishedWrites(store)).toEqual(before)
    })
  })
})

test('limits are settings, and a refusal names the setting', async () => {
  const server = await start(await createDatabase('sqlite'), {
    ASSAY_TESTSETS_ROWS_MAX: '3',
    ASSAY_TESTSETS_COLUMNS_MAX: '2',
    ASSAY_TESTSETS_FIELD_BYTES_MAX: '20',
    ASSAY_TESTSETS_UPLOAD_BYTES_MAX: '2048',
  })
  const api = await newProject(server.url)
  const create = async (rows: readonly object[]) => {
    const { status, body } = await api.post('/simple/testsets/', {
      testset: { data: { testcases: rows.map((data) => ({ data })) } },
    })
    return [status, body.code, body.detail?.[0].msg]
  }
  const rowsRefusal = [422, 'limit_exceeded', 'The testset exceeds testsets.rows_max (3 rows).']
  expect(await create([{}, {}, {}, {}])).toEqual(rowsRefusal)
  expect(await create([{ a: 1 }, { b: 1 }, { c: 1 }])).toEqual([
    422,
    'limit_exceeded',
    'The testset exceeds testsets.columns_max (2 columns).',
  ])
  expect(await create([{ a: 'x'.repeat(21) }])).toEqual([
    422,
    'limit_exceeded',
    expect.stringContaining('testsets.field_bytes_max (20 bytes)'),
  ])
  const { id } = (await api.post('/simple/testsets/', { testset: { data: { testcases: [{}, {}] } } })).body
    .testset
  const delta = await api.post('/testsets/revisions/commit', {
    testset_revision: { testset_id: id, delta: { rows: { add: [{}, {}] } } },
  })
  expect([delta.status, delta.body.code, delta.body.detail[0].msg]).toEqual(rowsRefusal)
  const uploadFile = async (content: string) => {
    const { status, body } = await upload(api, `/simple/testsets/${id}/upload`, { content })
    return [status, body.code, body.detail?.[0].msg ?? body.detail]
  }
  expect(await uploadFile('a\n1\n2\n3\n4\n')).toEqual(rowsRefusal)
  expect(await uploadFile('a,b,c\n1,2,3\n')).toEqual([
    422,
    'limit_exceeded',
    'The testset exceeds testsets.columns_max (2 columns).',
  ])
  expect(await uploadFile('x'.repeat(3000))).toEqual([
    413,
    'payload_too_large',
    'The file exceeds testsets.upload_bytes_max (2048 bytes).',
  ])
})

inDeep(() => {
  test('testcase ids depend on the salt, which cannot be changed after the store was created', async () => {
    const database = await createDatabase('sqlite')
    const server = await start(database, { ASSAY_TESTSETS_ID_SALT: 'pepper' })
    const api = await newProject(server.url)
    const testsetId = '01a1dcad-5b73-7a53-bd9e-6ee629d85856'
    const createAnswer = await api.post(`/simple/testsets/?testset_id=${testsetId}`, {
      testset: { data: { testcases: [{ data: { a: 1 } }] } },
    })
    const { id, data } = createAnswer.body.testset.data.testcases[0]
    expect(id).toBe(testcaseId(data, { testsetId, salt: 'pepper' }))
    await server.stop()
    await expect(start(database, { ASSAY_TESTSETS_ID_SALT: 'salt' })).rejects.toThrow(
      /The store was created with another testsets\.id_salt/,
    )
    await expect(start(database, { ASSAY_TESTSETS_ID_SALT: 'pepper' })).resolves.toBeDefined()
  })
})
