// Looks up the metrics of rows in the columns of runs.
import { isList } from '../../tracing/value.ts'
import { meanOf } from '../statistics/descriptive.ts'
import { metricPath } from '../statistics/metrics.ts'
import type { Step } from '../plan/steps.ts'
import type { MetricColumn, Value } from './metric-columns.ts'
import type { RowTable } from './row-table.ts'
import { isNamed, type RunRows, type RunSteps } from './run-rows.ts'
import type { RunColumns } from './run-values.ts'

/** A metric as gates name it: an evaluator or another step by any of its names, and a short or full path. */
export interface RowMetric {
  readonly evaluator: string
  readonly path: string
}

/** Resolves a step name in a run, with the name of its values. */
export function namedStep(
  { evaluators, application }: RunSteps,
  name: string,
): readonly [string, Step] | undefined {
  const exact = evaluators.get(name)
  if (exact !== undefined) return [name, exact]
  const entry = [...evaluators].find(([, step]) => isNamed(step, name))
  if (entry !== undefined) return entry
  return application !== undefined && isNamed(application, name) ? [application.key, application] : undefined
}

/** The value of a row for a metric; a list has its repeats. */
export type RowValue = Value | readonly Value[]
/** The values of a metric by row number. */
export type ByRow = ReadonlyMap<number, RowValue>

export const listOf = (value: RowValue | undefined): readonly Value[] =>
  value === undefined ? [] : isList(value) ? value : [value]

/** Repeats count as their mean; of texts the first one counts. */
export function oneValue(value: RowValue | undefined): number | string | undefined {
  if (value === undefined || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return Number(value)
  const [first] = value
  if (first === undefined || typeof first === 'string') return first
  return meanOf(value.filter((item) => typeof item !== 'string').map(Number))
}

/** Groups a column by row; several scenarios of one row count as repeats. */
export function byRow({ positions, values }: MetricColumn, numbers: Int32Array): ByRow {
  const rows = new Map<number, Value | Value[]>()
  for (let i = 0; i < positions.length; i += 1) {
    const number = numbers[positions[i] ?? -1]
    const value = values[i]
    if (number === undefined || value === undefined) continue
    const existingValues = rows.get(number)
    if (existingValues === undefined) rows.set(number, value)
    else if (Array.isArray(existingValues)) existingValues.push(value)
    else rows.set(number, [existingValues, value])
  }
  return rows
}

const noValues: ByRow = new Map()

export class MetricValues {
  readonly #runs: readonly RunRows[]
  readonly #table: RowTable
  readonly #columns: readonly RunColumns[]
  readonly #byRowCache = new Map<string, ByRow>()

  constructor(
    runs: readonly RunRows[],
    { table, columns }: { readonly table: RowTable; readonly columns: readonly RunColumns[] },
  ) {
    this.#runs = runs
    this.#table = table
    this.#columns = columns
  }

  /** The values of one run for a metric. */
  byRow(side: number, { evaluator, path }: RowMetric): ByRow {
    const key = JSON.stringify([side, evaluator, path])
    let rows = this.#byRowCache.get(key)
    if (rows === undefined)
      this.#byRowCache.set(key, (rows = this.#read(side, { evaluator, path: metricPath(path) })))
    return rows
  }

  #read(side: number, { evaluator, path }: { readonly evaluator: string; readonly path: string }): ByRow {
    const runRows = this.#runs[side]
    const [name] = (runRows && namedStep(runRows, evaluator)) ?? []
    const column = name === undefined ? undefined : this.#columns[side]?.get(name)?.get(path)
    const numbers = this.#table.sides[side]?.numbers
    return column === undefined || numbers === undefined ? noValues : byRow(column, numbers)
  }

  /** The difference of a run from the first, for rows in which both have a number. */
  differences(side: number, metric: RowMetric): ReadonlyMap<number, number> {
    const before = this.byRow(0, metric)
    const changes = new Map<number, number>()
    for (const [row, value] of this.byRow(side, metric)) {
      const [from, to] = [oneValue(before.get(row)), oneValue(value)]
      if (typeof from === 'number' && typeof to === 'number') changes.set(row, to - from)
    }
    return changes
  }

  /** Metrics of any run. */
  get metrics(): readonly RowMetric[] {
    const metrics = new Map<string, RowMetric>()
    for (const columns of this.#columns) {
      for (const [evaluator, step] of columns) {
        for (const path of step.keys()) metrics.set(JSON.stringify([evaluator, path]), { evaluator, path })
      }
    }
    return [...metrics.values()]
  }

  /** Rows in which a run differs from the first on one of these metrics. */
  differingRows(metrics: readonly RowMetric[]): ReadonlySet<number> {
    const rows = new Set<number>()
    for (const metric of metrics) {
      const [base = noValues, ...otherSides] = this.#runs.map((_, side) => this.byRow(side, metric))
      for (const otherSide of otherSides) {
        for (const row of base.keys()) if (!otherSide.has(row)) rows.add(row)
        for (const [row, value] of otherSide) if (oneValue(value) !== oneValue(base.get(row))) rows.add(row)
      }
    }
    return rows
  }
}
