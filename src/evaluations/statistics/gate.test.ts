import { describe, expect, test } from 'vitest'
import { binaryStatistics, continuousStatistics } from './descriptive.ts'
import { gateOf, statisticOf, type GateRule } from './gate.ts'

describe('the gate', () => {
  const rule: GateRule = { evaluator: 'e', path: 'score', statistic: 'mean' }
  const gate = (
    overrides: Partial<GateRule>,
    metric: { value?: number; baseline?: number; significant?: boolean },
  ) =>
    gateOf({
      status: 'success',
      rules: [{ ...rule, ...overrides }],
      metric: () => ({
        statistics: metric.value === undefined ? undefined : { mean: metric.value },
        baseline: metric.baseline === undefined ? undefined : { mean: metric.baseline },
        significant: metric.significant ?? false,
      }),
    })

  test.each<[string, Partial<GateRule>, Parameters<typeof gate>[1], string]>([
    ['within bounds', { min: 0.5, max: 1 }, { value: 0.5 }, 'pass'],
    ['below the minimum', { min: 0.5 }, { value: 0.4 }, 'fail'],
    ['above the maximum', { max: 0.5 }, { value: 0.6 }, 'fail'],
    ['no such statistic', { min: 0 }, {}, 'fail'],
    ['a small drop', { max_drop: 0.1 }, { value: 0.85, baseline: 0.9 }, 'pass'],
    ['a large drop', { max_drop: 0.1 }, { value: 0.5, baseline: 0.9 }, 'fail'],
    ['a drop by chance', { max_drop: 0.1, significant_only: true }, { value: 0.5, baseline: 0.9 }, 'pass'],
    [
      'an improvement',
      { max_drop: 0.1, significant_only: true },
      { value: 0.5, baseline: 0.9, significant: true },
      'fail',
    ],
    ['no baseline to drop from', { max_drop: 0.1 }, { value: 0.5 }, 'fail'],
    ['a drop of exactly the limit', { max_drop: 0.1 }, { value: 0.7, baseline: 0.8 }, 'pass'],
    ['a rule without a bound', {}, { value: 1 }, 'fail'],
  ])('%s', (_, overrides, metric, verdict) => {
    expect(gate(overrides, metric)['verdict']).toBe(verdict)
  })

  test('the reason of a failed rule is reported', () => {
    expect(gate({ max_drop: 0.1 }, { value: 0.5, baseline: 0.9 })['rules']).toEqual([
      {
        ...rule,
        max_drop: 0.1,
        value: 0.5,
        baseline: 0.9,
        passed: false,
        reason: 'It dropped by 0.4, more than 0.1.',
      },
    ])
  })

  test('a run that did not succeed fails', () => {
    const input = { rules: [], metric: () => ({ statistics: undefined }) }
    expect(gateOf({ ...input, status: 'errors' })['verdict']).toBe('fail')
    expect(gateOf({ ...input, status: 'success' })['verdict']).toBe('pass')
  })

  test('statistics are looked up by name; the mean of booleans is their rate', () => {
    const numbers = continuousStatistics([100, 200, 300, 400])
    expect(
      ['mean', 'max', 'p50', 'median', 'p95', 'count'].map((name) => statisticOf(numbers, name)),
    ).toEqual([250, 400, 250, 250, 385, 4])
    expect(statisticOf(numbers, 'p85')).toBeCloseTo(355)
    expect(statisticOf(binaryStatistics([true, false]), 'mean')).toBe(0.5)
    expect(statisticOf(numbers, 'rate')).toBe(250)
    expect(statisticOf(numbers, 'mode')).toBeUndefined()
  })
})
