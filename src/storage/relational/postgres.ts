// The server form: PostgreSQL through a pool. Durability and the sharing of syncs are PostgreSQL's own
// (synchronous_commit stays on); several processes may write at once, held apart by row locks.
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Compilable, type CompiledQuery, type QueryResult } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { AssayError } from '../../kernel/errors.ts'
import { StoreError, type RelationalStore, type RelationalTx } from '../contract/contract.ts'
import { migrate } from './migrations.ts'
import { statementName } from './prepared.ts'
import type { Capabilities, Tables } from './schema.ts'
import { checkStore, namingFailures, relationalReads, relationalTx } from './store.ts'

export const postgresCapabilities: Capabilities = {
  rowLocks: true,
  textType: 'text collate "C"',
  bytesType: 'bytea',
  longType: 'bigint',
  keyOnly: '',
  survey: 'analyze',
  // A later commit with full durability also makes this one durable: the log is written in order.
  relaxedDurability: 'set local synchronous_commit to off',
  // Any number does, as long as every Assay takes the same one.
  migrationLock: 'select pg_advisory_xact_lock(7268145)',
  given: (columns) => {
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

const isConflict = (error: unknown): boolean =>
  sqlState(error) === serializationFailure || sqlState(error) === deadlock

/** Connection failures, a server that shuts down or starts, a full disk, conflicts without end: states of the store. */
const storeFailure =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|57P0|08|53|58030|40001|40P01)/
/** The driver gives these no code. A lost connection also fails the rollback, whose error then stands for the first. */
const driverFailure = /Connection terminated|timeout exceeded|connection error and is not queryable|discarded/

function asStoreFailure(error: unknown): unknown {
  if (error instanceof AssayError || !(error instanceof Error)) return error
  if (!storeFailure.test(sqlState(error)) && !driverFailure.test(error.message)) return error
  return new AssayError('unavailable', 'PostgreSQL does not answer.', {
    cause: error,
    headers: { 'Retry-After': '2' },
  })
}

/**
 * Hot statements are sent under a name, so that PostgreSQL parses and plans each once per connection: a retrieve took
 * 447 instead of 742 µs of this process (2026-11-15, two shared and busy cores, one run each).
 */
function keepHotStatements(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementName(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }) as typeof client.query
}

/**
 * Statements that are compiled already go to the pool at once, without the way through Kysely's executor: a retrieve
 * took 247 instead of 272 µs of this process (a tenth of 120 bursts of 128 requests took less, two busy cores).
 */
class PooledKysely extends Kysely<Tables> {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.#pool = pool
  }

  override async executeQuery<R>(query: CompiledQuery<R> | Compilable<R>): Promise<QueryResult<R>> {
    const { sql: text, parameters } = 'compile' in query ? query.compile() : query
    const { rows, rowCount } = await this.#pool.query(text, [...parameters])
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }
}

/** Opens a pool and brings the schema up to this program. */
export async function openPostgres(options: {
  readonly url: string
  readonly connectionsMax: number
  /** False: no statement is named, for a pooler that gives each transaction another connection. Default true. */
  readonly namesStatements?: boolean
  readonly onError: (error: Error) => void
}): Promise<RelationalStore & { readonly migrated: readonly string[] }> {
  const pool = new Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', options.onError)
  // A connection that fails while a transaction holds it, between two statements, reports to nobody else; without a
  // listener that would end the process. The next statement fails, and is answered.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (options.namesStatements !== false) keepHotStatements(client)
  })
  const db = new PooledKysely(pool)

  async function write<T>(work: (tx: RelationalTx) => Promise<T>, before?: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute(async (tx) => {
          if (before !== undefined) await sql.raw(before).execute(tx)
          return work(relationalTx(tx, postgresCapabilities))
        })
      } catch (error) {
        if (!isConflict(error) || attempt === attemptsMax) throw asStoreFailure(error)
        // Apart from each other, so that those who collided do not collide again.
        await sleep(Math.random() * 20 * 2 ** attempt)
      }
    }
  }

  // The pool forgets who waits for a connection when it ends: it may end only after the last write has.
  const accepted = new Set<Promise<unknown>>()
  function accept<T>(written: Promise<T>): Promise<T> {
    accepted.add(written)
    const forget = (): void => void accepted.delete(written)
    written.then(forget, forget)
    return written
  }

  try {
    const migrated = await db.transaction().execute((tx) => migrate(tx, postgresCapabilities))
    return {
      migrated,
      read: namingFailures(relationalReads(db, postgresCapabilities), asStoreFailure),
      write: (work) => accept(write(work)),
      stage: (work) => accept(write(work, postgresCapabilities.relaxedDurability)),
      check: () => checkStore({ write: (work) => accept(write(work)) }),
      connections: () => ({
        limit: options.connectionsMax,
        used: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      }),
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
        await Promise.allSettled(accepted)
        await db.destroy()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error instanceof StoreError
      ? error
      : new StoreError(`PostgreSQL at ASSAY_DATABASE_URL cannot be used: ${(error as Error).message}`, {
          cause: error,
        })
  }
}
