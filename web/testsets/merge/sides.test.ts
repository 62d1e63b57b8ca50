import { expect, test } from 'vitest'
import { rowNames } from './conflict-rows.ts'
import { sidesOf } from './sides.ts'

test('a draft is mine; the newest version belongs to others', () => {
  const { mine, theirs, nameOf } = sidesOf(true, { version: '4', author: 'anna' })
  expect([mine, theirs]).toEqual(['theirs', 'ours'])
  expect([nameOf(mine), nameOf(theirs)]).toEqual(['Mine', 'Theirs (version 4, anna)'])
})

test('the variant that takes changes is mine', () => {
  const { mine, nameOf } = sidesOf(false, { version: '2', author: undefined })
  expect(mine).toBe('ours')
  expect(nameOf('theirs')).toBe('Theirs (version 2)')
  expect(sidesOf(false, { version: undefined, author: undefined }).nameOf('theirs')).toBe('Theirs')
})

test('a row is named by its number, counted from 1, and its content', () => {
  const names = rowNames(
    [
      {
        testcase_dedup_id: 'a',
        base: { index: 1, testcase_id: 'old' },
        target: { index: 8, testcase_id: 'new' },
      },
      { testcase_dedup_id: 'b', base: { index: 4, testcase_id: 'removed' } },
      { testcase_dedup_id: 'a', target: { index: 9, testcase_id: 'twice' } },
    ],
    new Map([
      ['new', { question: 'Where?', n: 3, testcase_dedup_id: 'a' }],
      ['removed', { question: 'Who?' }],
    ]),
  )
  expect(names.get('a')).toEqual({ number: 9, content: 'Where? · 3' })
  expect(names.get('b')).toEqual({ number: 5, content: 'Who?' })
})
