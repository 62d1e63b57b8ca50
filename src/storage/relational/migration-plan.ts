// Finds the pending migrations of a database and estimates their work, without changing the database.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { messageOf } from '../../kernel/errors.ts'
import {
  newerSchemaMessage,
  StoreError,
  type MigrationPlan,
  type MigrationWork,
} from '../contract/contract.ts'
import { migrations, statementsOf } from './migrations.ts'
import { postgresCapabilities } from './postgres.ts'
import { sqliteCapabilities } from './sqlite.ts'
import type { Capabilities } from './schema.ts'

interface Effect {
  readonly pattern: RegExp
  /** Changes the number of rows by table, and returns the work on stored rows. */
  readonly apply: (rows: Map<string, number>, tables: readonly string[]) => MigrationWork | undefined
}

const worksOn =
  (kind: MigrationWork['kind']): Effect['apply'] =>
  (rows, [table = '']) => ({ kind, table, rows: rows.get(table) ?? 0 })

/** The statements that migrations consist of. A new kind of statement needs an entry; without one a test fails. */
const effects: readonly Effect[] = [
  {
    pattern: /^create table (?:if not exists )?(\w+)/,
    apply: (rows, [table = '']) => void rows.set(table, 0),
  },
  {
    pattern: /^alter table (\w+) rename to (\w+)/,
    apply: (rows, [from = '', to = '']) => {
      rows.set(to, rows.get(from) ?? 0)
      rows.delete(from)
      return undefined
    },
  },
  // Both backends store the default of a new column once, for all rows.
  { pattern: /^alter table \w+ add column/, apply: () => undefined },
  // SQLite writes the table again; PostgreSQL does not.
  {
    pattern: /^alter table (\w+) drop column/,
    apply: worksOn('rewrite'),
  },
  { pattern: /^create index \w+\s+on (\w+)/, apply: worksOn('index') },
  {
    pattern: /^insert into (\w+)[^]*\sfrom (\w+)/,
    apply: (rows, [to = '', from = '']) => {
      rows.set(to, (rows.get(to) ?? 0) + (rows.get(from) ?? 0))
      return worksOn('rewrite')(rows, [from])
    },
  },
  { pattern: /^delete from (\w+)/, apply: worksOn('rewrite') },
  { pattern: /^drop table (\w+)/, apply: (rows, [table = '']) => void rows.delete(table) },
  { pattern: /^(?:drop index|analyze) /, apply: () => undefined },
]

/** Applies a statement to the numbers of rows, and returns its work on stored rows. */
function applyStatement(statement: string, rows: Map<string, number>): MigrationWork | undefined {
  for (const { pattern, apply } of effects) {
    const match = pattern.exec(statement)
    if (match !== null) return apply(rows, match.slice(1))
  }
  throw new Error(`migration-plan.ts has no entry for '${statement}'`)
}

/** The tables of a database with this many migrations. */
function tablesAfter(applied: number, capabilities: Capabilities): readonly string[] {
  const tables = new Map<string, number>()
  for (const migration of migrations.slice(0, applied)) {
    for (const statement of statementsOf(migration, capabilities)) applyStatement(statement, tables)
  }
  return [...tables.keys()]
}

/** A connection that only reads. */
interface Reader {
  readonly capabilities: Capabilities
  /** The first value of the first row, as a number. */
  readonly readNumber: (query: string) => Promise<number>
  /** Whether the database has a table for its migrations. */
  readonly isMigrated: () => Promise<boolean>
}

async function planMigrations(reader: Reader): Promise<Omit<MigrationPlan, 'backend'>> {
  const { capabilities, readNumber } = reader
  const applied = (await reader.isMigrated()) ? await readNumber('select max(id) from schema_migrations') : 0
  const versionMax = migrations.length
  if (applied > versionMax) {
    const breakingQuery = `select count(*) from schema_migrations where id > ${versionMax} and additive = 0`
    if ((await readNumber(breakingQuery)) > 0) {
      throw new StoreError(newerSchemaMessage('database', { applied, versionMax }))
    }
  }
  const rows = new Map<string, number>()
  if (applied < versionMax) {
    for (const table of tablesAfter(applied, capabilities)) {
      rows.set(table, await readNumber(`select count(*) from ${table}`))
    }
  }
  const pending = migrations.slice(applied).map((migration) => ({
    name: migration.name,
    isAdditive: migration.isAdditive === true,
    work: statementsOf(migration, capabilities)
      .flatMap((statement) => applyStatement(statement, rows) ?? [])
      .filter((work) => work.rows > 0),
  }))
  return { applied, versionMax, pending }
}

const refusal = (database: string, error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError(`${database} cannot be used: ${messageOf(error)}`, { cause: error })

/** A file that does not exist is not created. */
export async function planSqlite(path: string): Promise<MigrationPlan> {
  const isNew = !existsSync(path)
  try {
    const db = new DatabaseSync(isNew ? ':memory:' : path, { readOnly: !isNew })
    const readNumber = async (query: string): Promise<number> =>
      Number(Object.values(db.prepare(query).get() ?? {})[0] ?? 0)
    try {
      db.exec('pragma busy_timeout = 30000')
      const isMigrated = async (): Promise<boolean> =>
        (await readNumber("select count(*) from sqlite_master where name = 'schema_migrations'")) > 0
      return {
        backend: 'SQLite',
        ...(await planMigrations({ capabilities: sqliteCapabilities, readNumber, isMigrated })),
      }
    } finally {
      db.close()
    }
  } catch (error) {
    throw refusal(`The database ${path}`, error)
  }
}

export async function planPostgres(url: string): Promise<MigrationPlan> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await client.query('set default_transaction_read_only = on')
    const readNumber = async (query: string): Promise<number> => {
      const { rows } = await client.query<Record<string, unknown>>(query)
      return Number(Object.values(rows[0] ?? {})[0] ?? 0)
    }
    const isMigrated = async (): Promise<boolean> =>
      (await readNumber("select count(to_regclass('schema_migrations'))")) > 0
    return {
      backend: 'PostgreSQL',
      ...(await planMigrations({ capabilities: postgresCapabilities, readNumber, isMigrated })),
    }
  } catch (error) {
    throw refusal('PostgreSQL at ASSAY_DATABASE_URL', error)
  } finally {
    await client.end()
  }
}
