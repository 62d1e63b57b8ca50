import { expect, test } from 'vitest'
import type { Metrics, Run } from '../../run-model.ts'
import type { MetricChange } from '../model.ts'
import { comparisonCsv } from './csv.ts'
import { totalChanges } from './totals.ts'

const run: Run = {
  id: 'r',
  created_at: '',
  created_by_id: '',
  data: {
    steps: ['a', 'b'].map((key) => ({ key, type: 'invocation', origin: 'auto', references: {} })),
  },
}
const duration = 'attributes.ag.metrics.duration.cumulative'
const tokens = 'attributes.ag.metrics.tokens.cumulative.total'
const statistics = (mean: number, half?: number) => ({
  type: 'numeric/continuous',
  count: 3,
  mean,
  ...(half === undefined ? {} : { ci95: [mean - half, mean + half] as [number, number] }),
})
const totals = (metrics: Metrics) => ({ run, metrics })

test('totals are sums over the subjects; their differences have an interval', () => {
  const [change] = totalChanges(
    totals({ a: { [duration]: statistics(100, 3) }, b: { [duration]: statistics(50, 4) } }),
    totals({ a: { [duration]: statistics(200, 12) } }),
  )
  expect(change).toEqual({
    name: 'duration',
    unit: 'ms',
    before: 150,
    after: 200,
    difference: 50,
    ci95: [37, 63],
    verdict: 'worse',
  })
})

test('an interval ends where the total would be below 0', () => {
  const [change] = totalChanges(
    totals({ a: { [tokens]: statistics(5, 30) } }),
    totals({ a: { [tokens]: statistics(6, 40) } }),
  )
  expect(change).toMatchObject({ name: 'tokens', ci95: [-5, 51], verdict: 'same' })
})

test('a single value has no interval, and a missing total no difference', () => {
  const [one] = totalChanges(
    totals({ a: { [tokens]: statistics(5) } }),
    totals({ a: { [tokens]: statistics(9) } }),
  )
  expect(one).toMatchObject({ difference: 4, ci95: undefined, verdict: 'same' })
  const [half] = totalChanges(totals({ a: { [tokens]: statistics(5) } }), totals({}))
  expect(half).toMatchObject({ before: 5, after: undefined, difference: undefined })
})

test('a file has a line per row with both values of each metric', () => {
  const change = { metric: { evaluator: 'exact', path: 'attributes.ag.data.outputs.score' } } as MetricChange
  const side = (output: string, score: number) => ({
    output,
    values: { exact: { 'attributes.ag.data.outputs.score': [score, score] } },
  })
  const rows = [{ key: 'k', input: 'Where?', sides: [side('=here', 0.5), undefined, side('there', 1)] }]
  expect(comparisonCsv(rows, { changes: [change], names: ['old', 'other', 'new'], runAt: 2 })).toBe(
    "row,input,output: old,output: new,exact score: old,exact score: new\r\nk,Where?,'=here,there,0.5,1\r\n",
  )
})
