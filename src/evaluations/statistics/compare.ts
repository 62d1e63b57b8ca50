// Runs compared row by row: how each does on a metric, and whether its difference from the baseline is more than chance.
import type { JsonObject } from '../../kernel/json/value.ts'
import { deviationOf, meanOf } from './descriptive.ts'
import { meanInterval, wilsonInterval } from './intervals.ts'
import { mcNemarPValue, significanceLevel, signFlipPValue } from './significance.ts'

type Value = number | boolean

/** What one run answered for a metric, by row (the testcase); several values of a row are its repeats. */
export interface RunMetric {
  readonly runId: string
  readonly rows: ReadonlyMap<string, readonly Value[]>
}

export interface ComparedMetric {
  readonly evaluator: string
  readonly path: string
  /** The first is the baseline. */
  readonly runs: readonly RunMetric[]
}

const numbers = (values: readonly Value[]): readonly number[] => values.map(Number)

const isBinary = (runs: readonly RunMetric[]): boolean =>
  runs.every(({ rows }) =>
    rows.values().every((values) => values.every((value) => typeof value === 'boolean')),
  )

const hasRepeats = (runs: readonly RunMetric[]): boolean =>
  runs.some(({ rows }) => rows.values().some((values) => values.length > 1))

/** Booleans; and whether every row has one of them, so that rows can be counted. */
interface Kind {
  readonly binary: boolean
  readonly shares: boolean
}

/** Each row counts once: repeats are averaged first. */
const rowMeans = ({ rows }: RunMetric): ReadonlyMap<string, number> =>
  new Map([...rows].flatMap(([row, values]) => (values.length === 0 ? [] : [[row, meanOf(numbers(values))]])))

/** A rate lies between 0 and 1, whatever the normal approximation says. */
const withinRates = ([low, high]: readonly [number, number]): readonly [number, number] => [
  Math.max(0, low),
  Math.min(1, high),
]

function intervalOf(
  means: readonly number[],
  { binary, shares }: Kind,
): readonly [number, number] | undefined {
  if (shares) return wilsonInterval(means.filter((value) => value === 1).length, means.length)
  const interval = meanInterval(means.length, meanOf(means), deviationOf(means))
  return interval === undefined || !binary ? interval : withinRates(interval)
}

function summary(run: RunMetric, kind: Kind): JsonObject {
  const means = [...rowMeans(run).values()]
  if (means.length === 0) return { run_id: run.runId, count: 0 }
  const interval = intervalOf(means, kind)
  return {
    run_id: run.runId,
    count: means.length,
    mean: meanOf(means),
    std: deviationOf(means),
    ...(interval === undefined ? {} : { ci95: [...interval] }),
  }
}

/** Over the rows that both have. The interval is Student's, of the differences. */
function difference(baseline: RunMetric, run: RunMetric, shares: boolean): JsonObject {
  const before = rowMeans(baseline)
  const after = rowMeans(run)
  const pairs = [...before].flatMap(([row, from]) => {
    const to = after.get(row)
    return to === undefined ? [] : [to - from]
  })
  const wins = pairs.filter((change) => change > 0).length
  const losses = pairs.filter((change) => change < 0).length
  const counts = { n: pairs.length, wins, losses, ties: pairs.length - wins - losses }
  const test = shares ? 'mcnemar_exact' : 'sign_flip_permutation'
  if (pairs.length === 0) return { run_id: run.runId, test, p_value: 1, significant: false, ...counts }
  const mean = meanOf(pairs)
  const interval = meanInterval(pairs.length, mean, deviationOf(pairs))
  const pValue = shares ? mcNemarPValue(wins, losses) : signFlipPValue(pairs)
  return {
    run_id: run.runId,
    mean,
    ...(interval === undefined ? {} : { ci95: [...interval] }),
    p_value: pValue,
    test,
    ...counts,
    significant: pValue < significanceLevel,
  }
}

/** One metric of the comparison, as it is answered. Booleans with repeats are compared as rates. */
export function comparedMetric({ evaluator, path, runs }: ComparedMetric): JsonObject {
  const binary = isBinary(runs)
  const shares = binary && !hasRepeats(runs)
  const [baseline, ...others] = runs
  return {
    evaluator,
    path,
    type: binary ? 'binary' : 'numeric/continuous',
    runs: runs.map((run) => summary(run, { binary, shares })),
    differences: baseline === undefined ? [] : others.map((run) => difference(baseline, run, shares)),
  }
}
