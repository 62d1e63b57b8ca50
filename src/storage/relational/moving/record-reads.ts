// Statements over all tables that work on both backends. Their placeholders are `$1`, `$2`, …
import type { Cell, CellKind, KeyRange, RecordTables, TableRow, TableShape } from '../../contract/contract.ts'
import { schemaVersion } from '../migrations.ts'
import { copiedTables, uncopiedTable } from './copied-tables.ts'

/** A statement and its values. */
export interface Statement {
  readonly text: string
  readonly values: readonly Cell[]
}

const list = (names: readonly string[]): string => names.join(', ')
export const columnList = ({ columns }: TableShape): string => list(columns.map(({ name }) => name))

function condition({ key }: TableShape, { after, upTo }: KeyRange): Statement {
  const bounds = [
    ...(after === undefined ? [] : [{ sign: '>', values: after }]),
    ...(upTo === undefined ? [] : [{ sign: '<=', values: upTo }]),
  ]
  let position = 0
  const texts = bounds.map(
    ({ sign, values }) => `(${list(key)}) ${sign} (${list(values.map(() => `$${++position}`))})`,
  )
  return {
    text: texts.length === 0 ? '' : `where ${texts.join(' and ')}`,
    values: bounds.flatMap(({ values }) => values),
  }
}

const bytesOf = ({ columns }: TableShape): string =>
  [
    '0',
    ...columns.flatMap(({ name, kind }) =>
      kind === 'text' || kind === 'bytes' ? [`coalesce(octet_length(${name}), 0)`] : [],
    ),
  ].join(' + ')

function keysStatement(table: TableShape, page: KeyRange & { readonly limit: number }): Statement {
  const { text, values } = condition(table, page)
  const key = list(table.key)
  return {
    text: `select ${key}, ${bytesOf(table)} from ${table.name} ${text} order by ${key} limit ${page.limit}`,
    values,
  }
}

function rowsStatement(table: TableShape, range: KeyRange): Statement {
  const { text, values } = condition(table, range)
  return {
    text: `select ${columnList(table)} from ${table.name} ${text} order by ${list(table.key)}`,
    values,
  }
}

/** The conflict clause of an insert. */
export function onConflict({ key, columns }: TableShape): string {
  const otherColumns = columns.filter(({ name }) => !key.includes(name))
  const action =
    otherColumns.length === 0
      ? 'nothing'
      : `update set ${list(otherColumns.map(({ name }) => `${name} = excluded.${name}`))}`
  return `on conflict (${list(key)}) do ${action}`
}

export const setSettingText =
  'insert into store_settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value'

const kindsOf = ({ columns }: TableShape, names: readonly string[]): readonly CellKind[] =>
  names.map((name) => columns.find((column) => column.name === name)?.kind ?? 'text')
export const columnKinds = ({ columns }: TableShape): readonly CellKind[] => columns.map(({ kind }) => kind)
export const keyKinds = (table: TableShape): readonly CellKind[] => kindsOf(table, table.key)

/** Runs a statement whose columns have these kinds. */
type Select = (statement: Statement, kinds: readonly CellKind[]) => Promise<readonly TableRow[]>

type RecordReads = Pick<
  RecordTables,
  'tables' | 'schemaVersion' | 'schema' | 'count' | 'keys' | 'rows' | 'setting'
>

/** Reads over all tables. `countOfTable` is a statement that counts the tables with a name. */
export function recordReads(select: Select, countOfTable: string): RecordReads {
  const readNumber = async (text: string, values: readonly Cell[] = []): Promise<number> =>
    Number((await select({ text, values }, ['integer']))[0]?.[0] ?? 0)
  return {
    tables: copiedTables(),
    schemaVersion,
    schema: async () =>
      (await readNumber(countOfTable, [uncopiedTable])) === 0
        ? 0
        : readNumber(`select max(id) from ${uncopiedTable}`),
    count: ({ name }) => readNumber(`select count(*) from ${name}`),
    keys: async (table, page) =>
      (await select(keysStatement(table, page), [...keyKinds(table), 'integer'])).map((row) => ({
        key: row.slice(0, -1),
        bytes: Number(row.at(-1)),
      })),
    rows: (table, range) => select(rowsStatement(table, range), columnKinds(table)),
    setting: async (name) => {
      const text = 'select value from store_settings where name = $1'
      const [row] = await select({ text, values: [name] }, ['text'])
      return row === undefined ? undefined : String(row[0])
    },
  }
}
