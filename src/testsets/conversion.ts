// Converts a value when the type of its column changes. The server converts stored rows, the browser the rows on the
// screen; both use this file, so that they agree. Nothing is rounded: a value that would lose digits does not convert.
import type { Json } from '../kernel/json/value.ts'
import { isExactLiteral } from '../kernel/json/literals.ts'
import { checkExact, InexactValue, parseExact } from './exact.ts'

export const columnTypes = ['string', 'number', 'boolean', 'object', 'array'] as const
export type ColumnType = (typeof columnTypes)[number]

export const isColumnType = (value: unknown): value is ColumnType =>
  columnTypes.some((type) => type === value)

const typeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

const numberText = /^\s*-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

function numberOf(text: string): number | undefined {
  if (!numberText.test(text)) return undefined
  const value = Number(text)
  return isExactLiteral(value, text.trim()) ? value : undefined
}

function exactOrUndefined<T extends Json>(value: T): T | undefined {
  try {
    // Row and column count as two levels of nesting.
    checkExact(value, [''])
    return value
  } catch (error) {
    if (error instanceof InexactValue) return undefined
    throw error
  }
}

function jsonOf(text: string): Json | undefined {
  try {
    return exactOrUndefined(parseExact(text))
  } catch (error) {
    if (error instanceof InexactValue || error instanceof SyntaxError) return undefined
    throw error
  }
}

function parseAs(text: string, type: Exclude<ColumnType, 'string'>): Json | undefined {
  switch (type) {
    case 'number':
      return numberOf(text)
    case 'boolean': {
      const word = text.trim().toLowerCase()
      return word === 'true' ? true : word === 'false' ? false : undefined
    }
    case 'object':
    case 'array': {
      const value = jsonOf(text)
      return value !== undefined && typeOf(value) === type ? value : undefined
    }
  }
}

/** The value as the type; undefined if it cannot be converted. Empty values (null, empty text) stay unchanged. */
export function convertValue(value: Json, type: ColumnType): Json | undefined {
  if (value === null || value === '' || typeOf(value) === type) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return type === 'string' ? text : parseAs(text, type)
}
