import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignOutlines, difference } from './align.ts'
import { outlineOf } from './build-outline.ts'
import type { OutlineSpan } from './outline.ts'

const span = (id: string, name: string, parentId: string | undefined, startMs: number): OutlineSpan => ({
  id,
  parentId,
  name,
  type: 'task',
  startMs,
  endMs: startMs + 10,
  hasFailed: false,
  errors: 0,
  tokens: undefined,
  cost: undefined,
  model: undefined,
})

const alignedNames = (own: readonly OutlineSpan[], other: readonly OutlineSpan[]) =>
  alignOutlines(outlineOf(own), outlineOf(other)).map((row) => [
    row.depth,
    row.own?.span.id ?? '–',
    row.other?.span.id ?? '–',
  ])

test('spans of the same name and position share a row; another span has its own row after its previous sibling', () => {
  expect(
    alignedNames(
      [
        span('a', 'agent', undefined, 0),
        span('a1', 'plan', 'a', 1),
        span('a2', 'tool', 'a', 2),
        span('a3', 'tool', 'a', 3),
      ],
      [
        span('b', 'assistant', undefined, 0),
        span('b1', 'plan', 'b', 1),
        span('b2', 'search', 'b', 2),
        span('b2x', 'rank', 'b2', 2),
        span('b3', 'tool', 'b', 3),
      ],
    ),
  ).toEqual([
    [0, 'a', 'b'],
    [1, 'a1', 'b1'],
    [1, '–', 'b2'],
    [2, '–', 'b2x'],
    [1, 'a2', 'b3'],
    [1, 'a3', '–'],
  ])
})

const traces = fc
  .array(fc.record({ parent: fc.nat(12), name: fc.constantFrom('a', 'b', 'c') }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((list) =>
    list.map(({ parent, name }, at) => span(`s${at}`, name, parent < at ? `s${parent}` : undefined, at)),
  )

test('each span of both traces is in exactly one row', () => {
  fc.assert(
    fc.property(traces, traces, (own, other) => {
      const rows = alignOutlines(outlineOf(own), outlineOf(other))
      const ids = (side: 'own' | 'other') => rows.flatMap((row) => row[side]?.span.id ?? []).toSorted()
      expect(ids('own')).toEqual(own.map(({ id }) => id).toSorted())
      expect(ids('other')).toEqual(other.map(({ id }) => id).toSorted())
    }),
  )
})

test('a trace compared with itself matches in every row', () => {
  fc.assert(
    fc.property(traces, (spans) => {
      expect(
        alignOutlines(outlineOf(spans), outlineOf(spans)).every(
          ({ own, other }) => own?.span.id === other?.span.id,
        ),
      ).toBe(true)
    }),
  )
})

test('differences have a sign; without a difference or a value there is no text', () => {
  const format = (value: number): string => `${value} ms`
  expect([difference(5, 3, format), difference(3, 5, format)]).toEqual(['+2 ms', '−2 ms'])
  expect([difference(5, 5, format), difference(undefined, 5, format)]).toEqual(['', ''])
})
