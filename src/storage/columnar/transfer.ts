// Exports and imports all rows of the span store as files, for `assay move`: sums to compare two stores, and rows in
// the engine's Native format. Inserts of spans also fill the tables of facts and summaries.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
} from '@clickhouse/client'
import { messageOf } from '../../kernel/errors.ts'
import {
  StoreError,
  type FrozenSpans,
  type SpanChunk,
  type SpanSum,
  type SpanTransfer,
  type TraceStorePeek,
} from '../contract/contract.ts'
import { single, type Placement } from './placement.ts'
import { convertFailures } from './span-store.ts'

export type FileFormat = 'Native' | 'Parquet'

/** Moves the bytes of rows between the engine and a file. */
export interface RowFiles {
  /** Writes a new file. */
  readonly write: (
    select: string,
    to: { readonly path: string; readonly format: FileFormat },
  ) => Promise<void>
  readonly read: (columns: string, path: string) => Promise<void>
}

export interface TransferParts {
  /** Has no time limit. */
  readonly maintenanceClient: ClickHouseClient
  readonly placement: Placement
  readonly files: RowFiles
}

const identityQuery = 'SELECT DISTINCT toString(id) AS id FROM store_identity ORDER BY id'

/** A text as a literal of SQL. */
export const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

/** The embedded engine reads and writes files itself. */
export const engineFiles = (client: ClickHouseClient, settings: ClickHouseSettings): RowFiles => ({
  write: async (select, { path, format }) => {
    await client.command({ query: `INSERT INTO FUNCTION file(${quote(path)}, ${format}) ${select}` })
  },
  read: async (columns, path) => {
    await client.command({
      query: `INSERT INTO spans (${columns}) SELECT ${columns} FROM file(${quote(path)}, Native)`,
      clickhouse_settings: settings,
    })
  },
})

/** A server sends and gets the bytes over HTTP. */
export const serverFiles = (client: ClickHouseClient, settings: ClickHouseSettings): RowFiles => ({
  write: async (select, { path, format }) => {
    const { stream } = await client.exec({
      query: `${select} FORMAT ${format}`,
      // The server sends rows after the last one is read, so that a failure has a status. Parquet shows its end itself.
      clickhouse_settings: format === 'Native' ? { wait_end_of_query: 1 } : {},
    })
    await pipeline(stream, createWriteStream(path))
  },
  read: async (columns, path) => {
    const values: Readable = createReadStream(path)
    const { stream } = await client.exec({
      query: `INSERT INTO spans (${columns}) FORMAT Native`,
      values,
      clickhouse_settings: settings,
    })
    for await (const _ of stream) continue
  },
})

/** Rows of a key have the same start time, so FINAL stays within a partition; two threads limit the memory. */
const boundedSettings = 'SETTINGS do_not_merge_across_partitions_select_final = 1, max_threads = 2'
const time = (text: string): string => `toDateTime64(${quote(text)}, 9, 'UTC')`
/** A condition for times between two days or minutes, both included. Times may be at the end of the engine's range. */
const timeBetween = (from: string, to: string): string => {
  const [first, last] = ['0000-00-00 00:00:00.000000000', '0000-00-00 23:59:59.999999999']
  return `start_time >= ${time(from + first.slice(from.length))} AND start_time <= ${time(to + last.slice(to.length))}`
}

export async function selectRows<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
}

/** The stored columns, in the order of the bytes; computed columns are omitted. */
async function columnsOf(client: ClickHouseClient): Promise<string> {
  const rows = await selectRows<{ readonly name: string }>(
    client,
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'spans'
     AND default_kind IN ('', 'DEFAULT') ORDER BY name`,
  )
  return rows.map(({ name }) => name).join(', ')
}

interface ReadParts extends Pick<TransferParts, 'maintenanceClient' | 'files'> {
  readonly table?: string
}

async function sums(
  { maintenanceClient, table = 'spans' }: ReadParts,
  day: string | undefined,
): Promise<readonly SpanSum[]> {
  // Functions of dates end in 2149, and clients may send any time: 2026-11-18 or 2026-11-18 09:30 as text.
  const slot = `substring(toString(start_time), 1, ${day === undefined ? 10 : 16})`
  const where = day === undefined ? '' : `WHERE ${timeBetween(day, day)}`
  const liveSums = await selectRows<{ slot: string; spans: string; hash: string }>(
    maintenanceClient,
    `SELECT ${slot} AS slot, toString(count()) AS spans,
       toString(sum(sipHash64(formatRow('RowBinary', ${await columnsOf(maintenanceClient)})))) AS hash
     FROM ${table} FINAL ${where} GROUP BY slot ${boundedSettings}`,
  )
  const rows = await selectRows<{ slot: string; rows: string }>(
    maintenanceClient,
    `SELECT ${slot} AS slot, toString(count()) AS rows FROM ${table} ${where} GROUP BY slot ORDER BY slot`,
  )
  const liveSumOf = new Map(liveSums.map((sum) => [sum.slot, sum]))
  return rows.map((row) => ({
    slot: row.slot,
    rows: Number(row.rows),
    spans: Number(liveSumOf.get(row.slot)?.spans ?? 0),
    hash: liveSumOf.get(row.slot)?.hash ?? '0',
  }))
}

async function exportRows(
  { maintenanceClient, files, table = 'spans' }: ReadParts,
  { from, to, share, path }: SpanChunk & { readonly path: string },
): Promise<void> {
  await rm(path, { force: true })
  const part = share.of === 1 ? '' : `AND cityHash64(trace_id, span_id) % ${share.of} = ${share.index}`
  await files.write(
    `SELECT ${await columnsOf(maintenanceClient)} FROM ${table} WHERE ${timeBetween(from, to)} ${part}`,
    {
      path,
      format: 'Native',
    },
  )
}

async function importRows(
  { maintenanceClient, files }: TransferParts,
  { path, columns }: { readonly path: string; readonly columns: string | undefined },
): Promise<void> {
  await files.read(columns ?? (await columnsOf(maintenanceClient)), path)
}

async function eraseDay({ maintenanceClient, placement }: TransferParts, day: string): Promise<void> {
  for (const table of ['spans', 'span_facts', 'summary_spans']) {
    await maintenanceClient.command({
      query: `ALTER TABLE ${placement.local(table)}${placement.onCluster} DELETE WHERE ${timeBetween(day, day)}`,
      clickhouse_settings: { mutations_sync: '2' },
    })
  }
}

const frozenTable = 'spans_backup'

/**
 * Attaches the current parts of the spans to a second table: hard links, no copies. That table never merges them. On a
 * cluster there is no snapshot, and the spans are read directly.
 */
async function freeze({ maintenanceClient, placement, files }: TransferParts): Promise<FrozenSpans> {
  const isSingle = placement === single
  const parts = { maintenanceClient, files, ...(isSingle ? { table: frozenTable } : {}) }
  const command = (query: string): Promise<unknown> => convertFailures(maintenanceClient.command({ query }))
  const release = async (): Promise<void> => {
    if (isSingle)
      await command(`DROP TABLE IF EXISTS ${frozenTable} SYNC SETTINGS max_table_size_to_drop = 0`)
  }
  // Removes the table of a killed backup.
  await release()
  if (isSingle) {
    await command(`CREATE TABLE ${frozenTable} AS spans`)
    await command(
      `ALTER TABLE ${frozenTable} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1`,
    )
    await command(`ALTER TABLE ${frozenTable} ATTACH PARTITION ALL FROM spans`)
  }
  return {
    columns: await columnsOf(maintenanceClient),
    sums: (day) => convertFailures(sums(parts, day)),
    exportRows: (chunk, path) => convertFailures(exportRows(parts, { ...chunk, path })),
    release,
  }
}

export const spanTransfer = (parts: TransferParts): SpanTransfer => ({
  sums: (day) => convertFailures(sums(parts, day)),
  exportRows: (chunk, path) => convertFailures(exportRows(parts, { ...chunk, path })),
  freeze: () => freeze(parts),
  importRows: (path, columns) => convertFailures(importRows(parts, { path, columns })),
  eraseDay: (day) => convertFailures(eraseDay(parts, day)),
  stopMerges: () =>
    convertFailures(parts.maintenanceClient.command({ query: 'SYSTEM STOP MERGES' }).then(() => undefined)),
})

/** Spans and ids of a server before anything is created on it. */
export async function peekServer(url: string): Promise<TraceStorePeek> {
  const client = createClient({ url, log: { level: ClickHouseLogLevel.OFF }, request_timeout: 15_000 })
  try {
    const tables = await selectRows<{ name: string; rows: string }>(
      client,
      `SELECT name, toString(ifNull(total_rows, 0)) AS rows FROM system.tables
       WHERE database = currentDatabase() AND name IN ('spans', 'spans_local', 'store_identity')`,
    )
    const hasIds = tables.some(({ name }) => name === 'store_identity')
    return {
      isEmpty: tables.every(({ rows }) => rows === '0'),
      ids: hasIds ? (await selectRows<{ id: string }>(client, identityQuery)).map(({ id }) => id) : [],
    }
  } catch (error) {
    throw new StoreError(`ClickHouse cannot be used: ${messageOf(error)}`, { cause: error })
  } finally {
    await client.close()
  }
}
