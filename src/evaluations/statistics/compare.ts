// Compares runs row by row: the mean of each on a metric, and whether its difference from the baseline is significant.
import type { JsonObject } from '../../kernel/json/value.ts'
import { deviationOf, meanOf } from './descriptive.ts'
import { meanInterval, wilsonInterval } from './intervals.ts'
import { mcNemarPValue, significanceLevel, signFlipPValue } from './significance.ts'

type Value = number | boolean

/** The values of one run for a metric, by row; several values of a row are its repeats. */
export interface RunMetric {
  readonly runId: string
  readonly rows: ReadonlyMap<unknown, Value | readonly Value[]>
}

export interface ComparedMetric {
  readonly evaluator: string
  readonly path: string
  /** The first is the baseline. */
  readonly runs: readonly RunMetric[]
}

const hasOnlyBooleans = ({ rows }: RunMetric): boolean =>
  rows
    .values()
    .every(
      (values) =>
        typeof values === 'boolean' ||
        (typeof values === 'object' && values.every((value) => typeof value === 'boolean')),
    )

const hasRepeats = ({ rows }: RunMetric): boolean =>
  rows.values().some((values) => typeof values === 'object' && values.length > 1)

interface ValueKind {
  /** All values are booleans. */
  readonly isBinary: boolean
  /** Each row has exactly one boolean, so the mean is a proportion of rows. */
  readonly isProportion: boolean
}

/** Each row counts once: repeats are averaged. */
interface RowMeans {
  readonly runId: string
  readonly means: ReadonlyMap<unknown, number>
}

const isNumeric = (rows: RunMetric['rows']): rows is ReadonlyMap<unknown, number> =>
  rows.values().every((value) => typeof value === 'number')

function rowMeans({ runId, rows }: RunMetric): RowMeans {
  if (isNumeric(rows)) return { runId, means: rows }
  const means = new Map<unknown, number>()
  for (const [row, values] of rows) {
    if (typeof values !== 'object') means.set(row, Number(values))
    else if (values.length > 0) means.set(row, meanOf(values.map(Number)))
  }
  return { runId, means }
}

/** Clamps an interval of rates to 0..1, since the normal approximation may exceed it. */
const clampRates = ([low, high]: readonly [number, number]): readonly [number, number] => [
  Math.max(0, low),
  Math.min(1, high),
]

function intervalOf(
  means: readonly number[],
  { isBinary, isProportion }: ValueKind,
): readonly [number, number] | undefined {
  if (isProportion) return wilsonInterval(means.filter((value) => value === 1).length, means.length)
  const interval = meanInterval(means.length, meanOf(means), deviationOf(means))
  return interval === undefined || !isBinary ? interval : clampRates(interval)
}

function summary(run: RowMeans, kind: ValueKind): JsonObject {
  const means = [...run.means.values()]
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

/**
 * The difference over the rows of both runs, in the order of the baseline, with Student's interval of the differences.
 */
async function difference(baseline: RowMeans, run: RowMeans, isProportion: boolean): Promise<JsonObject> {
  const pairs: number[] = []
  for (const [row, from] of baseline.means) {
    const to = run.means.get(row)
    if (to !== undefined) pairs.push(to - from)
  }
  const wins = pairs.filter((change) => change > 0).length
  const losses = pairs.filter((change) => change < 0).length
  const counts = { n: pairs.length, wins, losses, ties: pairs.length - wins - losses }
  const test = isProportion ? 'mcnemar_exact' : 'sign_flip_permutation'
  if (pairs.length === 0) return { run_id: run.runId, test, p_value: 1, significant: false, ...counts }
  const mean = meanOf(pairs)
  const interval = meanInterval(pairs.length, mean, deviationOf(pairs))
  const pValue = isProportion ? mcNemarPValue(wins, losses) : await signFlipPValue(pairs)
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

/** One metric of the comparison, in wire form. Booleans with repeats are compared as rates. */
export async function comparedMetric({ evaluator, path, runs }: ComparedMetric): Promise<JsonObject> {
  const isBinary = runs.every(hasOnlyBooleans)
  const isProportion = isBinary && !runs.some(hasRepeats)
  const sides = runs.map(rowMeans)
  const [baseline, ...otherSides] = sides
  const differences: JsonObject[] = []
  if (baseline !== undefined) {
    for (const otherSide of otherSides) differences.push(await difference(baseline, otherSide, isProportion))
  }
  return {
    evaluator,
    path,
    type: isBinary ? 'binary' : 'numeric/continuous',
    runs: sides.map((side) => summary(side, { isBinary, isProportion })),
    differences,
  }
}
