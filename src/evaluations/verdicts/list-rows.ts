// Lists the rows of one or several runs, filtered and sorted by any metric. The metrics that decide the order are read
// for all rows, the displayed values only for the page.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationStatus } from '../../storage/contract/contract.ts'
import type { Step } from '../plan/steps.ts'
import type { OperationContext } from '../records/engine.ts'
import { isOfOutputs, metricPath } from '../statistics/metrics.ts'
import type { Value } from './metric-columns.ts'
import { listOf, namedStep, oneValue, MetricValues, type RowMetric } from './metric-values.ts'
import { readRuns, type RunsToRead } from './snapshot-cache.ts'
import { agreements, plotsOf } from './row-shapes.ts'
import type { ComparedRuns } from './row-table.ts'
import type { RunSteps } from './run-rows.ts'
import { wireRows } from './wire-rows.ts'

export interface RowFilter extends RowMetric {
  /** The index of the run; absent: the last. */
  readonly run?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** The row's value must be one of these. */
  readonly is?: readonly Value[] | undefined
  /** Whether the row has a value. */
  readonly exists?: boolean | undefined
}

export interface RowSort extends RowMetric {
  readonly by: 'value' | 'difference'
  /** The index of the run; absent: the last. A difference is relative to the first run. */
  readonly run?: number | undefined
  readonly order: 'ascending' | 'descending'
}

export interface ListRowsRequest extends RunsToRead {
  readonly filters: readonly RowFilter[]
  readonly statuses: readonly EvaluationStatus[]
  /** Only rows in which a run differs from the first: on the metric of the sort, else on any. */
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

function passes(
  values: MetricValues,
  { row, filter, last }: { readonly row: number; readonly filter: RowFilter; readonly last: number },
): boolean {
  const value = values.byRow(filter.run ?? last, filter).get(row)
  const { min, max, is, exists } = filter
  if (exists !== undefined && (value !== undefined) !== exists) return false
  if (is !== undefined && !listOf(value).some((item) => is.includes(item))) return false
  if (min === undefined && max === undefined) return true
  const single = oneValue(value)
  return typeof single === 'number' && single >= (min ?? -Infinity) && single <= (max ?? Infinity)
}

/** Rows without a value come last in either order; ties keep their order. */
function sortRows(
  values: MetricValues,
  { rows, sort, last }: { readonly rows: readonly number[]; readonly sort: RowSort; readonly last: number },
): readonly number[] {
  const side = sort.run ?? last
  const keys = sort.by === 'difference' ? values.differences(side, sort) : values.byRow(side, sort)
  const keyedRows = rows.map((row) => ({ row, key: oneValue(keys.get(row)) }))
  const sign = sort.order === 'ascending' ? 1 : -1
  const rank = (key: number | string | undefined): number =>
    key === undefined ? 2 : typeof key === 'string' ? 1 : 0
  return keyedRows
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined || typeof a.key !== typeof b.key) {
        return rank(a.key) - rank(b.key)
      }
      return a.key === b.key ? 0 : a.key < b.key ? -sign : sign
    })
    .map(({ row }) => row)
}

/** The steps that filters and sorting need, by the names of their values. */
function decidingSteps(steps: RunSteps, request: ListRowsRequest): ReadonlyMap<string, Step> {
  const { filters, sort, differing, include } = request
  const namedEntries = [...filters, ...(sort === undefined ? [] : [sort])].flatMap(({ evaluator }) => {
    const entry = namedStep(steps, evaluator)
    return entry === undefined ? [] : [entry]
  })
  const needsAll = include.has('agreement') || (differing && sort === undefined)
  return new Map([...(needsAll ? steps.evaluators : []), ...namedEntries])
}

/** Whether measures decide, too: those are read for all cells, outputs only for successful ones. */
function needsTotals({ filters, sort, differing }: ListRowsRequest): boolean {
  const metrics = [...filters, ...(sort === undefined ? [] : [sort])]
  return (differing && sort === undefined) || metrics.some(({ path }) => !isOfOutputs(metricPath(path)))
}

function filterRows(
  { table }: ComparedRuns,
  { values, request }: { readonly values: MetricValues; readonly request: ListRowsRequest },
): readonly number[] {
  const { filters, sort, differing } = request
  const last = table.sides.length - 1
  const statuses = new Set(request.statuses)
  const differingRows = differing
    ? values.differingRows(sort === undefined ? values.metrics : [sort])
    : undefined
  const hasStatus = (row: number): boolean =>
    table.positionsOf(row).some(({ side, position }) => {
      const status = table.sides[side]?.rows[position]?.scenario.status
      return status !== undefined && statuses.has(status)
    })
  return Array.from({ length: table.size }, (_, row) => row).filter(
    (row) =>
      differingRows?.has(row) !== false &&
      (statuses.size === 0 || hasStatus(row)) &&
      filters.every((filter) => passes(values, { row, filter, last })),
  )
}

export async function listRows(context: OperationContext, request: ListRowsRequest): Promise<ListedRows> {
  const { sort, include, offset, limit } = request
  const runSnapshot = await readRuns(context, {
    runsToRead: request,
    stepsToRead: {
      steps: (steps) => decidingSteps(steps, request),
      withTotals: needsTotals(request),
    },
  })
  const { runs, table, columns } = runSnapshot
  const values = new MetricValues(runs, { table, columns })
  const matchingRows = filterRows(runSnapshot, { values, request })
  const orderedRows =
    sort === undefined ? matchingRows : sortRows(values, { rows: matchingRows, sort, last: runs.length - 1 })
  const runIds = runs.map(({ run }) => run.id)
  const rows = await wireRows(context, {
    comparedRuns: runSnapshot,
    rowsRequest: {
      rows: orderedRows.slice(offset, offset + limit),
      detail: 'all',
    },
  })
  return {
    total: matchingRows.length,
    rows,
    ...(sort === undefined || !include.has('plots')
      ? {}
      : { plots: plotsOf(values, { metric: sort, runIds }) }),
    ...(include.has('agreement') ? { agreement: agreements(runs, columns) } : {}),
  }
}
