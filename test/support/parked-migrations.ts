// A process that migrates many relational stores at once and stops in each after a different number of statements, until it
// is killed. Arguments: locations; the first stops after one statement, the second after two, and so on. Prints a line
// when all of them have stopped.
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, type KyselyPlugin } from 'kysely'
import { Pool } from 'pg'
import { migrate } from '../../src/storage/relational/migrate.ts'
import { postgresCapabilities } from '../../src/storage/relational/postgres.ts'
import type { Tables } from '../../src/storage/relational/schema.ts'
import { kyselyOver, sqliteCapabilities } from '../../src/storage/relational/sqlite.ts'

/** Never continues after this many statements. */
const parkAfter = (statements: number, onParked: () => void): KyselyPlugin => {
  let done = 0
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      done += 1
      if (done < statements) return result
      onParked()
      return new Promise(() => undefined)
    },
  }
}

/** Resolves when the migration has stopped; rejects if it has fewer statements. */
function parkedUntil(location: string, statements: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const plugin = parkAfter(statements, resolve)
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

await Promise.all(process.argv.slice(2).map((location, i) => parkedUntil(location, i + 1)))
console.log('parked')
// A pending promise alone would not keep the process alive.
setInterval(() => undefined, 60_000)
