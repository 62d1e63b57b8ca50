// Canonical JSON text: RFC 8785 (sorted keys, ECMAScript numbers, no blanks), then every UTF-16 unit above
// U+007F written \uXXXX. Hashes of it are the identities of testcases and of revision data, so a client in any
// language can compute them; the test vectors beside this file are part of the interface.
import { isJsonObject, type Json } from './value.ts'
import { ownMember } from '../own.ts'

const escapeNonAscii = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

// Most texts need no escapes.
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7f]*$/

const canonicalText = (text: string): string =>
  plain.test(text) ? `"${text}"` : escapeNonAscii(JSON.stringify(text))

/** The default sort of strings compares UTF-16 code units. */
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
