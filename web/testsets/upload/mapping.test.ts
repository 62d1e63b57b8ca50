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
      { source: 'a', name: 'x', isIncluded: true },
      { source: 'b', name: 'b', isIncluded: false },
      { source: 'c', name: 'c', isIncluded: true },
    ]),
  ).toEqual({ a: 'x', b: null })
})

test('empty and duplicate names are errors', () => {
  expect(mappingError([{ source: 'a', name: '', isIncluded: true }])).toBe('a needs a name.')
  expect(
    mappingError([
      { source: 'a', name: 'x', isIncluded: true },
      { source: 'x', name: 'x', isIncluded: true },
    ]),
  ).toBe('Two columns have the name x.')
  expect(mappingError([{ source: 'a', name: 'a', isIncluded: false }])).toBe('Select at least one column.')
  expect(mappingError(suggestColumns(['a', 'b'], []))).toBeUndefined()
})
