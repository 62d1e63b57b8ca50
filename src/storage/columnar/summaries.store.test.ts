// The narrow copies of spans equal the spans after every write, replacement, deletion and backfill.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '../../../test/support/tier.ts'
import { rowOf, filterColumns, uuid } from '../conformance/columnar-rows.ts'
import {
  deletedRow,
  deletionSteps,
  encodeRows,
  replacingVersion,
  versionSteps,
  type NewSpan,
  type SpanStore,
} from '../contract/contract.ts'
import { openEmbedded } from './open.ts'

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

const clientOf = (directory: string): ClickHouseClient =>
  createClient({ connection: createChdbConnection({ path: directory }) as unknown as Connection })

const directory = mkdtempSync(join(tmpdir(), 'assay-columnar-'))
let store: SpanStore
let client: ClickHouseClient

beforeAll(async () => {
  store = await openEmbedded(directory)
  client = clientOf(directory)
})
afterAll(async () => {
  await client.close()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const comparedColumns =
  'trace_id, span_id, start_time, session_id, user_id, is_head, is_root, errors, toString(version) AS version'

async function rowsIn(table: string, projectId: string, where = 'true'): Promise<readonly unknown[]> {
  const result = await client.query({
    query: `SELECT ${comparedColumns} FROM ${table} FINAL WHERE project_id = '${projectId}' AND (${where})
            ORDER BY trace_id, span_id, start_time`,
    format: 'JSONEachRow',
  })
  return result.json()
}

const isCopied = 'is_root = 1 OR is_head = 1 OR session_id IS NOT NULL OR user_id IS NOT NULL'

async function expectEqualCopies(projectId: string): Promise<void> {
  expect(await rowsIn('summary_spans', projectId)).toEqual(await rowsIn('spans', projectId, isCopied))
}

/** A new content or roll-up of one of two spans, or its deletion. */
const step = fc.record({
  span: fc.integer({ min: 0, max: 1 }),
  isHead: fc.boolean(),
  isRoot: fc.boolean(),
  session: fc.constantFrom(null, null, 's1'),
  hour: fc.constantFrom('09', '10'),
  kind: fc.constantFrom('content', 'roll-up', 'deletion'),
})

test('copies equal their spans after any sequence of writes, moves, roll-ups and deletions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const projectId = uuid()
      const storedRows = new Map<number, NewSpan>()
      let now = 1_000n
      for (const { span, isHead, isRoot, session, hour, kind } of steps) {
        const previousRow = storedRows.get(span)
        now += 1n
        if (kind === 'deletion') {
          if (previousRow === undefined) continue
          await store.write(
            encodeRows([deletedRow(previousRow, BigInt(previousRow.version) + deletionSteps)]),
          )
          storedRows.delete(span)
          continue
        }
        const version =
          previousRow === undefined
            ? now * versionSteps * 4n
            : replacingVersion(previousRow.version, kind === 'content' ? versionSteps : 1n)
        const row: NewSpan = {
          ...filterColumns,
          ...rowOf(),
          project_id: projectId,
          trace_id: 'a'.repeat(32),
          span_id: String(span).repeat(16),
          parent_id: isRoot ? '' : 'f'.repeat(16),
          start_time:
            kind === 'content' || previousRow === undefined
              ? `2026-11-15 ${hour}:00:00.000000000`
              : previousRow.start_time,
          session_id: session,
          user_id: null,
          is_head: isHead ? 1 : 0,
          version: version.toString(),
        }
        const isMoved = previousRow !== undefined && previousRow.start_time !== row.start_time
        await store.write(encodeRows([...(isMoved ? [deletedRow(previousRow, version - 1n)] : []), row]))
        storedRows.set(span, row)
      }
      await expectEqualCopies(projectId)
    }),
    { numRuns: amount(5, 15), seed: 7 },
  )
})

test.each([
  ['a roll-up', 1n],
  ['new content', versionSteps],
])('a head that %s turns into a plain span is no longer copied', async (_, steps) => {
  const ids = { parent_id: 'f'.repeat(16), session_id: null, user_id: null }
  const head: NewSpan = { ...filterColumns, ...rowOf(), ...ids, version: (5n * versionSteps).toString() }
  await store.write(encodeRows([head]))
  const version = replacingVersion(head.version, steps).toString()
  await store.write(encodeRows([{ ...head, is_head: 0, version }]))
  await expectEqualCopies(head.project_id)
})

test('a plain span leaves no row at all', async () => {
  const ids = { parent_id: 'f'.repeat(16), session_id: null, user_id: null }
  const plainSpan: NewSpan = {
    ...filterColumns,
    ...rowOf(),
    ...ids,
    is_head: 0,
    version: versionSteps.toString(),
  }
  await store.write(encodeRows([plainSpan]))
  const result = await client.query({
    query: `SELECT toUInt32(count()) AS rows FROM summary_spans WHERE project_id = '${plainSpan.project_id}'`,
    format: 'JSONEachRow',
  })
  expect(await result.json()).toEqual([{ rows: 0 }])
})

test('a copy that another process wrote of a span is removed when the span is not the head of its trace', async () => {
  const head: NewSpan = {
    ...filterColumns,
    ...rowOf(),
    parent_id: 'f'.repeat(16),
    is_head: 1,
    version: (5n * versionSteps).toString(),
    session_id: null,
    user_id: null,
  }
  const plainSpan: NewSpan = { ...head, is_head: 0, version: (6n * versionSteps).toString() }
  await store.write(encodeRows([head]))
  await store.write(encodeRows([plainSpan]))
  await store.removeCopies(plainSpan.project_id, [plainSpan])
  await expectEqualCopies(plainSpan.project_id)
})

test('spans that were stored before the copies existed are copied after a start', async () => {
  const projectId = uuid()
  const rows = ['2026-10-31', '2026-11-01'].map((day) => ({
    ...filterColumns,
    ...rowOf(),
    project_id: projectId,
    start_time: `${day} 12:00:00.000000000`,
    session_id: 's1',
  }))
  await store.write(encodeRows(rows))
  for (const table of ['summary_spans_view', 'summary_spans', 'summary_backfill', 'schema_versions']) {
    await client.command({ query: `DROP TABLE ${table} SYNC` })
  }
  await store.close()
  store = await openEmbedded(directory)
  const readEndOfBackfill = async (): Promise<readonly unknown[]> => {
    const result = await client.query({
      query: "SELECT day FROM summary_backfill WHERE day = ''",
      format: 'JSONEachRow',
    })
    return result.json()
  }
  await expect.poll(readEndOfBackfill).toEqual([{ day: '' }])
  await expectEqualCopies(projectId)
  const sessions = await store.queries.activity(
    { projectId },
    {
      column: 'session_id',
      by: 'first',
      order: 'descending',
      limit: 10,
      bounds: { sql: 'true', params: {} },
    },
  )
  expect(sessions).toMatchObject([{ id: 's1', spans: 2 }])
})
