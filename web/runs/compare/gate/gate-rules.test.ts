import { expect, test } from 'vitest'
import {
  applicableRules,
  boundOf,
  newRule,
  proposedRules,
  withBound,
  withMetric,
  withSignificantOnly,
} from './gate-rules.ts'
import type { ComparedMetric } from '../model.ts'

const metric = (path: string, type = 'numeric/continuous'): ComparedMetric => ({
  evaluator: 'exact',
  path: `attributes.ag.data.outputs.${path}`,
  type,
  runs: [{ run_id: 'a', count: 3, mean: 0.777 }],
  differences: [],
})
const change = (comparedMetric: ComparedMetric, isLowerBetter = false) =>
  ({ metric: comparedMetric, difference: undefined, isLowerBetter, verdict: 'same' }) as const

test('a new bound replaces the previous one, and only a drop can be limited to significant differences', () => {
  const rule = { ...newRule(metric('score')), max_drop: 0.1, significant_only: true }
  expect(boundOf(rule)).toBe('max_drop')
  expect(withBound(rule, { bound: 'max', value: 2 })).toEqual({
    evaluator: 'exact',
    path: 'score',
    statistic: 'mean',
    max: 2,
  })
  expect(withBound(rule, { bound: 'max_drop', value: 0 })).toMatchObject({ significant_only: true })
  expect(withSignificantOnly(rule, false)).not.toHaveProperty('significant_only')
})

test('a binary metric is bounded by its rate', () => {
  expect(withMetric(newRule(metric('score')), metric('success', 'binary'))).toMatchObject({
    path: 'success',
    statistic: 'rate',
    min: 0,
  })
})

test('proposed rules forbid a significant drop, or without a baseline keep the mean', () => {
  const changes = [change(metric('score')), change(metric('latency'), true)]
  expect(proposedRules(changes, true)).toEqual([
    { evaluator: 'exact', path: 'score', statistic: 'mean', max_drop: 0, significant_only: true },
  ])
  expect(proposedRules(changes, false)).toEqual([
    { evaluator: 'exact', path: 'score', statistic: 'mean', min: 0.77 },
  ])
})

test('without a baseline rules about drops do not apply', () => {
  const drop = { evaluator: 'exact', path: 'score', statistic: 'mean', max_drop: 0 }
  const minRule = newRule(metric('score'))
  expect(applicableRules([drop, minRule], false)).toEqual([minRule])
  expect(applicableRules([drop, minRule], true)).toEqual([drop, minRule])
})
