import { expect, test } from 'vitest'
import { textChunks } from './text-chunks.ts'

test.each([
  ['CJK', '漢字かな交じり文'.repeat(20_000)],
  ['emoji', '😀👩‍👩‍👧‍👦🏳️‍🌈'.repeat(20_000)],
  ['words', 'lorem ipsum '.repeat(20_000)],
  ['lines', 'a line of text\n'.repeat(20_000)],
  ['one character', '\u200d'.repeat(20_000)],
  ['nothing', ''],
])('a long text of %s is split into short chunks and joined again', (_, text) => {
  const chunks = textChunks(text)
  expect(chunks.join('')).toBe(text)
  expect(Math.max(0, ...chunks.map(({ length }) => length))).toBeLessThanOrEqual(1000)
  expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true)
  expect(chunks.length).toBeLessThan(text.length / 400 + 1)
})

test('a chunk ends after a line or a word, and never inside an emoji', () => {
  expect(textChunks('a line of text\n'.repeat(1000)).every((chunk) => chunk.endsWith('\n'))).toBe(true)
  expect(textChunks('lorem '.repeat(2000)).every((chunk) => chunk.endsWith(' '))).toBe(true)
  const family = '👩‍👩‍👧‍👦'
  expect(
    textChunks(family.repeat(1000)).every((chunk) => chunk.startsWith('👩') && chunk.endsWith('👦')),
  ).toBe(true)
})
