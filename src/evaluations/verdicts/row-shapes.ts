// The shape of a metric over all rows: its distribution, the differences between runs, and the agreement of evaluators.
// The size of the result is bounded for any number of rows.
import type { JsonObject } from '../../kernel/json/value.ts'
import { cohenKappa } from '../statistics/agreement.ts'
import { oneValue, type MetricValues, type RowMetric } from './metric-values.ts'
import type { MetricColumn } from './metric-columns.ts'
import type { RunRows } from './run-rows.ts'
import type { RunColumns } from './run-values.ts'

/** The most points of a curve. */
const pointsMax = 201

/** The sorted values, or a sample of them at even distances. */
export function quantiles(values: readonly number[]): readonly number[] {
  const sorted = Float64Array.from(values).toSorted()
  if (sorted.length <= pointsMax) return [...sorted]
  return Array.from(
    { length: pointsMax },
    (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (pointsMax - 1))] ?? 0,
  )
}

const curve = (runId: string, values: readonly number[]): JsonObject => ({
  run_id: runId,
  count: values.length,
  values: [...quantiles(values)],
})

/** The sorted values of each run for one metric, and their sorted differences from the first run. */
export function plotsOf(
  values: MetricValues,
  { metric, runIds }: { readonly metric: RowMetric; readonly runIds: readonly string[] },
): JsonObject {
  const numbers = (side: number): readonly number[] =>
    [...values.byRow(side, metric).values()].map(oneValue).filter((value) => typeof value === 'number')
  return {
    distributions: runIds.map((runId, side) => curve(runId, numbers(side))),
    differences: runIds
      .slice(1)
      .map((runId, i) => curve(runId, [...values.differences(i + 1, metric).values()])),
  }
}

/** The most verdicts of a run that are compared with each other, in order of appearance. */
const verdictsMax = 12

interface Verdict extends RowMetric {
  /** By scenario position; the majority of several repeats decides. */
  readonly votes: ReadonlyMap<number, boolean>
}

/** Positions with only boolean values, and their majority. */
function majorityVotes({ positions, values }: MetricColumn): ReadonlyMap<number, boolean> {
  const counts = new Map<number, { yes: number; no: number; other: boolean }>()
  for (const [i, position] of positions.entries()) {
    const count = counts.get(position) ?? { yes: 0, no: 0, other: false }
    counts.set(position, count)
    if (values[i] === true) count.yes += 1
    else if (values[i] === false) count.no += 1
    else count.other = true
  }
  const votes = new Map<number, boolean>()
  for (const [position, { yes, no, other }] of counts) if (!other) votes.set(position, yes > no)
  return votes
}

function verdictsOf(columns: RunColumns): readonly Verdict[] {
  const verdicts: Verdict[] = []
  for (const [evaluator, step] of columns) {
    for (const [path, column] of step) {
      if (verdicts.length === verdictsMax) return verdicts
      const votes = majorityVotes(column)
      if (votes.size > 0) verdicts.push({ evaluator, path, votes })
    }
  }
  return verdicts
}

function pairJson(runId: string, { a, b }: { readonly a: Verdict; readonly b: Verdict }): JsonObject {
  const pairs = [...a.votes].flatMap(([scenario, first]): readonly (readonly [boolean, boolean])[] => {
    const secondVote = b.votes.get(scenario)
    return secondVote === undefined ? [] : [[first, secondVote]]
  })
  const countPairs = (first: boolean, second: boolean): number =>
    pairs.filter((pair) => pair[0] === first && pair[1] === second).length
  const kappa = cohenKappa(pairs)
  return {
    run_id: runId,
    a: { evaluator: a.evaluator, path: a.path },
    b: { evaluator: b.evaluator, path: b.path },
    n: pairs.length,
    both: countPairs(true, true),
    only_a: countPairs(true, false),
    only_b: countPairs(false, true),
    neither: countPairs(false, false),
    ...(kappa === undefined ? {} : { kappa }),
  }
}

/** Every pair of verdicts of each run, on the rows with both. */
export const agreements = (runs: readonly RunRows[], columns: readonly RunColumns[]): readonly JsonObject[] =>
  runs.flatMap(({ run }, side) => {
    const verdicts = verdictsOf(columns[side] ?? new Map())
    return verdicts.flatMap((a, i) => verdicts.slice(i + 1).map((b) => pairJson(run.id, { a, b })))
  })
