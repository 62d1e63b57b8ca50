import { expect, test } from 'vitest'
import { turnOf } from './transcript.ts'

const messagesOf = (inputs: unknown, outputs: unknown) =>
  turnOf(inputs, outputs).map(({ role, parts }) => [
    role,
    ...parts.map((part) => ('text' in part ? part.text : part.kind)),
  ])

test('a turn has the last question and the answer, not the earlier messages', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'First?' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'Second?' },
  ]
  expect(messagesOf({ messages }, [{ role: 'assistant', content: 'No.' }])).toEqual([
    ['user', 'Second?'],
    ['assistant', 'No.'],
  ])
})

test('plain inputs and outputs are a conversation, too', () => {
  expect(messagesOf({ question: 'Why?' }, 'Because.')).toEqual([
    ['user', 'Why?'],
    ['assistant', 'Because.'],
  ])
})

test('values without text are shown unchanged, and absent values give no message', () => {
  expect(messagesOf({ a: 1, b: 2 }, undefined)).toEqual([['user', 'other']])
})
