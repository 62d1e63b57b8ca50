// Backup and restore of a server whose traces are in ClickHouse, through the commands of the operator.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, throughServer, type Api } from '../support/api.ts'
import { runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { startClickHouse, type ClickHouse } from '../support/clickhouse.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase } from '../support/databases.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'

const folder = newDataDirectory()
const backups = join(folder, 'backups')
let clickhouse: ClickHouse
let server: RunningServer
let api: Api
beforeAll(async () => {
  clickhouse = await startClickHouse()
  server = await startServer({ env: { ASSAY_CLICKHOUSE_URL: clickhouse.url } })
  api = await newProject(server.url)
  const earlierTime = { startTimeUnixNano: '1772359200000000000', endTimeUnixNano: '1772359201000000000' }
  await waitForReceipt(api, await sendJson(api, span(), span(earlierTime)))
  expect(await assay(['backup', backups])).toMatchObject({ code: 0, stderr: '' })
})
afterAll(async () => {
  await server.stop()
  await clickhouse.remove()
  removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
})

const assay = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessResult> =>
  runFile(serverProgram, args, {
    ASSAY_DATA_DIR: server.dataDir,
    ASSAY_CLICKHOUSE_URL: clickhouse.url,
    ...env,
  })
const traceIdsOf = async (remote: Api): Promise<readonly string[]> => {
  const { body } = await remote.post('/tracing/spans/query', { focus: 'trace', format: 'agenta' })
  return Object.keys((body.traces ?? {}) as object).toSorted()
}

test('a restored copy has the records and traces, also after an interrupted restore', async () => {
  const target = await startClickHouse()
  const env = { ASSAY_DATA_DIR: join(folder, 'restored'), ASSAY_CLICKHOUSE_URL: target.url }
  try {
    expect(await assay(['restore', backups], env)).toMatchObject({ code: 0, stderr: '' })
    // Simulates a restore that was killed after the spans and before the records.
    rmSync(env.ASSAY_DATA_DIR, { recursive: true })
    expect(await assay(['restore', backups], env)).toMatchObject({ code: 0, stderr: '' })
    const restoredServer = await startServer({ env })
    try {
      expect(await traceIdsOf(throughServer(api, restoredServer.url))).toEqual(await traceIdsOf(api))
      expect(restoredServer.output()).toContain('evaluations are paused')
    } finally {
      await restoredServer.stop()
    }
    rmSync(env.ASSAY_DATA_DIR, { recursive: true })
    const nonEmptyTarget = { ...env, ASSAY_CLICKHOUSE_URL: clickhouse.url }
    expect(await assay(['restore', backups], nonEmptyTarget)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ASSAY_CLICKHOUSE_URL is not empty'),
    })
  } finally {
    await target.remove()
  }
})

test('a second backup stores only the days that changed', async () => {
  const objects = (): readonly string[] =>
    readdirSync(join(backups, 'objects'), { recursive: true, encoding: 'utf8' })
  const firstObjects = new Set(objects())
  await waitForReceipt(api, await sendJson(api, span()))
  expect(await assay(['backup', backups])).toMatchObject({ code: 0, stderr: '' })
  // The database and the day of the new span changed.
  expect(objects().filter((name) => name.length > 2 && !firstObjects.has(name))).toHaveLength(2)
  expect(await assay(['backup', 'verify', backups])).toMatchObject({ code: 0, stderr: '' })
})

test('a backup of ClickHouse is not restored without a ClickHouse', async () => {
  const env = { ASSAY_DATA_DIR: join(folder, 'embedded') }
  expect(await runFile(serverProgram, ['restore', backups], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('set ASSAY_CLICKHOUSE_URL to an empty database'),
  })
})

test('without the client tools of PostgreSQL a backup fails and names them', async () => {
  const database = await freshDatabase('postgres')
  try {
    const env = { ...database.env, PATH: '/nowhere', ASSAY_CLICKHOUSE_URL: clickhouse.url }
    expect(await runFile(serverProgram, ['backup', join(folder, 'none')], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pg_dump is not in PATH. Install the client tools'),
    })
  } finally {
    await database.remove()
  }
})
