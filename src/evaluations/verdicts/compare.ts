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
import { runValues, type RowMatch, type ScenarioValues } from './run-values.ts'

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
interface Side {
  readonly runId: string
  readonly rows: ReadonlyMap<string, readonly ScenarioValues[]>
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

export const sideOf = (runId: string, scenarios: readonly ScenarioValues[]): Side => ({
  runId,
  rows: Map.groupBy(scenarios, ({ row }) => row),
})

/** Every evaluator and path that any run has values of, in the order met. */
function metricNames(sides: readonly Side[]): readonly (readonly [evaluator: string, path: string])[] {
  const names = new Map<string, readonly [string, string]>()
  for (const { rows } of sides) {
    for (const scenario of [...rows.values()].flat()) {
      for (const [evaluator, paths] of scenario.values) {
        for (const path of paths.keys()) names.set(JSON.stringify([evaluator, path]), [evaluator, path])
      }
    }
  }
  return [...names.values()]
}

/** The values of one metric by row; scenarios of one row count as its repeats. */
export const runMetric = ({ runId, rows }: Side, evaluator: string, path: string): RunMetric => ({
  runId,
  rows: new Map(
    [...rows].flatMap(([row, scenarios]) => {
      const values = scenarios.flatMap((scenario) => scenario.values.get(evaluator)?.get(path) ?? [])
      return values.length === 0 ? [] : [[row, values] as const]
    }),
  ),
})

const valuesJson = ({ values }: ScenarioValues): JsonObject =>
  Object.fromEntries(
    [...values].map(([evaluator, paths]) => [
      evaluator,
      Object.fromEntries(
        [...paths].map(([path, list]) => [path, list.length === 1 ? (list[0] ?? null) : [...list]]),
      ),
    ]),
  )

const cellJson = (runId: string, scenario: ScenarioValues): JsonObject => ({
  run_id: runId,
  scenario_id: scenario.scenario.id,
  ...(scenario.traceId === undefined ? {} : { trace_id: scenario.traceId }),
  status: scenario.scenario.status,
  values: valuesJson(scenario),
})

/** A row of the answer, and the scenario by which a page goes on after it. */
interface ComparedRow {
  readonly cursor: string
  readonly json: JsonObject
}

/** Rows in the order of the baseline, then those that only others have. */
function comparedRows(sides: readonly Side[]): readonly ComparedRow[] {
  const keys = new Set(sides.flatMap(({ rows }) => [...rows.keys()]))
  return [...keys].flatMap((row): readonly ComparedRow[] => {
    const cells = sides.flatMap(({ runId, rows }) =>
      (rows.get(row) ?? []).map((scenario) => ({ scenario, json: cellJson(runId, scenario) })),
    )
    const first = cells[0]?.scenario
    if (first === undefined) return []
    const { testcaseId } = first
    const name = testcaseId === undefined ? { source_trace_id: row } : { testcase_id: testcaseId }
    return [{ cursor: first.scenario.id, json: { ...name, runs: cells.map(({ json }) => json) } }]
  })
}

function pageOf(
  rows: readonly ComparedRow[],
  windowing: Windowing,
  limits: PageLimits,
): { readonly rows: readonly JsonObject[]; readonly windowing: Windowing | undefined } {
  const { next, order = 'ascending' } = windowing
  const limit = pageSize(windowing.limit, limits)
  const ordered = order === 'ascending' ? rows : rows.toReversed()
  const at = next === undefined ? 0 : ordered.findIndex(({ cursor }) => cursor === next) + 1
  if (next !== undefined && at === 0) throw unknownCursor(next)
  const page = ordered.slice(at, at + limit)
  const last = page.at(-1)
  return {
    rows: page.map(({ json }) => json),
    windowing:
      last === undefined || at + limit >= rows.length
        ? undefined
        : { ...windowing, next: last.cursor, limit, order },
  }
}

export async function compareRuns(
  engine: EvaluationEngine,
  scope: Scope,
  comparing: Comparing,
  limits: PageLimits,
): Promise<Comparison> {
  const { runs: chosen, match } = comparing
  const runs = await knownRuns(
    scope,
    chosen.map(({ runId }) => runId),
  )
  if (match === 'testcase_id') refuseOtherRows(runs)
  const sides: Side[] = []
  for (const [i, run] of runs.entries()) {
    const stepKey = chosen[i]?.applicationStepKey
    const loc = ['body', 'runs', i, 'application_step_key']
    const application = stepKey === undefined ? undefined : { stepKey, loc }
    sides.push(sideOf(run.id, await runValues(engine, scope, { run, application, match })))
  }
  const metrics = metricNames(sides).map(([evaluator, path]) =>
    comparedMetric({ evaluator, path, runs: sides.map((side) => runMetric(side, evaluator, path)) }),
  )
  const page = pageOf(comparedRows(sides), comparing.windowing, limits)
  return {
    comparison: { baseline: runs[0]?.id ?? null, metrics, rows: page.rows },
    windowing: page.windowing,
  }
}
