// Backup and restore of a server whose traces are in ClickHouse, as its operator uses them.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject, throughServer, type Api } from '../support/api.ts'
import { runFile, type Ended } from '../support/children.ts'
import { startClickHouse, type ClickHouse } from '../support/clickhouse.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase } from '../support/databases.ts'
import { sendJson, settled, span } from '../support/otlp.ts'
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
  const earlier = { startTimeUnixNano: '1772359200000000000', endTimeUnixNano: '1772359201000000000' }
  await settled(api, await sendJson(api, span(), span(earlier)))
  expect(await assay(['backup', backups])).toMatchObject({ code: 0, stderr: '' })
})
afterAll(async () => {
  await server.stop()
  await clickhouse.remove()
  removeDataDir(server)
  rmSync(folder, { recursive: true, force: true })
})

const assay = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  runFile('src/main.ts', args, {
    ASSAY_DATA_DIR: server.dataDir,
    ASSAY_CLICKHOUSE_URL: clickhouse.url,
    ...env,
  })
const traceIdsOf = async (from: Api): Promise<readonly string[]> => {
  const { body } = await from.post('/tracing/spans/query', { focus: 'trace', format: 'agenta' })
  return Object.keys((body.traces ?? {}) as object).toSorted()
}

test('a restored copy has the records and traces, also when the restore was interrupted', async () => {
  const target = await startClickHouse()
  const env = { ASSAY_DATA_DIR: join(folder, 'restored'), ASSAY_CLICKHOUSE_URL: target.url }
  try {
    expect(await assay(['restore', backups], env)).toMatchObject({ code: 0, stderr: '' })
    // The state of a restore that was killed after the spans and before the records.
    rmSync(env.ASSAY_DATA_DIR, { recursive: true })
    expect(await assay(['restore', backups], env)).toMatchObject({ code: 0, stderr: '' })
    const second = await startServer({ env })
    try {
      expect(await traceIdsOf(throughServer(api, second.url))).toEqual(await traceIdsOf(api))
      expect(second.output()).toContain('evaluations are paused')
    } finally {
      await second.stop()
    }
    rmSync(env.ASSAY_DATA_DIR, { recursive: true })
    const other = { ...env, ASSAY_CLICKHOUSE_URL: clickhouse.url }
    expect(await assay(['restore', backups], other)).toMatchObject({
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
  const before = new Set(objects())
  await settled(api, await sendJson(api, span()))
  expect(await assay(['backup', backups])).toMatchObject({ code: 0, stderr: '' })
  // The database, and the day of the new span.
  expect(objects().filter((name) => name.length > 2 && !before.has(name))).toHaveLength(2)
  expect(await assay(['backup', 'verify', backups])).toMatchObject({ code: 0, stderr: '' })
})

test('a backup of ClickHouse is not restored without one', async () => {
  const env = { ASSAY_DATA_DIR: join(folder, 'embedded') }
  expect(await runFile('src/main.ts', ['restore', backups], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('set ASSAY_CLICKHOUSE_URL to an empty database'),
  })
})

test('a backup of PostgreSQL without its client tools names them', async () => {
  const database = await freshDatabase('postgres')
  try {
    const env = { ...database.env, PATH: '/nowhere', ASSAY_CLICKHOUSE_URL: clickhouse.url }
    expect(await runFile('src/main.ts', ['backup', join(folder, 'none')], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pg_dump is not in PATH. Install the client tools'),
    })
  } finally {
    await database.remove()
  }
})
