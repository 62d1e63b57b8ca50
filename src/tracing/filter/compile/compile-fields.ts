// SQL of conditions on members of the span record.
import { unreachable } from '../../../kernel/errors.ts'
import type { Json } from '../../../kernel/json/value.ts'
import type { Binder } from './bind.ts'
import { type ScalarField, scalarFields } from '../fields.ts'
import { scalarText } from '../values.ts'

export interface FieldSql {
  readonly column: string
  /** The value as text, as in responses. */
  readonly text: string
  /** 0 or 1. */
  readonly exists: string
  /** Makes a test of the column two-valued: false if the value is absent. */
  readonly test: (sql: string) => string
}

const nullableColumns: readonly ScalarField[] = [
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'updated_at',
  'created_by_id',
  'updated_by_id',
]

export function fieldSql(field: ScalarField): FieldSql {
  const isTime = scalarFields[field].type === 'time'
  const asText = (column: string): string => (isTime ? timeTextSql(column) : column)
  // Readers never see spans marked as deleted: a deleted span is removed.
  if (field === 'deleted_at' || field === 'deleted_by_id') {
    const column = isTime ? `CAST(NULL, 'Nullable(DateTime64(9))')` : `CAST(NULL, 'Nullable(UUID)')`
    return { column, text: asText(column), exists: 'false', test: () => 'false' }
  }
  if (field === 'parent_id') {
    return { column: field, text: field, exists: 'is_root = 0', test: (sql) => sql }
  }
  if (nullableColumns.includes(field)) {
    const test = (sql: string): string => `ifNull(${sql}, false)`
    return { column: field, text: asText(field), exists: `${field} IS NOT NULL`, test }
  }
  return { column: field, text: asText(field), exists: 'true', test: (sql) => sql }
}

/** `2026-11-15 09:00:00.600000000` as `2026-11-15T09:00:00.600000Z`: 6 digits, or 9 with nanoseconds. */
function timeTextSql(column: string): string {
  const length = `if(toUnixTimestamp64Nano(${column}) % 1000 = 0, 26, 29)`
  return `concat(replaceOne(substring(toString(${column}), 1, ${length}), ' ', 'T'), 'Z')`
}

/** Whether a span has a value. A parent is tested by the flag of roots. */
export function fieldExists(field: ScalarField, bind: Binder): string {
  bind.reads(field === 'parent_id' ? 'is_root' : field)
  return fieldSql(field).exists
}

export function fieldIs(
  field: ScalarField,
  { value, bind }: { readonly value: Json | bigint; readonly bind: Binder },
): string {
  const { column, exists, test } = fieldSql(field)
  if (value === null) return exists === 'true' ? 'false' : `NOT (${fieldExists(field, bind)})`
  bind.reads(field)
  const { type } = scalarFields[field]
  switch (type) {
    case 'time':
      return test(`${column} = ${bind.time(BigInt(scalarText(value)))}`)
    case 'uuid':
      return test(`${column} = ${bind.uuid(scalarText(value))}`)
    case 'trace_id':
    case 'span_id':
    case 'enum':
    case 'text':
      return test(`${column} = ${bind.text(scalarText(value))}`)
    case 'flag':
      return `${column} = ${value === true ? 1 : 0}`
    default:
      return unreachable(type)
  }
}

export function fieldIn(
  field: ScalarField,
  { values, bind }: { readonly values: readonly (Json | bigint)[]; readonly bind: Binder },
): string {
  if (values.length === 0) return 'false'
  const { column, test } = fieldSql(field)
  bind.reads(field)
  const { type } = scalarFields[field]
  const texts = values.map(scalarText)
  switch (type) {
    case 'time':
      return test(`toUnixTimestamp64Nano(${column}) IN ${bind.times(texts.map(BigInt))}`)
    case 'uuid':
      return test(`${column} IN ${bind.uuids(texts)}`)
    case 'trace_id':
    case 'span_id':
    case 'enum':
    case 'text':
      return test(`${column} IN ${bind.texts(texts)}`)
    case 'flag':
      return `${column} IN (${values.map((value) => (value === true ? 1 : 0)).join(', ')})`
    default:
      return unreachable(type)
  }
}
