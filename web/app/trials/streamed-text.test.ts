import { expect, test } from 'vitest'
import { StreamedText } from './streamed-text.ts'

test('parts of a message are joined, and a repeated call starts again', () => {
  const texts = new StreamedText()
  const events = [
    { event: 'call', data: { call: 0 } },
    { event: 'delta', data: { call: 0, content: 'A' } },
    { event: 'delta', data: { call: 0, reasoning_content: 'hm' } },
    { event: 'delta', data: { call: 0, content: 'b' } },
    { event: 'call', data: { call: 0 } },
    { event: 'delta', data: { call: 0, content: 'C' } },
    { event: 'delta', data: { call: 1, content: 'D' } },
    { event: 'answer', data: {} },
  ]
  expect(events.map((event) => texts.add(event))).toEqual([
    undefined,
    'A',
    'A',
    'Ab',
    undefined,
    'C',
    'C\n\nD',
    undefined,
  ])
})
