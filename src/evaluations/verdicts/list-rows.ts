// The rows of one run or of several side by side: narrowed and sorted by any metric. What decides the order is read of all rows, what
// is shown of those on the page alone.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationStatus } from '../../storage/contract/contract.ts'
import type { Step } from '../plan/steps.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { isOfOutputs, metricPath } from '../statistics/metrics.ts'
import type { Value } from './metric-columns.ts'
import { listOf, namedStep, oneValue, ReadValues, type RowMetric } from './read-values.ts'
import { readRuns, type RunsToRead } from './readings.ts'
import { agreements, plotsOf } from './row-shapes.ts'
import type { ComparedRuns } from './row-table.ts'
import type { RunSteps } from './run-rows.ts'
import { shownRows } from './shown-rows.ts'

export interface RowFilter extends RowMetric {
  /** Which of the runs, by its position; absent: the last. */
  readonly run?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** One of these. */
  readonly is?: readonly Value[] | undefined
  /** Whether there is a value at all. */
  readonly exists?: boolean | undefined
}

export interface RowSort extends RowMetric {
  readonly by: 'value' | 'difference'
  /** Which of the runs, by its position; absent: the last. A difference is that from the first. */
  readonly run?: number | undefined
  readonly order: 'ascending' | 'descending'
}

export interface ListingRows extends RunsToRead {
  readonly filters: readonly RowFilter[]
  readonly statuses: readonly EvaluationStatus[]
  /** Rows in which some run differs from the first: on the metric of the sort, else on any. */
  readonly differing: boolean
  readonly sort?: RowSort | undefined
  readonly include: ReadonlySet<'plots' | 'agreement'>
  readonly offset: number
  readonly limit: number
}

export interface ListedRows {
  readonly total: number
  readonly rows: readonly JsonObject[]
  readonly plots?: JsonObject
  readonly agreement?: readonly JsonObject[]
}

function passes(values: ReadValues, row: number, filter: RowFilter, last: number): boolean {
  const value = values.byRow(filter.run ?? last, filter).get(row)
  const { min, max, is, exists } = filter
  if (exists !== undefined && (value !== undefined) !== exists) return false
  if (is !== undefined && !listOf(value).some((one) => is.includes(one))) return false
  if (min === undefined && max === undefined) return true
  const one = oneValue(value)
  return typeof one === 'number' && one >= (min ?? -Infinity) && one <= (max ?? Infinity)
}

/** Rows without a value come last in either order; equal ones stay as they were. */
function sorted(values: ReadValues, rows: readonly number[], sort: RowSort, last: number): readonly number[] {
  const side = sort.run ?? last
  const keys = sort.by === 'difference' ? values.differences(side, sort) : values.byRow(side, sort)
  const keyed = rows.map((row) => ({ row, key: oneValue(keys.get(row)) }))
  const sign = sort.order === 'ascending' ? 1 : -1
  const rank = (key: number | string | undefined): number =>
    key === undefined ? 2 : typeof key === 'string' ? 1 : 0
  return keyed
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined || typeof a.key !== typeof b.key) {
        return rank(a.key) - rank(b.key)
      }
      return a.key === b.key ? 0 : a.key < b.key ? -sign : sign
    })
    .map(({ row }) => row)
}

/** The steps that decide which rows there are and in which order, by the names that their values get. */
function decidingSteps(steps: RunSteps, listing: ListingRows): ReadonlyMap<string, Step> {
  const { filters, sort, differing, include } = listing
  const named = [...filters, ...(sort === undefined ? [] : [sort])].flatMap(({ evaluator }) => {
    const found = namedStep(steps, evaluator)
    return found === undefined ? [] : [found]
  })
  const needsAll = include.has('agreement') || (differing && sort === undefined)
  return new Map([...(needsAll ? steps.evaluators : []), ...named])
}

/** Whether what was measured decides, too: it is of all cells, and judgements count where they succeeded. */
function needsTotals({ filters, sort, differing }: ListingRows): boolean {
  const named = [...filters, ...(sort === undefined ? [] : [sort])]
  return (differing && sort === undefined) || named.some(({ path }) => !isOfOutputs(metricPath(path)))
}

function keptRows({ table }: ComparedRuns, values: ReadValues, listing: ListingRows): readonly number[] {
  const { filters, sort, differing } = listing
  const last = table.sides.length - 1
  const statuses = new Set(listing.statuses)
  const changed = differing ? values.differing(sort === undefined ? values.metrics : [sort]) : undefined
  const hasStatus = (row: number): boolean =>
    table.placesOf(row).some(({ side, position }) => {
      const status = table.sides[side]?.rows[position]?.scenario.status
      return status !== undefined && statuses.has(status)
    })
  return Array.from({ length: table.size }, (_, row) => row).filter(
    (row) =>
      changed?.has(row) !== false &&
      (statuses.size === 0 || hasStatus(row)) &&
      filters.every((filter) => passes(values, row, filter, last)),
  )
}

export async function listRows(
  engine: EvaluationEngine,
  scope: Scope,
  listing: ListingRows,
): Promise<ListedRows> {
  const { sort, include, offset, limit } = listing
  const compared = await readRuns(engine, scope, listing, {
    steps: (steps) => decidingSteps(steps, listing),
    withTotals: needsTotals(listing),
  })
  const { runs, table, columns } = compared
  const values = new ReadValues(runs, table, columns)
  const kept = keptRows(compared, values, listing)
  const ordered = sort === undefined ? kept : sorted(values, kept, sort, runs.length - 1)
  const runIds = runs.map(({ run }) => run.id)
  const rows = await shownRows(engine, scope, compared, {
    rows: ordered.slice(offset, offset + limit),
    shows: 'everything',
  })
  return {
    total: kept.length,
    rows,
    ...(sort === undefined || !include.has('plots')
      ? {}
      : { plots: plotsOf(values, { metric: sort, runIds }) }),
    ...(include.has('agreement') ? { agreement: agreements(runs, columns) } : {}),
  }
}
