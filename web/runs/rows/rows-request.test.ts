// Requests for rows that are filtered or sorted by a metric.
import { expect, test } from 'vitest'
import type { Part, Parts } from '../run-model.ts'
import { rowsRequest } from './rows-request.ts'

const part = (key: string, subject?: Part): Part => ({
  key,
  name: key,
  isHuman: false,
  ...(subject === undefined ? {} : { subject }),
})
const [oldBot, newBot] = [part('old bot'), part('new bot')]
const parts: Parts = {
  inputs: [],
  subjects: [oldBot, newBot],
  evaluators: [part('exact.old bot', oldBot), part('exact.new bot', newBot)],
}

test('rows in their original order need no request by metric', () => {
  expect(rowsRequest({ runId: 'r', parts: parts, view: {} })).toBeUndefined()
  expect(rowsRequest({ runId: 'r', parts: parts, view: { sort: 'nobody score' } })).toBeUndefined()
})

test('a metric belongs to the subject that it evaluates', () => {
  expect(rowsRequest({ runId: 'r', parts: parts, view: { sort: '-exact.new bot score' } })).toEqual({
    runs: [
      { run_id: 'r', application_step_key: 'old bot' },
      { run_id: 'r', application_step_key: 'new bot' },
    ],
    filters: [],
    sort: { evaluator: 'exact.new bot', path: 'score', run: 1, by: 'value', order: 'descending' },
  })
})

test('all conditions are sent', () => {
  const where = [
    { step: 'exact.old bot', path: 'success', is: false },
    { step: 'new bot', path: 'duration', min: 0, max: 5 },
  ]
  expect(rowsRequest({ runId: 'r', parts: parts, view: { where } })?.filters).toEqual([
    { evaluator: 'exact.old bot', path: 'success', run: 0, is: [false] },
    { evaluator: 'new bot', path: 'duration', run: 1, min: 0, max: 5 },
  ])
})

test('without subjects the request names the run only', () => {
  const withoutSubjects = { ...parts, subjects: [], evaluators: [part('exact')] }
  expect(rowsRequest({ runId: 'r', parts: withoutSubjects, view: { sort: 'exact score' } })?.runs).toEqual([
    { run_id: 'r' },
  ])
})
