// The rows of a run: which testcase or trace each scenario is about, and its cells. A row may have several scenarios in one run,
// and each of them several repeats.
import type { Fault } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationCell, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import { slicesOf } from '../../kernel/slices.ts'
import { dedupKey } from '../../testsets/identity.ts'
import { judgedStep, stepsOf, type RunData, type Step } from '../plan/steps.ts'
import { unfit } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'

export type RowMatch = 'testcase_id' | 'testcase_dedup_id'

export interface ChosenRun {
  readonly run: EvaluationRun
  /** Of runs with several applications: the one that is looked at; absent: the first. */
  readonly application?: { readonly stepKey: string; readonly loc: Fault['loc'] } | undefined
  readonly match: RowMatch
}

export interface RunRow {
  readonly scenario: Pick<EvaluationScenario, 'id' | 'status'>
  /** What rows of runs are matched by. */
  readonly row: string
  readonly testcaseId: string | undefined
  /** The trace that was judged: that of the invocation, else the one the scenario is about. */
  readonly traceId: string | undefined
  readonly cells: readonly EvaluationCell[]
}

export interface RunRows {
  readonly run: EvaluationRun
  /** Undefined: the run has none. */
  readonly application: Step | undefined
  /** The judgements by the name under which runs share them. */
  readonly evaluators: ReadonlyMap<string, Step>
  /** In the order they were made. */
  readonly rows: readonly RunRow[]
}

/** The application that is looked at; undefined: the run has none. */
function applicationOf(data: RunData, { application }: ChosenRun): Step | undefined {
  const applications = stepsOf(data, 'invocation')
  if (application === undefined) return applications[0]
  const found = applications.find(({ key }) => key === application.stepKey)
  if (found === undefined) {
    throw unfit(`The run has no application step '${application.stepKey}'.`, application.loc)
  }
  return found
}

/** The slug of the evaluator, which stays the same from revision to revision; else the key of its step. */
const slugOf = (step: Step): string => step.references['evaluator']?.slug ?? step.key

/** The judgements about one application, by the name under which runs share them: two of one evaluator keep their keys. */
export function evaluatorSteps(data: RunData, application: Step | undefined): ReadonlyMap<string, Step> {
  const steps = stepsOf(data, 'annotation').filter((step) => {
    const judged = judgedStep(data, step)
    return judged === undefined || judged.key === application?.key
  })
  const bySlug = Map.groupBy(steps, slugOf)
  return new Map(
    steps.map((step) => [(bySlug.get(slugOf(step)) ?? []).length > 1 ? step.key : slugOf(step), step]),
  )
}

/** Names of a step that a client may use: its key, and the slugs and ids of what it runs. */
export const isNamed = (step: Step, name: string): boolean =>
  step.key === name || Object.values(step.references).some(({ id, slug }) => id === name || slug === name)

const testcasesAtOnce = 1000

/** The ids by which rows stay the same when they are edited. */
async function dedupIds(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const some of slicesOf([...new Set(ids)], testcasesAtOnce)) {
    for (const { id, dataText } of await scope.store.read.testcases(scope.projectId, some)) {
      const dedupId = (JSON.parse(dataText) as JsonObject)[dedupKey]
      if (typeof dedupId === 'string') found.set(id, dedupId)
    }
  }
  return found
}

/** What there is of a run. Scenarios without a testcase or trace are left out. */
export async function runRows(scope: Scope, chosen: ChosenRun): Promise<RunRows> {
  const { run } = chosen
  const data = runData(run)
  const application = applicationOf(data, chosen)
  const inputs = new Set(stepsOf(data, 'input').map(({ key }) => key))
  const { read } = scope.store
  const scenarios = await read.runScenarios(scope.projectId, run.id)
  const cells = await read.runCells(scope.projectId, run.id)
  const cellsOf = Map.groupBy(cells, ({ scenarioId }) => scenarioId)
  const testcaseIds = cells.flatMap(({ stepKey, testcaseId }) =>
    inputs.has(stepKey) ? (testcaseId ?? []) : [],
  )
  const dedup =
    chosen.match === 'testcase_id' ? new Map<string, string>() : await dedupIds(scope, testcaseIds)
  const rows = scenarios.flatMap((scenario): readonly RunRow[] => {
    const own = cellsOf.get(scenario.id) ?? []
    const source = own.find(
      (cell) => inputs.has(cell.stepKey) && (cell.testcaseId ?? cell.traceId) !== undefined,
    )
    const testcaseId = source?.testcaseId
    const row =
      (testcaseId === undefined ? undefined : dedup.get(testcaseId)) ?? testcaseId ?? source?.traceId
    if (row === undefined) return []
    const invocation = own.find(({ stepKey, repeatIdx }) => stepKey === application?.key && repeatIdx === 0)
    return [{ scenario, row, testcaseId, traceId: invocation?.traceId ?? source?.traceId, cells: own }]
  })
  return { run, application, evaluators: evaluatorSteps(data, application), rows }
}
