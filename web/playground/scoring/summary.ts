// The summary of a column: calls, duration, cost and scores. This file is pure.
import type { Outcome } from '../../app/trials/program.ts'
import { verdictOf } from '../../app/trials/verdict.ts'
import type { DoneCell } from '../matrix.ts'

export interface ScoreSummary {
  /** The number of outputs with a verdict. */
  readonly count: number
  /** The number of evaluations that failed. */
  readonly failedCount: number
  /** The mean score. */
  readonly mean: number | undefined
  /** The share of outputs that passed. */
  readonly passRate: number | undefined
}

export interface ColumnSummary {
  readonly calls: number
  readonly failedCount: number
  readonly meanMs: number | undefined
  /** The sum of known costs. */
  readonly cost: number | undefined
  readonly scores: Readonly<Record<string, ScoreSummary>>
}

const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length

function scoreSummary(outcomes: readonly Outcome[]): ScoreSummary {
  const verdicts = outcomes.flatMap((outcome) => ('outputs' in outcome ? [verdictOf(outcome.outputs)] : []))
  return {
    count: verdicts.length,
    failedCount: outcomes.length - verdicts.length,
    mean: meanOf(verdicts.flatMap(({ score }) => score ?? [])),
    passRate: meanOf(verdicts.flatMap(({ success }) => (success === undefined ? [] : [success ? 1 : 0]))),
  }
}

export function summaryOf(cells: readonly DoneCell[], slugs: readonly string[]): ColumnSummary {
  const outcomes = cells.map(({ outcome }) => outcome)
  const costs = outcomes.flatMap(({ totals }) => totals.cost ?? [])
  return {
    calls: cells.length,
    failedCount: outcomes.filter((outcome) => 'failure' in outcome).length,
    meanMs: meanOf(outcomes.map(({ totals }) => totals.durationMs)),
    cost: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
    scores: Object.fromEntries(
      slugs.map((slug) => [slug, scoreSummary(cells.flatMap(({ scores = {} }) => scores[slug] ?? []))]),
    ),
  }
}
