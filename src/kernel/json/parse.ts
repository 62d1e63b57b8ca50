// Reading JSON text without losing anything: an integer that a double cannot hold is refused by its path instead of
// being rounded, text that nests too deep is refused before it is walked, and a syntax error says at which byte.
import { AssayError, invalid, type Fault } from '../errors.ts'
import { syntaxErrorAt } from './syntax.ts'
import { isJsonObject, type Json } from './value.ts'

/** Deeper text is refused: walking it could exhaust the stack. */
export const nestingMax = 128

/** One pass over the text outside of strings: does it nest too deep, does it hold a number that needs a closer look? */
function survey(text: string): { readonly tooDeep: boolean; readonly longNumber: boolean } {
  let depth = 0
  let longNumber = false
  let digits = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 48 && unit <= 57) {
      if (++digits >= 16) longNumber = true
      continue
    }
    if (unit === 101 || unit === 69) {
      // An exponent can overflow; a false alarm (the e of true) costs nothing but the closer look.
      if (digits > 0) longNumber = true
      continue
    }
    digits = 0
    if (unit === 34) {
      for (i++; i < text.length; i++) {
        const inner = text.charCodeAt(i)
        if (inner === 92) i++
        else if (inner === 34) break
      }
    } else if (unit === 123 || unit === 91) {
      if (++depth > nestingMax) return { tooDeep: true, longNumber }
    } else if (unit === 125 || unit === 93) depth--
  }
  return { tooDeep: false, longNumber }
}

const invalidJson = (offset: number): AssayError =>
  new AssayError('json_invalid', [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }])

class Inexact {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

function isInexact(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return true
  return !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
}

function collectInexact(value: unknown, path: readonly (string | number)[], faults: Fault[]): void {
  if (value instanceof Inexact) {
    const msg = 'A number outside ±(2^53−1) cannot be kept exactly: send it as a string.'
    faults.push({ type: 'value_error', loc: path, msg, input: value.source })
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) collectInexact(item, [...path, i], faults)
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) collectInexact(member, [...path, key], faults)
  }
}

type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

const markInexact: SourceReviver = (_, value, { source }) =>
  typeof value === 'number' && source !== undefined && isInexact(value, source) ? new Inexact(source) : value

/** `root` is where the text stands in the request: the path of a fault starts there. */
export function parseJson(text: string, root: readonly (string | number)[] = ['body']): Json {
  const { tooDeep, longNumber } = survey(text)
  if (tooDeep) {
    throw invalid([{ type: 'value_error', loc: root, msg: `JSON nests deeper than ${nestingMax} levels.` }])
  }
  try {
    if (!longNumber) return JSON.parse(text) as Json
    const marked: unknown = JSON.parse(text, markInexact as (key: string, value: unknown) => unknown)
    const faults: Fault[] = []
    collectInexact(marked, root, faults)
    if (faults.length > 0) throw invalid(faults)
    return marked as Json
  } catch (error) {
    if (error instanceof AssayError) throw error
    throw invalidJson(Buffer.byteLength(text.slice(0, syntaxErrorAt(text))))
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The same from bytes; text that is not UTF-8 is not JSON. */
export function parseJsonBytes(bytes: Uint8Array): Json {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidJson(0)
  }
  return parseJson(text)
}
