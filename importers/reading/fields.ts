// Members of records, by any of the names that a source has used for them.
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
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
}

export function numberField(record: Record, ...names: readonly string[]): number | undefined {
  const value = field(record, ...names)
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Objects and lists may be written as JSON text. */
export function jsonField(record: Record, ...names: readonly string[]): unknown {
  const value = field(record, ...names)
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export function recordField(record: Record, ...names: readonly string[]): Record {
  const value = jsonField(record, ...names)
  return isRecord(value) ? value : {}
}

export function listField(record: Record, ...names: readonly string[]): readonly unknown[] {
  const value = jsonField(record, ...names)
  return Array.isArray(value) ? value : []
}

/** ISO 8601 (a time without a zone is UTC), seconds, milliseconds, micro- or nanoseconds since 1970. */
export function timeField(record: Record, ...names: readonly string[]): number | undefined {
  const value = field(record, ...names)
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))) {
    const number = Number(value)
    const scale = number > 1e17 ? 1e-6 : number > 1e14 ? 1e-3 : number > 1e11 ? 1 : 1000
    return number * scale
  }
  if (typeof value !== 'string') return undefined
  const text = value.trim().replace(' ', 'T')
  const time = Date.parse(/([zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? undefined : time
}
