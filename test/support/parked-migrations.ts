// A process that migrates relational stores at once and halts in each after a number of statements, until it is killed.
// Its argument is a JSON list of stores. It prints a line when all of them have halted.
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type KyselyPlugin } from 'kysely'
import { Pool } from 'pg'
import { migrate } from '../../src/storage/relational/migrate.ts'
import { postgresCapabilities } from '../../src/storage/relational/postgres.ts'
import type { Tables } from '../../src/storage/relational/schema.ts'
import { kyselyOver, sqliteCapabilities } from '../../src/storage/relational/sqlite.ts'

export interface ParkedStore {
  readonly location: string
  /** The migration halts after this many statements. */
  readonly statements: number
}

/** Halts for ever after this many statements. */
const haltAfter = (statements: number, onHalt: () => void): KyselyPlugin => {
  let statementCount = 0
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statementCount += 1
      if (statementCount < statements) return result
      onHalt()
      return new Promise(() => undefined)
    },
  }
}

/** Resolves when the migration has halted. Rejects if it has fewer statements. */
function migrateUntil(location: string, statements: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const plugin = haltAfter(statements, resolve)
    const failAtEnd = (work: Promise<unknown>): unknown =>
      work.then(() => reject(new Error(`${location} has fewer than ${statements} statements`)), reject)
    if (location.startsWith('postgres:')) {
      const db = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: new Pool({ connectionString: location, max: 1 }) }),
      })
      failAtEnd(
        db
          .transaction()
          .execute((tx) => migrate(tx.withPlugin(plugin), { capabilities: postgresCapabilities })),
      )
    } else {
      const db = new DatabaseSync(location)
      db.exec('pragma journal_mode = wal; begin immediate')
      failAtEnd(migrate(kyselyOver(db).withPlugin(plugin), { capabilities: sqliteCapabilities }))
    }
  })
}

const stores = JSON.parse(process.argv[2] ?? '[]') as readonly ParkedStore[]
await Promise.all(stores.map(({ location, statements }) => migrateUntil(location, statements)))
console.log('parked')
// A pending promise alone would not keep the process alive.
setInterval(() => undefined, 60_000)
