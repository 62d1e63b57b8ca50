import { expect, test } from 'vitest'
import { contentText } from './content.ts'

test('a text that a longer one contains is written once', () => {
  const line = 'the quick brown fox jumps over the lazy dog while nobody looks at all'
  expect(contentText([line, `${line} and then some more`]).split('\n')).toHaveLength(1)
})

// Quadratic work would not finish.
test('tens of thousands of long values take little time, and each of them can be found', () => {
  const values = Array.from({ length: 30_000 }, (_, i) => `${'word '.repeat(20)}number${i}`)
  const text = contentText(values)
  expect(text).toContain(' number0 ')
  expect(text).toContain(' number29999 ')
})
