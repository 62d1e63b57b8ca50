// Migrations as users meet them: processes that start together on a fresh database, a database of a newer program.
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms } from './support/api.ts'
import { runFile } from './support/children.ts'
import { freshDatabase, openStore, type FreshDatabase } from './support/databases.ts'

/** Runs one statement beside the store; rows of a select. */
async function execute(location: string, statement: string): Promise<readonly unknown[]> {
  if (location.startsWith('postgres:')) {
    const client = new Client({ connectionString: location })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }
  const db = new DatabaseSync(location)
  const rows = db.prepare(statement).all()
  db.close()
  return rows
}

describe.each(forms)('migrations on %s', (form) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(form)
  })
  afterAll(() => database.remove())

  test('five processes that start together all come up, and each migration is applied once', async () => {
    const ended = await Promise.all(
      Array.from({ length: 5 }, () => runFile('src/main.ts', ['migrate'], database.env)),
    )
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      ended.map(() => ({ code: 0, stderr: '' })),
    )
    expect(ended.filter(({ stdout }) => stdout.startsWith('Applied'))).toHaveLength(1)
    expect(ended.filter(({ stdout }) => stdout.startsWith('The database is up to date.'))).toHaveLength(4)
    const applied = await execute(database.location, 'select id from schema_migrations order by id')
    expect(applied).toEqual(applied.map((_, i) => ({ id: i + 1 })))
    expect(applied.length).toBeGreaterThan(0)
  })

  test('stores that open together on a fresh database all come up', async () => {
    const fresh = await freshDatabase(form)
    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(fresh.location)))
    expect(stores.filter(({ migrated }) => migrated.length > 0)).toHaveLength(1)
    for (const store of stores) await store.close()
    await fresh.remove()
  })

  test('a second run of assay migrate changes nothing and says so', async () => {
    const { code, stdout } = await runFile('src/main.ts', ['migrate'], database.env)
    expect([code, stdout]).toEqual([0, 'The database is up to date.\n'])
  })

  test('a database of a newer program is refused and left as it is', async () => {
    const statement = `insert into schema_migrations (id, name, applied_at) values (999, 'later', 'then')`
    await execute(database.location, statement)
    const { code, stdout, stderr } = await runFile('src/main.ts', ['serve'], database.env)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^assay: The database has schema 999, this program knows up to \d+\./)
    expect(stderr).toContain('start that one, or restore a backup made before the upgrade')
    const applied = await execute(database.location, 'select max(id) as newest from schema_migrations')
    expect(applied).toEqual([{ newest: 999 }])
  })
})
