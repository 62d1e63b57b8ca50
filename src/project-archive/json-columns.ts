// JSON texts inside the lines of an archive. A text that survives parsing unchanged is written as a value, which people
// can read.
import { hasMoreValuesThan } from '../kernel/json/value-count.ts'
import { refusal } from './format.ts'

/**
 * The maximum number of values in one record, the same as in a request. Parsed values take far more memory than text.
 */
const valuesMax = 5_000_000

/** Parses a line, or a text inside a line. */
export function parseJson(text: string): unknown {
  if (text.length > valuesMax && hasMoreValuesThan(valuesMax, Buffer.from(text))) {
    throw refusal(`a record has more than ${valuesMax} values.`)
  }
  return JSON.parse(text)
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
