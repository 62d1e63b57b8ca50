import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../kernel/sliced.ts'
import type { SelectedSpan } from '../storage/contract/contract.ts'
import { writeTree } from './query/texts.ts'
import { forestOf, type ForestSpan } from './tree.ts'

interface Named extends ForestSpan {
  readonly name: string
}
const span = (spanId: string, parentId?: string, start = 0, name = spanId): Named => ({
  spanId,
  ...(parentId === undefined ? {} : { parentId }),
  startTimeUnixNano: BigInt(start),
  name,
})
/** Rows with the columns that are read here. */
const rowOf = ({ spanId, parentId, startTimeUnixNano, name }: Named): SelectedSpan =>
  ({
    span_id: spanId,
    parent_id: parentId ?? '',
    start_time: String(startTimeUnixNano).padStart(6, '0'),
    span_name: name,
  }) as SelectedSpan
const treeText = (spans: readonly Named[]): string =>
  atOnce(writeTree(spans.map(rowOf), new Set(['span_id'] as const))).replaceAll('"span_id"', '"id"')
const treeOf = (spans: readonly Named[]): unknown => JSON.parse(treeText(spans))

const anySpans = fc.array(
  fc.record({
    spanId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    parent: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'gone'), { nil: undefined }),
    start: fc.nat({ max: 4 }),
    name: fc.constantFrom('x', 'y', '__proto__'),
  }),
)

describe('the tree of a trace', () => {
  test('nests children under their parents by name', () => {
    expect(treeOf([span('b', 'a'), span('a'), span('c', 'b')])).toEqual({
      a: { id: 'a', spans: { b: { id: 'b', spans: { c: { id: 'c' } } } } },
    })
  })

  test('siblings with the same name are a list by (start, id), and names are ordered by their first span', () => {
    const tree = treeOf([
      span('r'),
      span('3', 'r', 9, 'ask'),
      span('2', 'r', 5, 'ask'),
      span('1', 'r', 5, 'ask'),
      span('0', 'r', 4, 'find'),
    ])
    expect(JSON.stringify(tree)).toBe(
      '{"r":{"id":"r","spans":{"find":{"id":"0"},"ask":[{"id":"1"},{"id":"2"},{"id":"3"}]}}}',
    )
  })

  test('orphans and several roots are siblings', () => {
    expect(treeOf([span('a'), span('b', 'gone', 1), span('c', undefined, 2)])).toEqual({
      a: { id: 'a' },
      b: { id: 'b' },
      c: { id: 'c' },
    })
  })

  test('a cycle starts at its earliest span', () => {
    expect(treeOf([span('a', 'c', 3), span('b', 'a', 1), span('c', 'b', 2), span('d', 'a', 0)])).toEqual({
      b: { id: 'b', spans: { c: { id: 'c', spans: { a: { id: 'a', spans: { d: { id: 'd' } } } } } } },
    })
  })

  test('a span that is its own parent is a root', () => {
    expect(treeOf([span('a', 'a')])).toEqual({ a: { id: 'a' } })
  })

  test('has every span exactly once, in the same shape for any order of arrival', () => {
    fc.assert(
      fc.property(anySpans, fc.func(fc.nat()), (drawnSpans, order) => {
        const spans = [
          ...new Map(drawnSpans.map((d) => [d.spanId, span(d.spanId, d.parent, d.start, d.name)])).values(),
        ]
        const text = treeText(spans)
        const ids = [...text.matchAll(/"id":"(.)"/g)].map((match) => match[1] ?? '')
        expect(ids.sort()).toEqual(spans.map(({ spanId }) => spanId).sort())
        const shuffled = spans.toSorted((a, b) => order(a.spanId) - order(b.spanId))
        expect(treeText(shuffled)).toBe(text)
      }),
    )
  })

  test('if a span is sent twice, the last one counts', () => {
    expect(treeOf([span('a', undefined, 0, 'old'), span('a', undefined, 0, 'new')])).toEqual({
      new: { id: 'a' },
    })
  })

  test.each([
    ['chain', (i: number) => (i === 0 ? undefined : `s${i - 1}`)],
    ['circle', (i: number) => `s${(i + 1) % 50_000}`],
    ['fan', (i: number) => (i === 0 ? undefined : 's0')],
  ])('a %s of 50,000 spans is built and written', (_, parent) => {
    const spans = Array.from({ length: 50_000 }, (_unused, i) => span(`s${i}`, parent(i), i))
    expect(forestOf(spans).childrenFirst).toHaveLength(50_000)
    expect(treeText(spans).split('"id"')).toHaveLength(50_001)
  })
})
