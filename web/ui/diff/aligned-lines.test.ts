import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignedLines, type Line } from './aligned-lines.ts'
import { diff } from './diff.ts'

const textOf = (line: Line | undefined): string | undefined => line?.map(({ text }) => text).join('')
const rows = (before: string, after: string) =>
  alignedLines(diff(before, after)).map((pair) => [textOf(pair.before), textOf(pair.after)])

test('a changed line is beside its replacement, and equal lines are beside each other', () => {
  expect(rows('a\nthe old line\nz', 'a\nthe new line\nz')).toEqual([
    ['a\n', 'a\n'],
    ['the old line\n', 'the new line\n'],
    ['z', 'z'],
  ])
})

test('a line that only one text has is beside a gap', () => {
  expect(rows('a\nb\n', 'a\nnew\nb\n')).toEqual([
    ['a\n', 'a\n'],
    [undefined, 'new\n'],
    ['b\n', 'b\n'],
  ])
  expect(rows('a\nold\nb', 'a\nb')).toEqual([
    ['a\n', 'a\n'],
    ['old\n', undefined],
    ['b', 'b'],
  ])
})

test('when a change splits a line, the new lines are below it, beside gaps', () => {
  expect(rows('You help. Be kind.', 'You help.\nRules:\n- one\nBe kind.')).toEqual([
    ['You help. Be kind.', 'You help.\n'],
    [undefined, 'Rules:\n'],
    [undefined, '- one\n'],
    [undefined, 'Be kind.'],
  ])
})

test('each column has its complete text, and never a word of the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', 'é', '🙂', 'word'), { maxLength: 60 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pairs = alignedLines(diff(before, after))
      expect(pairs.map((pair) => textOf(pair.before) ?? '').join('')).toBe(before)
      expect(pairs.map((pair) => textOf(pair.after) ?? '').join('')).toBe(after)
      expect(pairs.every((pair) => pair.before?.every(({ kind }) => kind !== 'added') ?? true)).toBe(true)
      expect(pairs.every((pair) => pair.after?.every(({ kind }) => kind !== 'removed') ?? true)).toBe(true)
    }),
  )
})
