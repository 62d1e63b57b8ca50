// A cursor over the tokens of a text filter, with tests and expectations.
import { type Token, syntaxError } from './text-lex.ts'

export interface Cursor {
  readonly peek: (ahead?: number) => Token
  readonly next: () => Token
}

export function createCursor(read: () => Token): Cursor {
  const lookahead: Token[] = []
  const peek = (distance = 0): Token => {
    while (lookahead.length < distance) lookahead.push(read())
    const token = lookahead[distance] ?? read()
    if (lookahead.length === distance) lookahead.push(token)
    return token
  }
  return {
    peek,
    next: () => {
      const token = peek()
      lookahead.shift()
      return token
    },
  }
}

/** Whether the token is this word, ignoring case. */
export const isWord = (token: Token, word: string): boolean =>
  token.kind === 'word' && token.text.toLowerCase() === word

export const isSymbol = (token: Token, text: string): boolean =>
  token.kind === 'symbol' && token.text === text

export function expectSymbol(cursor: Cursor, text: string, expected = `'${text}'`): void {
  if (!isSymbol(cursor.peek(), text)) throw syntaxError(expected, cursor.peek())
  cursor.next()
}
