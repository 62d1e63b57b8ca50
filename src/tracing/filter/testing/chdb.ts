// A table with the columns that filters read, on the embedded engine, through the server's client.
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import {
  contentColumns,
  totalNames,
  type NamedValues,
  type SpanSql,
} from '../../../storage/contract/contract.ts'
import { derivedColumns, identityColumns } from '../columns/columns.ts'
import type { FilterSpan } from '../evaluate.ts'

const createTable = `
CREATE TABLE filter_spans (
  row UInt32,
  trace_id String, span_id String, parent_id String, is_root UInt8 DEFAULT empty(parent_id),
  is_head UInt8, trace_totals Array(Nullable(Float64)),
  trace_type LowCardinality(String), span_type LowCardinality(String), span_kind LowCardinality(String),
  status_code LowCardinality(String), span_name String,
  status_message Nullable(String), session_id Nullable(String), user_id Nullable(String), agent_id Nullable(String),
  start_time DateTime64(9, 'UTC'), end_time DateTime64(9, 'UTC'), created_at DateTime64(9, 'UTC'),
  updated_at Nullable(DateTime64(9, 'UTC')),
  created_by_id Nullable(UUID), updated_by_id Nullable(UUID),
  attributes String, inputs String, outputs String,
  duration_ms Nullable(Float64), errors Nullable(Float64), tokens Nullable(Float64), cost Nullable(Float64),
  strings Map(LowCardinality(String), String), numbers Map(LowCardinality(String), Float64),
  booleans Map(LowCardinality(String), Bool),
  container_paths LowCardinality(String), long_paths LowCardinality(String),
  references Array(String), links Array(String), events Array(String), hashes Array(String),
  reference_ids Array(String), reference_slugs Array(String), link_trace_ids Array(String),
  event_names Array(String), hash_ids Array(String),
  content String,
  ${Object.entries(contentColumns)
    .map(([name, expression]) => `${name} String ALIAS ${expression}`)
    .join(',\n  ')}
) ENGINE = MergeTree ORDER BY row`

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

type TestedCondition = Pick<SpanSql, 'sql' | 'readsOtherSpans'> & {
  readonly params: Readonly<Record<string, unknown>>
}

export interface SpanTable {
  readonly name: string
  /** The rows (indexes in the list of spans) that match the condition, ascending. */
  readonly rowsWhere: (condition: TestedCondition) => Promise<readonly number[]>
  readonly close: () => Promise<void>
}

/** An object without a prototype, so that no name is inherited. */
const objectOf = <T>({ names, values }: NamedValues<T>): Readonly<Record<string, T>> => {
  const object = Object.create(null) as Record<string, T>
  for (const [i, name] of names.entries()) object[name] = values[i] as T
  return object
}

export async function openSpanTable(spans: readonly FilterSpan[]): Promise<SpanTable> {
  // chdb has its own copy of the client's types; both describe the same interface.
  const connection = createChdbConnection({ path: ':memory:' }) as unknown as Connection
  const client = createClient({ connection })
  await client.command({ query: createTable })
  await client.insert({
    table: 'filter_spans',
    values: spans.map((span, row) => {
      const columns = derivedColumns(span)
      const { strings, numbers, booleans } = columns
      return {
        ...span,
        ...identityColumns(span),
        parent_id: span.parent_id ?? '',
        ...columns,
        is_head: span.is_head === true ? 1 : 0,
        trace_totals:
          span.trace_totals === undefined ? [] : totalNames.map((name) => span.trace_totals?.[name] ?? null),
        strings: objectOf(strings),
        numbers: objectOf(numbers),
        booleans: objectOf(booleans),
        row,
      }
    }),
    format: 'JSONEachRow',
    // JSON has no text for a lone surrogate, which clients may send: it stays escaped.
    clickhouse_settings: {
      date_time_input_format: 'best_effort',
      input_format_json_throw_on_bad_escape_sequence: 0,
    },
  })
  return {
    name: 'filter_spans',
    rowsWhere: (condition) => rowsWhere(client, condition),
    close: () => client.close(),
  }
}

/** Uses the analyzer of the pages of the store. */
async function rowsWhere(
  client: ClickHouseClient,
  { sql, params, readsOtherSpans = false }: TestedCondition,
): Promise<readonly number[]> {
  const result = await client.query({
    query: `SELECT row FROM filter_spans WHERE ${sql} ORDER BY row SETTINGS enable_analyzer = ${readsOtherSpans ? 1 : 0}`,
    query_params: { ...params },
    format: 'JSONEachRow',
  })
  return (await result.json<{ row: number }>()).map(({ row }) => row)
}
