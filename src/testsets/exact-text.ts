// JSON text that an import reads back. JSON.stringify writes doubles from 2^53 to 1e21 in digits only; such a literal is
// read as an integer and refused. Here they have an exponent.
import type { Json } from '../kernel/json/value.ts'

// Node has it; the types of the language do not yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

const isUnsafeInteger = (value: unknown): value is number =>
  Number.isInteger(value) && !Number.isSafeInteger(value)

export function exactText(value: Json): string {
  const text = JSON.stringify(value)
  if (!/\d{16}/.test(text)) return text
  return JSON.stringify(value, (_, member: unknown) =>
    isUnsafeInteger(member) ? rawJSON(member.toExponential()) : member,
  )
}
