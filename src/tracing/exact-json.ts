// JSON text read without rounding: integers outside ±(2^53−1) become bigint. JSON.parse does the work; only when
// the text holds such an integer outside a string is it replaced, before parsing, by a marked string.
import { boundedNesting, type Value } from './value.ts'
import { setOwn } from '../kernel/own.ts'
import { ownMember } from '../kernel/own.ts'

/**
 * One whole number token per match, so that no long run of digits is tried twice. Integers of 16 digits or more may
 * be inexact as doubles; decimals and exponents are doubles anyway.
 */
const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const integerToken = /^-?\d{16,}$/

/** Beyond this an integer stays text: no counter is that long, and converting millions of digits would take long. */
const integerDigitsMax = 64

/** Cuts the text into runs outside strings and hands each with its place to `visit`. */
function eachRunOutsideStrings(text: string, visit: (start: number, end: number) => void): void {
  let start = 0
  while (start < text.length) {
    const quote = text.indexOf('"', start)
    visit(start, quote === -1 ? text.length : quote)
    if (quote === -1) return
    start = endOfString(text, quote)
  }
}

/** The place after the closing quote of the string that opens at `quote`. */
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

interface LongInteger {
  readonly start: number
  readonly digits: string
}

function longIntegers(text: string): readonly LongInteger[] {
  if (!/\d{16}/.test(text)) return []
  const found: LongInteger[] = []
  eachRunOutsideStrings(text, (start, end) => {
    if (end - start < 16) return
    for (const { 0: token, index } of text.slice(start, end).matchAll(numberToken)) {
      if (integerToken.test(token) && !Number.isSafeInteger(Number(token))) {
        found.push({ start: start + index, digits: token })
      }
    }
  })
  return found
}

/** A string prefix that the text does not contain. */
function unusedMark(text: string): string {
  let mark = '~int:'
  while (text.includes(mark)) mark = `~${mark}`
  return mark
}

/** Turns the marked strings into bigints, in place and without recursion. */
function restoreIntegers(root: unknown, mark: string): unknown {
  const holder: Record<string, unknown> = { root }
  const pending: Record<string, unknown>[] = [holder]
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const key of Object.keys(container)) {
      const member = ownMember(container, key)
      if (typeof member === 'string' && member.startsWith(mark)) {
        const digits = member.slice(mark.length)
        setOwn(container, key, digits.length > integerDigitsMax ? digits : BigInt(digits))
      } else if (typeof member === 'object' && member !== null) {
        pending.push(member as Record<string, unknown>)
      }
    }
  }
  return holder['root']
}

/** Parses JSON text; integers that a double cannot hold are bigints. Throws SyntaxError as JSON.parse does. */
export function parseExact(text: string): Value {
  const integers = longIntegers(text)
  if (integers.length === 0) return JSON.parse(text) as Value
  // Validated as it stands first: the marks must not turn wrong text ("01…", a number as a key) into right text.
  JSON.parse(text)
  const mark = unusedMark(text)
  const parts: string[] = []
  let copied = 0
  for (const { start, digits } of integers) {
    parts.push(text.slice(copied, start), `"${mark}${digits}"`)
    copied = start + digits.length
  }
  parts.push(text.slice(copied))
  return restoreIntegers(JSON.parse(parts.join('')), mark) as Value
}

/** The parsed value, nesting bounded, or undefined when the text is not JSON. */
export function jsonTextValue(text: string): Value | undefined {
  try {
    return boundedNesting(parseExact(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
