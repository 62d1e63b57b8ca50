// The server backend: PostgreSQL through a connection pool. PostgreSQL itself provides durability and group commit
// (synchronous_commit stays on). Several processes may write at once; row locks separate them.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Compilable, type CompiledQuery, type QueryResult } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { messageOf, AssayError } from '../../kernel/errors.ts'
import { StoreError, type RelationalStore, type RelationalTx } from '../contract/contract.ts'
import { migrate } from './migrate.ts'
import { statementName } from './prepared.ts'
import type { Capabilities, Tables } from './schema.ts'
import { checkStore, convertErrors, relationalReads, relationalTx } from './store.ts'

export const postgresCapabilities: Capabilities = {
  rowLocks: true,
  textType: 'text collate "C"',
  bytesType: 'bytea',
  longType: 'bigint',
  keyOnly: '',
  analyzeCommand: 'analyze',
  // A later durable commit also makes this one durable: the log is written in order.
  relaxedDurability: 'set local synchronous_commit to off',
  // Any number works if every Assay uses the same one.
  migrationLock: 'select pg_advisory_xact_lock(7268145)',
  valuesTable: (columns) => {
    const type = (column: readonly (string | number)[]) => (typeof column[0] === 'number' ? 'bigint' : 'text')
    const values = columns.map((column) => sql`${column}::${sql.raw(type(column))}[]`)
    return sql`(select * from unnest(${sql.join(values)}))`
  },
}

const attemptsMax = 5
const serializationFailure = '40001'
const deadlock = '40P01'

const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** A statement that was prepared before its table got a column: `select *` has another result now. */
const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

const isConflict = (error: unknown): boolean =>
  sqlState(error) === serializationFailure || sqlState(error) === deadlock

/** States of the store: failed connections, a server that stops or starts, a full disk, endless conflicts. */
const storeFailure =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|08|53|58030|40001|40P01)/
/**
 * Errors of the driver, which have no code. A lost connection also fails the rollback, and the error of the rollback
 * replaces the first one.
 */
const driverFailure = /Connection terminated|timeout exceeded|connection error and is not queryable|discarded/

function asStoreFailure(error: unknown): unknown {
  if (error instanceof AssayError || !(error instanceof Error)) return error
  if (!storeFailure.test(sqlState(error)) && !driverFailure.test(error.message)) return error
  return new AssayError('unavailable', 'PostgreSQL does not answer.', {
    cause: error,
    headers: { 'Retry-After': '2' },
  })
}

/** The suffix of the names of hot statements. A new suffix makes the server plan them again. */
class Plans {
  suffix = ''
  #renewals = 0

  renew(): void {
    this.#renewals += 1
    this.suffix = `_${this.#renewals}`
  }
}

/**
 * Hot statements have a name, so that PostgreSQL parses and plans each once per connection: a retrieve took
 * 447 instead of 742 µs of this process (2026-11-15, two shared and busy cores, one run each).
 */
function nameHotStatements(client: PoolClient, plans: Plans): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementName(text) : undefined
    if (name === undefined) return query(text, values, ...rest)
    return query({ name: `${name}${plans.suffix}`, text, values }, ...rest)
  }) as typeof client.query
}

/**
 * Compiled statements go directly to the pool, bypassing Kysely's executor: a retrieve took 247 instead of
 * 272 µs of this process (a tenth of 120 bursts of 128 requests took less, two busy cores).
 */
class PooledKysely extends Kysely<Tables> {
  readonly #pool: Pool
  readonly #plans: Plans

  constructor(pool: Pool, plans: Plans) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.#pool = pool
    this.#plans = plans
  }

  override async executeQuery<R>(query: CompiledQuery<R> | Compilable<R>): Promise<QueryResult<R>> {
    const { sql: text, parameters } = 'compile' in query ? query.compile() : query
    const runQuery = () => this.#pool.query(text, [...parameters])
    const { rows, rowCount } = await runQuery().catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      this.#plans.renew()
      return runQuery()
    })
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }
}

/** Opens a pool and migrates the schema. */
export async function openPostgres(options: {
  readonly url: string
  readonly connectionsMax: number
  /**
   * False: statements have no names, for a pooler that changes connections between transactions. Default
   * true.
   */
  readonly namesStatements?: boolean
  readonly onError: (error: Error) => void
}): Promise<RelationalStore & { readonly appliedMigrations: readonly string[] }> {
  const pool = new Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 10_000,
  })
  const plans = new Plans()
  pool.on('error', options.onError)
  // A connection that fails between two statements of a transaction reports only here; without a listener the
  // error would end the process. The next statement fails, and its error is answered.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (options.namesStatements !== false) nameHotStatements(client, plans)
  })
  const db = new PooledKysely(pool, plans)

  async function write<T>(work: (tx: RelationalTx) => Promise<T>, before?: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute(async (tx) => {
          if (before !== undefined) await sql.raw(before).execute(tx)
          return work(relationalTx(tx, postgresCapabilities))
        })
      } catch (error) {
        if (isStalePlan(error)) plans.renew()
        else if (!isConflict(error)) throw asStoreFailure(error)
        if (attempt === attemptsMax) throw asStoreFailure(error)
        // Random backoff, so that conflicting transactions do not collide again.
        await sleep(Math.random() * 20 * 2 ** attempt)
      }
    }
  }

  // The pool drops waiting callers when it ends, so it ends only after the last write.
  const activeWrites = new Set<Promise<unknown>>()
  function trackWrite<T>(writePromise: Promise<T>): Promise<T> {
    activeWrites.add(writePromise)
    const forget = (): void => void activeWrites.delete(writePromise)
    writePromise.then(forget, forget)
    return writePromise
  }

  try {
    const appliedMigrations = await db
      .transaction()
      .execute((tx) => migrate(tx, { capabilities: postgresCapabilities }))
    return {
      appliedMigrations,
      read: convertErrors(relationalReads(db, postgresCapabilities), asStoreFailure),
      write: (work) => trackWrite(write(work)),
      stage: (work) => trackWrite(write(work, postgresCapabilities.relaxedDurability)),
      check: () => checkStore({ write: (work) => trackWrite(write(work)) }),
      connections: () => ({
        limit: options.connectionsMax,
        used: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      }),
      // PostgreSQL checks its pages when it reads them. An invalid index can give wrong results.
      integrity: async () => {
        const { rows } = await sql<{ readonly name: string }>`
          select relname as name from pg_index join pg_class on pg_class.oid = indexrelid where not indisvalid`.execute(
          db,
        )
        return rows.map(({ name }) => `the index ${name} is not valid: run REINDEX`)
      },
      size: async () => {
        try {
          const { rows } = await sql<{ readonly bytes: string }>`
            select pg_database_size(current_database())::text as bytes`.execute(db)
          return { form: 'PostgreSQL', bytes: Number(rows[0]?.bytes ?? 0) }
        } catch (error) {
          throw asStoreFailure(error)
        }
      },
      close: async () => {
        await Promise.allSettled(activeWrites)
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error instanceof StoreError
      ? error
      : new StoreError(`PostgreSQL at ASSAY_DATABASE_URL cannot be used: ${messageOf(error)}`, {
          cause: error,
        })
  }
}
