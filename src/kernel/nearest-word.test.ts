import { expect, test } from 'vitest'
import { nearestWord } from './nearest-word.ts'

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
