// Kills processes during migrations: `npm test` in the middle, the deep tier after each statement. The next start completes the migration with the same result.
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
import type { ParkedStore } from '../support/parked-migrations.ts'
import { inDeep, isDeep } from '../support/tier.ts'

/** The name of the first pending migration, which moves rows. */
const firstPending = 'testcases by number, the index of their ids apart'
const rows = `insert into testcases (id, write_no, data) values ('ffff0000-1', 1, '{"n":1}'), ('0000ffff-2', 1, '{"n":2}')`

/** Migrates each store up to its number of statements, then kills the process. */
async function killWhileMigrating(stores: readonly ParkedStore[]): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/parked-migrations.ts'), JSON.stringify(stores)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exitEvent = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), exitEvent])) as readonly unknown[]
  expect(String(line)).toBe('parked\n')
  child.kill('SIGKILL')
  expect(await exitEvent).toEqual([null, 'SIGKILL'])
}

/** The statements of all pending migrations: their own, a record for each, and lock, table and read before them. */
function countStatements(capabilities: Capabilities): number {
  const pendingMigrations = migrations.slice(migrations.findIndex(({ name }) => name === firstPending))
  const earlierStatements = capabilities.migrationLock === undefined ? 2 : 3
  return pendingMigrations.reduce(
    (sum, migration) => sum + statementsOf(migration, capabilities).length + 1,
    earlierStatements,
  )
}

/** The numbers of statements after which a migration is killed. */
function killPoints(capabilities: Capabilities): readonly number[] {
  const statements = countStatements(capabilities)
  return isDeep ? Array.from({ length: statements }, (_, i) => i + 1) : [Math.ceil(statements / 2)]
}

function sqliteFingerprint(path: string): unknown {
  const db = new DatabaseSync(path)
  const schema = db.prepare('select name, sql from sqlite_master order by name').all()
  const appliedMigrations = db.prepare('select id, name from schema_migrations order by id').all()
  const testcases = db.prepare('select id, data from testcases order by id').all()
  db.close()
  return { schema, applied: appliedMigrations, testcases }
}

test('SQLite: a migration that is killed after any statement changes nothing, and the next start completes it', async () => {
  const database = await freshDatabase('sqlite')
  onTestFinished(() => database.remove())
  const db = new DatabaseSync(database.location)
  for (const statement of [...schemaBefore(firstPending, sqliteCapabilities), rows]) db.exec(statement)
  db.close()
  const copies = killPoints(sqliteCapabilities).map((statements) => ({
    location: `${database.location}.${statements}`,
    statements,
  }))
  for (const { location } of copies) cpSync(database.location, location)
  const fingerprintBefore = sqliteFingerprint(database.location)
  await killWhileMigrating(copies)
  await (await openStore(database.location)).close()
  const fingerprintAfter = sqliteFingerprint(database.location)
  expect(fingerprintAfter).not.toEqual(fingerprintBefore)
  for (const { location } of copies) {
    expect(sqliteFingerprint(location)).toEqual(fingerprintBefore)
    await (await openStore(location)).close()
    expect(sqliteFingerprint(location)).toEqual(fingerprintAfter)
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

test('PostgreSQL: a migration that is killed after any statement changes nothing, and the next start completes it', async () => {
  const database = await freshDatabase('postgres')
  onTestFinished(() => database.remove())
  for (const statement of [...schemaBefore(firstPending, postgresCapabilities), rows]) {
    await postgresRows(database.location, statement)
  }
  const name = new URL(database.location).pathname.slice(1)
  const administration = `${inject('postgresUrl')}/postgres`
  const copies = killPoints(postgresCapabilities).map((statements) => ({
    name: `${name}_${statements}`,
    location: `${inject('postgresUrl')}/${name}_${statements}`,
    statements,
  }))
  for (const copy of copies) {
    await postgresRows(administration, `create database ${copy.name} template ${name}`)
  }
  const fingerprintBefore = await postgresFingerprint(database.location)
  await killWhileMigrating(copies)
  await (await openStore(database.location)).close()
  const fingerprintAfter = await postgresFingerprint(database.location)
  expect(fingerprintAfter).not.toEqual(fingerprintBefore)
  for (const { location } of copies) {
    expect(await postgresFingerprint(location)).toEqual(fingerprintBefore)
  }
  // All copies are unchanged: migrating a few of them is enough.
  for (const { location } of copies.filter((_, i) => i % 30 === 0)) {
    await (await openStore(location)).close()
    expect(await postgresFingerprint(location)).toEqual(fingerprintAfter)
  }
  for (const copy of copies) await postgresRows(administration, `drop database ${copy.name} with (force)`)
})

/** Abandons a migration after this many statements that change something. */
function abandonAfter(client: ClickHouseClient, statements: number): Promise<'abandoned' | 'done'> {
  return new Promise((resolve, reject) => {
    let remaining = statements
    const countingClient = new Proxy(client, {
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
    migrate({ client: countingClient, placement: single }).then(() => resolve('done'), reject)
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

/** The tables of the store, and whether each index covers the stored spans. */
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

/** Creates a store with the first migration and one span. */
async function createOldStore(): Promise<{
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

/** The fingerprint of an old store that was migrated without interruption. */
async function migratedFingerprint(): Promise<unknown> {
  const { client } = await createOldStore()
  await migrate({ client, placement: single })
  return columnarFingerprint(client)
}

test('the trace store: a migration whose engine is killed is completed by the next start', async () => {
  const expected = await migratedFingerprint()
  const store = await createOldStore()
  // Each migration has a statement or more, so this is in the middle of all migrations.
  expect(await abandonAfter(store.client, columnarMigrations.length)).toBe('abandoned')
  const client = await store.restart()
  await migrate({ client, placement: single })
  expect(await columnarFingerprint(client)).toEqual(expected)
})

/** Drops all tables of a store. */
async function dropTables(client: ClickHouseClient): Promise<void> {
  const tables = (await columnarTables(client)) as readonly { readonly name: string }[]
  // Views are dropped first: dropping their table first would leave them.
  for (const { name } of tables.toSorted((a, b) => b.name.length - a.name.length))
    await client.command({ query: `DROP TABLE ${name} SYNC` })
}

inDeep(() => {
  test('the trace store: a migration that is killed after any statement is repeated with the same result', async () => {
    const expected = await migratedFingerprint()
    const store = await createOldStore()
    let client = store.client
    // A migration is repeated from its first statement. Each round ends one statement later, until it reaches the record of
    // the migration.
    const countRecords = async (): Promise<number> =>
      (await columnarRows(client, 'SELECT DISTINCT version FROM schema_versions')).length
    let statements = 1
    let recordsBefore = 0
    let kills = 0
    while ((await abandonAfter(client, statements)) === 'abandoned') {
      const now = await countRecords()
      statements = now > recordsBefore ? 1 : statements + 1
      recordsBefore = now
      kills += 1
      // Every twentieth time the engine itself is killed, too.
      if (kills % 20 === 10) client = await store.restart()
    }
    expect(kills).toBeGreaterThan(columnarMigrations.length)
    expect(await columnarFingerprint(client)).toEqual(expected)
  })

  test('a new trace store has the tables of all migrations, also after its first start was killed', async () => {
    const { client } = await createOldStore()
    await migrate({ client, placement: single })
    const expectedTables = await columnarTables(client)
    for (let statements = 1; ; statements += 3) {
      await dropTables(client)
      const end = await abandonAfter(client, statements)
      const names = await migrate({ client, placement: single })
      expect(names.length, `after ${statements} statements`).toBe(
        end === 'done' ? 0 : columnarMigrations.length,
      )
      expect(await columnarTables(client)).toEqual(expectedTables)
      if (end === 'done') return
    }
  })
})
