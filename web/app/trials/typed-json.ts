// Converts between typed text and values: valid JSON is parsed, other text stays text.
import { isRecord } from '../../ui/records.ts'

/** The value of a text. Invalid JSON is a text. */
export function typedValue(text: string): unknown {
  const trimmedText = text.trim()
  if (trimmedText === '') return ''
  try {
    return JSON.parse(trimmedText)
  } catch {
    return text
  }
}

/** The text of a value; typedValue returns the same value. */
export function typedText(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  return typedValue(value) === value ? value : JSON.stringify(value)
}

/** The object in a text; undefined if it is not an object. */
export function typedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {}
  const value = typedValue(text)
  return isRecord(value) ? value : undefined
}
