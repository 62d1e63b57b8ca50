// Parquet: a column with one scalar type gets that type. Mixed or nested columns, and columns with nulls, are JSON
// text; the file's metadata lists them. A missing key is a null. The types must be known before the first row is
// written, so the list is read twice.
import type { SchemaElement } from 'hyparquet'
import type { Json } from '../../kernel/json/value.ts'
import { openParquetStream } from '../../kernel/parquet-stream.ts'
import { jsonColumnsKey } from '../import/json-columns.ts'
import type { MetadataColumn } from '../incoming.ts'
import type { ListRoot } from '../pages/store.ts'
import { exactText } from '../exact-text.ts'
import {
  exportRows,
  metadataColumnsOf,
  metadataValue,
  ownValue,
  type ExportContext,
  type ExportRow,
} from './rows.ts'

type ColumnType = 'string' | 'boolean' | 'integer' | 'double' | 'json'

/** Rows of one row group, which is in memory while it is written. */
const rowGroupRows = 4000

function typeOf(value: Json): ColumnType {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'double'
  return 'json'
}

function commonType(a: ColumnType | undefined, b: ColumnType): ColumnType {
  if (a === undefined || a === b) return b
  const isNumber = (type: ColumnType): boolean => type === 'integer' || type === 'double'
  return isNumber(a) && isNumber(b) ? 'double' : 'json'
}

async function columnTypes(context: ExportContext, root: ListRoot): Promise<ReadonlyMap<string, ColumnType>> {
  const types = new Map<string, ColumnType>()
  for await (const batch of exportRows(context, root)) {
    for (const { data } of batch) {
      for (const column of root.columns) {
        const value = ownValue(data, column)
        if (value !== undefined && types.get(column) !== 'json') {
          types.set(column, commonType(types.get(column), typeOf(value)))
        }
      }
    }
  }
  return types
}

const physicalTypes: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  double: { type: 'DOUBLE' },
}

function parquetValue(
  value: Json | undefined,
  type: ColumnType,
): string | number | bigint | boolean | undefined {
  if (value === undefined) return undefined
  if (type === 'json') return exactText(value)
  if (type === 'integer') return BigInt(value as number)
  return value as string | number | boolean
}

interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly valueOf: (row: ExportRow) => Json | undefined
}

const metadataColumn = (name: MetadataColumn): Column => ({
  name,
  type: name === '__id__' || name === '__dedup_id__' ? 'string' : 'json',
  valueOf: (row) => metadataValue(row, name),
})

const schemaOf = (columns: readonly Column[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ name, type }) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    ...physicalTypes[type],
  })),
]

/** Groups the rows of a list into row groups. */
async function* rowGroups(context: ExportContext, root: ListRoot): AsyncGenerator<readonly ExportRow[]> {
  let buffer: ExportRow[] = []
  for await (const batch of exportRows(context, root)) {
    buffer.push(...batch)
    if (buffer.length < rowGroupRows) continue
    yield buffer
    buffer = []
  }
  if (buffer.length > 0) yield buffer
}

/** The file in chunks, one per row group. */
export async function* exportParquet(context: ExportContext, root: ListRoot): AsyncGenerator<Uint8Array> {
  const types = await columnTypes(context, root)
  const columns: readonly Column[] = [
    ...root.columns.map((name) => ({
      name,
      type: types.get(name) ?? ('string' as const),
      valueOf: ({ data }: ExportRow) => ownValue(data, name),
    })),
    ...metadataColumnsOf(context, root).map(metadataColumn),
  ]
  const jsonColumns = columns.filter((column) => column.type === 'json').map((column) => column.name)
  const file = await openParquetStream({
    schema: schemaOf(columns),
    kvMetadata: [{ key: jsonColumnsKey, value: JSON.stringify(jsonColumns) }],
  })
  for await (const rows of rowGroups(context, root)) {
    const columnData = columns.map(({ name, type, valueOf }) => ({
      name,
      data: rows.map((row) => parquetValue(valueOf(row), type)),
    }))
    yield await file.group(columnData, rows.length)
  }
  yield await file.end()
}
