import { describe, expect, test } from 'vitest'
import type { Cell, Column, InputRow } from '../matrix.ts'
import {
  inputNames,
  runningProblem,
  runProblem,
  savingProblem,
  suggestedAnswer,
  testsetRow,
} from './testset-rows.ts'

const row = (inputs: InputRow['inputs']): InputRow => ({ key: 'r', from: 'typed', texts: {}, inputs })
const totals = { durationMs: 1, tokens: undefined, cost: undefined }
const cellsWith = (outputs: unknown) =>
  new Map<string, Cell>([['r 0 0', { state: 'done', of: '', outcome: { outputs, totals } }]])
const suggest = (inputs: InputRow['inputs'], outputs: unknown): string =>
  suggestedAnswer(row(inputs), { column: '0', cells: cellsWith(outputs) })

describe('the expected answer', () => {
  test('is the output of a column', () => {
    expect(suggest({ name: 'Ada' }, 'Hello Ada')).toBe('Hello Ada')
    expect(suggest({}, { role: 'assistant', content: 'Hello' })).toBe('Hello')
    expect(suggest({}, { a: 1 })).toBe('{\n  "a": 1\n}')
  })

  test('is that of the testset row, if the row has one', () => {
    expect(suggest({ name: 'Ada', correct_answer: 'Paris' }, 'Hello Ada')).toBe('Paris')
    expect(inputNames([row({ name: 'Ada', correct_answer: 'Paris' }), row({ city: 'Rome' })])).toEqual([
      'name',
      'city',
    ])
  })

  test('is empty without an output', () => {
    expect(suggestedAnswer(row({}), { column: '1', cells: cellsWith('x') })).toBe('')
  })
})

test('rows wait for the calls of the column whose outputs are their answers', () => {
  const runningCells = new Map<string, Cell>([['r 0 0', { state: 'running', text: 'He' }]])
  expect(runningProblem([row({})], { column: '0', cells: runningCells })).toBe('Calls are still running.')
  expect(runningProblem([row({})], { column: '1', cells: runningCells })).toBeUndefined()
  expect(runningProblem([row({})], { column: '0', cells: cellsWith('Hello') })).toBeUndefined()
})

test('a row has its inputs and its answer in the mapped columns', () => {
  const mapping = { inputs: { name: 'person', city: '' }, expected: 'answer' }
  expect(testsetRow(row({ name: 'Ada', city: 'Rome' }), { answer: 'Hi', mapping })).toEqual({
    person: 'Ada',
    answer: 'Hi',
  })
  expect(testsetRow(row({ name: 'Ada' }), { answer: '', mapping })).toEqual({ person: 'Ada' })
})

test('two values in one column are rejected', () => {
  expect(savingProblem({ inputs: { name: 'a' }, expected: 'a' })).toBe('Two values have the column a.')
  expect(savingProblem({ inputs: { name: '' }, expected: '' })).toBe('Name at least one column.')
  expect(savingProblem({ inputs: { name: 'name' }, expected: 'answer' })).toBeUndefined()
})

test('a run needs committed versions and inputs under their own names', () => {
  const column = (isDraft: boolean) => ({ name: 'A · main@1', isDraft }) as unknown as Column
  const mapping = { inputs: { name: 'name' }, expected: 'answer' }
  expect(runProblem([column(false)], mapping)).toBeUndefined()
  expect(runProblem([column(true)], mapping)).toContain('Commit the changes of A · main@1')
  expect(runProblem([column(false)], { ...mapping, inputs: { name: 'x' } })).toContain('the input name')
})
