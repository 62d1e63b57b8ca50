// web/runs/compare/totals: duration, cost and tokens of compared runs, and the comparison as a file.
// totals.ts and csv.ts are pure. Imports web/app, web/ui and web/runs. Start here.
//
// The totals of two runs. Their differences are those of pairs of rows, like the differences of evaluators.
import { measures, type Unit } from '../../run-model.ts'
import { verdictOf, type ComparedMetric, type Verdict } from '../model.ts'

export type ComparedTotal = Omit<ComparedMetric, 'evaluator'>

export interface TotalChange {
  readonly name: string
  readonly unit: Unit
  readonly baselineMean: number | undefined
  readonly runMean: number | undefined
  /** The mean difference over the rows that both runs have. */
  readonly difference: number | undefined
  /** The interval, limited to differences that leave the mean of the run at 0 or more. */
  readonly ci95: readonly [number, number] | undefined
  readonly pairCount: number
  /** Whether the run is better or worse. Lower totals are better. */
  readonly verdict: Verdict
}

function intervalOf(ci95: readonly number[] | undefined, baseMean: number | undefined) {
  const [low, high] = ci95 ?? []
  if (low === undefined || high === undefined) return undefined
  return [Math.max(low, -(baseMean ?? Infinity)), high] as const
}

/** Duration, cost, tokens and errors of the baseline and of one run. */
export function totalChanges(totals: readonly ComparedTotal[], runId: string): readonly TotalChange[] {
  return [...measures].flatMap(([path, { name, unit }]) => {
    const total = totals.find((one) => one.path === path)
    if (total === undefined) return []
    const difference = total.differences.find(({ run_id: id }) => id === runId)
    const baseMean = total.runs[0]?.mean
    return [
      {
        name,
        unit,
        baselineMean: baseMean,
        runMean: total.runs.find(({ run_id: id }) => id === runId)?.mean,
        difference: difference?.mean,
        ci95: intervalOf(difference?.ci95, baseMean),
        pairCount: difference?.n ?? 0,
        verdict: verdictOf(difference, true),
      },
    ]
  })
}
