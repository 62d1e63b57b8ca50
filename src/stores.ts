// Opens the stores from the settings. No other file imports a store driver.
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import type { Config } from './config.ts'
import type { PartyOf } from './kernel/parties.ts'
import { makeDataDir, sqlitePath } from './machine.ts'
import { unfinishedMove } from './move/target.ts'
import { openEmbedded, openServer, type OpenedSpanStore } from './storage/columnar/open.ts'
import {
  StoreError,
  type MigrationPlan,
  type QueryBudget,
  type RecordTables,
  type RelationalStore,
  type SpanStore,
  type TraceStorePeek,
} from './storage/contract/contract.ts'
import { openSqlite } from './storage/relational/sqlite.ts'

type OpenedRelational = RelationalStore & { readonly appliedMigrations: readonly string[] }

/** Opens the relational store and migrates it. The target of an unfinished move is refused. */
export async function openRelational(config: Config, logger: Logger): Promise<OpenedRelational> {
  const store = await openMigrated(config, logger)
  if (((await store.read.storeSetting(unfinishedMove)) ?? '') === '') return store
  await store.close()
  throw new StoreError(
    'This database is the target of an unfinished move. Run assay move again with the settings of its source.',
  )
}

async function openMigrated(config: Config, logger: Logger): Promise<OpenedRelational> {
  if (config.databaseUrl !== undefined) {
    const { openPostgres } = await import('./storage/relational/postgres.ts')
    return openPostgres({
      url: config.databaseUrl,
      connectionsMax: config.databaseConnectionsMax,
      namesStatements: config.databasePreparedStatements,
      onError: (error) => logger.error({ err: error }, 'an idle PostgreSQL connection failed'),
    })
  }
  makeDataDir(config)
  return openSqlite(sqlitePath(config))
}

/** All tables of a store. Does not migrate the store; its schema may be of another version. */
export async function openTables(config: Config, use: 'source' | 'target'): Promise<RecordTables> {
  if (config.databaseUrl !== undefined) {
    const { openPostgresTables } = await import('./storage/relational/moving/postgres-tables.ts')
    return openPostgresTables(config.databaseUrl)
  }
  const { openSqliteTables } = await import('./storage/relational/moving/sqlite-tables.ts')
  const path = sqlitePath(config)
  if (use === 'source' && !existsSync(path)) {
    throw new StoreError(
      `There is no database ${path}. Set ASSAY_DATA_DIR to the data directory of the server that moves.`,
    )
  }
  makeDataDir(config)
  return openSqliteTables(path, { asSource: use === 'source' })
}

/** Brings the schema of a target up to this program. */
export async function migrateTables(config: Config): Promise<void> {
  await (await openMigrated(config, pino({ level: 'silent' }))).close()
}

/** Reads whether a trace store is empty, and its ids, before anything is created in it. */
export async function peekColumnar(config: Config): Promise<TraceStorePeek> {
  if (config.clickhouseUrl !== undefined) {
    const { peekServer } = await import('./storage/columnar/transfer.ts')
    return peekServer(config.clickhouseUrl)
  }
  const path = columnarPath(config)
  return { isEmpty: !existsSync(path) || readdirSync(path).length === 0, ids: [] }
}

/** Copies a consistent snapshot of the SQLite database while other processes write to it. Blocks this thread. */
export async function copyRelational(config: Config, to: string): Promise<void> {
  const { copySqlite } = await import('./storage/relational/sqlite-copy.ts')
  copySqlite(sqlitePath(config), to)
}

const queryBudget = (config: Config, partyOf: PartyOf | undefined): QueryBudget => ({
  partyOf,
  secondsMax: config.querySecondsMax,
  memoryBytesMax: config.queryMemoryBytesMax,
  resultBytesMax: config.queryResultBytesMax,
})

interface SpanOptions {
  readonly partyOf?: PartyOf | undefined
  /** Applies all migrations, not only new ones. */
  readonly migratesAgain?: boolean
}

const openSpans = async (
  config: Config,
  { partyOf, migratesAgain = false }: SpanOptions = {},
): Promise<OpenedSpanStore> => {
  const { clickhouseUrl, clickhouseCluster: name, clickhouseInsertQuorum: insertQuorum } = config
  if (clickhouseUrl !== undefined) {
    const cluster = name === undefined ? undefined : { name, insertQuorum }
    const migration = { shouldRepeat: migratesAgain }
    return openServer(clickhouseUrl, { cluster, migration }, queryBudget(config, partyOf))
  }
  makeDataDir(config)
  return openEmbedded(columnarPath(config), queryBudget(config, partyOf))
}

const columnarPath = (config: Config): string => join(config.dataDir, 'columnar')

/** The name under which the relational store records the id of its trace store. */
const traceStoreName = 'trace_store.id'

const otherTraceStore = (config: Config): StoreError =>
  new StoreError(
    `The traces of this database are in another trace store than ${
      config.clickhouseUrl === undefined ? columnarPath(config) : 'the one at ASSAY_CLICKHOUSE_URL'
    }. Two trace stores on one database would each hold a part of the traces. ` +
      'Start one process with its former trace store, or give every process the same ASSAY_CLICKHOUSE_URL. ' +
      "If the other trace store is lost, run 'assay trace-store adopt' with these settings: " +
      'traces that are only in the other one are not visible.',
  )

/**
 * Opens the trace store and compares its id with the id that the relational store recorded on their first
 * start together. Another trace store is refused: processes with different trace stores on one database would
 * split the traces. Without a relational store there is no comparison; this is only for inspecting the trace
 * store.
 */
export async function openColumnar(
  config: Config,
  store?: RelationalStore,
  partyOf?: PartyOf,
): Promise<SpanStore> {
  const spans = await openSpans(config, { partyOf })
  if (store === undefined) return spans
  try {
    const ids = await spans.identify(randomUUID())
    const [id = ''] = ids
    const storedId = await store.write((tx) => tx.initStoreSetting(traceStoreName, id))
    if (!ids.includes(storedId)) throw otherTraceStore(config)
    return spans
  } catch (error) {
    await spans.close()
    throw error
  }
}

/**
 * Migrates the trace store and returns the names of the applied migrations. `shouldRepeat` applies all of them:
 * machines that were added to a cluster get the tables.
 */
export async function migrateColumnar(
  config: Config,
  { shouldRepeat }: { readonly shouldRepeat: boolean },
): Promise<readonly string[]> {
  const spans = await openSpans(config, { migratesAgain: shouldRepeat })
  await spans.close()
  return spans.appliedMigrations
}

/** The pending migrations of the relational store, which is not changed. */
export async function planRelational(config: Config): Promise<MigrationPlan> {
  const { planPostgres, planSqlite } = await import('./storage/relational/migration-plan.ts')
  return config.databaseUrl === undefined ? planSqlite(sqlitePath(config)) : planPostgres(config.databaseUrl)
}

/** The pending migrations of the trace store, which is not changed. */
export async function planColumnar(config: Config): Promise<MigrationPlan> {
  const { planEmbedded, planServer } = await import('./storage/columnar/migration-plan.ts')
  return config.clickhouseUrl === undefined
    ? planEmbedded(columnarPath(config))
    : planServer(config.clickhouseUrl, config.clickhouseCluster)
}

/** Records the trace store of these settings as the store of the database. Returns false if it already was. */
export async function adoptColumnar(config: Config, store: RelationalStore): Promise<boolean> {
  const spans = await openSpans(config)
  try {
    const ids = await spans.identify(randomUUID())
    const [id = ''] = ids
    const storedId = await store.read.storeSetting(traceStoreName)
    if (storedId !== undefined && ids.includes(storedId)) return false
    await store.write((tx) => tx.setStoreSetting(traceStoreName, id))
    return true
  } finally {
    await spans.close()
  }
}
