// Two versions of the program on one PostgreSQL: this version, and a newer one with another additive migration. This
// version continues to read and write, and can start again (docs/adr/076-additive-migrations.md).
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
import { runFile, serverProgram } from '../support/children.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer } from '../support/process.ts'

/** Applies a further migration, like a newer program. */
async function migrateAsNewer(location: string, isAdditive: boolean): Promise<readonly string[]> {
  const newerMigration = {
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
  const newerMigrations = isAdditive
    ? [...migrations, newerMigration]
    : [...migrations, newerMigration, newerMigration]
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: location }) }),
  })
  try {
    return await db
      .transaction()
      .execute((tx) =>
        migrate(tx, { capabilities: postgresCapabilities, programMigrations: newerMigrations }),
      )
  } finally {
    await db.destroy()
  }
}

/** Creates the application, and returns a function that commits to it and reads the message of its head. */
async function createGreeter(api: Api): Promise<(message: string) => Promise<unknown>> {
  const createAnswer = await api.post('/simple/applications/', {
    application: { slug: 'greeter', data: { parameters: {} } },
  })
  return async (message) => {
    const commitAnswer = await api.post('/applications/revisions/commit', {
      application_revision_commit: {
        application_id: createAnswer.body.application.id,
        message,
        data: { parameters: { message } },
      },
    })
    expect(commitAnswer.body.application_revision?.message, JSON.stringify(commitAnswer.body)).toBe(message)
    const { body } = await api.post('/applications/revisions/retrieve', {
      application_ref: { slug: 'greeter' },
    })
    return body.application_revision?.message ?? body
  }
}

test('the older of two versions on one PostgreSQL works after an additive migration, but not after a breaking one', async () => {
  const database = await freshDatabase('postgres')
  onTestFinished(() => database.remove())
  const olderServer = await startServer({ env: database.env })
  const commit = await createGreeter(await newProject(olderServer.url))
  // Its frequent statements are prepared before the tables change.
  for (const message of ['one', 'two', 'three']) expect(await commit(message)).toBe(message)
  expect(await migrateAsNewer(database.location, true)).toEqual(['later, additive'])
  for (const message of ['four', 'five']) expect(await commit(message)).toBe(message)
  expect(await olderServer.stop()).toBe(0)
  const restartedServer = await startServer({ env: database.env })
  const commitAgain = await createGreeter(await newProject(restartedServer.url))
  expect(await commitAgain('six')).toBe('six')
  expect(await restartedServer.stop()).toBe(0)
  const check = await runFile(serverProgram, ['migrate', '--check'], database.env)
  expect([check.code, check.stdout.split('\n')[0]]).toEqual([
    0,
    `Database (PostgreSQL): schema ${migrations.length + 1}, nothing to do.`,
  ])
  expect(await migrateAsNewer(database.location, false)).toEqual(['later, breaking'])
  const failedStart = await runFile(serverProgram, ['serve'], database.env)
  expect([failedStart.code, failedStart.stderr]).toEqual([
    2,
    expect.stringContaining(
      `The database has schema ${migrations.length + 2}, this program knows up to ${migrations.length}.`,
    ),
  ])
})

test('a trace store with newer migrations can be opened if all of them are additive', async () => {
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
