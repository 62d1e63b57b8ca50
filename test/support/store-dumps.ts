// All rows of a relational store as text, to compare stores of different backends.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

type Dump = Readonly<Record<string, readonly string[]>>

/** All rows as sorted texts, by table, without the settings of the store itself, which differ. */
function dumpOf(rows: Readonly<Record<string, readonly object[]>>): Dump {
  const cellText = (value: unknown): string =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value)
  // PostgreSQL's driver returns long numbers as text.
  const textOf = (row: object): string =>
    Object.entries(row)
      .map(([name, value]) => `${name}=${cellText(typeof value === 'number' ? String(value) : value)}`)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .join('\n')
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([name]) => !['schema_migrations', 'store_settings'].includes(name))
      .map(([name, rows]) => [name, rows.map(textOf).toSorted()]),
  )
}

export function dumpSqlite(dataDir: string): Dump {
  const db = new DatabaseSync(join(dataDir, 'assay.sqlite'), { readOnly: true })
  const names = db
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all()
  const rows = Object.fromEntries(
    names.map((row) => [String(row['name']), db.prepare(`select * from ${String(row['name'])}`).all()]),
  )
  db.close()
  return dumpOf(rows)
}

export async function dumpPostgres(location: string): Promise<Dump> {
  const client = new Client({ connectionString: location })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const rows: Record<string, readonly object[]> = {}
    for (const { name } of tables) rows[name] = (await client.query<object>(`select * from ${name}`)).rows
    return dumpOf(rows)
  } finally {
    await client.end()
  }
}
