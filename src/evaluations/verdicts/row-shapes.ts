// What a metric looks like over all rows: how its values are spread, how rows differ, and where evaluators agree. Bounded, however many
// rows there are.
import type { JsonObject } from '../../kernel/json/value.ts'
import { cohenKappa } from '../statistics/agreement.ts'
import type { ReadValues, Row, RowMetric } from './read-values.ts'
import type { RunRows } from './run-rows.ts'

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
  rows: readonly Row[],
  { metric, runIds }: { readonly metric: RowMetric; readonly runIds: readonly string[] },
): JsonObject {
  const numbers = (list: readonly (number | string | undefined)[]): readonly number[] =>
    list.filter((value) => typeof value === 'number')
  return {
    distributions: runIds.map((runId, side) =>
      curve(runId, numbers(rows.map((row) => values.one(row, side, metric)))),
    ),
    differences: runIds
      .slice(1)
      .map((runId, i) => curve(runId, numbers(rows.map((row) => values.difference(row, i + 1, metric))))),
  }
}

/** Verdicts that are compared with each other: so many of a run, in the order met. */
const verdictsMax = 12

interface Verdict extends RowMetric {
  /** By scenario; a row of several repeats has the verdict that most of them have. */
  readonly given: ReadonlyMap<string, boolean>
}

function verdictsOf(side: number, { rows }: RunRows, values: ReadValues): readonly Verdict[] {
  const met = new Map<string, RowMetric & { readonly given: Map<string, boolean> }>()
  for (const { scenario } of rows) {
    for (const [evaluator, paths] of values.ofScenario(side, scenario.id) ?? []) {
      for (const [path, list] of paths) {
        if (!list.every((value) => typeof value === 'boolean')) continue
        const key = `${evaluator} ${path}`
        const verdict = met.get(key) ?? { evaluator, path, given: new Map() }
        met.set(key, verdict)
        verdict.given.set(scenario.id, list.filter(Boolean).length * 2 > list.length)
      }
    }
  }
  return [...met.values()].slice(0, verdictsMax)
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
export const agreements = (runs: readonly RunRows[], values: ReadValues): readonly JsonObject[] =>
  runs.flatMap((runOf, side) => {
    const verdicts = verdictsOf(side, runOf, values)
    return verdicts.flatMap((a, i) => verdicts.slice(i + 1).map((b) => pairJson(runOf.run.id, a, b)))
  })
