import { expect, test } from 'vitest'
import { previewRedaction } from './try-redaction.ts'

test('a pattern previews the redacted text and counts its matches', () => {
  expect(previewRedaction('[A-Z]-\\d{4}', 'order A-1234 and B-0001')).toEqual({
    text: 'order [redacted] and [redacted]',
    count: 2,
    error: undefined,
  })
})

test('an invalid pattern is reported and redacts nothing', () => {
  expect(previewRedaction('[', 'text')).toEqual({
    text: 'text',
    count: 0,
    error: 'Invalid regular expression.',
  })
  expect(previewRedaction('', 'text').count).toBe(0)
})
