// Parses values that clients write in several forms: ids, times, UUIDs. Undefined means unparsable.
import type { Json } from '../../kernel/json/value.ts'
import { utcTime, uuid } from '../../kernel/validation.ts'

const traceIdShape =
  /^(?:0x)?([0-9a-f]{32})$|^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i

/** 32 hex digits in lower case, from hex with or without `0x`, or a UUID with dashes. */
export function readTraceId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const match = traceIdShape.exec(value)
  return match === null ? undefined : match.slice(1).join('').toLowerCase()
}

/** 16 hex digits in lower case, from hex with or without `0x`, or the last 16 digits of a UUID. */
export function readSpanId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const match = /^(?:0x)?([0-9a-f]{16})$/i.exec(value)
  if (match?.[1] !== undefined) return match[1].toLowerCase()
  return value.includes('-') ? readTraceId(value)?.slice(16) : undefined
}

export function readUuid(value: unknown): string | undefined {
  const result = uuid.safeParse(value)
  return result.success ? result.data : undefined
}

const nanosecondsPerSecond = 1_000_000_000n
const nanosecondsPerUnit: Readonly<Record<number, bigint>> = {
  10: nanosecondsPerSecond,
  13: 1_000_000n,
  16: 1_000n,
  19: 1n,
}

/** Nanoseconds since 1970, from ISO 8601 text or an integer of 10, 13, 16 or 19 digits (s, ms, µs, ns). */
export function readTime(value: unknown): bigint | undefined {
  const isDigits = typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string'
  if (!isDigits) return undefined
  const text = typeof value === 'number' ? BigInt(value).toString() : String(value).trim()
  if (/^\d+$/.test(text)) {
    const unit = nanosecondsPerUnit[text.length]
    return unit === undefined ? undefined : BigInt(text) * unit
  }
  const utc = utcTime(text)
  return utc === undefined ? undefined : nanosecondsOf(utc)
}

/** Parses a time in the format of responses. */
function nanosecondsOf(utc: string): bigint {
  const [seconds = '', fraction = ''] = utc.slice(0, -1).split('.')
  return (BigInt(Date.parse(`${seconds}Z`)) / 1000n) * nanosecondsPerSecond + BigInt(fraction.padEnd(9, '0'))
}

/** As in responses: UTC, `Z`, 6 fractional digits, 9 with nanoseconds. */
export function timeText(nanoseconds: bigint): string {
  const fraction = ((nanoseconds % nanosecondsPerSecond) + nanosecondsPerSecond) % nanosecondsPerSecond
  const seconds = new Date(Number((nanoseconds - fraction) / 1_000_000n)).toISOString().slice(0, 19)
  const digits = fraction.toString().padStart(9, '0')
  return `${seconds}.${digits.endsWith('000') ? digits.slice(0, 6) : digits}Z`
}

/** Compares by Unicode code point. UTF-16 order differs: U+1F600 sorts above U+FF5E. */
export function compareText(a: string, b: string): number {
  const charactersA = Array.from(a)
  const charactersB = Array.from(b)
  const sharedLength = Math.min(charactersA.length, charactersB.length)
  for (let i = 0; i < sharedLength; i++) {
    const difference = (charactersA[i]?.codePointAt(0) ?? 0) - (charactersB[i]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return charactersA.length - charactersB.length
}

/** A scalar as the text that is bound for it. */
export const scalarText = (value: Json | bigint): string =>
  typeof value === 'string' ? value : typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
