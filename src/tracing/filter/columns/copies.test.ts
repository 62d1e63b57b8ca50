import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import { wholeAttributes, wholeAttributesOf } from '../../../storage/contract/contract.ts'
import { arbitrarySpan } from '../testing/arbitraries.ts'
import { openSpanTable } from '../testing/chdb.ts'
import { derivedColumns } from './columns.ts'

const [some] = fc.sample(arbitrarySpan, { seed: 1, numRuns: 1 })
if (some === undefined) throw new Error('no span')

const spanOf = (attributes: JsonObject) => ({ ...some, attributes })

/** Long texts of all kinds of characters, of which some are parts of others. */
const pieces = [
  'the answer is ',
  'said "no" ',
  'C:\\temp\\n ',
  'line\n\ttab ',
  'Grüße 👋 ',
  '\ud800 half ',
  '\u0001\u0003\u0007 ',
  '\u2028/ ',
]
const longText = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .chain((some) => fc.integer({ min: 1, max: 12 }).map((times) => some.join('').repeat(times)))

const messages = fc.array(fc.record({ role: fc.constantFrom('user', 'tool'), content: longText }), {
  maxLength: 4,
})

/** What instrumentations make of messages, and what careless ones may make of them. */
const forms: readonly ((value: Json, text: string) => Json)[] = [
  (value) => value,
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 1),
  (value) => JSON.stringify(JSON.stringify(value)),
  (value, text) => [text, { deep: [`before ${text}`, `${text} after`] }, JSON.stringify(value)],
  (_, text) => text + text,
  (_, text) => text.slice(1),
  (_, text) => `\ud800${text}\udc00`,
]

const arbitraryAttributes = fc
  .record({
    inputs: fc.oneof(messages, longText, fc.constant({ nested: { text: 'x'.repeat(80) } })),
    outputs: fc.oneof(messages, longText, fc.constant(null)),
    sent: fc.array(fc.constantFrom(...forms), { maxLength: 6 }),
    other: longText,
    isFirst: fc.boolean(),
  })
  .map(({ inputs, outputs, sent, other, isFirst }): JsonObject => {
    const first = (value: Json): string => {
      const [one] = Array.isArray(value) ? (value as readonly { readonly content: string }[]) : []
      return typeof value === 'string' ? value : (one?.content ?? '')
    }
    const of = (value: Json): Json[] => sent.map((form) => form(value, first(value)))
    const beside = {
      gen_ai: { input: of(inputs), output: { messages: of(outputs) } },
      other,
      __proto__: null,
    }
    const ag = { data: { inputs, outputs, parameters: { other } }, unsupported: { again: inputs } }
    return isFirst ? { ag, ...beside } : { ...beside, ag }
  })

describe('texts of inputs and outputs that stand in the attributes once more', () => {
  test('are put in again as they were, whatever they hold and wherever they stand', async () => {
    const spans = fc.sample(arbitraryAttributes, { seed: 7, numRuns: 400 }).map(spanOf)
    const table = await openSpanTable(spans)
    const rows = await table.rowsWhere({
      sql: `${wholeAttributes} = {texts:Array(String)}[row + 1]`,
      params: { texts: spans.map(({ attributes }) => JSON.stringify(attributes)) },
    })
    await table.close()
    expect(rows).toEqual([...spans.keys()])
  })

  test('are put in by readers of the columns as by the engine', () => {
    const spans = fc.sample(arbitraryAttributes, { seed: 11, numRuns: 400 }).map(spanOf)
    expect(spans.map((span) => wholeAttributesOf(derivedColumns(span)))).toEqual(
      spans.map(({ attributes }) => JSON.stringify(attributes)),
    )
  })

  test.each([
    ['as a value', (text: string) => text],
    ['within JSON text', (text: string) => JSON.stringify([{ parts: [{ content: text }] }])],
    [
      'within JSON text with line breaks',
      (text: string) => JSON.stringify([{ parts: [{ content: text }] }], null, 2),
    ],
  ])('are stored once: %s', (_, sent) => {
    const text = 'They said "no", \\ and left.\nThe next day they came back. '.repeat(20)
    const columns = derivedColumns(
      spanOf({
        ag: { data: { inputs: { prompt: [{ role: 'user', content: text }] } } },
        gen_ai: { sent: sent(text) },
      }),
    )
    expect(columns.inputs).toContain('came back')
    expect(columns.attributes).not.toContain('came back')
  })

  test('stay where they are when a reader would have to hold too much for them', () => {
    const texts = Array.from({ length: 40 }, (_, i) => `${i} ${'long text '.repeat(2_000)}`)
    const { attributes } = derivedColumns(spanOf({ ag: { data: { inputs: texts } }, sent: texts }))
    const cuts = attributes.split('\u0003').length - 1
    expect(cuts).toBe(6)
  })
})
