// Two programs on one PostgreSQL: this one, and a newer one with another additive migration. This program is the older
// one: it keeps reading and writing, and starts again (docs/adr/076-additive-migrations.md).
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { loadEngine } from '../../src/storage/columnar/engine.ts'
import { migrations as columnarMigrations } from '../../src/storage/columnar/migrations.ts'
import { openEmbedded } from '../../src/storage/columnar/open.ts'
import { migrate } from '../../src/storage/relational/migrate.ts'
import { migrations } from '../../src/storage/relational/migrations.ts'
import { postgresCapabilities } from '../../src/storage/relational/postgres.ts'
import type { Tables } from '../../src/storage/relational/schema.ts'
import { newProject, type Api } from '../support/api.ts'
import { runFile } from '../support/children.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer } from '../support/process.ts'

/** Migrates as a newer program does. */
async function migrateAsNewer(location: string, isAdditive: boolean): Promise<readonly string[]> {
  const newer = {
    name: `later, ${isAdditive ? 'additive' : 'breaking'}`,
    isAdditive,
    statements: () =>
      isAdditive
        ? [
            `alter table revisions add column later_mark integer not null default 7`,
            `alter table keys add column later_mark text`,
            `create table later (id text primary key)`,
            `create index later_index on revisions (later_mark)`,
          ]
        : [],
  }
  const newerMigrations = isAdditive ? [...migrations, newer] : [...migrations, newer, newer]
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: location }) }),
  })
  try {
    return await db
      .transaction()
      .execute((tx) => migrate(tx, { capabilities: postgresCapabilities, known: newerMigrations }))
  } finally {
    await db.destroy()
  }
}

/** Creates the application, and returns a function that commits to it and reads the message of its head. */
async function greeter(api: Api): Promise<(message: string) => Promise<unknown>> {
  const created = await api.post('/simple/applications/', {
    application: { slug: 'greeter', data: { parameters: {} } },
  })
  return async (message) => {
    const committed = await api.post('/applications/revisions/commit', {
      application_revision_commit: {
        application_id: created.body.application.id,
        message,
        data: { parameters: { message } },
      },
    })
    expect(committed.body.application_revision?.message, JSON.stringify(committed.body)).toBe(message)
    const { body } = await api.post('/applications/revisions/retrieve', {
      application_ref: { slug: 'greeter' },
    })
    return body.application_revision?.message ?? body
  }
}

test('the older of two programs on one PostgreSQL keeps working after an additive migration, and not after a breaking one', async () => {
  const database = await freshDatabase('postgres')
  onTestFinished(() => database.remove())
  const older = await startServer({ env: database.env })
  const commit = await greeter(await newProject(older.url))
  // Its frequent statements are prepared before the tables change.
  for (const message of ['one', 'two', 'three']) expect(await commit(message)).toBe(message)
  expect(await migrateAsNewer(database.location, true)).toEqual(['later, additive'])
  for (const message of ['four', 'five']) expect(await commit(message)).toBe(message)
  expect(await older.stop()).toBe(0)
  const restarted = await startServer({ env: database.env })
  const commitAgain = await greeter(await newProject(restarted.url))
  expect(await commitAgain('six')).toBe('six')
  expect(await restarted.stop()).toBe(0)
  const check = await runFile('src/main.ts', ['migrate', '--check'], database.env)
  expect([check.code, check.stdout.split('\n')[0]]).toEqual([
    0,
    `Database (PostgreSQL): schema ${migrations.length + 1}, nothing to do.`,
  ])
  expect(await migrateAsNewer(database.location, false)).toEqual(['later, breaking'])
  const refused = await runFile('src/main.ts', ['serve'], database.env)
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining(
      `The database has schema ${migrations.length + 2}, this program knows up to ${migrations.length}.`,
    ),
  ])
})

test('a trace store is opened with newer migrations if all of them are additive', async () => {
  const directory = join(newDataDirectory(), 'columnar')
  await (await openEmbedded(directory)).close()
  const record = async (version: number, isAdditive: number): Promise<void> => {
    const { connect } = await loadEngine(directory)
    const client = await connect({ max_threads: 1 })
    await client.command({
      query: `INSERT INTO schema_versions (version, name, is_additive) VALUES (${version}, 'later', ${isAdditive})`,
    })
    await client.close()
  }
  const versionMax = columnarMigrations.length
  await record(versionMax + 1, 1)
  await (await openEmbedded(directory)).close()
  await record(versionMax + 2, 0)
  await expect(openEmbedded(directory)).rejects.toThrow(`The trace store has schema ${versionMax + 2}`)
})
