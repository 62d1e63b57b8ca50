// `summary_spans`: a narrow copy of the spans that represent a trace, a session or a user, with which lists and
// sums over traces need not read the wide table (docs/adr/071-summaries-of-traces.md). The rows have the key
// and the version of their span, so a copy is replaced and deleted exactly like its span.
import { setTimeout } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { versionSteps } from '../contract/contract.ts'
import type { Placement } from './placement.ts'

/** A span is copied if it is a root or the head of its trace, or has a session or user id. */
const isSummary = 'is_root = 1 OR is_head = 1 OR session_id IS NOT NULL OR user_id IS NOT NULL'

const columnTypes: Readonly<Record<string, string>> = {
  project_id: 'UUID',
  trace_id: 'String CODEC(ZSTD(1))',
  span_id: 'String CODEC(ZSTD(1))',
  trace_type: 'LowCardinality(String)',
  span_type: 'LowCardinality(String)',
  status_code: 'LowCardinality(String)',
  span_name: 'String CODEC(ZSTD(1))',
  session_id: 'Nullable(String) CODEC(ZSTD(1))',
  user_id: 'Nullable(String) CODEC(ZSTD(1))',
  start_time: "DateTime64(9, 'UTC') CODEC(Delta, ZSTD(1))",
  end_time: "DateTime64(9, 'UTC') CODEC(Delta, ZSTD(1))",
  duration_ms: 'Nullable(Float64) CODEC(ZSTD(1))',
  errors: 'Nullable(Float64) CODEC(ZSTD(1))',
  tokens: 'Nullable(Float64) CODEC(ZSTD(1))',
  cost: 'Nullable(Float64) CODEC(ZSTD(1))',
  leads: 'UInt8 CODEC(ZSTD(1))',
  is_root: 'UInt8 CODEC(ZSTD(1))',
  is_head: 'UInt8 CODEC(ZSTD(1))',
  trace_totals: 'Array(Nullable(Float64)) CODEC(ZSTD(1))',
  version: 'UInt64 CODEC(Delta, ZSTD(1))',
}

const copiedColumns = Object.keys(columnTypes).join(', ')

const summaryTable = ({ local, onCluster, engine }: Placement): string => `
CREATE TABLE IF NOT EXISTS ${local('summary_spans')}${onCluster} (
  ${Object.entries(columnTypes)
    .map(([name, type]) => `${name} ${type}`)
    .join(',\n  ')},
  is_deleted UInt8
) ENGINE = ${engine('ReplacingMergeTree(version, is_deleted)')}
PARTITION BY toYYYYMM(start_time)
ORDER BY (project_id, start_time, trace_id, span_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, allow_experimental_replacing_merge_with_cleanup = 1,
  merge_selector_base = 10`

/**
 * Filled by the same insert as `spans`. A span that was written again and is no longer copied leaves a
 * tombstone: its former row may have been copied. The version shows that it was written again (`versionSteps`).
 */
const summaryView = ({ local, onCluster }: Placement): string => `
CREATE MATERIALIZED VIEW IF NOT EXISTS ${local('summary_spans_view')}${onCluster} TO ${local('summary_spans')} AS
SELECT ${copiedColumns}, toUInt8(span.is_deleted = 1 OR NOT (${isSummary})) AS is_deleted
FROM ${local('spans')} AS span
WHERE ${isSummary} OR span.is_deleted = 1 OR version % ${versionSteps} != 0`

/** The days whose older spans are copied; the empty name: all days. */
const backfillTable = ({ local, onCluster, engine }: Placement): string => `
CREATE TABLE IF NOT EXISTS ${local('summary_backfill')}${onCluster} (day String)
ENGINE = ${engine('ReplacingMergeTree()')} ORDER BY day SETTINGS fsync_after_insert = 1`

export const summaryMigration = (placement: Placement): readonly string[] => [
  summaryTable(placement),
  ...placement.distributed('summary_spans'),
  summaryView(placement),
  backfillTable(placement),
  ...placement.distributed('summary_backfill', 'cityHash64(day)'),
]

export type SpanTable = 'spans' | 'summary_spans'

export interface Summaries {
  /** The table for a statement over roots, heads or spans with ids that reads these columns; absent: any. */
  readonly tableFor: (columns: readonly string[] | undefined) => SpanTable
  /** Whether all older spans are copied. */
  readonly isComplete: () => boolean
  /** Ends the backfill after the day at which it works. */
  readonly stop: () => Promise<void>
}

async function readDays(client: ClickHouseClient, query: string): Promise<readonly string[]> {
  const result = await client.query({ query, format: 'JSONEachRow' })
  return (await result.json<{ readonly day: string }>()).map(({ day }) => day)
}

/** The pause after a failure. */
const retryMs = 60_000

/** The tombstones of a day must outlive the copying of the day: partitions.ts cleans up after the backfill. */
const copyDay = (day: string): string => `
INSERT INTO summary_spans (${copiedColumns}, is_deleted)
SELECT ${copiedColumns}, 0 FROM spans FINAL
WHERE start_time >= toDateTime64('${day}', 9, 'UTC') AND start_time < toDateTime64('${day}', 9, 'UTC') + INTERVAL 1 DAY
  AND (${isSummary})`

/**
 * Copies the spans that were stored before the table of copies existed, newest day first. Until the end of the
 * backfill, statements read the wide table. Copying a day is idempotent: a failed backfill is retried after a
 * pause, and the next start continues one that was stopped.
 */
export async function startSummaries(client: ClickHouseClient): Promise<Summaries> {
  const markFinished = (day: string): Promise<unknown> =>
    client.command({ query: `INSERT INTO summary_backfill VALUES ('${day}')` })
  const finishedDays = new Set(await readDays(client, 'SELECT day FROM summary_backfill'))
  let isComplete = finishedDays.has('')
  const stopController = new AbortController()

  async function backfill(): Promise<void> {
    const days = await readDays(
      client,
      'SELECT DISTINCT toString(toDate(start_time)) AS day FROM spans ORDER BY day DESC',
    )
    for (const day of days) {
      if (stopController.signal.aborted) return
      if (finishedDays.has(day)) continue
      await client.command({ query: copyDay(day) })
      await markFinished(day)
    }
    await markFinished('')
    isComplete = true
  }

  async function backfillUntilStopped(): Promise<void> {
    while (!isComplete && !stopController.signal.aborted) {
      try {
        await backfill()
      } catch {
        // The store is unavailable or its disk is full. Its health check reports both.
        await setTimeout(retryMs, undefined, { signal: stopController.signal }).catch(() => undefined)
      }
    }
  }

  const backfillPromise = backfillUntilStopped()
  return {
    tableFor: (columns) =>
      isComplete && columns?.every((name) => Object.hasOwn(columnTypes, name)) === true
        ? 'summary_spans'
        : 'spans',
    isComplete: () => isComplete,
    stop: () => {
      stopController.abort()
      return backfillPromise
    },
  }
}
