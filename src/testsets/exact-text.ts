// JSON text that an import can read back. JSON.stringify writes doubles from 2^53 to 1e21 in digits only; an import
// reads such a literal as an integer and refuses it. This function writes them with an exponent.
import type { Json } from '../kernel/json/value.ts'

const isUnsafeInteger = (value: unknown): value is number =>
  Number.isInteger(value) && !Number.isSafeInteger(value)

/** `indent` is the number of spaces per level; absent: one line. */
export function exactText(value: Json, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent)
  if (!/\d{16}/.test(text)) return text
  return JSON.stringify(
    value,
    (_, member: unknown) => (isUnsafeInteger(member) ? JSON.rawJSON(member.toExponential()) : member),
    indent,
  )
}
