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

  test('six processes that start together all come up, and each migration is applied once', async () => {
    const ended = await Promise.all(
      Array.from({ length: 6 }, () => runFile('test/support/opener.ts', [database.location])),
    )
    expect(ended.map(({ stderr }) => stderr)).toEqual(ended.map(() => ''))
    const names = ended.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
    const applied = await execute(database.location, 'select id, name from schema_migrations order by id')
    expect(applied).toEqual(names.map((name, i) => ({ id: i + 1, name })))
    expect(names.length).toBeGreaterThan(0)
  })

  test('stores that open together on a fresh database all come up', async () => {
    const fresh = await freshDatabase(form)
    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(fresh.location)))
    expect(stores.filter(({ migrated }) => migrated.length > 0)).toHaveLength(1)
    for (const store of stores) await store.close()
    await fresh.remove()
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

test('assay migrate makes a database and names what it applied; a second run applies nothing', async () => {
  const database = await freshDatabase('sqlite')
  const first = await runFile('src/main.ts', ['migrate'], database.env)
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toMatch(/^Applied \d+ migration\(s\):\n {2}projects, keys/)
  const second = await runFile('src/main.ts', ['migrate'], database.env)
  expect([second.code, second.stdout]).toEqual([0, 'The database is up to date.\n'])
  await database.remove()
})
