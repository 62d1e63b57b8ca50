// Parses JSON text without rounding: integers outside ±(2^53−1) become bigint, and doubles that are whole numbers stay
// doubles. JSON.parse does the work. If the text has such a number outside a string, a marked string replaces it before
// parsing.
import { ownMember, setOwn } from '../kernel/own.ts'
import { boundedNesting, doubleOf, type Value } from './value.ts'

/**
 * Matches one full number token, so that no long run of digits is tried twice. Integers of 16 digits or more may be
 * inexact as doubles; decimals and exponents are doubles anyway.
 */
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const integerToken = /^-?\d{16,}$/
const longDigits = /\d{16}/
/**
 * The end of a number with a fraction of zeros or an exponent. It starts with a digit, because texts have few of them.
 */
const wholeDouble = /\d(?:\.0+|(?:\.\d*)?[eE][+-]?\d+)\s*(?:[,\]}]|$)/

/** Limit of distinct doubles per text: each costs a few objects, and a text may have millions of `1.0`. */
const wholeDoublesMax = 500_000

/** A longer integer stays text: no counter is that long, and converting millions of digits would take long. */
const integerDigitsMax = 64

/** Calls `visit` with the range of each run outside strings. */
function eachRunOutsideStrings(text: string, visit: (start: number, end: number) => void): void {
  let start = 0
  while (start < text.length) {
    const quote = text.indexOf('"', start)
    visit(start, quote === -1 ? text.length : quote)
    if (quote === -1) return
    start = endOfString(text, quote)
  }
}

/** The index after the closing quote of the string that opens at `quote`. */
function endOfString(text: string, quote: number): number {
  let from = quote + 1
  for (;;) {
    const close = text.indexOf('"', from)
    if (close === -1) return text.length
    let backslashes = 0
    while (text[close - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return close + 1
    from = close + 1
  }
}

interface ExactNumber {
  readonly start: number
  readonly token: string
}

const isDoubleToken = (token: string): boolean => /[.eE]/.test(token)

/** The numbers that JSON.parse would change. */
function exactNumbers(text: string): readonly ExactNumber[] {
  const numbers: ExactNumber[] = []
  if (!longDigits.test(text) && !wholeDouble.test(text)) return numbers
  let doubles = 0
  eachRunOutsideStrings(text, (start, end) => {
    // Most runs between two strings have no number.
    if (end - start < 3) return
    for (const { 0: token, index } of text.slice(start, end).matchAll(numberToken)) {
      const isWhole = isDoubleToken(token) && typeof doubleOf(Number(token)) !== 'number'
      if (isWhole) doubles += 1
      const needsMark = isWhole
        ? doubles <= wholeDoublesMax
        : integerToken.test(token) && !Number.isSafeInteger(Number(token))
      if (needsMark) numbers.push({ start: start + index, token })
    }
  })
  return numbers
}

/** A string prefix that the text does not contain. */
function unusedMark(text: string): string {
  let mark = '~number:'
  while (text.includes(mark)) mark = `~${mark}`
  return mark
}

function numberOf(token: string): Value {
  if (isDoubleToken(token)) return doubleOf(Number(token))
  return token.length > integerDigitsMax ? token : BigInt(token)
}

/** Turns the marked strings into numbers, in place and without recursion. */
function restoreNumbers(root: unknown, mark: string): unknown {
  const holder: Record<string, unknown> = { root }
  const pendingObjects: Record<string, unknown>[] = [holder]
  for (let container = pendingObjects.pop(); container !== undefined; container = pendingObjects.pop()) {
    for (const key of Object.keys(container)) {
      const member = ownMember(container, key)
      if (typeof member === 'string' && member.startsWith(mark)) {
        setOwn(container, key, numberOf(member.slice(mark.length)))
      } else if (typeof member === 'object' && member !== null) {
        pendingObjects.push(member as Record<string, unknown>)
      }
    }
  }
  return holder['root']
}

/**
 * Parses JSON text. Integers that a double cannot represent are bigints; doubles are never integers. Throws
 * SyntaxError as JSON.parse does.
 */
export function parseExact(text: string): Value {
  const numbers = exactNumbers(text)
  if (numbers.length === 0) return JSON.parse(text) as Value
  // The original text is validated first: a mark must not turn invalid text ("01…", a number as a key) into valid text.
  JSON.parse(text)
  const mark = unusedMark(text)
  const parts: string[] = []
  let copiedEnd = 0
  for (const { start, token } of numbers) {
    parts.push(text.slice(copiedEnd, start), `"${mark}${token}"`)
    copiedEnd = start + token.length
  }
  parts.push(text.slice(copiedEnd))
  return restoreNumbers(JSON.parse(parts.join('')), mark) as Value
}

/** The parsed value with bounded nesting, or undefined if the text is not JSON. */
export function jsonTextValue(text: string): Value | undefined {
  try {
    return boundedNesting(parseExact(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
