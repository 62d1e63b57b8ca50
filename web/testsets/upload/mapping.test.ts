import { expect, test } from 'vitest'
import { faultOf, mappingOf, suggested } from './mapping.ts'

test('a column that reads like one of the testset gets its name, once', () => {
  const columns = suggested(
    ['Question', 'Correct Answer', 'question?', 'topic'],
    ['question', 'correct_answer', 'topic'],
  )
  expect(columns.map(({ name }) => name)).toEqual(['question', 'correct_answer', 'question?', 'topic'])
})

test('a column of the file keeps its name where the testset has it', () => {
  expect(suggested(['a', 'A'], ['a', 'A']).map(({ name }) => name)).toEqual(['a', 'A'])
  expect(suggested(['A', 'a'], ['a']).map(({ name }) => name)).toEqual(['A', 'a'])
})

test('only what changes is sent; what is not taken is null', () => {
  const columns = suggested(['a', 'b', 'c'], [])
  expect(mappingOf(columns)).toBeUndefined()
  expect(
    mappingOf([
      { source: 'a', name: 'x', isTaken: true },
      { source: 'b', name: 'b', isTaken: false },
      { source: 'c', name: 'c', isTaken: true },
    ]),
  ).toEqual({ a: 'x', b: null })
})

test('names that are empty or given twice are told', () => {
  expect(faultOf([{ source: 'a', name: '', isTaken: true }])).toBe('a needs a name.')
  expect(
    faultOf([
      { source: 'a', name: 'x', isTaken: true },
      { source: 'x', name: 'x', isTaken: true },
    ]),
  ).toBe('Two columns would be called x.')
  expect(faultOf([{ source: 'a', name: 'a', isTaken: false }])).toBe('Take one column at least.')
  expect(faultOf(suggested(['a', 'b'], []))).toBeUndefined()
})
