// JSON values that survive being stored and hashed: nothing is rounded silently. An integer outside ±(2^53−1), a
// number that overflows, a lone surrogate and nesting deeper than 128 levels are refused with the path to them.
import { isJsonObject, type Json } from '../kernel/json/value.ts'
import { ownMember } from '../kernel/own.ts'

export type JsonPath = readonly (string | number)[]

/** A value that cannot be kept exactly, and where it stands. */
export class InexactValue extends Error {
  readonly path: JsonPath

  constructor(path: JsonPath, message: string) {
    super(message)
    this.name = 'InexactValue'
    this.path = path
  }
}

export const nestingLevelsMax = 128

const numberMessage = 'Integers beyond ±(2^53−1) lose digits: send this one as a string.'

// From 1e21 on the canonical form of a number has an exponent: it says of itself that it is a double.
const isUnsafe = (value: number): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21

function checkScalar(value: Json, path: JsonPath): void {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new InexactValue(path, 'The text contains a lone surrogate.')
  }
  if (typeof value !== 'number') return
  if (!Number.isFinite(value)) throw new InexactValue(path, 'The number is too large or not a number.')
  if (isUnsafe(value)) throw new InexactValue(path, numberMessage)
}

/** Throws InexactValue at the first value that cannot be kept exactly. */
export function checkExact(value: Json, path: JsonPath = []): void {
  if (path.length > nestingLevelsMax) {
    throw new InexactValue(path, `JSON is nested deeper than ${nestingLevelsMax} levels.`)
  }
  if (Array.isArray(value)) {
    value.forEach((item: Json, index) => checkExact(item, [...path, index]))
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      if (!key.isWellFormed()) throw new InexactValue([...path, key], 'The key contains a lone surrogate.')
      const member = ownMember(value, key) as Json
      // Short ASCII strings are most of what comes: they need no path.
      if (typeof member !== 'boolean' && member !== null) checkExact(member, [...path, key])
    }
  } else {
    checkScalar(value, path)
  }
}

/** The path of the first number literal that is an integer beyond the safe range, if any. */
function unsafeLiteral(text: string): boolean {
  let found = false
  JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source
    if (typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)) {
      found ||= !Number.isSafeInteger(value)
    }
    return value
  })
  return found
}

// Text without any of these needs no second look: no long run of digits, no exponent, no surrogate escape.
const suspicious = /\d{16}|\d[eE]|\\u[dD][89a-fA-F]/

/** How deep the brackets go; those inside strings count too, so this is an upper bound. */
function depthAtMost(text: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x7b || unit === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return deepest
}

/**
 * JSON.parse that refuses what it would round. Throws SyntaxError for text that is no JSON and InexactValue for a
 * value that cannot be kept. Plain text costs one regular expression more than JSON.parse.
 */
export function parseExact(text: string): Json {
  const value = JSON.parse(text) as Json
  const plain = text.isWellFormed() && !suspicious.test(text) && depthAtMost(text) <= nestingLevelsMax
  if (plain) return value
  checkExact(value)
  // An integer literal of 22 digits and more reads as a double in exponent form: only its text tells.
  if (/\d{22}/.test(text) && unsafeLiteral(text)) throw new InexactValue([], numberMessage)
  return value
}
