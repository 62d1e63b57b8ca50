import { expect, test } from 'vitest'
import { messagePairs } from './message-pairs.ts'

const system = { role: 'system', content: 'Be brief.' }
const user = { role: 'user', content: '{{question}}' }
const example = { role: 'assistant', content: 'For example.' }
const kinder = { role: 'system', content: 'Be kind.' }

test.each([
  ['nothing', [], [], []],
  [
    'a message put in between',
    [system, user],
    [system, example, user],
    [
      [system, system],
      [undefined, example],
      [user, user],
    ],
  ],
  [
    'a message taken away',
    [system, example, user],
    [system, user],
    [
      [system, system],
      [example, undefined],
      [user, user],
    ],
  ],
  [
    'one that was changed, and another added',
    [system, user],
    [kinder, example, user],
    [
      [system, kinder],
      [undefined, example],
      [user, user],
    ],
  ],
  [
    'another role in its place',
    [system],
    [user],
    [
      [system, undefined],
      [undefined, user],
    ],
  ],
] as const)('%s', (_, before, after, pairs) => {
  expect(messagePairs(before, after).map((pair) => [pair.before, pair.after])).toEqual(pairs)
})
