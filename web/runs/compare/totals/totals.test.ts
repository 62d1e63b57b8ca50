import { expect, test } from 'vitest'
import type { MetricChange } from '../model.ts'
import { comparisonCsv } from './csv.ts'
import { totalChanges, type ComparedTotal } from './totals.ts'

const duration = 'attributes.ag.metrics.duration.cumulative'
const tokens = 'attributes.ag.metrics.tokens.cumulative.total'
const pairedDifference = { run_id: 'b', n: 3, wins: 0, losses: 3, ties: 0, p_value: 0.01, significant: true }
const total = (path: string, difference: object = {}): ComparedTotal => ({
  path,
  type: 'numeric/continuous',
  runs: [
    { run_id: 'a', count: 3, mean: 5 },
    { run_id: 'b', count: 4, mean: 9 },
  ],
  differences: [{ ...pairedDifference, mean: 3, ci95: [1, 5], ...difference }],
})

test('differences are those of pairs of rows; lower totals are better', () => {
  expect(totalChanges([total(tokens), total(duration)], 'b')).toEqual([
    {
      name: 'duration',
      unit: 'ms',
      baselineMean: 5,
      runMean: 9,
      difference: 3,
      ci95: [1, 5],
      pairCount: 3,
      verdict: 'worse',
    },
    {
      name: 'tokens',
      unit: 'count',
      baselineMean: 5,
      runMean: 9,
      difference: 3,
      ci95: [1, 5],
      pairCount: 3,
      verdict: 'worse',
    },
  ])
  const [faster] = totalChanges([total(duration, { mean: -3, ci95: [-5, -1] })], 'b')
  expect(faster?.verdict).toBe('better')
})

test('an interval ends where the total would be below 0', () => {
  const [change] = totalChanges([total(tokens, { ci95: [-30, 40], significant: false })], 'b')
  expect(change).toMatchObject({ ci95: [-5, 40], verdict: 'same' })
})

test('one pair has no interval, and runs without common rows no difference', () => {
  const [singlePairChange] = totalChanges([total(tokens, { ci95: undefined, n: 1, significant: false })], 'b')
  expect(singlePairChange).toMatchObject({ difference: 3, ci95: undefined, verdict: 'same' })
  const [unpairedChange] = totalChanges(
    [total(tokens, { mean: undefined, ci95: undefined, n: 0, significant: false })],
    'b',
  )
  expect(unpairedChange).toMatchObject({ baselineMean: 5, runMean: 9, difference: undefined, pairCount: 0 })
})

test('a file has a line per row with both values of each metric', () => {
  const change = { metric: { evaluator: 'exact', path: 'attributes.ag.data.outputs.score' } } as MetricChange
  const side = (output: string, score: number) => ({
    output,
    values: { exact: { 'attributes.ag.data.outputs.score': [score, score] } },
  })
  const rows = [{ key: 'k', input: 'Where?', sides: [side('=here', 0.5), undefined, side('there', 1)] }]
  expect(comparisonCsv(rows, { changes: [change], names: ['old', 'other', 'new'], runIndex: 2 })).toBe(
    "row,input,output: old,output: new,exact score: old,exact score: new\r\nk,Where?,'=here,there,0.5,1\r\n",
  )
})
