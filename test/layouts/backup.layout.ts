// Backup and restore of PostgreSQL with its own tools: server and tools are from Debian and have the same version.
import { globSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newProject, throughServer, type Api } from '../support/api.ts'
import { runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase } from '../support/databases.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { startPostgres, type Postgres } from '../support/postgres.ts'
import { startServer } from '../support/process.ts'

const [tools = ''] = globSync('/usr/lib/postgresql/*/bin/pg_dump').map(dirname).toSorted().toReversed()
const folder = newDataDirectory()
let postgres: Postgres
beforeAll(async () => {
  if (tools === '') throw new Error("Debian's package postgresql is not installed")
  postgres = await startPostgres(['fsync=off'], dirname(tools))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function newDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: `${postgres.url}/postgres` })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return `${postgres.url}/${name}`
}

type Environment = Readonly<Record<string, string>>
const assay = (args: readonly string[], env: Environment): Promise<ProcessResult> =>
  runFile(serverProgram, args, { PATH: `${tools}:${process.env['PATH'] ?? ''}`, ...env })
const revisionOf = async (from: Api): Promise<unknown> =>
  (await from.post('/applications/revisions/retrieve', { application_ref: { slug: 'greeter' } })).body
    .application_revision
const traceIdsOf = async (from: Api): Promise<readonly string[]> => {
  const { body } = await from.post('/tracing/spans/query', { focus: 'trace', format: 'agenta' })
  return Object.keys((body.traces ?? {}) as object).toSorted()
}

/** Starts a server with some records and traces, backs it up, restores the backup, and compares both. */
async function backUpAndRestore(source: Environment, target: Environment): Promise<void> {
  const backups = join(folder, `${new URL(source['ASSAY_DATABASE_URL'] ?? '').pathname.slice(1)}-backups`)
  const server = await startServer({ env: source })
  onTestFinished(async () => void (await server.stop()))
  const api = await newProject(server.url)
  const data = { parameters: { prompt: { messages: [{ role: 'user', content: 'Hello' }] } } }
  await api.post('/simple/applications/', { application: { slug: 'greeter', data } })
  await waitForReceipt(api, await sendJson(api, span()))
  expect(await assay(['backup', backups], source)).toMatchObject({ code: 0, stderr: '' })
  expect(await assay(['backup', 'verify', backups], source)).toMatchObject({ code: 0, stderr: '' })
  const doctor = await assay(['doctor'], { ...source, ASSAY_DATA_DIR: join(folder, 'doctor') })
  expect(doctor.stdout).toContain('ok    backups: the last one is from')

  expect(await assay(['restore', backups], target)).toMatchObject({ code: 0, stderr: '' })
  const restoredServer = await startServer({ env: target })
  onTestFinished(async () => void (await restoredServer.stop()))
  const restoredApi = throughServer(api, restoredServer.url)
  expect(await revisionOf(restoredApi)).toEqual(await revisionOf(api))
  expect(await traceIdsOf(restoredApi)).toEqual(await traceIdsOf(api))
  expect(restoredServer.output()).toContain('evaluations are paused')
  const secondTarget = { ...target, ASSAY_DATA_DIR: join(folder, 'again') }
  expect(await assay(['restore', backups], secondTarget)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ASSAY_DATABASE_URL is not empty'),
  })
}

test('PostgreSQL and ClickHouse are restored into empty databases', async () => {
  const [source, target] = [await startClickHouse(), await startClickHouse()]
  onTestFinished(async () => {
    await source.remove()
    await target.remove()
  })
  await backUpAndRestore(
    {
      ASSAY_DATABASE_URL: await newDatabase('servers'),
      ASSAY_CLICKHOUSE_URL: source.url,
      ASSAY_DATA_DIR: join(folder, 'servers'),
    },
    {
      ASSAY_DATABASE_URL: await newDatabase('servers_restored'),
      ASSAY_CLICKHOUSE_URL: target.url,
      ASSAY_DATA_DIR: join(folder, 'servers-restored'),
    },
  )
})

test('PostgreSQL and embedded traces are restored together', async () => {
  await backUpAndRestore(
    { ASSAY_DATABASE_URL: await newDatabase('mixed'), ASSAY_DATA_DIR: join(folder, 'mixed') },
    {
      ASSAY_DATABASE_URL: await newDatabase('mixed_restored'),
      ASSAY_DATA_DIR: join(folder, 'mixed-restored'),
    },
  )
})

test('tools that are older than the server are reported', async () => {
  const database = await freshDatabase('postgres')
  onTestFinished(() => database.remove())
  expect(await assay(['backup', join(folder, 'older-backups')], database.env)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/server version mismatch.*Install the client tools of PostgreSQL/),
  })
})
