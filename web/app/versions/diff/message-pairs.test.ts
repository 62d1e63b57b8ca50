import { expect, test } from 'vitest'
import { messagePairs } from './message-pairs.ts'

const system = { role: 'system', content: 'Be brief.' }
const user = { role: 'user', content: '{{question}}' }
const example = { role: 'assistant', content: 'For example.' }
const kinder = { role: 'system', content: 'Be kind.' }

test.each([
  ['empty lists have no pairs', [], [], []],
  [
    'an inserted message has no partner',
    [system, user],
    [system, example, user],
    [
      [system, system],
      [undefined, example],
      [user, user],
    ],
  ],
  [
    'a removed message has no partner',
    [system, example, user],
    [system, user],
    [
      [system, system],
      [example, undefined],
      [user, user],
    ],
  ],
  [
    'a changed message is paired by role; an added one has no partner',
    [system, user],
    [kinder, example, user],
    [
      [system, kinder],
      [undefined, example],
      [user, user],
    ],
  ],
  [
    'messages of different roles are not paired',
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
