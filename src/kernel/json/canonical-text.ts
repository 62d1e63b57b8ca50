// Canonical JSON text: RFC 8785 (sorted keys, ECMAScript numbers, no blanks), then every UTF-16 unit above
// U+007F written \uXXXX. Hashes of it are the identities of testcases and of revision data, so a client in any
// language can compute them; the examples in test/vectors/testcase-ids.json are part of the interface.
import type { Sliced } from '../sliced.ts'
import { isJsonList, isJsonObject, type Json } from './value.ts'
import { ownMember } from '../own.ts'

const escapeNonAscii = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

// Most texts need no escapes.
const escapeFreePattern = /^[\x20\x21\x23-\x5b\x5d-\x7f]*$/

const canonicalText = (text: string): string =>
  escapeFreePattern.test(text) ? `"${text}"` : escapeNonAscii(JSON.stringify(text))

/** Keys are sorted by UTF-16 code units: the default sort of strings compares those. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return canonicalText(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${canonicalText(key)}:${canonicalJson(ownMember(value, key) as Json)}`)
    return `{${members.join(',')}}`
  }
  // JSON.stringify writes -0 as 0 and numbers in ECMAScript form, as RFC 8785 requires.
  return JSON.stringify(value)
}

/** Items that are written without a pause: less than 1 ms. */
const sliceItems = 256

/** Writes canonical text in time slices, up to a length of the plain JSON text. */
export class CanonicalWriter {
  readonly #charactersMax: number
  #characters = 0
  #items = 0

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax
  }

  /** True: the text is incomplete. */
  get isTooLong(): boolean {
    return this.#characters > this.#charactersMax
  }

  *text(value: Json): Sliced<string> {
    if (isJsonList(value)) {
      // Brackets and commas.
      this.#characters += Math.max(2, value.length + 1)
      return `[${yield* this.#joined(value, (item) => this.#value(item))}]`
    }
    if (!isJsonObject(value)) return this.#scalar(value)
    const keys = Object.keys(value).sort()
    // Braces, commas and colons.
    this.#characters += Math.max(2, 2 * keys.length + 1)
    return `{${yield* this.#joined(keys, (key) => this.#member(key, ownMember(value, key) ?? null))}}`
  }

  #value(value: Json): string | Sliced<string> {
    return typeof value === 'object' && value !== null ? this.text(value) : this.#scalar(value)
  }

  *#member(key: string, value: Json): Sliced<string> {
    const name = this.#scalar(key)
    const text = this.#value(value)
    return `${name}:${typeof text === 'string' ? text : yield* text}`
  }

  /** The limit counts plain JSON, whose escapes are shorter, so texts with escapes are measured separately. */
  #scalar(value: Json): string {
    const text = canonicalJson(value)
    const isLonger = typeof value === 'string' && text.length > value.length + 2
    this.#characters += isLonger ? JSON.stringify(value).length : text.length
    return text
  }

  /** The texts of a part are joined before the next part: joining a million texts takes too long. */
  *#joined<T>(items: readonly T[], write: (item: T) => string | Sliced<string>): Sliced<string> {
    const parts: string[] = []
    const part: string[] = []
    for (const item of items) {
      const text = write(item)
      part.push(typeof text === 'string' ? text : yield* text)
      this.#items += 1
      if (this.isTooLong) break
      if (part.length >= sliceItems) parts.push(part.splice(0).join(','))
      if (this.#items % sliceItems === 0) yield
    }
    if (part.length > 0) parts.push(part.join(','))
    return parts.join(',')
  }
}
