// Migrations of the span store: one text for the embedded engine, a ClickHouse server and a cluster. What a cluster
// changes is substituted: ON CLUSTER, Replicated engines, and a Distributed table over the local one.
// Every statement is safe to repeat, so starting processes need not keep each other out. Never edit one that was
// released: add another.
import type { ClickHouseClient } from '@clickhouse/client'
import { contentColumns } from '../contract/contract.ts'

export interface Placement {
  /** `spans_local` on a cluster, `spans` elsewhere: where rows lie. */
  readonly local: (table: string) => string
  readonly onCluster: string
  readonly engine: (engine: string) => string
  /** Statements for the table through which all shards are seen; none without a cluster. */
  readonly distributed: (table: string, shardingKey?: string) => readonly string[]
  /** A table of the engine itself, on every machine. */
  readonly everywhere: (table: string) => string
  /** Names under which the columns of a table are known. */
  readonly tables: (table: string) => readonly string[]
}

export const single: Placement = {
  local: (table) => table,
  onCluster: '',
  engine: (engine) => engine,
  distributed: () => [],
  everywhere: (table) => table,
  tables: (table) => [table],
}

/** A trace lies on one shard, so that its spans are rolled up and deleted together. */
export const clustered = (cluster: string): Placement => ({
  local: (table) => `${table}_local`,
  onCluster: ` ON CLUSTER \`${cluster}\``,
  engine: (engine) =>
    `Replicated${engine.replace('(', `('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', `)}`,
  distributed: (table, shardingKey = 'cityHash64(trace_id)') => [
    `CREATE TABLE IF NOT EXISTS ${table} ON CLUSTER \`${cluster}\` AS ${table}_local
     ENGINE = Distributed(\`${cluster}\`, currentDatabase(), ${table}_local, ${shardingKey})`,
  ],
  everywhere: (table) => `clusterAllReplicas('${cluster}', ${table})`,
  tables: (table) => [`${table}_local`, table],
})

/**
 * ORDER BY time: pages by time read the end of the table and nothing else, at any size. The trace and span id make the
 * key unique, so a row sent again meets its former self. Texts are ZSTD(1): a quarter of the bytes of LZ4 and, with the
 * merges, less processor time. Parts below 128 MiB are one file for all columns: an insert syncs a few files instead of a
 * hundred (docs/adr/015-span-table.md).
 */
const spans = ({ local, onCluster, engine }: Placement): string => `
CREATE TABLE IF NOT EXISTS ${local('spans')}${onCluster} (
  project_id UUID,
  trace_id String,
  span_id String,
  parent_id String,
  trace_type LowCardinality(String),
  span_type LowCardinality(String),
  span_kind LowCardinality(String),
  status_code LowCardinality(String),
  span_name String,
  status_message Nullable(String),
  session_id Nullable(String),
  user_id Nullable(String),
  agent_id Nullable(String),
  start_time DateTime64(9, 'UTC'),
  end_time DateTime64(9, 'UTC'),
  created_at DateTime64(9, 'UTC'),
  created_by_id Nullable(UUID),
  updated_at Nullable(DateTime64(9, 'UTC')),
  updated_by_id Nullable(UUID),
  attributes String CODEC(ZSTD(1)),
  inputs String CODEC(ZSTD(1)),
  outputs String CODEC(ZSTD(1)),
  duration_ms Nullable(Float64),
  errors Nullable(Float64),
  tokens Nullable(Float64),
  cost Nullable(Float64),
  strings Map(String, String) CODEC(ZSTD(1)),
  numbers Map(String, Float64) CODEC(ZSTD(1)),
  booleans Map(String, Bool),
  containers Array(LowCardinality(String)) CODEC(ZSTD(1)),
  references Array(String) CODEC(ZSTD(1)),
  links Array(String) CODEC(ZSTD(1)),
  events Array(String) CODEC(ZSTD(1)),
  hashes Array(String) CODEC(ZSTD(1)),
  reference_ids Array(String),
  reference_slugs Array(String),
  link_trace_ids Array(String),
  event_names Array(String),
  hash_ids Array(String),
  content String CODEC(ZSTD(1)),
  adapters Array(LowCardinality(String)),
  form LowCardinality(String),
  native String CODEC(ZSTD(1)),
  facts String CODEC(ZSTD(1)),
  roll_up String CODEC(ZSTD(1)),
  receipt_id UUID,
  version UInt64,
  is_deleted UInt8
) ENGINE = ${engine('ReplacingMergeTree(version, is_deleted)')}
PARTITION BY toYYYYMM(start_time)
ORDER BY (project_id, start_time, trace_id, span_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_bytes_for_wide_part = 134217728,
  index_granularity_bytes = 2097152`

/**
 * What the roll-up reads for every batch: the facts of a few hundred traces out of all there are. Ordered by trace, in
 * small granules, because each trace asked for costs one granule.
 */
const spanFacts = ({ local, onCluster, engine }: Placement): string => `
CREATE TABLE IF NOT EXISTS ${local('span_facts')}${onCluster} (
  project_id UUID,
  trace_id String,
  span_id String,
  start_time DateTime64(9, 'UTC'),
  created_at DateTime64(9, 'UTC'),
  created_by_id Nullable(UUID),
  updated_at Nullable(DateTime64(9, 'UTC')),
  updated_by_id Nullable(UUID),
  facts String CODEC(ZSTD(1)),
  roll_up String CODEC(ZSTD(1)),
  receipt_id UUID,
  version UInt64,
  is_deleted UInt8
) ENGINE = ${engine('ReplacingMergeTree(version, is_deleted)')}
ORDER BY (project_id, trace_id, span_id)
SETTINGS index_granularity = 512, fsync_after_insert = 1, fsync_part_directory = 1`

/** Filled by the same insert that fills `spans`. */
const spanFactsView = ({ local, onCluster }: Placement): string => `
CREATE MATERIALIZED VIEW IF NOT EXISTS ${local('span_facts_view')}${onCluster} TO ${local('span_facts')} AS
SELECT project_id, trace_id, span_id, start_time, created_at, created_by_id, updated_at, updated_by_id, facts, roll_up,
  receipt_id, version, is_deleted
FROM ${local('spans')}`

/** Spans asked for by their own id alone. */
const factsSpanIds = ({ local, onCluster }: Placement): string => `
ALTER TABLE ${local('span_facts')}${onCluster}
ADD INDEX IF NOT EXISTS span_ids span_id TYPE bloom_filter(0.01) GRANULARITY 4`

const identifiers = ({ local, onCluster }: Placement): readonly string[] =>
  ['session_id', 'user_id', 'agent_id'].map(
    (column) => `
ALTER TABLE ${local('spans')}${onCluster}
ADD INDEX IF NOT EXISTS ${column}s ${column} TYPE bloom_filter(0.01) GRANULARITY 4`,
  )

/** Traces of an equal cell of an evaluation: asked for once for each cell that may take one. */
const hashIds = ({ local, onCluster }: Placement): string => `
ALTER TABLE ${local('spans')}${onCluster}
ADD INDEX IF NOT EXISTS hashes_of_spans hash_ids TYPE bloom_filter(0.01) GRANULARITY 4`

/** Rows from before have the paths as a list, and are read as if they had the text. */
const containerPaths = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) => String.raw`
ALTER TABLE ${table}${onCluster}
ADD COLUMN IF NOT EXISTS container_paths String
DEFAULT if(empty(containers), '', concat('\n', arrayStringConcat(
  arrayMap(path -> replaceAll(replaceAll(path, '\\', '\\\\'), '\n', '\\n'), containers), '\n'), '\n'))
CODEC(ZSTD(1)) AFTER containers`,
  )

/**
 * Parts of spans hardly overlap in time, so that reading some more of them costs little; merging each row less often
 * saves a third of what merges cost. A merge holds a block of rows of every part it reads, and rows are 12 kB: blocks are
 * kept small (docs/adr/021-rows-as-bytes.md).
 */
const lighterMerges = ({ local, onCluster }: Placement): string =>
  `ALTER TABLE ${local('spans')}${onCluster} MODIFY SETTING merge_selector_base = 10, merge_max_block_size = 1024, compact_parts_max_bytes_to_buffer = 16777216`

const dictionaryTypes: Readonly<Record<string, string>> = {
  strings: 'Map(LowCardinality(String), String)',
  numbers: 'Map(LowCardinality(String), Float64)',
  booleans: 'Map(LowCardinality(String), Bool)',
  container_paths: 'LowCardinality(String)',
}

/**
 * Names of attributes are the same in most rows: kept in dictionaries they take a byte where they took twenty. Rows from
 * before hold long strings in the map itself, and their attributes have no marks (docs/adr/026-narrow-rows.md).
 */
const narrowRows = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').flatMap((table) => [
    `ALTER TABLE ${table}${onCluster} ${Object.entries(dictionaryTypes)
      .map(([column, type]) => `MODIFY COLUMN ${column} ${type}`)
      .join(', ')}`,
    `ALTER TABLE ${table}${onCluster}
     ADD COLUMN IF NOT EXISTS long_paths LowCardinality(String) AFTER container_paths`,
  ])

/**
 * The order of the rows is found out from the key, then each column is put together by itself: a merge of eleven parts
 * holds 60 to 100 MiB where whole rows took 360, for the same processor time (docs/adr/027-merges-by-column.md).
 */
const mergesByColumn = ({ local, onCluster }: Placement): string =>
  `ALTER TABLE ${local('spans')}${onCluster} MODIFY SETTING vertical_merge_algorithm_min_rows_to_activate = 1, vertical_merge_algorithm_min_bytes_to_activate = 1`

/** Rows from before have a session and a user on roots alone, and all roots lead. */
const leadingSpans = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) =>
      `ALTER TABLE ${table}${onCluster} ADD COLUMN IF NOT EXISTS leads UInt8 DEFAULT 3 AFTER content`,
  )

/**
 * The words of all values of a span. Filters that ask for a word, or for a text among the attributes, read only the parts
 * of the table that hold it. What stands in inputs or outputs is not repeated in `content`; rows from before have all words
 * there. They had an index of that column, which this one takes the place of (docs/adr/041-words-without-a-second-text.md).
 */
const wordsOfTexts = ({ tables, local, onCluster }: Placement): readonly string[] => [
  ...tables('spans').flatMap((table) =>
    Object.entries(contentColumns).map(
      ([name, expression]) =>
        `ALTER TABLE ${table}${onCluster} ADD COLUMN IF NOT EXISTS ${name} String ALIAS ${expression}`,
    ),
  ),
  `ALTER TABLE ${local('spans')}${onCluster}
ADD INDEX IF NOT EXISTS words_of_texts content_words TYPE text(tokenizer = splitByNonAlpha)`,
]

const [zstd, zstdDelta, denseZstd] = ['ZSTD(1)', 'Delta, ZSTD(1)', 'ZSTD(3)']

const codecs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  spans: {
    trace_id: zstd,
    span_id: zstd,
    parent_id: zstd,
    start_time: zstdDelta,
    end_time: zstdDelta,
    duration_ms: zstd,
    tokens: zstd,
    cost: zstd,
    strings: denseZstd,
    numbers: denseZstd,
    inputs: denseZstd,
    outputs: denseZstd,
  },
  span_facts: { trace_id: zstd, span_id: zstd, start_time: zstdDelta, created_at: zstdDelta },
}

/**
 * Ids are hexadecimal digits, of which ZSTD makes half as many bytes and LZ4 none; times differ by little from the row before.
 * ZSTD(3) makes less of maps and messages than ZSTD(1), and more of all other texts. Together 62 bytes of a span for no processor
 * time that could be seen. Rows from before are written so when they are merged.
 */
const denserColumns = ({ local, onCluster }: Placement): readonly string[] =>
  Object.entries(codecs).map(
    ([table, columns]) =>
      `ALTER TABLE ${local(table)}${onCluster} ${Object.entries(columns)
        .map(([column, codec]) => `MODIFY COLUMN ${column} CODEC(${codec})`)
        .join(', ')}`,
  )

/**
 * Whether a span is a root, which lists and analytics ask of every row: the roots among 1,000,000 spans are counted in 18 ms by a flag, in
 * 30 by the ids of parents. Rows from before tell it by these until they are merged.
 */
const rootFlag = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) => `
ALTER TABLE ${table}${onCluster}
ADD COLUMN IF NOT EXISTS is_root UInt8 DEFAULT empty(parent_id) CODEC(ZSTD(1)) AFTER leads`,
  )

/**
 * The head of a trace, and the totals of the trace where they are not those of the span. Rows from before:
 * every root is a head until the trace is written to again.
 */
const heads = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) => `
ALTER TABLE ${table}${onCluster}
ADD COLUMN IF NOT EXISTS is_head UInt8 DEFAULT empty(parent_id) CODEC(ZSTD(1)) AFTER is_root,
ADD COLUMN IF NOT EXISTS trace_totals Array(Nullable(Float64)) CODEC(ZSTD(1)) AFTER is_head`,
  )

/** Indexes of former versions, by table. */
const formerIndexes: Readonly<Record<string, readonly string[]>> = { spans: ['content_words'] }

interface Migration {
  readonly name: string
  readonly statements: (placement: Placement) => readonly string[]
}

/** One row, written when somebody asks whether the store works. */
const checks = ({ local, onCluster, engine }: Placement): string => `
CREATE TABLE IF NOT EXISTS ${local('checks')}${onCluster} (id UInt8, checked_at DateTime64(3, 'UTC'))
ENGINE = ${engine('ReplacingMergeTree(checked_at)')} ORDER BY id SETTINGS fsync_after_insert = 1`

/** See identity.ts. */
const storeIdentity = ({ local, onCluster, engine, distributed }: Placement): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${local('store_identity')}${onCluster} (id UUID)
   ENGINE = ${engine('ReplacingMergeTree()')} ORDER BY id SETTINGS fsync_after_insert = 1`,
  ...distributed('store_identity', 'cityHash64(id)'),
]

export const migrations: readonly Migration[] = [
  {
    name: 'spans and their facts',
    statements: (placement) => [
      spans(placement),
      ...placement.distributed('spans'),
      spanFacts(placement),
      ...placement.distributed('span_facts'),
      spanFactsView(placement),
    ],
  },
  {
    name: 'what was removed can be cleaned up',
    statements: ({ local, onCluster }) =>
      ['spans', 'span_facts'].map(
        (table) =>
          `ALTER TABLE ${local(table)}${onCluster} MODIFY SETTING allow_experimental_replacing_merge_with_cleanup = 1`,
      ),
  },
  {
    name: 'indexes of ids',
    statements: (placement) => [...identifiers(placement), factsSpanIds(placement)],
  },
  { name: 'index of hashes', statements: (placement) => [hashIds(placement)] },
  {
    name: 'paths of containers as one text, and lighter merges',
    statements: (placement) => [...containerPaths(placement), lighterMerges(placement)],
  },
  { name: 'names in dictionaries, long texts once', statements: narrowRows },
  { name: 'merges column by column', statements: (placement) => [mergesByColumn(placement)] },
  { name: 'spans that lead their session or user', statements: leadingSpans },
  { name: 'words without a second text', statements: wordsOfTexts },
  { name: 'columns take less room', statements: denserColumns },
  { name: 'roots by a flag', statements: rootFlag },
  { name: 'checks of the store', statements: (placement) => [checks(placement)] },
  { name: 'identity of the store', statements: storeIdentity },
  { name: 'heads of traces', statements: heads },
]

/** `table.index` of every index there is; none on a store without tables. */
async function indexesOf(client: ClickHouseClient): Promise<readonly string[]> {
  const result = await client.query({
    query: `SELECT concat(table, '.', name) AS place FROM system.data_skipping_indices
            WHERE database = currentDatabase() ORDER BY place`,
    format: 'JSONEachRow',
  })
  return (await result.json<{ readonly place: string }>()).map(({ place }) => place)
}

async function holdsSpans(client: ClickHouseClient, { local }: Placement): Promise<boolean> {
  const result = await client.query({
    query: `SELECT name FROM system.tables
            WHERE database = currentDatabase() AND name = '${local('spans')}' AND total_rows > 0`,
    format: 'JSONEachRow',
  })
  return (await result.json()).length > 0
}

/** Statements about what is there already; the engine works on them in the background. */
const inBackground = { mutations_sync: '0', alter_sync: '0' } as const

/**
 * Brings the schema up to this program. An index that is added to spans that are there already is built for them in the
 * background; until then queries read those spans without it. One of a former version is dropped where it is: the
 * engine would look through the whole table even for one that is not.
 */
export async function migrate(client: ClickHouseClient, placement: Placement): Promise<void> {
  const { local, onCluster } = placement
  const before = new Set(await indexesOf(client))
  const later = (query: string): Promise<unknown> =>
    client.command({ query, clickhouse_settings: inBackground })
  for (const { statements } of migrations) {
    for (const query of statements(placement)) await client.command({ query })
  }
  for (const [table, indexes] of Object.entries(formerIndexes)) {
    for (const index of indexes) {
      if (before.has(`${local(table)}.${index}`)) {
        await later(`ALTER TABLE ${local(table)}${onCluster} DROP INDEX IF EXISTS ${index}`)
      }
    }
  }
  if (!(await holdsSpans(client, placement))) return
  for (const place of await indexesOf(client)) {
    const [table = '', index = ''] = place.split('.')
    if (!before.has(place)) await later(`ALTER TABLE ${table}${onCluster} MATERIALIZE INDEX ${index}`)
  }
}
