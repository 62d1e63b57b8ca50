// The plan of a new run: its URL state, the plan of an existing run, counts and missing choices.
import { expect, test } from 'vitest'
import type { Run } from '../run-model.ts'
import { callsOf, estimateOf, missingChoice, queryFor } from './calls.ts'
import { planOf, planSearch } from './plan.ts'

test('a URL has only the choices; invalid members are dropped', () => {
  expect(
    planSearch({
      testset: 't',
      query: 'q',
      subjects: ['a', 'a', 7, 'b'],
      evaluators: [
        { revision: 'e' },
        { template: 'auto_exact_match', settings: { case_sensitive: false } },
        {},
      ],
      repeats: 1,
      batch: 0,
      percent: 250,
    }),
  ).toEqual({
    testset: 't',
    subjects: ['a', 'b'],
    evaluators: [{ revision: 'e' }, { template: 'auto_exact_match', settings: { case_sensitive: false } }],
  })
})

test('a live run has no subjects: its traces already have outputs', () => {
  expect(planSearch({ source: 'live', query: 'q', testset: 't', subjects: ['a'] })).toEqual({
    source: 'live',
    query: 'q',
  })
})

test('the plan of an existing run has its revisions, each evaluator once', () => {
  const step = (type: 'input' | 'invocation' | 'annotation', kind: string, id: string, key: string) => ({
    key,
    type,
    origin: 'auto' as const,
    references: { [`${kind}_revision`]: { id } },
  })
  const run: Run = {
    id: 'r',
    created_at: '',
    created_by_id: '',
    flags: { is_split: true },
    data: {
      steps: [
        step('input', 'testset', 't', '1'),
        step('invocation', 'application', 'a', '2'),
        step('invocation', 'application', 'b', '3'),
        step('annotation', 'evaluator', 'e', '4.a'),
        step('annotation', 'evaluator', 'e', '4.b'),
      ],
      repeats: 3,
      concurrency: { batch_size: 5 },
    },
  }
  expect(planOf(run)).toEqual({
    testset: 't',
    subjects: ['a', 'b'],
    evaluators: [{ revision: 'e' }],
    repeats: 3,
    batch: 5,
    split: true,
  })
})

test('subjects are called once for all repeats, unless the plan splits repeats or has no evaluators', () => {
  const plan = { testset: 't', subjects: ['a', 'b'], repeats: 3 }
  expect(callsOf(plan, { rows: 10, evaluators: { automaticCount: 2, humanCount: 1 } })).toEqual({
    subjectCalls: 20,
    evaluatorCalls: 120,
    humanAnnotations: 60,
  })
  expect(
    callsOf({ ...plan, split: true }, { rows: 10, evaluators: { automaticCount: 1, humanCount: 0 } })
      .subjectCalls,
  ).toBe(60)
  expect(callsOf(plan, { rows: 10, evaluators: { automaticCount: 0, humanCount: 0 } }).subjectCalls).toBe(60)
})

test('rows without a subject are evaluated once per evaluator', () => {
  expect(callsOf({ testset: 't' }, { rows: 10, evaluators: { automaticCount: 2, humanCount: 0 } })).toEqual({
    subjectCalls: 0,
    evaluatorCalls: 20,
    humanAnnotations: 0,
  })
})

test('an estimate states how much of it is known', () => {
  const previousCalls = { calls: 4, cost: 0.01, durationMs: 2000 }
  expect(
    estimateOf(
      [
        { calls: 100, previousCalls },
        { calls: 50, previousCalls: undefined },
      ],
      { rows: 100 },
    ),
  ).toEqual({
    cost: 1,
    durationMs: 20_000,
    isPartial: true,
  })
  expect(estimateOf([{ calls: 5, previousCalls: undefined }], { rows: 5 })).toEqual({
    cost: undefined,
    durationMs: undefined,
    isPartial: true,
  })
})

test('an estimate divides the duration by the concurrent calls, at most one per row, and needs a known cost', () => {
  const previousCalls = { calls: 3, cost: undefined, durationMs: 1000 }
  const estimateFor = (rows: number, batch?: number) =>
    estimateOf([{ calls: rows * 2, previousCalls }], { rows, batch })
  expect(estimateFor(1)).toEqual({ cost: undefined, durationMs: 2000, isPartial: false })
  expect(estimateFor(4).durationMs).toBe(2000)
  expect(estimateFor(40, 20).durationMs).toBe(4000)
})

test('a missing choice is reported before the request', () => {
  expect(missingChoice({})).toContain('testset')
  expect(missingChoice({ testset: 't' })).toContain('evaluator')
  expect(missingChoice({ source: 'live', query: 'q', evaluators: [{ revision: 'e' }] })).toBeUndefined()
})

test('the query of a live run selects only invocations', () => {
  const filter = { operator: 'or', conditions: [{ field: 'span_name', operator: 'is', value: 'chat' }] }
  expect(queryFor({ filtering: filter }, { source: 'live', percent: 10 })).toEqual({
    filtering: {
      operator: 'and',
      conditions: [{ field: 'trace_type', operator: 'is', value: 'invocation' }, filter],
    },
    windowing: { rate: 0.1 },
  })
})

test('a query that already fits the run is unchanged', () => {
  const data = {
    filtering: { conditions: [{ field: 'trace_type', value: 'invocation' }] },
    windowing: { rate: 0.5 },
  }
  expect(queryFor(data, { source: 'live', percent: 50 })).toBe(data)
  expect(queryFor(data, {})).toBe(data)
})
