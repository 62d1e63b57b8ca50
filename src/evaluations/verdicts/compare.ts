// Runs side by side: each metric of each evaluator with its difference from the first run, and the rows it came from.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { pageSize, unknownCursor, type PageLimits, type Windowing } from '../../versioning/windowing.ts'
import { comparedMetric, type RunMetric } from '../statistics/compare.ts'
import { stepsOf } from '../plan/steps.ts'
import { notFound, type EvaluationEngine } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import type { ChosenRun, RowMatch, RunRow } from './run-rows.ts'
import { runValues, type EvaluatorValues, type ScenarioValues, type Value } from './run-values.ts'

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

/** One run of a comparison with its scenarios by row, in order. */
export interface Side<R extends RunRow> {
  readonly runId: string
  readonly rows: ReadonlyMap<string, readonly R[]>
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

export const sideOf = <R extends RunRow>(runId: string, scenarios: readonly R[]): Side<R> => ({
  runId,
  rows: Map.groupBy(scenarios, ({ row }) => row),
})

/** Every evaluator and path that any run has values of, in the order met. */
function metricNames(
  sides: readonly Side<ScenarioValues>[],
): readonly (readonly [evaluator: string, path: string])[] {
  const names: (readonly [string, string])[] = []
  const met = new Map<string, Set<string>>()
  for (const { rows } of sides) {
    for (const { values } of [...rows.values()].flat()) {
      for (const [evaluator, paths] of values) {
        const ofEvaluator = met.get(evaluator) ?? new Set()
        met.set(evaluator, ofEvaluator)
        for (const path of paths.keys()) {
          if (ofEvaluator.has(path)) continue
          ofEvaluator.add(path)
          names.push([evaluator, path])
        }
      }
    }
  }
  return names
}

/** The values of one metric by row; scenarios of one row count as its repeats. */
export const runMetric = (
  { runId, rows }: Side<ScenarioValues>,
  evaluator: string,
  path: string,
): RunMetric => ({
  runId,
  rows: new Map(
    [...rows].flatMap(([row, scenarios]) => {
      const values = scenarios.flatMap((scenario) => scenario.values.get(evaluator)?.get(path) ?? [])
      return values.length === 0 ? [] : [[row, values] as const]
    }),
  ),
})

const valuesJson = (values: EvaluatorValues<Value> | undefined): JsonObject =>
  Object.fromEntries(
    [...(values ?? [])].map(([evaluator, paths]) => [
      evaluator,
      Object.fromEntries(
        [...paths].map(([path, list]) => [path, list.length === 1 ? (list[0] ?? null) : [...list]]),
      ),
    ]),
  )

const cellJson = (
  runId: string,
  scenario: RunRow,
  values: EvaluatorValues<Value> | undefined,
): JsonObject => ({
  run_id: runId,
  scenario_id: scenario.scenario.id,
  ...(scenario.traceId === undefined ? {} : { trace_id: scenario.traceId }),
  status: scenario.scenario.status,
  values: valuesJson(values),
})

/** A row of the comparison with its scenarios; the first of them is what a page goes on after. */
export interface ComparedRow<R extends RunRow> {
  readonly row: string
  /** `side`: which of the compared runs; one run may be there twice, with two applications. */
  readonly cells: readonly { readonly side: number; readonly runId: string; readonly scenario: R }[]
}

/** Rows in the order of the baseline, then those that only others have. */
export function comparedRows<R extends RunRow>(sides: readonly Side<R>[]): readonly ComparedRow<R>[] {
  const keys = new Set(sides.flatMap(({ rows }) => [...rows.keys()]))
  return [...keys].map((row) => ({
    row,
    cells: sides.flatMap(({ runId, rows }, side) =>
      (rows.get(row) ?? []).map((scenario) => ({ side, runId, scenario })),
    ),
  }))
}

/** A row as it is answered; made for those of a page alone. */
export function rowJson<R extends RunRow>(
  { row, cells }: ComparedRow<R>,
  valuesOf: (cell: ComparedRow<R>['cells'][number]) => EvaluatorValues<Value> | undefined,
): JsonObject {
  const testcaseId = cells[0]?.scenario.testcaseId
  return {
    ...(testcaseId === undefined ? { source_trace_id: row } : { testcase_id: testcaseId }),
    runs: cells.map((cell) => cellJson(cell.runId, cell.scenario, valuesOf(cell))),
  }
}

const cursorOf = ({ cells }: ComparedRow<RunRow>): string | undefined => cells[0]?.scenario.scenario.id

function pageOf<R extends RunRow>(
  rows: readonly ComparedRow<R>[],
  windowing: Windowing,
  limits: PageLimits,
): { readonly rows: readonly ComparedRow<R>[]; readonly windowing: Windowing | undefined } {
  const { next, order = 'ascending' } = windowing
  const limit = pageSize(windowing.limit, limits)
  const ordered = order === 'ascending' ? rows : rows.toReversed()
  const at = next === undefined ? 0 : ordered.findIndex((row) => cursorOf(row) === next) + 1
  if (next !== undefined && at === 0) throw unknownCursor(next)
  const page = ordered.slice(at, at + limit)
  const last = page.at(-1)
  return {
    rows: page,
    windowing:
      last === undefined || at + limit >= rows.length
        ? undefined
        : { ...windowing, next: cursorOf(last), limit, order },
  }
}

/** The runs as they were chosen, with what `rowsOf` reads of each. Rows that cannot be matched are refused. */
export async function sidesOf<R extends RunRow>(
  scope: Scope,
  { runs: chosen, match }: Pick<Comparing, 'runs' | 'match'>,
  rowsOf: (chosenRun: ChosenRun) => Promise<readonly R[]>,
): Promise<readonly Side<R>[]> {
  const runs = await knownRuns(
    scope,
    chosen.map(({ runId }) => runId),
  )
  if (match === 'testcase_id') refuseOtherRows(runs)
  const sides: Side<R>[] = []
  for (const [i, run] of runs.entries()) {
    const stepKey = chosen[i]?.applicationStepKey
    const loc = ['body', 'runs', i, 'application_step_key']
    const application = stepKey === undefined ? undefined : { stepKey, loc }
    sides.push(sideOf(run.id, await rowsOf({ run, application, match })))
  }
  return sides
}

export async function compareRuns(
  engine: EvaluationEngine,
  scope: Scope,
  comparing: Comparing,
  limits: PageLimits,
): Promise<Comparison> {
  const sides = await sidesOf(scope, comparing, (chosen) => runValues(engine, scope, chosen))
  const metrics = metricNames(sides).map(([evaluator, path]) =>
    comparedMetric({ evaluator, path, runs: sides.map((side) => runMetric(side, evaluator, path)) }),
  )
  const page = pageOf(comparedRows(sides), comparing.windowing, limits)
  const rows = page.rows.map((row) => rowJson(row, ({ scenario }) => scenario.values))
  return {
    comparison: { baseline: sides[0]?.runId ?? null, metrics, rows },
    windowing: page.windowing,
  }
}
