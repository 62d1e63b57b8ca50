import { expect, test } from 'vitest'
import type { Outcome } from '../../app/trials/program.ts'
import type { DoneCell } from '../matrix.ts'
import { summaryOf } from './summary.ts'

const endOf = (durationMs: number, cost?: number) => ({ totals: { durationMs, tokens: undefined, cost } })
const failure = { title: 'No', message: 'No.', needsKey: false }
const verdict = (outputs: object): Outcome => ({ outputs, ...endOf(1) })
const cell = (outcome: Outcome, scores: Readonly<Record<string, Outcome>> = {}): DoneCell => ({
  state: 'done',
  of: '',
  outcome,
  scores,
})

test('a column is summed up by its calls, costs and scores', () => {
  const cells = [
    cell({ outputs: 'a', ...endOf(100, 0.1) }, { short: verdict({ score: 1, success: true }) }),
    cell({ outputs: 'b', ...endOf(300, 0.2) }, { short: verdict({ score: 0, success: false }) }),
    cell({ outputs: 'c', ...endOf(200) }, { short: { failure, ...endOf(1) } }),
    cell({ failure, ...endOf(200) }),
  ]
  const summary = summaryOf(cells, ['short', 'other'])
  expect(summary).toMatchObject({ calls: 4, failedCount: 1, meanMs: 200 })
  expect(summary.cost).toBeCloseTo(0.3)
  expect(summary.scores).toEqual({
    short: { count: 2, failedCount: 1, mean: 0.5, passRate: 0.5 },
    other: { count: 0, failedCount: 0, mean: undefined, passRate: undefined },
  })
})

test('a column without calls has no mean values', () => {
  expect(summaryOf([], [])).toEqual({
    calls: 0,
    failedCount: 0,
    meanMs: undefined,
    cost: undefined,
    scores: {},
  })
})
