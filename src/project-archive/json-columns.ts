// JSON texts inside the lines of an archive: as JSON values where that keeps the text, so that people can read them.

/** The value of a JSON text; the text itself if writing the value would change it, such as a large integer. */
export function embeddedJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null && JSON.stringify(value) === text ? value : text
}

/** The inverse. Throws if the text is no JSON. */
export function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  JSON.parse(value)
  return value
}
