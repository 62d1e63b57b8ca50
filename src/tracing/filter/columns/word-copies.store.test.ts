import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../kernel/json/value.ts'
import { commonSeparators } from '../../../storage/contract/contract.ts'
import { eachScalarText, phraseNeedle, wordsOf } from '../content.ts'
import { arbitrarySpan } from '../testing/arbitraries.ts'
import { openSpanTable } from '../testing/chdb.ts'
import { arbitraryAttributes } from '../testing/messages.ts'
import { derivedColumns } from './columns.ts'

const [someSpan] = fc.sample(arbitrarySpan, { seed: 1, numRuns: 1 })
if (someSpan === undefined) throw new Error('no span')

const spanOf = (attributes: JsonObject) => ({ ...someSpan, events: [], attributes })

/** The words of each value between blanks. */
function linesOf(attributes: JsonObject): readonly string[] {
  const lines = new Set<string>()
  eachScalarText(attributes, (text) => {
    const words = wordsOf(text)
    if (words.length > 0) lines.add(phraseNeedle(words))
  })
  return [...lines]
}

describe('words of inputs and outputs', () => {
  test('are restored as if extracted from each value, for any content and position', async () => {
    const spans = fc.sample(arbitraryAttributes, { seed: 11, numRuns: 500 }).map(spanOf)
    const lines = spans.map(({ attributes }) => linesOf(attributes))
    const table = await openSpanTable(spans)
    const rows = await table.rowsWhere({
      sql: `arrayAll(line -> position(content_lines, line) > 0, {lines:Array(Array(String))}[row + 1])
        AND arrayAll(line -> has({lines:Array(Array(String))}[row + 1], line),
          arrayFilter(line -> line != '', splitByChar('\n', content_lines)))
        AND hasAll(tokens(content_words), {words:Array(Array(String))}[row + 1])
        AND hasAll({words:Array(Array(String))}[row + 1], tokens(content_words))`,
      params: {
        lines,
        words: lines.map((lineGroup) => [...new Set(lineGroup.flatMap((line) => line.trim().split(' ')))]),
      },
    })
    await table.close()
    expect(rows).toEqual([...spans.keys()])
  })

  const text = 'They said "no", and left.\n\tThe next day — “today” — they came back. '.repeat(20)

  test.each([
    ['as a value', (text: string) => text],
    ['within JSON text', (text: string) => JSON.stringify([{ parts: [{ content: text }] }])],
    ['nowhere else', () => 'nothing'],
  ])('are stored once: %s', (_, wrap) => {
    const { inputs, content } = derivedColumns(
      spanOf({ ag: { data: { inputs: { prompt: [{ role: 'user', content: text }] } } }, sent: wrap(text) }),
    )
    expect(inputs).toContain('came back')
    expect(content).toContain(' user ')
    expect(content).not.toContain('came back')
  })

  test('are bounded by characters that belong to no word', () => {
    const separator = new RegExp(`[${commonSeparators.replaceAll(String.raw`\x{`, String.raw`\u{`)}]`, 'u')
    const separators = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((char) => separator.test(char))
    expect(separators.length).toBeGreaterThan(1000)
    expect(separators.filter((char) => wordsOf(char).length > 0)).toEqual([])
  })

  test('are repeated if restoring them would need too much memory', () => {
    const texts = Array.from({ length: 40 }, (_, i) => `${i} ${'long text '.repeat(2_000)}`)
    const { content } = derivedColumns(spanOf({ ag: { data: { inputs: texts } } }))
    expect(content.split('\u0003').length - 1).toBe(6)
  })
})
