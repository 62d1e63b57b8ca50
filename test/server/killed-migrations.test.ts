// A process that is killed while it migrates leaves a store that the next start migrates to the same end, whichever
// statement was the last.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/storage/columnar/migrate.ts'
import { migrations as columnarMigrations } from '../../src/storage/columnar/migrations.ts'
import { single } from '../../src/storage/columnar/placement.ts'
import { migrations, schemaBefore, statementsOf } from '../../src/storage/relational/migrations.ts'
import { postgresCapabilities } from '../../src/storage/relational/postgres.ts'
import type { Capabilities } from '../../src/storage/relational/schema.ts'
import { sqliteCapabilities } from '../../src/storage/relational/sqlite.ts'
import { startClickHouse } from '../support/clickhouse.ts'
import { freshDatabase, openStore } from '../support/databases.ts'

/** The first pending migration: it moves rows. */
const firstPending = 'testcases by number, the index of their ids apart'
const rows = `insert into testcases (id, write_no, data) values ('ffff0000-1', 1, '{"n":1}'), ('0000ffff-2', 1, '{"n":2}')`

/** Stops the process in each store after another statement, then kills it. */
async function killWhileMigrating(locations: readonly string[]): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/parked-migrations.ts'), ...locations],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), exited])) as readonly unknown[]
  expect(String(line)).toBe('parked\n')
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
}

/** The statements of pending migrations, a record for each, and the statements before them: lock, table, read. */
function pendingStatements(capabilities: Capabilities): number {
  const pending = migrations.slice(migrations.findIndex(({ name }) => name === firstPending))
  const before = capabilities.migrationLock === undefined ? 2 : 3
  return pending.reduce((sum, migration) => sum + statementsOf(migration, capabilities).length + 1, before)
}

function sqliteFingerprint(path: string): unknown {
  const db = new DatabaseSync(path)
  const schema = db.prepare('select name, sql from sqlite_master order by name').all()
  const applied = db.prepare('select id, name from schema_migrations order by id').all()
  const testcases = db.prepare('select id, data from testcases order by id').all()
  db.close()
  return { schema, applied, testcases }
}

test('SQLite: a migration that is killed after any statement has changed nothing, and is then done', async () => {
  const database = await freshDatabase('sqlite')
  onTestFinished(() => database.remove())
  const db = new DatabaseSync(database.location)
  for (const statement of [...schemaBefore(firstPending, sqliteCapabilities), rows]) db.exec(statement)
  db.close()
  const copies = Array.from(
    { length: pendingStatements(sqliteCapabilities) },
    (_, i) => `${database.location}.${i}`,
  )
  for (const copy of copies) cpSync(database.location, copy)
  const before = sqliteFingerprint(database.location)
  await killWhileMigrating(copies)
  await (await openStore(database.location)).close()
  const after = sqliteFingerprint(database.location)
  expect(after).not.toEqual(before)
  for (const copy of copies) {
    expect(sqliteFingerprint(copy)).toEqual(before)
    await (await openStore(copy)).close()
    expect(sqliteFingerprint(copy)).toEqual(after)
  }
})

async function postgresRows(location: string, query: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: location })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

const postgresFingerprint = (location: string): Promise<readonly unknown[]> =>
  postgresRows(
    location,
    `select format('%s %s %s', table_name, column_name, data_type) as part from information_schema.columns
       where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select format('%s %s', id, name) from schema_migrations
     union all select format('%s %s', id, data) from testcases order by part`,
  )

test('PostgreSQL: a migration that is killed after any statement has changed nothing, and is then done', async () => {
  const database = await freshDatabase('postgres')
  onTestFinished(() => database.remove())
  for (const statement of [...schemaBefore(firstPending, postgresCapabilities), rows]) {
    await postgresRows(database.location, statement)
  }
  const name = new URL(database.location).pathname.slice(1)
  const administration = `${inject('postgresUrl')}/postgres`
  const copies = Array.from({ length: pendingStatements(postgresCapabilities) }, (_, i) => `${name}_${i}`)
  for (const copy of copies) await postgresRows(administration, `create database ${copy} template ${name}`)
  const locations = copies.map((copy) => `${inject('postgresUrl')}/${copy}`)
  const before = await postgresFingerprint(database.location)
  await killWhileMigrating(locations)
  await (await openStore(database.location)).close()
  const after = await postgresFingerprint(database.location)
  expect(after).not.toEqual(before)
  for (const location of locations) expect(await postgresFingerprint(location)).toEqual(before)
  // All of them are as before: migrating three of them is enough.
  for (const location of [locations.at(0), locations.at(30), locations.at(-1)]) {
    await (await openStore(location ?? '')).close()
    expect(await postgresFingerprint(location ?? '')).toEqual(after)
  }
  for (const copy of copies) await postgresRows(administration, `drop database ${copy} with (force)`)
})

/** Resolves after this many statements that change something; the migration is abandoned there. */
function abandonAfter(client: ClickHouseClient, statements: number): Promise<'abandoned' | 'done'> {
  return new Promise((resolve, reject) => {
    let remaining = statements
    const counting = new Proxy(client, {
      get: (target, member) => {
        if (member !== 'command') return Reflect.get(target, member).bind(target) as unknown
        return async (params: Parameters<ClickHouseClient['command']>[0]) => {
          const result = await target.command(params)
          remaining -= 1
          if (remaining > 0) return result
          resolve('abandoned')
          return new Promise(() => undefined)
        }
      },
    })
    migrate({ client: counting, placement: single }).then(() => resolve('done'), reject)
  })
}

async function columnarRows(client: ClickHouseClient, query: string): Promise<readonly unknown[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json()
}

const columnarTables = (client: ClickHouseClient): Promise<readonly unknown[]> =>
  columnarRows(
    client,
    'SELECT name, create_table_query FROM system.tables WHERE database = currentDatabase() ORDER BY name',
  )

/** Tables as they are, and whether each index covers the stored spans. */
async function columnarFingerprint(client: ClickHouseClient): Promise<unknown> {
  await expect
    .poll(() => columnarRows(client, 'SELECT command FROM system.mutations WHERE NOT is_done'))
    .toEqual([])
  return {
    tables: await columnarTables(client),
    indexes: await columnarRows(
      client,
      `SELECT table, name, data_compressed_bytes > 0 AS is_built FROM system.data_skipping_indices
       WHERE database = currentDatabase() ORDER BY table, name`,
    ),
    applied: await columnarRows(
      client,
      'SELECT DISTINCT version, name FROM schema_versions ORDER BY version',
    ),
    spans: await columnarRows(client, 'SELECT trace_id, is_root, leads FROM spans FINAL'),
  }
}

/** A store of the first migration, with a span. */
async function olderStore(): Promise<{
  readonly client: ClickHouseClient
  readonly restart: () => Promise<ClickHouseClient>
}> {
  let gateway = await startClickHouse()
  onTestFinished(() => gateway.remove())
  const connect = (): ClickHouseClient =>
    createClient({ url: gateway.url, log: { level: ClickHouseLogLevel.OFF } })
  const client = connect()
  const [first] = columnarMigrations
  for (const query of first?.statements(single) ?? []) await client.command({ query })
  await client.command({
    query: `INSERT INTO spans (project_id, trace_id, span_id, start_time, version) VALUES (generateUUIDv4(), 't', 's', now64(9), 1)`,
  })
  return {
    client,
    restart: async () => {
      await gateway.kill()
      gateway = await startClickHouse(gateway)
      return connect()
    },
  }
}

test('the trace store: a migration that is killed after any statement is repeated to the same end', async () => {
  const migrated = await olderStore()
  await migrate({ client: migrated.client, placement: single })
  const expected = await columnarFingerprint(migrated.client)
  const store = await olderStore()
  let client = store.client
  // A migration is repeated from its first statement: each round ends one statement later than the one before, until it
  // reaches the record of the migration.
  const recorded = async (): Promise<number> =>
    (await columnarRows(client, 'SELECT DISTINCT version FROM schema_versions')).length
  let statements = 1
  let before = 0
  let kills = 0
  while ((await abandonAfter(client, statements)) === 'abandoned') {
    const now = await recorded()
    statements = now > before ? 1 : statements + 1
    before = now
    kills += 1
    // The engine itself is killed now and then, too.
    if (kills % 20 === 10) client = await store.restart()
  }
  expect(kills).toBeGreaterThan(columnarMigrations.length)
  expect(await columnarFingerprint(client)).toEqual(expected)
})

/** A store without tables. */
async function emptied(client: ClickHouseClient): Promise<void> {
  const tables = (await columnarTables(client)) as readonly { readonly name: string }[]
  // Views first: the table of a view would keep them.
  for (const { name } of tables.toSorted((a, b) => b.name.length - a.name.length))
    await client.command({ query: `DROP TABLE ${name} SYNC` })
}

test('a new trace store gets the tables of all migrations, also when its first start is killed', async () => {
  const { client } = await olderStore()
  await migrate({ client, placement: single })
  const stepByStep = await columnarTables(client)
  for (let statements = 1; ; statements += 3) {
    await emptied(client)
    const end = await abandonAfter(client, statements)
    const names = await migrate({ client, placement: single })
    expect(names.length, `after ${statements} statements`).toBe(
      end === 'done' ? 0 : columnarMigrations.length,
    )
    expect(await columnarTables(client)).toEqual(stepByStep)
    if (end === 'done') return
  }
})
