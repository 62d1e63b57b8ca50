// Splits the one-line text form into tokens. Columns count characters from 1, as editors do.
import { AssayError } from '../../../kernel/errors.ts'

export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly column: number }
  | { readonly kind: 'string'; readonly value: string; readonly text: string; readonly column: number }
  | { readonly kind: 'number'; readonly value: number; readonly text: string; readonly column: number }
  | { readonly kind: 'symbol'; readonly text: string; readonly column: number }
  | { readonly kind: 'end'; readonly text: ''; readonly column: number }

/** A 400 that states the expected token and the column. */
export const syntaxError = (expected: string, token: Token): AssayError => {
  const actual = token.kind === 'end' ? 'the filter ends here' : `found ${token.text}`
  return new AssayError('filter_invalid', `Expected ${expected}, but ${actual}. (column ${token.column})`)
}

const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_])/uy
/** A field with or without a path, an operator, or a value without quotes. A backslash escapes the next character. */
const wordShape = /[\p{L}_](?:[\p{L}\p{N}_.@$-]|\\.)*/uy
/** Values that start like a number: times and UUIDs as in responses, then ids in hex. */
const timeOrUuidShape =
  /(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\p{L}\p{N}_-])/iuy
const digitWordShape = /\d[\p{L}\p{N}_.@$-]*/uy
const stringShape = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const symbolShape = /!=|>=|<=|[=><()[\]{},:]/y
const blankShape = /\s*/y

const take = (shape: RegExp, text: string, at: number): string | undefined => {
  shape.lastIndex = at
  return shape.exec(text)?.[0]
}

/** Reads tokens on demand, so that a refused text is not read to its end. At the end it returns `end` repeatedly. */
export function createLexer(text: string): () => Token {
  let offset = 0
  let column = 1
  const advance = (tokenText: string): void => {
    offset += tokenText.length
    // Counts characters, not UTF-16 units.
    column += Array.from(tokenText).length
  }
  return () => {
    advance(take(blankShape, text, offset) ?? '')
    if (offset >= text.length) return { kind: 'end', text: '', column }
    const token = tokenAt(text, offset, column)
    advance(token.text)
    return token
  }
}

function tokenAt(text: string, at: number, column: number): Token {
  const quotedText = take(stringShape, text, at)
  if (quotedText !== undefined)
    return { kind: 'string', value: JSON.parse(quotedText), text: quotedText, column }
  const timeOrUuid = take(timeOrUuidShape, text, at)
  if (timeOrUuid !== undefined) return { kind: 'word', text: timeOrUuid, column }
  const number = take(numberShape, text, at)
  if (number !== undefined) return { kind: 'number', value: Number(number), text: number, column }
  const word = take(wordShape, text, at) ?? take(digitWordShape, text, at)
  if (word !== undefined) return { kind: 'word', text: word, column }
  const symbol = take(symbolShape, text, at)
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, column }
  const message = text.startsWith('"', at)
    ? 'This string has no closing quote, or has an escape that JSON does not support.'
    : `Unexpected character ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}.`
  throw new AssayError('filter_invalid', `${message} (column ${column})`)
}
