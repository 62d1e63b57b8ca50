// Values in a text filter: words, numbers, strings, and lists and objects of them.
import { AssayError } from '../../../kernel/errors.ts'
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import { expectSymbol, isSymbol, type Cursor } from './text-cursor.ts'
import { type Token, syntaxError } from './text-lex.ts'
import { ownMember } from '../../../kernel/own.ts'
import { filterListValuesMax } from '../tree/size.ts'

const literals: Readonly<Record<string, Json>> = { true: true, false: false, null: null }

export type NumberToken = Token & { readonly kind: 'number' }

/** As in JSON bodies, no number is rounded silently. */
export function exactNumber({ text, value, column }: NumberToken): number {
  if (!/^-?\d+$/.test(text) || BigInt(text) === BigInt(value)) return value
  const message = 'A number outside ±(2^53−1) cannot be compared exactly.'
  throw new AssayError('filter_invalid', `${message} (column ${column})`)
}

/** The nesting limit of JSON bodies. */
const valueLevelsMax = 128

interface ValueContext {
  readonly cursor: Cursor
  readonly readNumber: (token: NumberToken) => Json
}

export function readValue(context: ValueContext, depth = 1): Json {
  const { cursor, readNumber } = context
  const token = cursor.next()
  if (depth > valueLevelsMax) {
    const message = `The value has more than ${valueLevelsMax} levels.`
    throw new AssayError('filter_invalid', `${message} (column ${token.column})`)
  }
  if (token.kind === 'string') return token.value
  if (token.kind === 'number') return readNumber(token)
  if (token.kind === 'word') {
    return Object.hasOwn(literals, token.text) ? (ownMember(literals, token.text) ?? null) : token.text
  }
  if (isSymbol(token, '[')) return readList(context, ']', depth)
  if (isSymbol(token, '(')) return readList(context, ')', depth)
  if (isSymbol(token, '{')) return readObject(context, depth)
  throw syntaxError('a value', token)
}

function readList(context: ValueContext, close: string, depth: number): readonly Json[] {
  const { cursor } = context
  const items: Json[] = []
  while (!isSymbol(cursor.peek(), close)) {
    if (items.length > 0) expectSymbol(cursor, ',', `',' or '${close}'`)
    if (items.length === filterListValuesMax) {
      const message = `The filter has more than ${filterListValuesMax} list values.`
      throw new AssayError('filter_invalid', `${message} (column ${cursor.peek().column})`)
    }
    items.push(readValue(context, depth + 1))
  }
  cursor.next()
  return items
}

function readObject(context: ValueContext, depth: number): JsonObject {
  const { cursor } = context
  const members: [string, Json][] = []
  while (!isSymbol(cursor.peek(), '}')) {
    if (members.length > 0) expectSymbol(cursor, ',', `',' or '}'`)
    const key = cursor.next()
    if (key.kind !== 'string' && key.kind !== 'word') throw syntaxError('a member name', key)
    expectSymbol(cursor, ':')
    members.push([key.kind === 'string' ? key.value : key.text, readValue(context, depth + 1)])
  }
  cursor.next()
  return Object.fromEntries(members)
}
