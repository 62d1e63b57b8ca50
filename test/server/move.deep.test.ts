// `assay move` from embedded stores to servers and back, through the commands of the operator.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeProcessLock } from '../../src/kernel/process-lock.ts'
import { schemaBefore } from '../../src/storage/relational/migrations.ts'
import { sqliteCapabilities } from '../../src/storage/relational/sqlite.ts'
import { newProject, throughServer, type Api, type Body } from '../support/api.ts'
import { compileCacheDir, runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { startClickHouse, type ClickHouse } from '../support/clickhouse.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase, openStore, type FreshDatabase } from '../support/databases.ts'
import { until } from '../support/eventually.ts'
import { dumpPostgres, dumpSqlite } from '../support/store-dumps.ts'
import { inputStep, makeRun, makeScenarios, runOf } from '../support/evaluations.ts'
import { requestOf, sendJson, waitForReceipt, span, spansOf, traceId } from '../support/otlp.ts'
import { startServer } from '../support/process.ts'
import { capitals } from '../support/testsets.ts'

const folder = newDataDirectory()
const sourceDir = join(folder, 'source')
/** The traces of the first server. */
const traces = ['1794733200000000001', '1794819600000000001', '1694733200000000001'].map(
  (startTimeUnixNano) => ({
    traceId: traceId(),
    startTimeUnixNano,
  }),
)
/** A trace that was only accepted: it is still in the inbox. */
const acceptedTraceId = traceId()
let api: Api
let database: FreshDatabase
let clickhouse: ClickHouse
beforeAll(async () => {
  database = await freshDatabase('postgres')
  clickhouse = await startClickHouse()
})
afterAll(async () => {
  await clickhouse.remove()
  await database.remove()
  rmSync(folder, { recursive: true, force: true })
})

type Env = Readonly<Record<string, string>>
const assay = (args: readonly string[], env: Env = { ASSAY_DATA_DIR: sourceDir }): Promise<ProcessResult> =>
  runFile(serverProgram, args, env)
const targetFlags = (): readonly string[] => [
  '--database-url',
  database.location,
  '--clickhouse-url',
  clickhouse.url,
]
const serverEnvironment = (dataDir: string): Env => ({
  ASSAY_DATABASE_URL: database.location,
  ASSAY_CLICKHOUSE_URL: clickhouse.url,
  ASSAY_DATA_DIR: dataDir,
})

async function replaceInTestcases(before: string, after: string): Promise<void> {
  const client = new Client({ connectionString: database.location })
  await client.connect()
  await client.query(`update testcases set data = replace(data, $1, $2)`, [before, after])
  await client.end()
}

const commit = (targetApi: Api, slug: string, content: string): Promise<unknown> =>
  targetApi.post('/simple/applications/', {
    application: { slug, data: { parameters: { prompt: { messages: [{ role: 'user', content }] } } } },
  })

/** Reads all records and traces of the project. */
async function readAll(serverApi: Api): Promise<Body> {
  const spans = await Promise.all(
    traces.map(async ({ traceId: id }) => Object.fromEntries(await spansOf(serverApi, id))),
  )
  const [applications, testsets, runs, secrets] = await Promise.all([
    serverApi.post('/applications/revisions/query', {}),
    serverApi.post('/testsets/revisions/query', { include_testcases: true }),
    serverApi.post('/evaluations/runs/query', {}),
    serverApi.get('/secrets/'),
  ])
  return [spans, applications.body, testsets.body, runs.body, secrets.body]
}

describe('a move to PostgreSQL and ClickHouse, and back', () => {
  let sourceAnswers: Body

  test('copies while the server runs, and then asks the operator to stop it', async () => {
    const server = await startServer({ dataDir: sourceDir })
    try {
      api = await newProject(server.url)
      await commit(api, 'greeter', 'Hello')
      await api.post('/simple/testsets/', { testset: capitals })
      await api.post('/secrets/', {
        header: { name: 'model' },
        secret: { kind: 'provider_key', data: { kind: 'openai', provider: { key: 'sk-0123456789' } } },
      })
      const run = await makeRun(api, runOf(inputStep))
      await makeScenarios(api, run.id, 3)
      for (const trace of traces) await waitForReceipt(api, await sendJson(api, span(trace)))
      const firstMove = await assay(['move', ...targetFlags()])
      expect(firstMove).toMatchObject({ code: 1, stderr: '' })
      expect(firstMove.stdout).toContain('stop it and run this command again')
      expect((await assay(['doctor'], serverEnvironment(sourceDir))).stdout).toContain('an unfinished move')
      await commit(api, 'later', 'After the first copy')
      sourceAnswers = await readAll(api)
    } finally {
      await server.stop()
    }
  })

  test('copies every row without a server, accepted spans included, and ends', async () => {
    const store = await openStore(join(sourceDir, 'assay.sqlite'))
    await store.write((tx) =>
      tx.appendInbox({
        id: '01a1e0b2-6c41-7d08-9a55-3f1d7c20be11',
        projectId: api.projectId,
        actorId: api.projectId,
        receivedAt: '2026-11-18T09:00:00.000000Z',
        form: 'otlp_json',
        payload: Buffer.from(JSON.stringify(requestOf(span({ traceId: acceptedTraceId })))),
      }),
    )
    await store.close()
    const { code, stdout, stderr } = await assay(['move', ...targetFlags()])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('The move has ended')
    expect(stdout).toContain('ASSAY_SECRETS_KEY')
    expect(stdout).toMatch(/^revisions \(testset\) +\d+ +\w+ +\d+ +\w+ +equal$/m)
    expect(stdout).toMatch(/^pages .*equal$/m)
    expect(stdout).toMatch(/^spans of 2026-11-15 .*equal$/m)
    expect(await dumpPostgres(database.location)).toEqual(dumpSqlite(sourceDir))
  })

  test('does not write a finished target again; --verify detects a changed row', async () => {
    expect(await assay(['move', ...targetFlags()])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('already has all data of this source'),
    })
    const verify = (): Promise<ProcessResult> => assay(['move', '--verify', ...targetFlags()])
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Source and target are equal.'),
    })
    await replaceInTestcases('Paris', 'Lyon')
    const verification = await verify()
    expect(verification.code).toBe(1)
    expect(verification.stdout).toMatch(/^testcases +3 .*DIFFERENT$/m)
    expect(verification.stdout).toContain('Source and target differ.')
    await replaceInTestcases('Lyon', 'Paris')
  })

  test('a server on the target gives the same answers as the source, and stores the accepted span', async () => {
    const dataDir = join(folder, 'server')
    mkdirSync(dataDir)
    copyFileSync(join(sourceDir, 'secrets.key'), join(dataDir, 'secrets.key'))
    const server = await startServer({ env: serverEnvironment(dataDir) })
    try {
      const targetApi = throughServer(api, server.url)
      expect(await readAll(targetApi)).toEqual(sourceAnswers)
      await expect.poll(async () => (await spansOf(targetApi, acceptedTraceId)).size).toBe(1)
      sourceAnswers = [sourceAnswers, Object.fromEntries(await spansOf(targetApi, acceptedTraceId))]
    } finally {
      await server.stop()
    }
  })

  test('moves every row and span back to embedded stores', async () => {
    const backDir = join(folder, 'back')
    const { code, stdout, stderr } = await assay(
      ['move', '--data', backDir],
      serverEnvironment(join(folder, 'server')),
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`ASSAY_DATA_DIR=${backDir}`)
    expect(dumpSqlite(backDir)).toEqual(await dumpPostgres(database.location))
    copyFileSync(join(sourceDir, 'secrets.key'), join(backDir, 'secrets.key'))
    const server = await startServer({ dataDir: backDir })
    try {
      const targetApi = throughServer(api, server.url)
      expect([
        await readAll(targetApi),
        Object.fromEntries(await spansOf(targetApi, acceptedTraceId)),
      ]).toEqual(sourceAnswers)
    } finally {
      await server.stop()
    }
  })
})

describe('a move of only the records', () => {
  let target: FreshDatabase
  beforeAll(async () => {
    target = await freshDatabase('postgres')
  })
  afterAll(() => target.remove())

  test('continues after it was killed; no server starts on its target before it ends; the traces stay', async () => {
    await assay(['migrate'], { ASSAY_DATABASE_URL: target.location, ASSAY_DATA_DIR: sourceDir })
    const holder = new Client({ connectionString: target.location })
    await holder.connect()
    // The lock permits reads and blocks writes: the move copies other tables and waits here.
    await holder.query('begin; lock table revisions in exclusive mode')
    const child = spawn(process.execPath, [serverProgram, 'move', '--database-url', target.location], {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCacheDir, ASSAY_DATA_DIR: sourceDir },
      stdio: 'ignore',
    })
    const exitEvent = once(child, 'exit')
    // Other tests use other databases of the same server.
    const waitingLocks =
      'from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'
    const isMoveWaiting = async (): Promise<boolean> =>
      (await holder.query(`select 1 ${waitingLocks}`)).rows.length > 0
    await until(isMoveWaiting, 'the move waits for the lock')
    child.kill('SIGKILL')
    await exitEvent
    // PostgreSQL has not noticed the end of the client: its statement would run after the lock is released.
    const secondMove = await assay(['move', '--database-url', target.location])
    expect(secondMove).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Another move writes to the target'),
    })
    await holder.query(`select pg_terminate_backend(pid) ${waitingLocks}`)
    await until(async () => !(await isMoveWaiting()), 'the statement of the killed move has ended')
    await holder.query('commit')
    const { rows } = await holder.query<{ artifacts: string; revisions: string }>(
      'select (select count(*) from artifacts) as artifacts, (select count(*) from revisions) as revisions',
    )
    await holder.end()
    expect(Number(rows[0]?.artifacts)).toBeGreaterThan(0)
    expect(rows[0]?.revisions).toBe('0')
    expect(
      await assay(['serve', '--port', '0'], {
        ASSAY_DATABASE_URL: target.location,
        ASSAY_DATA_DIR: sourceDir,
      }),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('an unfinished move'),
    })

    expect(await assay(['move', '--database-url', target.location])).toMatchObject({ code: 0, stderr: '' })
    expect(await dumpPostgres(target.location)).toEqual(dumpSqlite(sourceDir))
    const server = await startServer({ dataDir: sourceDir, env: { ASSAY_DATABASE_URL: target.location } })
    try {
      await expect
        .poll(async () => (await spansOf(throughServer(api, server.url), acceptedTraceId)).size)
        .toBe(1)
    } finally {
      await server.stop()
    }
  })
})

describe('a move is refused', () => {
  let emptyDatabase: FreshDatabase
  beforeAll(async () => {
    emptyDatabase = await freshDatabase('postgres')
  })
  afterAll(() => emptyDatabase.remove())
  const refusal = async (args: readonly string[], env?: Env): Promise<string> => {
    const { code, stderr } = await assay(['move', ...args], env)
    expect(code).toBe(2)
    return stderr
  }

  test('if the trace store has other data; the database stays without tables', async () => {
    expect(
      await refusal(['--database-url', emptyDatabase.location, '--clickhouse-url', clickhouse.url]),
    ).toContain('The target of --clickhouse-url is not empty, and no move from this source began there.')
    expect(await dumpPostgres(emptyDatabase.location)).toEqual({})
  })

  test('if the database has other data, is the source, or does not answer', async () => {
    const usedDatabase = await freshDatabase('postgres')
    await assay(['project', 'create', 'Other'], {
      ASSAY_DATABASE_URL: usedDatabase.location,
      ASSAY_DATA_DIR: sourceDir,
    })
    expect(await refusal(['--database-url', usedDatabase.location])).toContain('is not empty')
    await usedDatabase.remove()
    expect(await refusal(['--database-url', database.location], serverEnvironment(sourceDir))).toContain(
      'is the source of the move',
    )
    expect(await refusal(['--database-url', 'postgres://nobody@127.0.0.1:1/none'])).toContain(
      'The target of --database-url: PostgreSQL cannot be reached',
    )
    expect(await refusal(['--clickhouse-url', 'http://127.0.0.1:1'])).toContain(
      'The target of --clickhouse-url',
    )
    expect(await refusal(['--database-url', 'mysql://host'])).toContain(
      'must be a URL of the form postgres://',
    )
    expect(await refusal([])).toContain('There is nothing to move.')
    expect(await refusal(['--data', join(folder, 'nowhere')])).toContain('There is nothing to move.')
  })

  test('while another move reads the same data directory', async () => {
    const lock = takeProcessLock(join(sourceDir, 'move-source.lock'))
    expect(await refusal(['--database-url', emptyDatabase.location])).toContain('Another assay move reads')
    lock?.release()
  })

  test('if the source has no data, or another version of the schema', async () => {
    const emptySource = { ASSAY_DATA_DIR: join(folder, 'nowhere') }
    expect(await refusal(['--database-url', emptyDatabase.location], emptySource)).toContain(
      'There is no database',
    )
    const olderDir = join(folder, 'older')
    mkdirSync(olderDir)
    const db = new DatabaseSync(join(olderDir, 'assay.sqlite'))
    for (const statement of schemaBefore('deletion jobs', sqliteCapabilities)) db.exec(statement)
    db.close()
    expect(await refusal(['--database-url', emptyDatabase.location], { ASSAY_DATA_DIR: olderDir })).toMatch(
      /The source has schema \d+, this program has \d+\. Start the server of the source once with this version/,
    )
  })
})
