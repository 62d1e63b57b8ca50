import { expect, test } from 'vitest'
import { didYouMean, nearestWord } from './nearest-word.ts'

const words = ['span_name', 'span_type', 'status_code', 'content']

test.each([
  ['span_nmae', 'span_name'],
  ['Span_Name', 'span_name'],
  ['statuscode', 'status_code'],
  ['contnt', 'content'],
])('%s is close to %s', (word, nearest) => expect(nearestWord(word, words)).toBe(nearest))

test.each(['colour', 'x', '', 'y'.repeat(100_000)])('no word is close to %.10s', (word) =>
  expect(nearestWord(word, words)).toBeUndefined(),
)

test('a suggestion is a question, and absent without a close word', () => {
  expect(didYouMean('contnt', words)).toBe(" Did you mean 'content'?")
  expect(didYouMean('--mesage', ['--message'])).toBe(' Did you mean --message?')
  expect(didYouMean('colour', words)).toBe('')
})
