// A separate process that opens the store at its argument and closes it. Prints the names of the migrations that it
// applied as JSON.
import { openPostgres } from '../../src/storage/relational/postgres.ts'
import { openSqlite } from '../../src/storage/relational/sqlite.ts'

const location = process.argv[2] ?? ''
const store = location.startsWith('postgres:')
  ? await openPostgres({ url: location, connectionsMax: 2, onError: () => undefined })
  : await openSqlite(location)
await store.check()
await store.close()
console.log(JSON.stringify(store.appliedMigrations))
