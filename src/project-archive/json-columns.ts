// JSON texts inside the lines of an archive. A text that survives parsing unchanged is written as a value, which people
// can read.
import { parseStructure } from '../kernel/json/checked.ts'
import { nestingMax } from '../kernel/json/parse.ts'
import type { Json } from '../kernel/json/value.ts'
import { hasMoreValuesThan } from '../kernel/json/value-count.ts'
import { refusal } from './format.ts'

/**
 * The maximum number of values in one record, the same as in a request. Parsed values take far more memory than text.
 */
const valuesMax = 5_000_000

/** A line nests a payload, and the attributes of a span nest by the dots of their keys. */
const levelsMax = 2 * nestingMax

/** Parses a line, or a text inside a line. Refuses repeated keys and deep nesting. */
export function parseJson(text: string, depthMax = levelsMax): Json {
  if (text.length > valuesMax && hasMoreValuesThan(valuesMax, Buffer.from(text))) {
    throw refusal(`a record has more than ${valuesMax} values.`)
  }
  const {
    value,
    fieldErrors: [fieldError],
  } = parseStructure(text, depthMax)
  if (fieldError === undefined) return value
  throw refusal(`${fieldError.path.join('.') || 'a record'}: ${fieldError.msg}`)
}

/** The value of a JSON text; the text itself if writing the value would change it, such as a large integer. */
export function embeddedJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && JSON.stringify(value) === text ? value : text
}

/** The inverse. Throws if the text is no JSON. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  parseJson(value)
  return value
}
