// Parses and writes JSON text of files by the rules of JSON bodies (ADR 051). Numbers are exact, or refused with their path.
import { parseChecked, type NumberRule } from '../../src/kernel/json/checked.ts'
import { throwDefect } from './reading-fault.ts'
import type { JsonPath } from '../../src/kernel/json/value.ts'

/** Integers that a double would round become bigints, which spans can store. */
export const spanNumbers: NumberRule = { keepsIntegers: true }

export const sentenceAt = ({ path, msg }: { readonly path: JsonPath; readonly msg: string }): string =>
  path.length === 0 ? msg : `at /${path.join('/')}: ${msg}`

/** Parses JSON text. Throws SyntaxError for invalid JSON, and an Error with the path of a value that cannot be stored. */
export function exactJson(text: string, rule: NumberRule = {}): unknown {
  const { value, fieldErrors } = parseChecked(text, rule)
  const [fieldError] = fieldErrors
  if (fieldError !== undefined) throw new Error(sentenceAt(fieldError))
  return value
}

/** Parses text that may be JSON. Other text, and JSON with inexact values, stays text. */
export function jsonOrText(text: string): unknown {
  try {
    return exactJson(text, spanNumbers)
  } catch (error) {
    throwDefect(error)
    return text
  }
}

/**
 * JSON text with all digits of bigints. Whole doubles from 2^53 up get an exponent: without one they would be read as
 * integers. Written by hand, because Node 20 has no JSON.rawJSON.
 */
export function jsonText(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  const isLargeDouble = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
  if (isLargeDouble && Number.isFinite(value)) return value.toExponential()
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`).join(',')}}`
}

/** The path of the first bigint that is not exact, or undefined. */
export function inexactIntegerPath(
  value: unknown,
  isExact: (integer: bigint) => boolean,
  path: JsonPath = [],
): JsonPath | undefined {
  if (typeof value === 'bigint') return isExact(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const inexactPath = inexactIntegerPath(member, isExact, [...path, key])
    if (inexactPath !== undefined) return inexactPath
  }
  return undefined
}
