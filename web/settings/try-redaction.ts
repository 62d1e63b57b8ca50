// Previews a redaction pattern. The server applies patterns with the same grammar.

export interface PatternRule {
  readonly kind: 'pattern'
  readonly pattern: string
  readonly replacement?: string
}

export interface RedactionPreview {
  readonly text: string
  readonly count: number
  readonly error: string | undefined
}

export function previewRedaction(pattern: string, text: string): RedactionPreview {
  if (pattern === '') return { text, count: 0, error: undefined }
  try {
    const expression = new RegExp(pattern, 'gu')
    const count = [...text.matchAll(expression)].filter(([match]) => match !== '').length
    return { text: text.replaceAll(expression, '[redacted]'), count, error: undefined }
  } catch {
    return { text, count: 0, error: 'Invalid regular expression.' }
  }
}
