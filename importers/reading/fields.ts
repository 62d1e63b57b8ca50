// Members of records, by any of the names that a source has used for them.
import { jsonOrText, jsonText } from './exact-json.ts'
import { isRecord, type Record } from './record.ts'

/** The first that is there. Records come from files: a name is looked up among their own members only. */
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

/** A bigint where a double would round the integer. */
export function numberField(record: Record, ...names: readonly string[]): number | bigint | undefined {
  const value = field(record, ...names)
  if (typeof value === 'bigint') return value
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  const isRounded = typeof value === 'string' && /^-?\d+$/.test(value) && !Number.isSafeInteger(number)
  return isRounded ? BigInt(value) : number
}

/** Objects and lists may be written as JSON text. */
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
