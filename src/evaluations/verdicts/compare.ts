// Runs side by side: each metric of each evaluator with its difference from the first run, and the rows it came from.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { pageSize, unknownCursor, type PageLimits, type Windowing } from '../../versioning/windowing.ts'
import { comparedMetric, type RunMetric } from '../statistics/compare.ts'
import { stepsOf, type Step } from '../plan/steps.ts'
import { notFound, type EvaluationEngine } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { byRow } from './read-values.ts'
import { RowTable, type ComparedRuns } from './row-table.ts'
import { runRows, type RowMatch, type RunRows, type RunSteps } from './run-rows.ts'
import { columnsOfRuns, countedValues, type RunColumns } from './run-values.ts'
import { shownRows } from './shown-rows.ts'

export interface ComparedRun {
  readonly runId: string
  readonly applicationStepKey?: string | undefined
}

export interface Comparing {
  /** The first is the baseline. */
  readonly runs: readonly ComparedRun[]
  readonly match: RowMatch
  readonly windowing: Windowing
}

export interface Comparison {
  readonly comparison: JsonObject
  readonly windowing: Windowing | undefined
}

/** The testset revisions that a run pins, or the queries; runs over other rows are not comparable by id. */
export const sourcesOf = (run: EvaluationRun): string =>
  stepsOf(runData(run), 'input')
    .map(({ references }) => references['testset_revision']?.id ?? references['query_revision']?.id ?? '')
    .toSorted()
    .join(' ')

function refuseOtherRows(runs: readonly EvaluationRun[]): void {
  const [baseline, ...others] = runs
  const stranger = others.find((run) => baseline !== undefined && sourcesOf(run) !== sourcesOf(baseline))
  if (stranger === undefined) return
  throw new AssayError(
    'reference_mismatch',
    `Evaluation run '${stranger.id}' has other testset revisions than '${baseline?.id}': ` +
      'match its rows by testcase_dedup_id.',
  )
}

export async function knownRuns(scope: Scope, ids: readonly string[]): Promise<readonly EvaluationRun[]> {
  const wanted = [...new Set(ids)]
  const found = await scope.store.read.evaluationRecords('run', scope.projectId, { ids: wanted })
  const byId = new Map(found.map((run) => [run.id, run]))
  return ids.map((id) => {
    const run = byId.get(id)
    if (run === undefined) throw notFound('run', id)
    return run
  })
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

/** The runs with the cells of the steps that `wanted` names. Rows that cannot be matched are refused. */
export async function comparedRuns(
  scope: Scope,
  { runs: chosen, match }: Pick<Comparing, 'runs' | 'match'>,
  wanted: (steps: RunSteps) => Iterable<Step>,
): Promise<ComparedRuns> {
  const known = await knownRuns(
    scope,
    chosen.map(({ runId }) => runId),
  )
  if (match === 'testcase_id') refuseOtherRows(known)
  const runs: RunRows[] = []
  for (const [i, run] of known.entries()) {
    const stepKey = chosen[i]?.applicationStepKey
    const loc = ['body', 'runs', i, 'application_step_key']
    const application = stepKey === undefined ? undefined : { stepKey, loc }
    runs.push(await runRows(scope, { run, application, match }, wanted))
  }
  return { runs, table: new RowTable(runs) }
}

export async function compareRuns(
  engine: EvaluationEngine,
  scope: Scope,
  comparing: Comparing,
  limits: PageLimits,
): Promise<Comparison> {
  const compared = await comparedRuns(scope, comparing, ({ evaluators }) => evaluators.values())
  const found = await columnsOfRuns(engine, scope, compared.runs, ({ evaluators }) => ({
    steps: evaluators,
    withTotals: false,
  }))
  const columns = found.map(countedValues)
  const metrics: JsonObject[] = []
  for (const [evaluator, path] of metricNames(columns)) {
    const runs = columns.map((own, side) => runMetric(compared, own, { side, evaluator, path }))
    metrics.push(await comparedMetric({ evaluator, path, runs }))
  }
  const page = pageOf(compared, comparing.windowing, limits)
  const rows = await shownRows(engine, scope, compared, { rows: page.rows, shows: 'judgements' })
  return {
    comparison: { baseline: compared.runs[0]?.run.id ?? null, metrics, rows },
    windowing: page.windowing,
  }
}
