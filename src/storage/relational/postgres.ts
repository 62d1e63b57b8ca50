// The server form: PostgreSQL through a pool. Durability and the sharing of syncs are PostgreSQL's own
// (synchronous_commit stays on); several processes may write at once, held apart by row locks.
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { AssayError } from '../../errors.ts'
import { StoreError, type RelationalStore, type RelationalTx } from '../contract.ts'
import { migrate } from './migrations.ts'
import type { Capabilities, Tables } from './schema.ts'
import { relationalReads, relationalTx } from './store.ts'

const capabilities: Capabilities = {
  rowLocks: true,
  textType: 'text collate "C"',
  bytesType: 'bytea',
  // A later commit with full durability also makes this one durable: the log is written in order.
  relaxedDurability: 'set local synchronous_commit to off',
  // Any number does, as long as every Assay takes the same one.
  migrationLock: 'select pg_advisory_xact_lock(7268145)',
}

const attemptsMax = 5
const serializationFailure = '40001'
const deadlock = '40P01'

const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Connection failures, a server that shuts down or starts, a full disk: states of the store. */
const storeFailure = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|57P0|08|53)/

function asStoreFailure(error: unknown): unknown {
  if (error instanceof AssayError || !(error instanceof Error)) return error
  if (!storeFailure.test(sqlState(error)) && !/Connection terminated|timeout exceeded/.test(error.message)) {
    return error
  }
  return new AssayError('unavailable', 'PostgreSQL does not answer.', {
    cause: error,
    headers: { 'Retry-After': '2' },
  })
}

/** Every failing read names the store when it is the store that fails. */
function namingFailures<T extends object>(statements: T): T {
  const guarded = Object.entries(statements).map(([name, statement]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await (statement as (...args: unknown[]) => Promise<unknown>)(...args)
      } catch (error) {
        throw asStoreFailure(error)
      }
    },
  ])
  return Object.fromEntries(guarded) as T
}

/** Opens a pool and brings the schema up to this program. */
export async function openPostgres(options: {
  readonly url: string
  readonly connectionsMax: number
  readonly onError: (error: Error) => void
}): Promise<RelationalStore & { readonly migrated: readonly string[] }> {
  const pool = new Pool({
    connectionString: options.url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', options.onError)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  async function write<T>(work: (tx: RelationalTx) => Promise<T>, before?: string): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute(async (tx) => {
          if (before !== undefined) await sql.raw(before).execute(tx)
          return work(relationalTx(tx, capabilities))
        })
      } catch (error) {
        const retry = sqlState(error) === serializationFailure || sqlState(error) === deadlock
        if (!retry || attempt === attemptsMax) throw asStoreFailure(error)
      }
    }
  }

  try {
    const migrated = await db.transaction().execute((tx) => migrate(tx, capabilities))
    return {
      migrated,
      read: namingFailures(relationalReads(db)),
      write: (work) => write(work),
      stage: (work) => write(work, capabilities.relaxedDurability),
      ping: async () => {
        await sql`select 1`.execute(db)
      },
      close: () => db.destroy(),
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
