import { expect, test } from 'vitest'
import { contentText } from './content.ts'

test('a text that stands in a longer one is written once', () => {
  const line = 'the quick brown fox jumps over the lazy dog while nobody looks at all'
  expect(contentText([line, `${line} and then some more`]).split('\n')).toHaveLength(1)
})

// With the square of their number this would not end.
test('tens of thousands of long values cost little, and each of them can be found', () => {
  const values = Array.from({ length: 30_000 }, (_, i) => `${'word '.repeat(20)}number${i}`)
  const text = contentText(values)
  expect(text).toContain(' number0 ')
  expect(text).toContain(' number29999 ')
})
