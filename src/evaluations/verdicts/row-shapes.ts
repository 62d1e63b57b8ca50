// What a metric looks like over all rows: how its values are spread, how rows differ, and where evaluators agree. Bounded, however many
// rows there are.
import type { JsonObject } from '../../kernel/json/value.ts'
import { cohenKappa } from '../statistics/agreement.ts'
import { oneValue, type ReadValues, type RowMetric } from './read-values.ts'
import type { MetricColumn } from './metric-columns.ts'
import type { RunRows } from './run-rows.ts'
import type { RunColumns } from './run-values.ts'

/** A curve has at most so many points. */
const pointsMax = 201

/** Sorted values, or as many of them at even distances. */
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

/** Of one metric: the values of each run, and the differences of each from the first, both sorted. */
export function plotsOf(
  values: ReadValues,
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

/** Verdicts that are compared with each other: so many of a run, in the order met. */
const verdictsMax = 12

interface Verdict extends RowMetric {
  /** By the position of the scenario; one of several repeats has the verdict that most of them have. */
  readonly given: ReadonlyMap<number, boolean>
}

/** What is said with yes and no alone. */
function givenIn({ positions, values }: MetricColumn): ReadonlyMap<number, boolean> {
  const counts = new Map<number, { yes: number; no: number; other: boolean }>()
  for (const [i, position] of positions.entries()) {
    const count = counts.get(position) ?? { yes: 0, no: 0, other: false }
    counts.set(position, count)
    if (values[i] === true) count.yes += 1
    else if (values[i] === false) count.no += 1
    else count.other = true
  }
  const given = new Map<number, boolean>()
  for (const [position, { yes, no, other }] of counts) if (!other) given.set(position, yes > no)
  return given
}

function verdictsOf(columns: RunColumns): readonly Verdict[] {
  const verdicts: Verdict[] = []
  for (const [evaluator, step] of columns) {
    for (const [path, column] of step) {
      if (verdicts.length === verdictsMax) return verdicts
      const given = givenIn(column)
      if (given.size > 0) verdicts.push({ evaluator, path, given })
    }
  }
  return verdicts
}

function pairJson(runId: string, a: Verdict, b: Verdict): JsonObject {
  const pairs = [...a.given].flatMap(([scenario, first]): readonly (readonly [boolean, boolean])[] => {
    const second = b.given.get(scenario)
    return second === undefined ? [] : [[first, second]]
  })
  const counted = (first: boolean, second: boolean): number =>
    pairs.filter((pair) => pair[0] === first && pair[1] === second).length
  const kappa = cohenKappa(pairs)
  return {
    run_id: runId,
    a: { evaluator: a.evaluator, path: a.path },
    b: { evaluator: b.evaluator, path: b.path },
    n: pairs.length,
    both: counted(true, true),
    only_a: counted(true, false),
    only_b: counted(false, true),
    neither: counted(false, false),
    ...(kappa === undefined ? {} : { kappa }),
  }
}

/** Every two verdicts of each run, on the rows that both judged. */
export const agreements = (runs: readonly RunRows[], columns: readonly RunColumns[]): readonly JsonObject[] =>
  runs.flatMap(({ run }, side) => {
    const verdicts = verdictsOf(columns[side] ?? new Map())
    return verdicts.flatMap((a, i) => verdicts.slice(i + 1).map((b) => pairJson(run.id, a, b)))
  })
