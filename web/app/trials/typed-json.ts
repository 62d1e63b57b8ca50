// Values that people type: JSON where it is JSON, else the text as it stands.

/** The value of a text. What merely begins like JSON is a text, too. */
export function typedValue(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  try {
    return JSON.parse(trimmed) as unknown
  } catch {
    return text
  }
}

/** The text that stands for a value: read again it is the same value. */
export function typedText(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  return typedValue(value) === value ? value : JSON.stringify(value)
}

/** An object that was typed; undefined: it is something else. */
export function typedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {}
  const value = typedValue(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}
