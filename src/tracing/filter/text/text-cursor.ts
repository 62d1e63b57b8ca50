// A place in the words of a text filter, and what may stand there.
import { type Token, syntaxError } from './text-lex.ts'

export interface Cursor {
  readonly peek: (ahead?: number) => Token
  readonly next: () => Token
}

export function createCursor(tokens: readonly Token[]): Cursor {
  const end = tokens.at(-1) ?? { kind: 'end', text: '', column: 1 }
  let at = 0
  return {
    peek: (ahead = 0) => tokens[at + ahead] ?? end,
    next: () => tokens[at++] ?? end,
  }
}

/** Whether this word stands there, in letters of either case. */
export const isWord = (token: Token, word: string): boolean =>
  token.kind === 'word' && token.text.toLowerCase() === word

export const isSymbol = (token: Token, text: string): boolean =>
  token.kind === 'symbol' && token.text === text

export function expectSymbol(cursor: Cursor, text: string, expected = `'${text}'`): void {
  if (!isSymbol(cursor.peek(), text)) throw syntaxError(expected, cursor.peek())
  cursor.next()
}
