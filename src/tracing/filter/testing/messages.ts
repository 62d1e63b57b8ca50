// Messages as instrumentations, including careless ones, send them.
import * as fc from 'fast-check'
import type { Json, JsonObject } from '../../../kernel/json/value.ts'

/** Long texts of all kinds of characters. Some are parts of others. */
const pieces = [
  'the answer is ',
  'said "no" ',
  'C:\\temp\\n ',
  'line\n\ttab ',
  'Grüße 👋 ',
  '\ud800 half ',
  '\u0001\u0003\u0007 ',
  '\u2028/ ',
  '“So—what’s that…” ',
  'ΟΔΟΣ İ Straße Ⅷ ',
  'snake_case-x.y {"a":[1]} ',
  '漢字かな ①² x\u00a0y ',
  '🎉❤️ \u200d• ',
  '-'.repeat(70),
  'glued',
]
const longText = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .chain((words) => fc.integer({ min: 1, max: 12 }).map((times) => words.join('').repeat(times)))

const messages = fc.array(fc.record({ role: fc.constantFrom('user', 'tool'), content: longText }), {
  maxLength: 4,
})

/** Representations of messages by instrumentations, including careless ones. */
const forms: readonly ((value: Json, text: string) => Json)[] = [
  (value) => value,
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 1),
  (value) => JSON.stringify(JSON.stringify(value)),
  (value, text) => [text, { deep: [`before ${text}`, `${text} after`] }, JSON.stringify(value)],
  (_, text) => text + text,
  (_, text) => `before${text}after`,
  (_, text) => text.slice(1),
  (_, text) => `\ud800${text}\udc00`,
]

/** Attributes that repeat the same messages in several ways. */
export const arbitraryAttributes = fc
  .record({
    inputs: fc.oneof(messages, longText, fc.constant({ nested: { text: 'x'.repeat(80) } })),
    outputs: fc.oneof(messages, longText, fc.constant(null)),
    sent: fc.array(fc.constantFrom(...forms), { maxLength: 6 }),
    other: longText,
    isFirst: fc.boolean(),
  })
  .map(({ inputs, outputs, sent, other, isFirst }): JsonObject => {
    const first = (value: Json): string => {
      const [message] = Array.isArray(value) ? (value as readonly { readonly content: string }[]) : []
      return typeof value === 'string' ? value : (message?.content ?? '')
    }
    const formsOf = (value: Json): Json[] => sent.map((form) => form(value, first(value)))
    const otherMembers = {
      gen_ai: { input: formsOf(inputs), output: { messages: formsOf(outputs) } },
      other,
      __proto__: null,
    }
    const ag = { data: { inputs, outputs, parameters: { other } }, unsupported: { again: inputs } }
    return isFirst ? { ag, ...otherMembers } : { ...otherMembers, ag }
  })
