import { expect, test } from 'vitest'
import { preview, previewOfText } from './preview.ts'

test('a cell shows the main text of a value', () => {
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

test('the preview of truncated JSON is the last text that starts in it', () => {
  expect(previewOfText('{"question":"Why?"}')).toBe('Why?')
  expect(
    previewOfText('{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Why is th'),
  ).toBe('Why is th')
  expect(previewOfText(undefined)).toBe('')
})

test('a cell never shows roles and braces of messages, complete or truncated', () => {
  const call = { id: 'call_1', type: 'function', function: { name: 'lookup', arguments: '{"order": 17}' } }
  const values = [
    { completion: [{ role: 'assistant', content: null, tool_calls: [call], finish_reason: 'tool_calls' }] },
    [{ role: 'assistant', content: [{ type: 'text', text: 'Here it is.' }] }],
    [{ role: 'assistant', content: [{ type: 'tool_use', name: 'lookup', input: { order: 17 } }] }],
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Say "hi"\n now' },
      ],
    },
    { role: 'model', parts: [{ text: 'From another convention' }] },
    { role: 'user' },
  ]
  expect(values.map((value) => preview(value))).toEqual([
    'lookup({"order": 17})',
    'Here it is.',
    'lookup({"order":17})',
    'Say "hi" now',
    'From another convention',
    '',
  ])
  for (const value of values) {
    const text = JSON.stringify(value)
    for (let length = 0; length <= text.length; length += 1) {
      expect(previewOfText(text.slice(0, length))).not.toMatch(/"role"|^[[{]/)
    }
  }
})
