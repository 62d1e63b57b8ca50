// src/evaluations/verdicts: conclusions from finished runs: comparison, gate, manifest, and the table of rows.
// Values come from run-values.ts and metric-values.ts; wire-rows.ts writes rows as answers.
// Imports plan/, records/, simple/ and statistics/. Start here.
//
// Compares runs: each metric of each evaluator with its difference from the first run, and the rows behind it.
import type { JsonObject } from '../../kernel/json/value.ts'
import { pageSize, unknownCursor, type PageLimits, type Windowing } from '../../versioning/windowing.ts'
import { comparedMetric, type RunMetric } from '../statistics/compare.ts'
import type { OperationContext } from '../records/engine.ts'
import { byRow } from './metric-values.ts'
import { readRuns, type RunsToRead, type RunSnapshot } from './snapshot-cache.ts'
import type { ComparedRuns } from './row-table.ts'
import { countableColumns, type RunColumns } from './run-values.ts'
import { wireRows } from './wire-rows.ts'

/** The first run is the baseline. */
export interface CompareRequest extends RunsToRead {
  readonly windowing: Windowing
  /** Compares duration, cost, tokens and errors of the applications, too. */
  readonly withTotals: boolean
}

export interface Comparison {
  readonly comparison: JsonObject
  readonly windowing: Windowing | undefined
}

/** Every evaluator and path with values in any run, in order of appearance. */
function metricNames(sides: readonly RunColumns[]): readonly (readonly [evaluator: string, path: string])[] {
  const names = new Map<string, Set<string>>()
  for (const columns of sides) {
    for (const [evaluator, step] of columns) {
      names.set(evaluator, new Set([...(names.get(evaluator) ?? []), ...step.keys()]))
    }
  }
  return [...names].flatMap(([evaluator, paths]) => [...paths].map((path) => [evaluator, path] as const))
}

/** The values of one run for a metric, by row number. */
export function runMetric(
  { runs, table }: Pick<ComparedRuns, 'runs' | 'table'>,
  {
    columns,
    target,
  }: {
    readonly columns: RunColumns | undefined
    readonly target: { readonly side: number; readonly evaluator: string; readonly path: string }
  },
): RunMetric {
  const column = columns?.get(target.evaluator)?.get(target.path)
  const numbers = table.sides[target.side]?.numbers
  const rows = column === undefined || numbers === undefined ? undefined : byRow(column, numbers)
  return {
    runId: runs[target.side]?.run.id ?? '',
    // own: the columns have numbers and booleans and no texts.
    rows: (rows ?? new Map()) as RunMetric['rows'],
  }
}

/** The cursor of a row: its first scenario. */
function cursorOf({ table }: ComparedRuns, row: number): string | undefined {
  const [position] = table.positionsOf(row)
  return position && table.sides[position.side]?.rows[position.position]?.scenario.id
}

function pageOf(
  snapshot: ComparedRuns,
  { windowing, limits }: { readonly windowing: Windowing; readonly limits: PageLimits },
): { readonly rows: readonly number[]; readonly windowing: Windowing | undefined } {
  const { next, order = 'ascending' } = windowing
  const limit = pageSize(windowing.limit, limits)
  const { size } = snapshot.table
  const ascending = Array.from({ length: size }, (_, row) => row)
  const orderedRows = order === 'ascending' ? ascending : ascending.toReversed()
  const start = next === undefined ? 0 : orderedRows.findIndex((row) => cursorOf(snapshot, row) === next) + 1
  if (next !== undefined && start === 0) throw unknownCursor(next)
  const rows = orderedRows.slice(start, start + limit)
  const last = rows.at(-1)
  return {
    rows,
    windowing:
      last === undefined || start + limit >= size
        ? undefined
        : { ...windowing, next: cursorOf(snapshot, last), limit, order },
  }
}

/** The metrics of all steps in the columns, with their differences from the first run. */
async function comparedMetrics(snapshot: RunSnapshot): Promise<JsonObject[]> {
  const columns = snapshot.columns.map(countableColumns)
  const metrics: JsonObject[] = []
  for (const [evaluator, path] of metricNames(columns)) {
    const runs = columns.map((runColumns, side) =>
      runMetric(snapshot, { columns: runColumns, target: { side, evaluator, path } }),
    )
    metrics.push(await comparedMetric({ evaluator, path, runs }))
  }
  return metrics
}

/** The totals of the selected application of each run, paired by row like the metrics of evaluators. */
async function comparedTotals(context: OperationContext, request: CompareRequest): Promise<JsonObject[]> {
  const snapshot = await readRuns(context, {
    runsToRead: request,
    stepsToRead: {
      steps: ({ application }) => new Map(application === undefined ? [] : [['application', application]]),
      withTotals: true,
    },
  })
  return (await comparedMetrics(snapshot)).map(({ evaluator: _, ...total }) => total)
}

export async function compareRuns(
  context: OperationContext,
  { request, limits }: { readonly request: CompareRequest; readonly limits: PageLimits },
): Promise<Comparison> {
  const snapshot = await readRuns(context, {
    runsToRead: request,
    stepsToRead: {
      steps: ({ evaluators }) => evaluators,
      withTotals: false,
    },
  })
  const page = pageOf(snapshot, { windowing: request.windowing, limits })
  // Read rows and totals while the metrics are compared.
  const [rows, metrics, totals] = await Promise.all([
    wireRows(context, { comparedRuns: snapshot, rowsRequest: { rows: page.rows, detail: 'verdicts' } }),
    comparedMetrics(snapshot),
    request.withTotals ? comparedTotals(context, request) : undefined,
  ])
  return {
    comparison: { baseline: snapshot.runs[0]?.run.id ?? null, metrics, ...(totals && { totals }), rows },
    windowing: page.windowing,
  }
}
