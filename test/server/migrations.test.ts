// Migrations of processes that start together on a fresh database, of databases of newer programs, and by the command.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../support/api.ts'
import { runFile, serverProgram, type ProcessResult } from '../support/children.ts'
import { loadEngine } from '../../src/storage/columnar/engine.ts'
import { openEmbedded } from '../../src/storage/columnar/open.ts'
import { postgresCapabilities } from '../../src/storage/relational/postgres.ts'
import { schemaBefore } from '../../src/storage/relational/migrations.ts'
import { sqliteCapabilities } from '../../src/storage/relational/sqlite.ts'
import { freshDatabase, openStore, type FreshDatabase } from '../support/databases.ts'
import { amount, inDeep } from '../support/tier.ts'

/** Runs one statement outside of the store and returns its rows. */
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

const processes = amount(3, 6)

describe.each(bothBackends)('migrations on %s', (backend) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(backend)
  })
  afterAll(() => database.remove())

  test('processes that start together become ready, and each migration is applied once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: processes }, () => runFile('test/support/opener.ts', [database.location])),
    )
    expect(outcomes.map(({ stderr }) => stderr)).toEqual(outcomes.map(() => ''))
    const names = outcomes.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
    const appliedMigrations = await execute(
      database.location,
      'select id, name from schema_migrations order by id',
    )
    expect(appliedMigrations).toEqual(names.map((name, i) => ({ id: i + 1, name })))
    expect(names.length).toBeGreaterThan(0)
  })

  test('stores that open together on a fresh database all open', async () => {
    const freshStore = await freshDatabase(backend)
    const stores = await Promise.all(Array.from({ length: 6 }, () => openStore(freshStore.location)))
    expect(stores.filter(({ appliedMigrations }) => appliedMigrations.length > 0)).toHaveLength(1)
    for (const store of stores) await store.close()
    await freshStore.remove()
  })

  test('a database of a newer program is refused and stays unchanged', async () => {
    const statement = `insert into schema_migrations (id, name, applied_at) values (999, 'later', 'then')`
    await execute(database.location, statement)
    const { code, stdout, stderr } = await runFile(serverProgram, ['serve'], database.env)
    const lines = stdout.split('\n').filter((line) => line !== '')
    // The test created the database, so other users had access to it.
    expect(lines.filter((line) => !line.includes('removed access of other users'))).toEqual([])
    expect(code).toBe(2)
    expect(stderr).toMatch(/^assay: The database has schema 999, this program knows up to \d+\./)
    expect(stderr).toContain('start that one, or restore a backup made before the upgrade')
    const newestMigration = await execute(
      database.location,
      'select max(id) as newest from schema_migrations',
    )
    expect(newestMigration).toEqual([{ newest: 999 }])
  })
})

describe.each(bothBackends)('testcases of an older program on %s', (backend) => {
  /** The former schema and three writes: the second changes metadata of the first, the third is not committed. */
  const oldStatements = [
    ...schemaBefore(
      'testcases by number, the index of their ids apart',
      backend === 'sqlite' ? sqliteCapabilities : postgresCapabilities,
    ),
    `insert into testcase_writes (no, project_id, testset_id, created_at, created_by_id, committed) values
      (1, 'p', 't', '2026-01-01', 'k', 1), (300, 'p', 't', '2026-01-02', 'k', 1), (301, 'p', 't', '2026-01-03', 'k', 0)`,
    `insert into testcases (id, write_no, data, flags, tags, meta) values
      ('ffff0000-0000-5000-8000-000000000001', 1, '{"n":1}', null, '{"t":1}', null),
      ('0000ffff-0000-5000-8000-000000000002', 1, '{"n":2}', null, null, null),
      ('ffff0000-0000-5000-8000-000000000001', 300, null, null, '{"t":2}', null),
      ('0000ffff-0000-5000-8000-000000000003', 301, '{"n":3}', null, null, null)`,
  ]

  test('are still found after the migration, and new ones can be written', async () => {
    const database = await freshDatabase(backend)
    for (const statement of oldStatements) await execute(database.location, statement)
    const store = await openStore(database.location)
    expect(store.appliedMigrations[0]).toBe('testcases by number, the index of their ids apart')
    const history = await store.read.testcaseHistory('p', 't', {
      order: 'ascending',
      offset: 0,
      limit: undefined,
    })
    expect(history.map(({ dataText, tags }) => [dataText, tags])).toEqual([
      ['{"n":2}', undefined],
      ['{"n":1}', { t: 2 }],
    ])
    expect(await store.read.testcases('p', ['0000ffff-0000-5000-8000-000000000003'])).toEqual([])
    const isDropped = await store.stage((tx) => tx.dropTestcaseWrite(301, 10))
    const nextWriteNo = await store.stage((tx) =>
      tx.openTestcaseWrite('p', { testsetId: 't', at: '2026-01-04', by: 'k' }),
    )
    expect([isDropped, nextWriteNo]).toEqual([true, 301])
    expect(await execute(database.location, 'select id_start from testcase_index order by no')).toEqual([
      { id_start: '0000ffff' },
      { id_start: 'ffff0000' },
      { id_start: 'ffff0000' },
    ])
    await store.close()
    await database.remove()
  })
})

const migrate = (database: FreshDatabase, ...flags: readonly string[]): Promise<ProcessResult> =>
  runFile(serverProgram, ['migrate', ...flags], database.env)

test('assay migrate names the migrations that it applied to both stores; a second run applies none', async () => {
  const database = await freshDatabase('sqlite')
  const firstRun = await migrate(database)
  expect([firstRun.code, firstRun.stderr]).toEqual([0, ''])
  expect(firstRun.stdout).toMatch(/^Applied \d+ migration\(s\) to the database:\n {2}projects, keys/)
  expect(firstRun.stdout).toMatch(
    /^Applied \d+ migration\(s\) to the trace store:\n {2}spans and their facts/m,
  )
  const secondRun = await migrate(database)
  expect([secondRun.code, secondRun.stdout]).toEqual([
    0,
    'The database is up to date.\nThe trace store is up to date.\n',
  ])
  const check = await migrate(database, '--check')
  expect([check.code, check.stderr]).toEqual([0, ''])
  expect(check.stdout).toMatch(
    /^Database \(SQLite\): schema \d+, nothing to do\.\nTrace store \(chDB\): schema \d+, nothing to do\.\n$/,
  )
  await database.remove()
})

describe.each(bothBackends)('assay migrate --check on %s', (backend) => {
  test('counts the rows of each migration, and applies none', async () => {
    const database = await freshDatabase(backend)
    const name = 'testcases by number, the index of their ids apart'
    const capabilities = backend === 'sqlite' ? sqliteCapabilities : postgresCapabilities
    for (const statement of schemaBefore(name, capabilities)) await execute(database.location, statement)
    await execute(
      database.location,
      `insert into testcases (id, write_no) values ('a', 1), ('b', 1), ('c', 2)`,
    )
    const { code, stdout, stderr } = await migrate(database, '--check')
    expect([code, stderr]).toEqual([3, ''])
    expect(stdout).toContain(`${name}: rewrites 3 rows of testcases_by_id; rewrites 3 rows of testcases\n`)
    expect(stdout).toContain('\n  sessions: rewrites no rows\n')
    const appliedMigrations = await execute(database.location, 'select name from schema_migrations')
    expect(appliedMigrations).not.toContainEqual({ name })
    await database.remove()
  })
})

test('a trace store of a newer program is refused by the server and by the check', async () => {
  const database = await freshDatabase('sqlite')
  const directory = join(database.env['ASSAY_DATA_DIR'] ?? '', 'columnar')
  await (await openEmbedded(directory)).close()
  const { connect } = await loadEngine(directory)
  const client = await connect({ max_threads: 1 })
  await client.command({ query: `INSERT INTO schema_versions (version, name) VALUES (999, 'later')` })
  await client.close()
  for (const args of [
    ['serve', '--port', '0'],
    ['migrate', '--check'],
  ]) {
    const { code, stderr } = await runFile(serverProgram, args, database.env)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^assay: The trace store has schema 999, this program knows up to \d+\./),
    ])
  }
  await database.remove()
})

inDeep(() => {
  test('assay migrate --check of an empty installation lists all migrations and creates nothing', async () => {
    const database = await freshDatabase('sqlite')
    const { code, stdout, stderr } = await migrate(database, '--check')
    expect([code, stderr]).toEqual([3, ''])
    expect(stdout).toMatch(
      /^Database \(SQLite\): schema 0, this program has (\d+)\. \1 migration\(s\) would be applied:$/m,
    )
    expect(stdout).toMatch(
      /^Trace store \(chDB\): schema 0, this program has (\d+)\. \1 migration\(s\) would be applied:$/m,
    )
    expect(stdout.match(/^ {2}Estimate: less than a second\.$/gm)).toHaveLength(2)
    expect(readdirSync(database.env['ASSAY_DATA_DIR'] ?? '')).toEqual([])
    await database.remove()
  })
})
