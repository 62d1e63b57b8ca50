import { expect, test } from 'vitest'
import { mappingError, mappingOf, suggestColumns } from './mapping.ts'

test('a column that differs only in case and punctuation gets the name of the testset column, once', () => {
  const columns = suggestColumns(
    ['Question', 'Correct Answer', 'question?', 'topic'],
    ['question', 'correct_answer', 'topic'],
  )
  expect(columns.map(({ name }) => name)).toEqual(['question', 'correct_answer', 'question?', 'topic'])
})

test('a column keeps its name if the testset has a column of that name', () => {
  expect(suggestColumns(['a', 'A'], ['a', 'A']).map(({ name }) => name)).toEqual(['a', 'A'])
  expect(suggestColumns(['A', 'a'], ['a']).map(({ name }) => name)).toEqual(['A', 'a'])
})

test('the request has renamed columns only, and null for columns that are left out', () => {
  const columns = suggestColumns(['a', 'b', 'c'], [])
  expect(mappingOf(columns)).toBeUndefined()
  expect(
    mappingOf([
      { source: 'a', name: 'x', isTaken: true },
      { source: 'b', name: 'b', isTaken: false },
      { source: 'c', name: 'c', isTaken: true },
    ]),
  ).toEqual({ a: 'x', b: null })
})

test('empty and duplicate names are errors', () => {
  expect(mappingError([{ source: 'a', name: '', isTaken: true }])).toBe('a needs a name.')
  expect(
    mappingError([
      { source: 'a', name: 'x', isTaken: true },
      { source: 'x', name: 'x', isTaken: true },
    ]),
  ).toBe('Two columns have the name x.')
  expect(mappingError([{ source: 'a', name: 'a', isTaken: false }])).toBe('Select at least one column.')
  expect(mappingError(suggestColumns(['a', 'b'], []))).toBeUndefined()
})
