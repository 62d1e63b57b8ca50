// The embedded backend: SQLite in this process, WAL with synchronous FULL, one connection for reads and one
// for writes.
//
// Group commit: transactions that wait while another group is being synced run together in the next group,
// each in its own savepoint, and share its one sync. A failing one is rolled back alone.
import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Kysely, SqliteDialect, sql, type Compilable, type CompiledQuery, type QueryResult } from 'kysely'
import { messageOf, AssayError } from '../../kernel/errors.ts'
import type { SlotUsage } from '../../kernel/fair-semaphore.ts'
import { StoreError, type RelationalStore, type RelationalTx } from '../contract/contract.ts'
import { makeShrinkable, enableShrinking, startShrinker } from './shrinker.ts'
import { migrate } from './migrate.ts'
import type { Capabilities, Tables } from './schema.ts'
import { checkStore, convertErrors, relationalReads, relationalTx } from './store.ts'

export const sqliteCapabilities: Capabilities = {
  rowLocks: false,
  textType: 'text',
  bytesType: 'blob',
  longType: 'integer',
  keyOnly: 'without rowid',
  analyzeCommand: undefined,
  relaxedDurability: undefined,
  migrationLock: undefined,
  valuesTable: (columns) => {
    const rows = (columns[0] ?? []).map((_, row) => columns.map((column) => column[row]))
    const values = columns.map((_, i) => sql.raw(`json_extract(value, '$[${i}]')`))
    return sql`(select ${sql.join(values)} from json_each(${JSON.stringify(rows)}))`
  },
}

/** The most transactions that share a sync: limits how long the first of a group waits. */
const groupSizeMax = 64
/** How long a write waits for the write of another process. */
const writerWaitMsMax = 30_000

const sqliteBusy = 5

/** Messages by error number. A full or failing disk is a state of the store, not a defect of the program. */
const storeFailures: ReadonlyMap<number, string> = new Map([
  [sqliteBusy, 'Another process holds the database; try again.'],
  [8, 'The database cannot be written.'],
  [10, 'The disk of the database fails.'],
  [13, 'The disk of the database is full.'],
  [14, 'The database cannot be opened.'],
])

const errorNumber = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

interface Row {
  [column: string]: unknown
}

/**
 * Builds row objects from the values of a statement. The binding of SQLite builds hash tables and interns the
 * names each time: reading a revision with them took 13.5 µs and 4.2 kB, with these 7.9 µs and 3.1 kB.
 */
function rowMaker(statement: StatementSync): (values: readonly unknown[]) => Row {
  const columns = (): readonly string[] => statement.columns().map(({ name }) => name)
  const rowOfNulls = (): Row => Object.fromEntries(names.map((name) => [name, null]))
  let names = columns()
  let blankRow = rowOfNulls()
  return (values) => {
    if (values.length !== names.length) {
      // Another process has changed the tables since.
      names = columns()
      blankRow = rowOfNulls()
    }
    const row = { ...blankRow }
    let i = 0
    // own: columns of our own tables.
    for (const name of names) row[name] = values[i++]
    return row
  }
}

/**
 * Adapts node:sqlite to the database interface of Kysely's SQLite dialect, and caches prepared statements.
 */
function asKyselyDatabase(db: DatabaseSync) {
  const prepare = (text: string) => {
    const statement = db.prepare(text)
    statement.setReturnArrays(true)
    const row = rowMaker(statement)
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) =>
        (statement.all(...(parameters as SQLInputValue[])) as unknown as readonly unknown[][]).map(row),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters: readonly unknown[]) =>
        (statement.iterate(...(parameters as SQLInputValue[])) as unknown as IteratorObject<unknown[]>).map(
          row,
        ),
    }
  }
  const statements = new Map<string, ReturnType<typeof prepare>>()
  return {
    close: () => db.close(),
    prepare: (text: string) => {
      let statement = statements.get(text)
      if (statement === undefined) {
        // Lists of ids create texts of many lengths; the limit keeps the map from growing with them.
        if (statements.size > 500) statements.clear()
        statement = prepare(text)
        statements.set(text, statement)
      }
      return statement
    },
  }
}

function openConnection(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec('pragma busy_timeout = 0')
  return db
}

/**
 * Compiled statements run directly, bypassing Kysely's executor, which acquires and releases the only
 * connection. With callback hooks this took a retrieve from 270 to 222 µs of CPU (smallest of 30 bursts of
 * 500 requests, two shared cores).
 */
class SqliteKysely extends Kysely<Tables> {
  readonly #database: ReturnType<typeof asKyselyDatabase>

  constructor(database: ReturnType<typeof asKyselyDatabase>) {
    super({ dialect: new SqliteDialect({ database }) })
    this.#database = database
  }

  override async executeQuery<R>(query: CompiledQuery<R> | Compilable<R>): Promise<QueryResult<R>> {
    const { sql, parameters } = 'compile' in query ? query.compile() : query
    const statement = this.#database.prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }
}

export const kyselyOver = (db: DatabaseSync): Kysely<Tables> => new SqliteKysely(asKyselyDatabase(db))

/** Runs `statement`; waits without blocking the process while another process holds the lock. */
async function retryWhileBusy<T>(statement: () => T): Promise<T> {
  const deadline = performance.now() + writerWaitMsMax
  for (let attempt = 0; ; attempt++) {
    try {
      return statement()
    } catch (error) {
      if (errorNumber(error) !== sqliteBusy) throw error
      if (performance.now() > deadline) {
        throw asStoreFailure(error)
      }
      await sleep(Math.random() * Math.min(2 + attempt, 20))
    }
  }
}

/** Runs optional work: it may fail on a full disk or because another process is busy. */
function runIfPossible(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!storeFailures.has(errorNumber(error))) throw error
  }
}

function asStoreFailure(error: unknown): unknown {
  const message = storeFailures.get(errorNumber(error))
  if (message === undefined) return error
  return new AssayError('unavailable', message, { cause: error, headers: { 'Retry-After': '5' } })
}

interface Job {
  /** Need not be durable by itself: the next full commit syncs the log from its start, including this. */
  readonly isRelaxed: boolean
  readonly run: () => Promise<() => void>
  readonly reject: (reason: unknown) => void
}

/** A job that has run in the open transaction and waits for its commit. */
interface FinishedJob {
  readonly job: Job
  readonly acknowledge: () => void
}

class Writer {
  readonly #db: DatabaseSync
  readonly #tx: RelationalTx
  readonly #queuedJobs: Job[] = []
  #currentBatch: Promise<void> | undefined
  #isRelaxed = false

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#tx = relationalTx(kyselyOver(db), sqliteCapabilities)
  }

  write<T>(work: (tx: RelationalTx) => Promise<T>, isRelaxed = false): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#queuedJobs.push({
      isRelaxed,
      run: async () => {
        const value = await work(this.#tx)
        return () => resolve(value)
      },
      reject,
    })
    this.#currentBatch ??= this.#drain()
    return promise
  }

  /** One transaction group runs at a time; the others wait. */
  usage(): SlotUsage {
    return { limit: 1, used: this.#currentBatch === undefined ? 0 : 1, waiting: this.#queuedJobs.length }
  }

  async waitUntilIdle(): Promise<void> {
    while (this.#currentBatch !== undefined) await this.#currentBatch
  }

  async #drain(): Promise<void> {
    // All requests of the current event-loop iteration join the first group.
    await nextTurn()
    while (this.#queuedJobs.length > 0) await this.#commitGroup()
    this.#currentBatch = undefined
  }

  /** A group of relaxed transactions is not synced. The setting can change only between transactions. */
  #setRelaxed(isRelaxed: boolean): void {
    if (isRelaxed === this.#isRelaxed) return
    this.#db.exec(`pragma synchronous = ${isRelaxed ? 'normal' : 'full'}`)
    this.#isRelaxed = isRelaxed
  }

  async #commitGroup(): Promise<void> {
    try {
      this.#setRelaxed(this.#queuedJobs.slice(0, groupSizeMax).every((job) => job.isRelaxed))
      await retryWhileBusy(() => this.#db.exec('begin immediate'))
    } catch (error) {
      for (const job of this.#queuedJobs.splice(0)) job.reject(asStoreFailure(error))
      return
    }
    const finishedJobs: FinishedJob[] = []
    try {
      for (let place = 0; place < groupSizeMax; place++) {
        // A durable transaction waits for a group that is synced.
        if (this.#isRelaxed && this.#queuedJobs[0]?.isRelaxed !== true) break
        const job = this.#queuedJobs.shift()
        if (job === undefined) break
        await this.#runInSavepoint(job, finishedJobs)
      }
      this.#db.exec('commit')
    } catch (error) {
      this.#abandon(finishedJobs, error)
      return
    }
    for (const { acknowledge } of finishedJobs) acknowledge()
  }

  /** Throws only when the transaction of the group is lost. A failing job alone is rolled back. */
  async #runInSavepoint(job: Job, finishedJobs: FinishedJob[]): Promise<void> {
    try {
      this.#db.exec('savepoint job')
      const acknowledge = await job.run()
      this.#db.exec('release job')
      finishedJobs.push({ job, acknowledge })
    } catch (error) {
      job.reject(asStoreFailure(error))
      // Some failures, such as a full disk, end the transaction: earlier work in it is lost, and later work
      // would run outside of any transaction.
      if (!this.#db.isTransaction) throw error
      this.#db.exec('rollback to job; release job')
    }
  }

  /** Nothing of the group was written: its jobs are rejected, and the waiting ones start a new group. */
  #abandon(finishedJobs: readonly FinishedJob[], error: unknown): void {
    for (const { job } of finishedJobs) job.reject(asStoreFailure(error))
    try {
      if (this.#db.isTransaction) this.#db.exec('rollback')
    } catch {
      // SQLite had already rolled back.
    }
  }
}

async function configureWriter(db: DatabaseSync): Promise<void> {
  await retryWhileBusy(() => enableShrinking(db))
  await retryWhileBusy(() => db.exec('pragma journal_mode = wal'))
  db.exec('pragma synchronous = full; pragma foreign_keys = on')
  // 32 MB of log between checkpoints, and 8 MB of cache: rows are append-only, and the index of testcase
  // ids is filled in order. Caches count as memory of the process during an import.
  db.exec('pragma wal_autocheckpoint = 8192; pragma cache_size = -8192')
  runIfPossible(() => makeShrinkable(db))
}

function configureReader(db: DatabaseSync): void {
  // Readers wait only for a process that opens or closes the log at this very moment.
  db.exec('pragma busy_timeout = 2000; pragma query_only = on')
  // Not memory-mapped: the map would count as memory of the process, 45 MB during an import, and was no
  // faster.
  db.exec('pragma cache_size = -32768')
}

function integrityProblems(db: DatabaseSync): readonly string[] {
  const texts = db
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row['integrity_check']))
  const orphans = db.prepare('pragma foreign_key_check').all()
  return [
    ...texts.filter((text) => text !== 'ok'),
    ...orphans.map(
      (row) =>
        `${String(row['table'])}: row ${String(row['rowid'])} names no row of ${String(row['parent'])}`,
    ),
  ]
}

/** The bytes of the database file and its log. */
function bytesOnDisk(db: DatabaseSync, path: string): number {
  const { bytes } = db
    .prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
    .get() as { readonly bytes: number }
  return bytes + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0)
}

/** Opens (and creates) the database file and migrates its schema. */
export async function openSqlite(
  path: string,
  { shrinkEveryMs = 5_000 }: { readonly shrinkEveryMs?: number } = {},
): Promise<RelationalStore & { readonly appliedMigrations: readonly string[] }> {
  const connections: DatabaseSync[] = []
  const connect = (): DatabaseSync => {
    const db = openConnection(path)
    connections.push(db)
    return db
  }
  try {
    const writerDb = connect()
    await configureWriter(writerDb)
    const appliedMigrations = await migrateAlone(writerDb)
    const readerDb = connect()
    configureReader(readerDb)
    const writer = new Writer(writerDb)
    const shrinker = startShrinker({
      reader: readerDb,
      writer: writerDb,
      write: (work) => writer.write(work, true),
      everyMs: shrinkEveryMs,
    })
    return {
      appliedMigrations,
      read: convertErrors(relationalReads(kyselyOver(readerDb), sqliteCapabilities), asStoreFailure),
      write: (work) => writer.write(work),
      stage: (work) => writer.write(work, true),
      check: async () => {
        // Reads the file: a constant would be answered without it.
        readerDb.prepare('select max(id) from schema_migrations').get()
        await checkStore({ write: (work) => writer.write(work) })
      },
      connections: () => writer.usage(),
      integrity: async () => integrityProblems(readerDb),
      size: async () => ({ form: 'SQLite', bytes: bytesOnDisk(readerDb, path) }),
      close: async () => {
        await shrinker.stop()
        await writer.waitUntilIdle()
        for (const db of connections.toReversed()) db.close()
      },
    }
  } catch (error) {
    for (const db of connections) db.close()
    throw error instanceof StoreError
      ? error
      : new StoreError(`The database ${path} cannot be used: ${messageOf(error)}`, { cause: error })
  }
}

async function migrateAlone(db: DatabaseSync): Promise<readonly string[]> {
  await retryWhileBusy(() => db.exec('begin immediate'))
  try {
    const appliedMigrations = await migrate(kyselyOver(db), { capabilities: sqliteCapabilities })
    db.exec('commit')
    return appliedMigrations
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}
