// Applies migrations to a span store, and records them in it. A new store gets the final tables at once, any other
// store one migration after the other. Every statement is idempotent, so processes can start in parallel, and a
// killed migration is repeated.
import type { ClickHouseClient } from '@clickhouse/client'
import { newerSchemaMessage, StoreError } from '../contract/contract.ts'
import { freshStatements } from './fresh-store.ts'
import { formerIndexes, migrations, type Migration } from './migrations.ts'
import { single, type Placement } from './placement.ts'
import { engineCode } from './span-store.ts'

/** `table.index` of all existing indexes; empty for a store without tables. */
async function indexesOf(client: ClickHouseClient): Promise<readonly string[]> {
  const result = await client.query({
    query: `SELECT concat(table, '.', name) AS place FROM system.data_skipping_indices
            WHERE database = currentDatabase() ORDER BY place`,
    format: 'JSONEachRow',
  })
  return (await result.json<{ readonly place: string }>()).map(({ place }) => place)
}

async function hasSpans(client: ClickHouseClient, { local }: Placement): Promise<boolean> {
  const result = await client.query({
    query: `SELECT name FROM system.tables
            WHERE database = currentDatabase() AND name = '${local('spans')}' AND total_rows > 0`,
    format: 'JSONEachRow',
  })
  return (await result.json()).length > 0
}

/** Statements on existing data; the engine runs them in the background. */
const inBackground = { mutations_sync: '0', alter_sync: '0' } as const

/** Creates the table of applied migrations. A version is the position of a migration in the list, from 1. */
const schemaVersions = ({ local, tables, onCluster, engine, distributed }: Placement): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${local('schema_versions')}${onCluster}
   (version UInt32, name String, applied_at DateTime64(3, 'UTC'))
   ENGINE = ${engine('ReplacingMergeTree(applied_at)')} ORDER BY version SETTINGS fsync_after_insert = 1`,
  ...distributed('schema_versions', 'version'),
  ...tables('schema_versions').map(
    (table) => `ALTER TABLE ${table}${onCluster} ADD COLUMN IF NOT EXISTS is_additive UInt8 DEFAULT 0`,
  ),
]

const unknownTable = '60'

interface AppliedVersion {
  readonly version: number
  /** Absent in stores of programs that did not record it. */
  readonly is_additive?: number
}

async function appliedVersions(client: ClickHouseClient): Promise<readonly AppliedVersion[]> {
  try {
    const result = await client.query({
      query: 'SELECT DISTINCT * EXCEPT (name, applied_at) FROM schema_versions',
      format: 'JSONEachRow',
    })
    return await result.json<AppliedVersion>()
  } catch (error) {
    if (engineCode(error) === unknownTable) return []
    throw error
  }
}

/** Repeating a migration does no harm, so its record needs no quorum of replicas. */
const recordVersions = (client: ClickHouseClient, applied: readonly DueMigration[]): Promise<unknown> =>
  client.command({
    query: `INSERT INTO schema_versions (version, name, applied_at, is_additive)
            SELECT migration.1, migration.2, now64(3), migration.3 FROM (SELECT arrayJoin(arrayZip(
              {versions:Array(UInt32)}, {names:Array(String)}, {additive:Array(UInt8)})) AS migration)`,
    query_params: {
      versions: applied.map(({ version }) => version),
      names: applied.map(({ name }) => name),
      additive: applied.map(({ isAdditive = false }) => (isAdditive ? 1 : 0)),
    },
    clickhouse_settings: { insert_quorum: '0' },
  })

interface DueMigration extends Migration {
  readonly version: number
}

const numberedMigrations: readonly DueMigration[] = migrations.map((migration, i) => ({
  ...migration,
  version: i + 1,
}))

/** The store to migrate. */
export interface MigratedStore {
  readonly client: ClickHouseClient
  readonly placement: Placement
}

export interface MigrateOptions {
  /** Applies all migrations, not only new ones: for machines that were added to a cluster. */
  readonly shouldRepeat?: boolean
}

/** The migrations that the store lacks. Throws for a store of a newer program. */
export async function dueMigrations(client: ClickHouseClient): Promise<{
  readonly pending: readonly DueMigration[]
  readonly applied: number
  readonly versionMax: number
}> {
  const versions = await appliedVersions(client)
  const numbers = new Set(versions.map(({ version }) => version))
  const applied = Math.max(0, ...numbers)
  const versionMax = migrations.length
  if (versions.some(({ version, is_additive }) => version > versionMax && is_additive !== 1)) {
    throw new StoreError(newerSchemaMessage('trace store', { applied, versionMax }))
  }
  return { pending: numberedMigrations.filter(({ version }) => !numbers.has(version)), applied, versionMax }
}

/**
 * Migrates the schema to the version of this program, and returns the names of the applied migrations. A store
 * that has all migrations gets no statement but the one that reads them.
 */
export async function migrate(
  store: MigratedStore,
  { shouldRepeat = false }: MigrateOptions = {},
): Promise<readonly string[]> {
  const { pending, applied } = await dueMigrations(store.client)
  const applicable = shouldRepeat ? numberedMigrations : pending
  if (applicable.length === 0) return []
  if (await isFresh(store)) return createTables(store)
  const indexes = await indexesOf(store.client)
  for (const query of schemaVersions(store.placement)) await store.client.command({ query })
  await dropFormerIndexes(store, indexes)
  for (const migration of applicable) {
    await applyMigration(store, migration)
    // Programs before 0.2 recorded no migrations. The indexes that they created need no second build.
    const existingIndexes = applied === 0 ? indexes : []
    if (pending.includes(migration)) await startBackgroundWork(store, { migration, existingIndexes })
    await recordVersions(store.client, [migration])
  }
  return applicable.map(({ name }) => name)
}

/** Whether the store has no table of spans. A cluster is migrated step by step: its machines may differ. */
async function isFresh({ client, placement }: MigratedStore): Promise<boolean> {
  if (placement !== single) return false
  const result = await client.query({ query: 'EXISTS TABLE spans', format: 'JSONEachRow' })
  const [row] = await result.json<{ readonly result: number }>()
  return row?.result === 0
}

/** If the process is killed before the end, no migration is recorded, and the next start migrates step by step. */
async function createTables({ client, placement }: MigratedStore): Promise<readonly string[]> {
  const statements = numberedMigrations.flatMap((migration) => migration.statements(placement))
  for (const query of [...schemaVersions(placement), ...freshStatements(statements)])
    await client.command({ query })
  await recordVersions(client, numberedMigrations)
  return numberedMigrations.map(({ name }) => name)
}

/**
 * The caller records the migration afterwards. If the process is killed before, the next start repeats all of its
 * statements, which are idempotent.
 */
async function applyMigration({ client, placement }: MigratedStore, migration: Migration): Promise<void> {
  for (const query of migration.statements(placement)) await client.command({ query })
}

const runInBackground = (client: ClickHouseClient, query: string): Promise<unknown> =>
  client.command({ query, clickhouse_settings: inBackground })

/** An index is dropped only if it exists: otherwise the engine would scan the full table. */
async function dropFormerIndexes(
  { client, placement: { local, onCluster } }: MigratedStore,
  existingIndexes: readonly string[],
): Promise<void> {
  for (const [table, indexes] of Object.entries(formerIndexes)) {
    for (const index of indexes) {
      if (!existingIndexes.includes(`${local(table)}.${index}`)) continue
      await runInBackground(client, `ALTER TABLE ${local(table)}${onCluster} DROP INDEX IF EXISTS ${index}`)
    }
  }
}

/**
 * The engine builds new indexes and columns of stored spans in the background; until then queries read these
 * without them.
 */
async function startBackgroundWork(
  { client, placement }: MigratedStore,
  {
    migration,
    existingIndexes,
  }: { readonly migration: Migration; readonly existingIndexes: readonly string[] },
): Promise<void> {
  const addedIndexes = migration.statements(placement).flatMap((statement) => {
    const [, table, index] = /ALTER TABLE (\w+).*?ADD INDEX IF NOT EXISTS (\w+)/s.exec(statement) ?? []
    return table === undefined || index === undefined ? [] : [{ table, index }]
  })
  const statements = [
    ...addedIndexes
      .filter(({ table, index }) => !existingIndexes.includes(`${table}.${index}`))
      .map(({ table, index }) => `ALTER TABLE ${table}${placement.onCluster} MATERIALIZE INDEX ${index}`),
    ...(migration.backgroundStatements?.(placement) ?? []),
  ]
  if (statements.length === 0 || !(await hasSpans(client, placement))) return
  for (const statement of statements) await runInBackground(client, statement)
}
