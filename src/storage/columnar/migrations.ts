// Migrations of the span store: one text for the embedded engine, a ClickHouse server and a cluster. A cluster
// substitutes ON CLUSTER, Replicated engines, and a Distributed table over the local one. `migrate.ts` applies and
// records them. Every statement is idempotent. Never edit a released migration: add another.
import {
  contentColumns,
  groupColumns,
  groupColumnSql,
  type Additive,
  type GroupColumn,
} from '../contract/contract.ts'
import type { Placement } from './placement.ts'
import { smallMembersSql } from './small-members.ts'
import { summaryMigration } from './summaries.ts'

/** The columns of the first version; later ones are added below. */
const spanColumns = `project_id UUID,
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
  is_deleted UInt8`

/**
 * ORDER BY time: a page by time reads only the end of the table, at any size. Trace and span id make the key
 * unique, so a repeated row replaces its previous version. Texts are ZSTD(1): a quarter of the bytes of LZ4
 * and, including merges, less processor time. Parts below 128 MiB store all columns in one file: an insert
 * syncs a few files instead of a hundred (docs/adr/015-span-table.md).
 */
const spans = ({ local, onCluster, engine }: Placement): string => `
CREATE TABLE IF NOT EXISTS ${local('spans')}${onCluster} (
  ${spanColumns}
) ENGINE = ${engine('ReplacingMergeTree(version, is_deleted)')}
PARTITION BY toYYYYMM(start_time)
ORDER BY (project_id, start_time, trace_id, span_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_bytes_for_wide_part = 134217728,
  index_granularity_bytes = 2097152`

/**
 * The input of the roll-up of every batch: the facts of a few hundred traces out of all. The table is ordered
 * by trace, with small granules, because each requested trace costs one granule.
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

/** Filled by the same insert as `spans`. */
const spanFactsView = ({ local, onCluster }: Placement): string => `
CREATE MATERIALIZED VIEW IF NOT EXISTS ${local('span_facts_view')}${onCluster} TO ${local('span_facts')} AS
SELECT project_id, trace_id, span_id, start_time, created_at, created_by_id, updated_at, updated_by_id, facts, roll_up,
  receipt_id, version, is_deleted
FROM ${local('spans')}`

/** Lookup of spans by span id alone. */
const factsSpanIds = ({ local, onCluster }: Placement): string => `
ALTER TABLE ${local('span_facts')}${onCluster}
ADD INDEX IF NOT EXISTS span_ids span_id TYPE bloom_filter(0.01) GRANULARITY 4`

const identifiers = ({ local, onCluster }: Placement): readonly string[] =>
  ['session_id', 'user_id', 'agent_id'].map(
    (column) => `
ALTER TABLE ${local('spans')}${onCluster}
ADD INDEX IF NOT EXISTS ${column}s ${column} TYPE bloom_filter(0.01) GRANULARITY 4`,
  )

/** Lookup of the traces of an equal evaluation cell, once per cell that may reuse one. */
const hashIds = ({ local, onCluster }: Placement): string => `
ALTER TABLE ${local('spans')}${onCluster}
ADD INDEX IF NOT EXISTS hashes_of_spans hash_ids TYPE bloom_filter(0.01) GRANULARITY 4`

/** Older rows have the paths as a list; they are read as if they had the text. */
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
 * Parts of spans hardly overlap in time, so reading a few more parts costs little, and merging each row less
 * often saves a third of the merge cost. A merge holds a block of rows per part, and rows have 12 kB, so
 * blocks are small (docs/adr/021-rows-as-bytes.md).
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
 * Attribute names are equal in most rows: in dictionaries they take one byte instead of twenty. Older rows
 * store long strings in the map itself, and their attributes have no marks (docs/adr/026-narrow-rows.md).
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
 * Vertical merges: the row order is computed from the key, then each column is merged separately. A merge of
 * eleven parts needs 60 to 100 MiB instead of 360, for the same processor time
 * (docs/adr/027-merges-by-column.md).
 */
const mergesByColumn = ({ local, onCluster }: Placement): string =>
  `ALTER TABLE ${local('spans')}${onCluster} MODIFY SETTING vertical_merge_algorithm_min_rows_to_activate = 1, vertical_merge_algorithm_min_bytes_to_activate = 1`

/** Older rows have session and user ids on roots only, and each root counts for both: the default is 3. */
const leadingSpans = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) =>
      `ALTER TABLE ${table}${onCluster} ADD COLUMN IF NOT EXISTS leads UInt8 DEFAULT 3 AFTER content`,
  )

/**
 * The words of all values of a span. Filters for a word, or for a text in attributes, read only the parts of
 * the table that contain it. Words of inputs and outputs are not repeated in `content`; older rows have all
 * words there. This index replaces the one of that column (docs/adr/041-index-words-without-a-copy.md).
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
 * Ids are hexadecimal digits, which ZSTD halves and LZ4 does not compress; times differ little from the
 * previous row. ZSTD(3) compresses maps and messages worse than ZSTD(1), and all other texts better. Together
 * this saves 62 bytes per span without measurable processor time. Older rows are rewritten when they are
 * merged.
 */
const denserColumns = ({ local, onCluster }: Placement): readonly string[] =>
  Object.entries(codecs).map(
    ([table, columns]) =>
      `ALTER TABLE ${local(table)}${onCluster} ${Object.entries(columns)
        .map(([column, codec]) => `MODIFY COLUMN ${column} CODEC(${codec})`)
        .join(', ')}`,
  )

/**
 * A flag for roots, which lists and analytics check for every row: counting the roots of 1,000,000 spans
 * takes 18 ms by flag, 30 ms by parent id. Older rows use the parent id until they are merged.
 */
const rootFlag = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) => `
ALTER TABLE ${table}${onCluster}
ADD COLUMN IF NOT EXISTS is_root UInt8 DEFAULT empty(parent_id) CODEC(ZSTD(1)) AFTER leads`,
  )

/**
 * Marks the head of a trace, and stores the totals of the trace where they differ from those of the span. In
 * older rows every root is a head until its trace is written again.
 */
const heads = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) => `
ALTER TABLE ${table}${onCluster}
ADD COLUMN IF NOT EXISTS is_head UInt8 DEFAULT empty(parent_id) CODEC(ZSTD(1)) AFTER is_root,
ADD COLUMN IF NOT EXISTS trace_totals Array(Nullable(Float64)) CODEC(ZSTD(1)) AFTER is_head`,
  )

/** For rows of older versions of the program, the engine computes the value. */
const smallMembers = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) => `
ALTER TABLE ${table}${onCluster}
ADD COLUMN IF NOT EXISTS small_members String DEFAULT ${smallMembersSql} CODEC(ZSTD(1))`,
  )

/**
 * Below this number of outdated parts one thread removes them. Above the default of 100 the engine starts 128
 * threads at once and keeps them, with their descriptors (bench/results/2026-11-17-descriptors.md).
 */
const concurrentRemovalMin = 10_000

const fewerThreads = ({ local, onCluster }: Placement): readonly string[] =>
  ['spans', 'span_facts', 'summary_spans'].map(
    (table) =>
      `ALTER TABLE ${local(table)}${onCluster} MODIFY SETTING concurrent_part_removal_threshold = ${concurrentRemovalMin}`,
  )

const groupColumnNames = Object.keys(groupColumns) as readonly GroupColumn[]

/**
 * The groups of analytics. Among 1,000,000 spans, a count by a column of this type takes 0.04 s of processor time, by
 * the model in the map of attributes 0.8 s.
 * Until the engine has stored the columns of older rows, it computes them from the map.
 */
const groupsOfSpans = ({ tables, onCluster }: Placement): readonly string[] =>
  tables('spans').map(
    (table) =>
      `ALTER TABLE ${table}${onCluster} ${groupColumnNames
        .map(
          (column) =>
            `ADD COLUMN IF NOT EXISTS ${column} LowCardinality(String) DEFAULT ${groupColumnSql(column)} CODEC(ZSTD(1))`,
        )
        .join(', ')}`,
  )

/** Indexes of previous versions, by table. */
export const formerIndexes: Readonly<Record<string, readonly string[]>> = { spans: ['content_words'] }

export interface Migration extends Additive {
  readonly name: string
  readonly statements: (placement: Placement) => readonly string[]
  /** Statements on stored rows, which the engine works on in the background. */
  readonly backgroundStatements?: (placement: Placement) => readonly string[]
}

/** One row, written by the health check. */
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
  { name: 'summaries of traces, sessions and users', statements: summaryMigration },
  { name: 'one thread removes outdated parts', statements: fewerThreads },
  {
    name: 'groups of analytics',
    statements: groupsOfSpans,
    backgroundStatements: ({ local, onCluster }) => [
      `ALTER TABLE ${local('spans')}${onCluster} ${groupColumnNames.map((name) => `MATERIALIZE COLUMN ${name}`).join(', ')}`,
    ],
    isAdditive: true,
  },
  { name: 'small members of a record as one value', statements: smallMembers, isAdditive: true },
]
