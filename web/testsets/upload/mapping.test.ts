import { expect, test } from 'vitest'
import { mappingError, mappingOf, suggestColumns } from './mapping.ts'

test('a column that reads like one of the testset gets its name, once', () => {
  const columns = suggestColumns(
    ['Question', 'Correct Answer', 'question?', 'topic'],
    ['question', 'correct_answer', 'topic'],
  )
  expect(columns.map(({ name }) => name)).toEqual(['question', 'correct_answer', 'question?', 'topic'])
})

test('a column of the file keeps its name where the testset has it', () => {
  expect(suggestColumns(['a', 'A'], ['a', 'A']).map(({ name }) => name)).toEqual(['a', 'A'])
  expect(suggestColumns(['A', 'a'], ['a']).map(({ name }) => name)).toEqual(['A', 'a'])
})

test('only what changes is sent; what is not taken is null', () => {
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
