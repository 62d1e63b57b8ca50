import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diff } from './diff.ts'

const side = (pieces: ReturnType<typeof diff>, without: 'added' | 'removed'): string =>
  pieces.flatMap(({ kind, text }) => (kind === without ? [] : text)).join('')

test('a changed line is compared word by word', () => {
  expect(diff('the order left on Monday', 'the order left on Friday')).toEqual([
    { kind: 'same', text: 'the order left on ' },
    { kind: 'removed', text: 'Monday' },
    { kind: 'added', text: 'Friday' },
  ])
})

test('unchanged lines stay complete', () => {
  expect(diff('a\nb\nc\n', 'a\nc\nd\n')).toEqual([
    { kind: 'same', text: 'a\n' },
    { kind: 'removed', text: 'b\n' },
    { kind: 'same', text: 'c\n' },
    { kind: 'added', text: 'd\n' },
  ])
})

test('both texts can be put together from the pieces', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', 'é', '🙂', 'word'), { maxLength: 60 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diff(before, after)
      expect([side(pieces, 'added'), side(pieces, 'removed')]).toEqual([before, after])
    }),
  )
})

test('texts without anything in common are replaced, in bounded time', () => {
  const before = Array.from({ length: 20_000 }, (_, at) => `a${at}\n`).join('')
  const after = Array.from({ length: 20_000 }, (_, at) => `b${at}\n`).join('')
  expect(diff(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
