// The rows of one run or of several side by side: narrowed and sorted by any metric. What decides the order is read of all rows, what
// is shown of those on the page alone.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationStatus } from '../../storage/contract/contract.ts'
import type { Step } from '../plan/steps.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { comparedRows, rowJson, sidesOf, type ComparedRun } from './compare.ts'
import { namedStep, oneValue, ReadValues, type Row, type RowMetric, type ScenarioMap } from './read-values.ts'
import { agreements, plotsOf } from './row-shapes.ts'
import { runRows, type RowMatch, type RunRow, type RunRows } from './run-rows.ts'
import { rowValues, type Value } from './run-values.ts'

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

export interface ListingRows {
  readonly runs: readonly ComparedRun[]
  readonly match: RowMatch
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

const shownSteps = ({ evaluators, application }: RunRows): ReadonlyMap<string, Step> =>
  application === undefined ? evaluators : new Map([...evaluators, [application.key, application]])

function passes(values: ReadValues, row: Row, filter: RowFilter, last: number): boolean {
  const all = values.all(row, filter.run ?? last, filter)
  const { min, max, is, exists } = filter
  if (exists !== undefined && all.length > 0 !== exists) return false
  if (is !== undefined && !all.some((value) => is.includes(value))) return false
  if (min === undefined && max === undefined) return true
  const value = oneValue(all)
  return typeof value === 'number' && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

function isDiffering(values: ReadValues, row: Row, sides: number, metric: RowMetric | undefined): boolean {
  const metrics = metric === undefined ? values.metricsOf(row) : [metric]
  return metrics.some((one) => {
    const base = values.one(row, 0, one)
    for (let side = 1; side < sides; side += 1) if (values.one(row, side, one) !== base) return true
    return false
  })
}

/** Rows without a value come last in either order; equal ones stay as they were. */
function sorted(values: ReadValues, rows: readonly Row[], sort: RowSort, last: number): readonly Row[] {
  const side = sort.run ?? last
  const keyed = rows.map((row) => ({
    row,
    key: sort.by === 'difference' ? values.difference(row, side, sort) : values.one(row, side, sort),
  }))
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

/** The steps that decide which rows there are and in which order. */
function decidingSteps(runOf: RunRows, listing: ListingRows): ReadonlyMap<string, Step> {
  const { filters, sort, differing, include } = listing
  const named = [...filters, ...(sort === undefined ? [] : [sort])].flatMap(({ evaluator }) => {
    const found = namedStep(runOf, evaluator)
    return found === undefined ? [] : [found]
  })
  const needsAll = include.has('agreement') || (differing && sort === undefined)
  return new Map([...(needsAll ? runOf.evaluators : []), ...named])
}

export async function listRows(
  engine: EvaluationEngine,
  scope: Scope,
  listing: ListingRows,
): Promise<ListedRows> {
  const runs: RunRows[] = []
  const sides = await sidesOf(scope, listing, async (chosen) => {
    const found = await runRows(scope, chosen)
    runs.push(found)
    return found.rows
  })
  const read = async (rowsOf: (side: number) => readonly RunRow[], steps: typeof shownSteps) => {
    const maps: ScenarioMap[] = []
    for (const [side, runOf] of runs.entries()) {
      const wanted = { rows: rowsOf(side), steps: steps(runOf), withTotals: true }
      maps.push(wanted.steps.size === 0 ? new Map() : await rowValues(engine, scope, wanted))
    }
    return new ReadValues(runs, maps)
  }
  const deciding = await read(
    (side) => runs[side]?.rows ?? [],
    (runOf) => decidingSteps(runOf, listing),
  )
  const last = runs.length - 1
  const statuses = new Set(listing.statuses)
  const { sort } = listing
  const kept = comparedRows(sides).filter(
    (row) =>
      (statuses.size === 0 || row.cells.some(({ scenario }) => statuses.has(scenario.scenario.status))) &&
      listing.filters.every((filter) => passes(deciding, row, filter, last)) &&
      (!listing.differing || isDiffering(deciding, row, runs.length, sort)),
  )
  const ordered = sort === undefined ? kept : sorted(deciding, kept, sort, last)
  const page = ordered.slice(listing.offset, listing.offset + listing.limit)
  const onPage = (side: number): readonly RunRow[] =>
    page.flatMap(({ cells }) => cells.filter((cell) => cell.side === side).map(({ scenario }) => scenario))
  const shown = await read(onPage, shownSteps)
  return {
    total: kept.length,
    rows: page.map((row) =>
      rowJson(row, ({ side, scenario }) => shown.ofScenario(side, scenario.scenario.id)),
    ),
    ...(sort === undefined || !listing.include.has('plots')
      ? {}
      : {
          plots: plotsOf(deciding, comparedRows(sides), {
            metric: sort,
            runIds: runs.map(({ run }) => run.id),
          }),
        }),
    ...(listing.include.has('agreement') ? { agreement: agreements(runs, deciding) } : {}),
  }
}
