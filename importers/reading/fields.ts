// Reads fields of records, by any of the names that a source uses for them.
import { jsonOrText, jsonText } from './exact-json.ts'
import { isRecord, type Record } from './record.ts'

/** The first field that exists. Only own members are read, since records come from files. */
export function field(record: Record, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

export function textField(record: Record, ...names: readonly string[]): string | undefined {
  const value = field(record, ...names)
  return value === undefined ? undefined : typeof value === 'string' ? value : jsonText(value)
}

/** A bigint if a double would round the integer. */
export function numberField(record: Record, ...names: readonly string[]): number | bigint | undefined {
  const value = field(record, ...names)
  if (typeof value === 'bigint') return value
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  const isRounded = typeof value === 'string' && /^-?\d+$/.test(value) && !Number.isSafeInteger(number)
  return isRounded ? BigInt(value) : number
}

/** Objects and lists may be JSON text. */
export function jsonField(record: Record, ...names: readonly string[]): unknown {
  const value = field(record, ...names)
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  return jsonOrText(value)
}

export function recordField(record: Record, ...names: readonly string[]): Record {
  const value = jsonField(record, ...names)
  return isRecord(value) ? value : {}
}

export function listField(record: Record, ...names: readonly string[]): readonly unknown[] {
  const value = jsonField(record, ...names)
  return Array.isArray(value) ? value : []
}
