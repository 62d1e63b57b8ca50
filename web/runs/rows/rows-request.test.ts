// How rows are asked for by a metric.
import { expect, test } from 'vitest'
import type { Part, Parts } from '../run-model.ts'
import { rowsRequest } from './rows-request.ts'

const part = (key: string, subject?: Part): Part => ({
  key,
  name: key,
  isHuman: false,
  ...(subject === undefined ? {} : { subject }),
})
const [old, young] = [part('old bot'), part('young bot')]
const parts: Parts = {
  inputs: [],
  subjects: [old, young],
  evaluators: [part('exact.old bot', old), part('exact.young bot', young)],
}

test('all rows in their order are asked for without metrics', () => {
  expect(rowsRequest({ runId: 'r', parts: parts, view: {} })).toBeUndefined()
  expect(rowsRequest({ runId: 'r', parts: parts, view: { sort: 'nobody score' } })).toBeUndefined()
})

test('a metric is that of the subject it judges', () => {
  expect(rowsRequest({ runId: 'r', parts: parts, view: { sort: '-exact.young bot score' } })).toEqual({
    runs: [
      { run_id: 'r', application_step_key: 'old bot' },
      { run_id: 'r', application_step_key: 'young bot' },
    ],
    filters: [],
    sort: { evaluator: 'exact.young bot', path: 'score', run: 1, by: 'value', order: 'descending' },
  })
})

test('conditions hold together', () => {
  const where = [
    { step: 'exact.old bot', path: 'success', is: false },
    { step: 'young bot', path: 'duration', min: 0, max: 5 },
  ]
  expect(rowsRequest({ runId: 'r', parts: parts, view: { where } })?.filters).toEqual([
    { evaluator: 'exact.old bot', path: 'success', run: 0, is: [false] },
    { evaluator: 'young bot', path: 'duration', run: 1, min: 0, max: 5 },
  ])
})

test('rows that nobody answers are those of the run alone', () => {
  const judged = { ...parts, subjects: [], evaluators: [part('exact')] }
  expect(rowsRequest({ runId: 'r', parts: judged, view: { sort: 'exact score' } })?.runs).toEqual([
    { run_id: 'r' },
  ])
})
