// A process that migrates many relational stores at once and halts in each after a different number of statements,
// until it is killed. Its arguments are locations: the first migration halts after one statement, the second after two,
// and so on. It prints a line when all of them have halted.
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type KyselyPlugin } from 'kysely'
import { Pool } from 'pg'
import { migrate } from '../../src/storage/relational/migrate.ts'
import { postgresCapabilities } from '../../src/storage/relational/postgres.ts'
import type { Tables } from '../../src/storage/relational/schema.ts'
import { kyselyOver, sqliteCapabilities } from '../../src/storage/relational/sqlite.ts'

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

await Promise.all(process.argv.slice(2).map((location, i) => migrateUntil(location, i + 1)))
console.log('parked')
// A pending promise alone would not keep the process alive.
setInterval(() => undefined, 60_000)
