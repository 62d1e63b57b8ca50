// `assay move` from embedded stores to servers. move.deep.test.ts has the way back, interrupted moves and refusals.
import { onTestFinished, expect, test } from 'vitest'
import { newProject } from '../support/api.ts'
import { runFile, serverProgram } from '../support/children.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import { freshDatabase } from '../support/databases.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { removeDataDir, startServer } from '../support/process.ts'
import { dumpPostgres, dumpSqlite } from '../support/store-dumps.ts'
import { capitals } from '../support/testsets.ts'

test('a move to PostgreSQL and ClickHouse copies every row and span, compares them, and ends', async () => {
  const server = await startServer()
  onTestFinished(() => removeDataDir(server))
  const api = await newProject(server.url)
  await api.post('/simple/testsets/', { testset: capitals })
  await waitForReceipt(api, await sendJson(api, span({ startTimeUnixNano: '1794733200000000001' })))
  expect(await server.stop()).toBe(0)
  const database = await freshDatabase('postgres')
  onTestFinished(() => database.remove())
  const clickhouse = await startClickHouse()
  onTestFinished(() => clickhouse.remove())
  const { code, stdout, stderr } = await runFile(
    serverProgram,
    ['move', '--database-url', database.location, '--clickhouse-url', clickhouse.url],
    { ASSAY_DATA_DIR: server.dataDir },
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('The move has ended')
  expect(stdout).toMatch(/^testcases +3 .*equal$/m)
  expect(stdout).toMatch(/^spans of 2026-11-15 .*equal$/m)
  expect(await dumpPostgres(database.location)).toEqual(dumpSqlite(server.dataDir))
})
