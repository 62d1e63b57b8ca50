import { expect, test } from 'vitest'
import { preview, previewOfText, timeMs } from './span.ts'

test('a cell shows the text that a person would look for', () => {
  expect(
    preview({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Why?' },
      ],
    }),
  ).toBe('Why?')
  expect(preview({ a: 1, b: { c: 2 } })).toBe('a: 1  b: …')
  expect(preview('two\n lines')).toBe('two lines')
})

test('of JSON that was cut, the last text that was begun is shown', () => {
  expect(previewOfText('{"question":"Why?"}')).toBe('Why?')
  expect(
    previewOfText('{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Why is th'),
  ).toBe('Why is th')
  expect(previewOfText(undefined)).toBe('')
})

test('times keep what is smaller than a millisecond', () => {
  expect(timeMs('2026-11-15T09:00:00.000250Z') - timeMs('2026-11-15T09:00:00Z')).toBeCloseTo(0.25, 3)
})
