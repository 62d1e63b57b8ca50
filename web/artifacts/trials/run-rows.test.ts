import { expect, test } from 'vitest'
import { runRowsOf, type RunStep } from './run-rows.ts'

const steps: readonly RunStep[] = [
  { key: 'testset', type: 'input' },
  { key: 'bot', type: 'invocation' },
  { key: 'polite', type: 'annotation' },
]
const results = [
  { scenario_id: 's2', step_key: 'testset', testcase_id: 'c2' },
  { scenario_id: 's2', step_key: 'bot', trace_id: 't2' },
  { scenario_id: 's2', step_key: 'polite', trace_id: 'verdict' },
  { scenario_id: 's1', step_key: 'testset', testcase_id: 'c1' },
  { scenario_id: 's1', step_key: 'bot' },
]

test('a row has the trace of its output and its testcase; a row without an output is omitted', () => {
  expect(runRowsOf({ steps, firstNumber: 51, scenarioIds: ['s1', 's2'], results })).toEqual([
    { number: 52, subject: undefined, source: { trace: 't2', testcase: 'c2' } },
  ])
})

test('a run of several subjects has a row for each of them', () => {
  const twoSubjects: readonly RunStep[] = [...steps, { key: 'other', type: 'invocation' }]
  const extendedResults = [...results, { scenario_id: 's2', step_key: 'other', trace_id: 't3' }]
  expect(
    runRowsOf({ steps: twoSubjects, firstNumber: 1, scenarioIds: ['s2'], results: extendedResults }),
  ).toEqual([
    { number: 1, subject: 'bot', source: { trace: 't2', testcase: 'c2' } },
    { number: 1, subject: 'other', source: { trace: 't3', testcase: 'c2' } },
  ])
})

test('a run without subjects evaluates the traces of its input', () => {
  const live: readonly RunStep[] = [{ key: 'query', type: 'input' }]
  const traces = [{ scenario_id: 's1', step_key: 'query', trace_id: 't1' }]
  expect(runRowsOf({ steps: live, firstNumber: 1, scenarioIds: ['s1'], results: traces })).toEqual([
    { number: 1, subject: undefined, source: { trace: 't1' } },
  ])
})
