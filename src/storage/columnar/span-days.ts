// Exports the live spans of a project and day as Parquet files, which the engine writes. docs/exports.md has the
// columns.
import { open, rm } from 'node:fs/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import {
  fullAttributes,
  StoreError,
  type ProjectDay,
  type SpanDay,
  type SpanDays,
  type SpanMonth,
} from '../contract/contract.ts'
import type { Placement } from './placement.ts'
import { convertFailures } from './span-store.ts'
import { selectRows, type RowFiles } from './transfer.ts'

export interface SpanDaysParts {
  /** Has no time limit. */
  readonly maintenanceClient: ClickHouseClient
  readonly placement: Placement
  readonly files: RowFiles
}

const text = (column: string): string => `toString(${column}) AS ${column}`
/** Most readers of Parquet do not support nanoseconds. */
const time = (column: string): string => `toDateTime64(${column}, 6, 'UTC') AS ${column}`
/** A list of JSON texts, or of names, as one JSON text. */
const jsonList = (column: string, items = column): string =>
  `if(empty(${column}), NULL, concat('[', arrayStringConcat(${items}, ','), ']')) AS ${column}`

/** Expressions for the columns of a file, in their order. Their names never change: queries of a warehouse use them. */
const fileColumns: readonly string[] = [
  text('project_id'),
  'trace_id',
  'span_id',
  "nullIf(parent_id, '') AS parent_id",
  ...['trace_type', 'span_type', 'span_kind'].map(text),
  'span_name',
  time('start_time'),
  time('end_time'),
  text('status_code'),
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'duration_ms',
  'errors',
  'tokens',
  'cost',
  `${fullAttributes} AS attributes`,
  ...['references', 'links', 'hashes', 'events'].map((column) => jsonList(column)),
  jsonList('adapters', 'arrayMap(word -> toJSONString(word), adapters)'),
  time('created_at'),
  text('created_by_id'),
  time('updated_at'),
  text('updated_by_id'),
]

/** Groups of rows bound the memory of writer and reader: a row has 12 kB on average, and some have megabytes. */
const fileSettings = `SETTINGS do_not_merge_across_partitions_select_final = 1, max_threads = 2, max_block_size = 512,
  output_format_parquet_string_as_string = 1, output_format_parquet_compression_method = 'zstd',
  output_format_parquet_row_group_size = 20000, output_format_parquet_row_group_size_bytes = 67108864`

const dayOf = 'substring(toString(start_time), 1, 10)'

/** Every insert increments the block number of its month, and merges do not. Each machine counts its own. */
const months = ({
  maintenanceClient,
  placement: { local, everywhere },
}: SpanDaysParts): Promise<SpanMonth[]> =>
  selectRows<SpanMonth>(
    maintenanceClient,
    `SELECT id, toString(sum(blocks)) AS writes FROM (
       SELECT partition_id AS id, hostName() AS host, max(max_block_number) AS blocks
       FROM ${everywhere('system.parts')}
       WHERE database = currentDatabase() AND table = '${local('spans')}' AND active GROUP BY id, host)
     GROUP BY id ORDER BY id`,
  )

async function days({ maintenanceClient }: SpanDaysParts, month: string): Promise<readonly SpanDay[]> {
  const rows = await selectRows<{ project: string; day: string; spans: string; fingerprint: string }>(
    maintenanceClient,
    `SELECT toString(project_id) AS project, ${dayOf} AS day, toString(count()) AS spans,
       toString(sum(cityHash64(trace_id, span_id, version))) AS fingerprint
     FROM spans FINAL WHERE _partition_id = '${month}' GROUP BY project, day ORDER BY project, day
     SETTINGS do_not_merge_across_partitions_select_final = 1, max_threads = 2`,
  )
  return rows.map(({ project, day, spans, fingerprint }) => ({
    projectId: project,
    day,
    spans: Number(spans),
    fingerprint: `${spans}-${fingerprint}`,
  }))
}

const magic = 'PAR1'

/** An answer over HTTP that fails in the middle still has status 200. */
async function requireEnd(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const end = await file.read(Buffer.alloc(magic.length), 0, magic.length, Math.max(0, size - magic.length))
    if (end.buffer.toString('latin1') === magic) return
  } finally {
    await file.close()
  }
  throw new StoreError('The trace store did not write the file to its end.')
}

async function writeParquet(
  { files }: SpanDaysParts,
  { projectId, day, path }: ProjectDay & { readonly path: string },
): Promise<void> {
  await rm(path, { force: true })
  const timeAt = (clock: string): string => `toDateTime64('${day} ${clock}', 9, 'UTC')`
  await files.write(
    `SELECT ${fileColumns.join(', ')} FROM (
       SELECT * FROM spans FINAL WHERE project_id = '${projectId}'
       AND start_time >= ${timeAt('00:00:00.000000000')} AND start_time <= ${timeAt('23:59:59.999999999')}
       ORDER BY project_id, start_time, trace_id, span_id) ${fileSettings}`,
    { path, format: 'Parquet' },
  )
  await requireEnd(path)
}

export const spanDays = (parts: SpanDaysParts): SpanDays => ({
  months: () => convertFailures(months(parts)),
  days: (month) => convertFailures(days(parts, month)),
  writeParquet: (projectDay, path) => convertFailures(writeParquet(parts, { ...projectDay, path })),
})
