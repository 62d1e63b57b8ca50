import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../kernel/json/value.ts'
import { fullAttributes, fullAttributesOf } from '../../../storage/contract/contract.ts'
import { arbitrarySpan } from '../testing/arbitraries.ts'
import { openSpanTable } from '../testing/chdb.ts'
import { arbitraryAttributes } from '../testing/messages.ts'
import { derivedColumns } from './columns.ts'

const [someSpan] = fc.sample(arbitrarySpan, { seed: 1, numRuns: 1 })
if (someSpan === undefined) throw new Error('no span')

const spanOf = (attributes: JsonObject) => ({ ...someSpan, attributes })

describe('texts of inputs and outputs that are repeated in the attributes', () => {
  test('are restored exactly, for any content and position', async () => {
    const spans = fc.sample(arbitraryAttributes, { seed: 7, numRuns: 400 }).map(spanOf)
    const table = await openSpanTable(spans)
    const rows = await table.rowsWhere({
      sql: `${fullAttributes} = {texts:Array(String)}[row + 1]`,
      params: { texts: spans.map(({ attributes }) => JSON.stringify(attributes)) },
    })
    await table.close()
    expect(rows).toEqual([...spans.keys()])
  })

  test('are restored by readers of the columns as by the engine', () => {
    const spans = fc.sample(arbitraryAttributes, { seed: 11, numRuns: 400 }).map(spanOf)
    expect(spans.map((span) => fullAttributesOf(derivedColumns(span)))).toEqual(
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
  ])('are stored once: %s', (_, wrap) => {
    const text = 'They said "no", \\ and left.\nThe next day they came back. '.repeat(20)
    const columns = derivedColumns(
      spanOf({
        ag: { data: { inputs: { prompt: [{ role: 'user', content: text }] } } },
        gen_ai: { sent: wrap(text) },
      }),
    )
    expect(columns.inputs).toContain('came back')
    expect(columns.attributes).not.toContain('came back')
  })

  test('stay in place if restoring them would need too much memory', () => {
    const texts = Array.from({ length: 40 }, (_, i) => `${i} ${'long text '.repeat(2_000)}`)
    const { attributes } = derivedColumns(spanOf({ ag: { data: { inputs: texts } }, sent: texts }))
    const markCount = attributes.split('\u0003').length - 1
    expect(markCount).toBe(6)
  })
})
