// src/storage/relational/moving: reads and writes all rows of the relational store, for `assay move`.
// Imports the contract of the stores, the migrations and the kernel; only stores.ts imports it. Start here.
// The list of tables is derived from the migrations, so no table can be missing.
import { DatabaseSync } from 'node:sqlite'
import type { CellKind, TableShape } from '../../contract/contract.ts'
import { allStatements } from '../migrations.ts'
import { sqliteCapabilities } from '../sqlite.ts'

/** The table of applied migrations. Each database has its own. */
export const uncopiedTable = 'schema_migrations'

const kinds: ReadonlyMap<string, CellKind> = new Map([
  ['text', 'text'],
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['double precision', 'real'],
  ['blob', 'bytes'],
])

function kindOf(type: string): CellKind {
  const kind = kinds.get(type.toLowerCase())
  if (kind === undefined) throw new Error(`The columns of type ${type} cannot be copied.`)
  return kind
}

interface TableDescription {
  readonly shape: TableShape
  readonly references: ReadonlySet<string>
}

function describeTable(db: DatabaseSync, name: string): TableDescription {
  const columns = db.prepare('select name, type, pk from pragma_table_info(?) order by name').all(name)
  const key = columns
    .filter(({ pk }) => Number(pk) > 0)
    .toSorted((a, b) => Number(a['pk']) - Number(b['pk']))
    .map((column) => String(column['name']))
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`)
  const references = db.prepare('select "table" as name from pragma_foreign_key_list(?)').all(name)
  return {
    shape: {
      name,
      key,
      columns: columns.map((column) => ({
        name: String(column['name']),
        kind: kindOf(String(column['type'])),
      })),
    },
    references: new Set(references.map((row) => String(row['name']))),
  }
}

/** Sorts tables so that each comes after the tables that it references. */
function sortByReferences(tables: readonly TableDescription[]): readonly TableShape[] {
  const remainingTables = new Map(tables.map((table) => [table.shape.name, table]))
  const orderedTables: TableShape[] = []
  while (remainingTables.size > 0) {
    const sortableTables = [...remainingTables.values()].filter(({ references }) =>
      references.isDisjointFrom(new Set(remainingTables.keys())),
    )
    if (sortableTables.length === 0) throw new Error('The tables reference each other in a circle.')
    for (const { shape } of sortableTables) {
      orderedTables.push(shape)
      remainingTables.delete(shape.name)
    }
  }
  return orderedTables
}

/** The tables of this version of the program, from its migrations. */
export function copiedTables(): readonly TableShape[] {
  const db = new DatabaseSync(':memory:')
  try {
    for (const statement of allStatements(sqliteCapabilities)) db.exec(statement)
    const names = db
      .prepare(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
      )
      .all()
      .map((row) => String(row['name']))
    return sortByReferences(
      names.filter((name) => name !== uncopiedTable).map((name) => describeTable(db, name)),
    )
  } finally {
    db.close()
  }
}
