// Runs side by side: each metric of each evaluator with its difference from the first run, and the rows it came from.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import { pageSize, unknownCursor, type PageLimits, type Windowing } from '../../versioning/windowing.ts'
import { comparedMetric, type RunMetric } from '../statistics/compare.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { byRow } from './read-values.ts'
import { readRuns, type RunsToRead } from './readings.ts'
import type { ComparedRuns } from './row-table.ts'
import { countedValues, type RunColumns } from './run-values.ts'
import { shownRows } from './shown-rows.ts'

/** The first of the runs is the baseline. */
export interface Comparing extends RunsToRead {
  readonly windowing: Windowing
}

export interface Comparison {
  readonly comparison: JsonObject
  readonly windowing: Windowing | undefined
}

/** Every evaluator and path that any run has values of, in the order met. */
function metricNames(sides: readonly RunColumns[]): readonly (readonly [evaluator: string, path: string])[] {
  const met = new Map<string, Set<string>>()
  for (const columns of sides) {
    for (const [evaluator, step] of columns) {
      met.set(evaluator, new Set([...(met.get(evaluator) ?? []), ...step.keys()]))
    }
  }
  return [...met].flatMap(([evaluator, paths]) => [...paths].map((path) => [evaluator, path] as const))
}

/** What one run answered for a metric, by the numbers of rows. */
export function runMetric(
  { runs, table }: Pick<ComparedRuns, 'runs' | 'table'>,
  columns: RunColumns | undefined,
  at: { readonly side: number; readonly evaluator: string; readonly path: string },
): RunMetric {
  const column = columns?.get(at.evaluator)?.get(at.path)
  const numbers = table.sides[at.side]?.numbers
  const rows = column === undefined || numbers === undefined ? undefined : byRow(column, numbers)
  return {
    runId: runs[at.side]?.run.id ?? '',
    // own: the columns hold what is counted, and no texts.
    rows: (rows ?? new Map()) as RunMetric['rows'],
  }
}

/** The scenario after which a page goes on: the first of its row. */
function cursorOf({ table }: ComparedRuns, row: number): string | undefined {
  const [place] = table.placesOf(row)
  return place && table.sides[place.side]?.rows[place.position]?.scenario.id
}

function pageOf(
  compared: ComparedRuns,
  windowing: Windowing,
  limits: PageLimits,
): { readonly rows: readonly number[]; readonly windowing: Windowing | undefined } {
  const { next, order = 'ascending' } = windowing
  const limit = pageSize(windowing.limit, limits)
  const { size } = compared.table
  const ascending = Array.from({ length: size }, (_, row) => row)
  const ordered = order === 'ascending' ? ascending : ascending.toReversed()
  const at = next === undefined ? 0 : ordered.findIndex((row) => cursorOf(compared, row) === next) + 1
  if (next !== undefined && at === 0) throw unknownCursor(next)
  const rows = ordered.slice(at, at + limit)
  const last = rows.at(-1)
  return {
    rows,
    windowing:
      last === undefined || at + limit >= size
        ? undefined
        : { ...windowing, next: cursorOf(compared, last), limit, order },
  }
}

export async function compareRuns(
  engine: EvaluationEngine,
  scope: Scope,
  comparing: Comparing,
  limits: PageLimits,
): Promise<Comparison> {
  const compared = await readRuns(engine, scope, comparing, {
    steps: ({ evaluators }) => evaluators,
    withTotals: false,
  })
  const columns = compared.columns.map(countedValues)
  const page = pageOf(compared, comparing.windowing, limits)
  const compareAll = async (): Promise<JsonObject[]> => {
    const metrics: JsonObject[] = []
    for (const [evaluator, path] of metricNames(columns)) {
      const runs = columns.map((own, side) => runMetric(compared, own, { side, evaluator, path }))
      metrics.push(await comparedMetric({ evaluator, path, runs }))
    }
    return metrics
  }
  // The rows of the page are read while metrics are compared.
  const [rows, metrics] = await Promise.all([
    shownRows(engine, scope, compared, { rows: page.rows, shows: 'judgements' }),
    compareAll(),
  ])
  return {
    comparison: { baseline: compared.runs[0]?.run.id ?? null, metrics, rows },
    windowing: page.windowing,
  }
}
