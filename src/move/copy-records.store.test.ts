// Copies and comparisons of all tables between the two backends.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts'
import type { RecordTables, TableRow, TableShape } from '../storage/contract/contract.ts'
import { copiedTables } from '../storage/relational/moving/copied-tables.ts'
import { openPostgresTables } from '../storage/relational/moving/postgres-tables.ts'
import { openSqliteTables } from '../storage/relational/moving/sqlite-tables.ts'
import { compareRecords, copyRecords, isEqual } from './copy-records.ts'

let databases: Readonly<Record<'sqlite' | 'postgres', FreshDatabase>>
let sqlite: RecordTables
let postgres: RecordTables
beforeEach(async () => {
  databases = { sqlite: await freshDatabase('sqlite'), postgres: await freshDatabase('postgres') }
  for (const database of Object.values(databases)) await (await database.open()).close()
  sqlite = openSqliteTables(databases.sqlite.location, { asSource: true })
  postgres = await openPostgresTables(databases.postgres.location)
})
afterEach(async () => {
  await sqlite.close()
  await postgres.close()
  for (const database of Object.values(databases)) await database.remove()
})

const options = { isFinal: true, onProgress: () => undefined }

function tableNamed(name: string): TableShape {
  const table = copiedTables().find((candidate) => candidate.name === name)
  if (table === undefined) throw new Error(`no table ${name}`)
  return table
}

/** A row with these values; others have one that fits their kind. */
function rowOf(table: TableShape, values: Readonly<Record<string, TableRow[number]>>): TableRow {
  const filler = { text: 'x', integer: 2 ** 40, real: 0.1, bytes: Buffer.from([0, 255]) } as const
  return table.columns.map(({ name, kind }) =>
    Object.hasOwn(values, name) ? (values[name] ?? null) : filler[kind],
  )
}

const project = (id: string, slug: string): TableRow =>
  rowOf(tableNamed('projects'), { id, slug, is_default: 0, archived_at: null })

const rowsOf = async (records: RecordTables, name: string): Promise<readonly TableRow[]> =>
  (await records.rows(tableNamed(name), {})).map((row) =>
    row.map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : cell)),
  )

test('every table of the schema is copied but that of the migrations, on both backends', async () => {
  const client = new Client({ connectionString: databases.postgres.location })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const { rows: columns } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  )
  await client.end()
  const tables = copiedTables()
  expect([...tables.map(({ name }) => name), 'schema_migrations'].toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  )
  const copiedColumns = tables.flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`))
  const isCopied = ({ name }: { readonly name: string }): boolean => !name.startsWith('schema_migrations.')
  expect(copiedColumns.toSorted()).toEqual(
    columns
      .filter(isCopied)
      .map(({ name }) => name)
      .toSorted(),
  )
})

describe('a copy', () => {
  test('keeps the values of every kind of column, in both directions', async () => {
    const entries = ['a', 'b'].map((id) => rowOf(tableNamed('inbox'), { id, bytes: 3 }))
    const usage = [rowOf(tableNamed('usage_days'), { day: '2026-11-18', cost: 0.1 + 0.2 })]
    await sqlite.put(tableNamed('projects'), [project('p', 'ü'), project('q', '😀')])
    await sqlite.put(tableNamed('inbox'), entries)
    await sqlite.put(tableNamed('usage_days'), usage)
    const comparisons = await copyRecords({ source: sqlite, target: postgres }, options)
    expect(comparisons.filter((comparison) => !isEqual(comparison))).toEqual([])
    for (const name of ['projects', 'inbox', 'usage_days']) {
      expect(await rowsOf(postgres, name)).toEqual(await rowsOf(sqlite, name))
    }
    const sqliteCopy = await freshDatabase('sqlite')
    await (await sqliteCopy.open()).close()
    const target = openSqliteTables(sqliteCopy.location, { asSource: false })
    const secondCopy = await copyRecords({ source: postgres, target }, options)
    expect(secondCopy.filter((comparison) => !isEqual(comparison))).toEqual([])
    expect(await rowsOf(target, 'inbox')).toEqual(await rowsOf(sqlite, 'inbox'))
    await target.close()
    await sqliteCopy.remove()
  })

  test('has all rows when they do not fit into one batch', async () => {
    const table = tableNamed('testcases')
    const rows = Array.from({ length: 5_001 }, (_, index) =>
      rowOf(table, { no: index, data: 'd'.repeat(index % 7 === 0 ? 9_000 : 10) }),
    )
    await sqlite.put(table, rows)
    await copyRecords({ source: sqlite, target: postgres }, options)
    expect(await rowsOf(postgres, 'testcases')).toEqual(rows)
  })

  test('a later copy writes changed and new rows, and removes deleted ones with the rows that reference them', async () => {
    const [projects, keys] = [tableNamed('projects'), tableNamed('keys')]
    const key = rowOf(keys, { id: 'k', project_id: 'p', reads_secrets: 1 })
    await sqlite.put(projects, [project('p', 'one'), project('q', 'two')])
    await sqlite.put(keys, [key])
    await copyRecords({ source: sqlite, target: postgres }, options)
    await sqlite.remove(keys, [['k']])
    await sqlite.remove(projects, [['p']])
    await sqlite.put(projects, [project('q', 'changed'), project('r', 'one')])
    await copyRecords({ source: sqlite, target: postgres }, options)
    expect(await rowsOf(postgres, 'projects')).toEqual(await rowsOf(sqlite, 'projects'))
    expect(await rowsOf(postgres, 'keys')).toEqual([])
  })

  test('has both records after they exchanged a unique value', async () => {
    const projects = tableNamed('projects')
    await sqlite.put(projects, [project('p', 'one'), project('q', 'two')])
    await postgres.setSetting('move.unfinished', 'source')
    await copyRecords({ source: sqlite, target: postgres }, options)
    await sqlite.put(projects, [project('p', 'three')])
    await sqlite.put(projects, [project('q', 'one')])
    await sqlite.put(projects, [project('p', 'two')])
    await copyRecords({ source: sqlite, target: postgres }, options)
    expect(await rowsOf(postgres, 'projects')).toEqual(await rowsOf(sqlite, 'projects'))
    expect(await postgres.setting('move.unfinished')).toBe('source')
  })

  test('keeps the id of the trace store on each side', async () => {
    await sqlite.setSetting('trace_store.id', 'source')
    await sqlite.setSetting('first_project', 'made')
    await postgres.setSetting('trace_store.id', 'target')
    const comparisons = await copyRecords({ source: sqlite, target: postgres }, options)
    expect(comparisons.every(isEqual)).toBe(true)
    expect([await postgres.setting('trace_store.id'), await postgres.setting('first_project')]).toEqual([
      'target',
      'made',
    ])
  })
})

test('a comparison finds a changed row, a missing row and an extra row', async () => {
  const projects = tableNamed('projects')
  const differentTables = async (): Promise<readonly string[]> =>
    (await compareRecords({ source: sqlite, target: postgres }, () => undefined))
      .filter((comparison) => !isEqual(comparison))
      .map(({ name }) => name)
  await sqlite.put(projects, [project('p', 'one')])
  expect(await differentTables()).toEqual(['projects'])
  await postgres.put(projects, [project('p', 'one')])
  expect(await differentTables()).toEqual([])
  await postgres.put(projects, [project('p', 'other')])
  expect(await differentTables()).toEqual(['projects'])
  await postgres.put(projects, [project('p', 'one'), project('z', 'more')])
  expect(await differentTables()).toEqual(['projects'])
})

test('SQLite detects other processes that have the database open, and PostgreSQL detects other sessions', async () => {
  expect([await sqlite.isAlone(), await postgres.isAlone()]).toEqual([true, true])
  await sqlite.close()
  const stores = [await databases.sqlite.open(), await databases.postgres.open()]
  await stores[1]?.read.projects({ includeArchived: true })
  sqlite = openSqliteTables(databases.sqlite.location, { asSource: true })
  expect([await sqlite.isAlone(), await postgres.isAlone()]).toEqual([false, false])
  for (const store of stores) await store.close()
})

test.each(['sqlite', 'postgres'] as const)(
  'one move at a time writes to %s, until it closes',
  async (backend) => {
    const open = async (): Promise<RecordTables> =>
      backend === 'sqlite'
        ? openSqliteTables(databases.sqlite.location, { asSource: false })
        : openPostgresTables(databases.postgres.location)
    if (backend === 'sqlite') await sqlite.close()
    const [first, second] = [await open(), await open()]
    expect([await first.lock(), await second.lock()]).toEqual([true, false])
    await first.close()
    expect(await second.lock()).toBe(true)
    await second.close()
    if (backend === 'sqlite') sqlite = openSqliteTables(databases.sqlite.location, { asSource: true })
  },
)
