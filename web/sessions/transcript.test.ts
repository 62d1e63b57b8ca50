import { expect, test } from 'vitest'
import { turnOf } from './transcript.ts'

const said = (inputs: unknown, outputs: unknown) =>
  turnOf(inputs, outputs).map(({ role, parts }) => [
    role,
    ...parts.map((part) => ('text' in part ? part.text : part.kind)),
  ])

test('a turn has the last question and the answer, not what was sent along', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'First?' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'Second?' },
  ]
  expect(said({ messages }, [{ role: 'assistant', content: 'No.' }])).toEqual([
    ['user', 'Second?'],
    ['assistant', 'No.'],
  ])
})

test('plain inputs and outputs are a conversation, too', () => {
  expect(said({ question: 'Why?' }, 'Because.')).toEqual([
    ['user', 'Why?'],
    ['assistant', 'Because.'],
  ])
})

test('values without words are shown as they are, and nothing is said for what is absent', () => {
  expect(said({ a: 1, b: 2 }, undefined)).toEqual([['user', 'other']])
})
