// Applies the migrations that a database does not have yet, and refuses a schema that is newer than this program.
import { sql, type Kysely } from 'kysely'
import { newerSchemaMessage, StoreError } from '../contract/contract.ts'
import { marksOfAdditive, migrations, migrationsTable, statementsOf, type Migration } from './migrations.ts'
import type { Capabilities, Tables } from './schema.ts'

/**
 * Migrates the schema to the version of this program. Call inside a transaction. Returns the names of the
 * applied migrations.
 */
export async function migrate(
  tx: Kysely<Tables>,
  {
    capabilities,
    programMigrations = migrations,
  }: { readonly capabilities: Capabilities; readonly programMigrations?: readonly Migration[] },
): Promise<readonly string[]> {
  if (capabilities.migrationLock !== undefined) await sql.raw(capabilities.migrationLock).execute(tx)
  await sql.raw(migrationsTable(capabilities)).execute(tx)
  const { newest } = await tx
    .selectFrom('schema_migrations')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  const applied = newest ?? 0
  const versionMax = programMigrations.length
  if (applied > versionMax && !(await areAdditive(tx, versionMax))) {
    throw new StoreError(newerSchemaMessage('database', { applied, versionMax }))
  }
  const pending = programMigrations.slice(applied)
  // Only migrations after `marksOfAdditive` have the mark: that migration creates its column.
  const markingIndex = programMigrations.findIndex(({ name }) => name === marksOfAdditive)
  for (const [i, migration] of pending.entries()) {
    for (const statement of statementsOf(migration, capabilities)) await sql.raw(statement).execute(tx)
    const mark = applied + i > markingIndex ? { additive: migration.isAdditive === true ? 1 : 0 } : {}
    await tx
      .insertInto('schema_migrations')
      .values({ id: applied + i + 1, name: migration.name, applied_at: new Date().toISOString(), ...mark })
      .execute()
  }
  return pending.map((migration) => migration.name)
}

/** Whether all applied migrations that this program does not have are additive. */
async function areAdditive(tx: Kysely<Tables>, versionMax: number): Promise<boolean> {
  const breakingMigration = await tx
    .selectFrom('schema_migrations')
    .select('id')
    .where('id', '>', versionMax)
    .where('additive', '=', 0)
    .executeTakeFirst()
  return breakingMigration === undefined
}
