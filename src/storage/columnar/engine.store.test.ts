// The embedded engine: bound values, settings and parallel statements of its connections, and stopped statements.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '../../../test/support/tier.ts'
import { loadEngine } from './engine.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-engine-'))
let firstClient: ClickHouseClient
let secondClient: ClickHouseClient

beforeAll(async () => {
  const { connect } = await loadEngine(directory)
  firstClient = await connect({ max_threads: 1 })
  secondClient = await connect({ max_threads: 2 })
})
afterAll(async () => {
  await firstClient.close()
  await secondClient.close()
  rmSync(directory, { recursive: true, force: true })
})

async function select(client: ClickHouseClient, query: string, query_params?: Record<string, unknown>) {
  const result = await client.query({
    query,
    ...(query_params === undefined ? {} : { query_params }),
    format: 'JSONEachRow',
  })
  return (await result.json<Record<string, unknown>>())[0]
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom("'", '\\', '\\n', '\n', '\t', '\r', '\0', '{x}', ';', '--', '$'))
    .map((parts) => parts.join('')),
)

test('bound values survive a round trip, whatever they contain', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.array(anyText), fc.integer(), async (text, list, number) => {
      const row = await select(
        firstClient,
        'SELECT {text:String} AS text, {list:Array(String)} AS list, {number:Int32} AS number',
        {
          text,
          list,
          number,
        },
      )
      expect(row).toEqual({ text, list, number })
    }),
    { numRuns: amount(40, 200) },
  )
})

test('statements on different connections run in parallel with separate values', async () => {
  const rows: unknown[] = []
  const addRow = (row: unknown) => rows.push(row)
  await Promise.all([
    select(firstClient, 'SELECT {name:String} AS name, sleep(2) AS slept', { name: 'slow' }).then(addRow),
    select(secondClient, 'SELECT {name:String} AS name', { name: 'fast' }).then(addRow),
  ])
  expect(rows).toEqual([{ name: 'fast' }, { name: 'slow', slept: 0 }])
})

test('the settings of a connection do not affect other connections', async () => {
  const query = "SELECT toString(getSetting('max_threads')) AS threads"
  expect(await select(firstClient, query)).toEqual({ threads: '1' })
  expect(await select(secondClient, query)).toEqual({ threads: '2' })
})

/** Produces rows slowly, in blocks of ten. */
const slowRows = (mark: string): string =>
  `SELECT number AS stale, sleepEachRow(0.001) AS slept FROM numbers(100000) SETTINGS log_comment = '${mark}',
   max_block_size = 10, function_sleep_max_microseconds_per_block = 1000000000`

test('partial output of a stopped statement never appears in another answer', async () => {
  const outcome = firstClient.query({ query: slowRows('to be stopped'), format: 'JSONEachRow' }).then(
    () => 'answered',
    () => 'stopped',
  )
  const kill = `KILL QUERY WHERE Settings['log_comment'] = 'to be stopped' ASYNC`
  await expect
    .poll(async () => {
      await select(secondClient, kill)
      return Promise.race([outcome, Promise.resolve('runs')])
    })
    .toBe('stopped')
  expect(
    await (await firstClient.query({ query: 'SELECT 7 AS seven', format: 'JSONEachRow' })).json(),
  ).toEqual([{ seven: 7 }])
})

test('a timed-out statement leaves no output behind, and the settings remain', async () => {
  const timedOutQuery = firstClient.query({
    query: `${slowRows('late')}, max_execution_time = 1`,
    format: 'JSONEachRow',
  })
  await expect(timedOutQuery).rejects.toThrow(/Timeout|TIMEOUT/i)
  const query = `SELECT 7 AS seven, getSetting('max_threads') AS threads`
  expect(await (await firstClient.query({ query, format: 'JSONEachRow' })).json()).toEqual([
    { seven: 7, threads: 1 },
  ])
})
