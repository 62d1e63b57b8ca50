// What a pattern would hide in a text. The server has the last word: it reads patterns by the same grammar.

export interface PatternRule {
  readonly kind: 'pattern'
  readonly pattern: string
  readonly replacement?: string
}

export interface RedactionPreview {
  readonly text: string
  readonly count: number
  readonly fault: string | undefined
}

export function previewRedaction(pattern: string, text: string): RedactionPreview {
  if (pattern === '') return { text, count: 0, fault: undefined }
  try {
    const found = new RegExp(pattern, 'gu')
    const count = [...text.matchAll(found)].filter(([own]) => own !== '').length
    return { text: text.replaceAll(found, '[redacted]'), count, fault: undefined }
  } catch {
    return { text, count: 0, fault: 'This is not a regular expression.' }
  }
}
