// The rows of a run: which testcase or trace each scenario is about, and the cells of the steps that are looked at. A row may have
// several scenarios in one run, and each of them several repeats.
import type { Fault } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { CellColumns, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import { slicesOf } from '../../kernel/slices.ts'
import { dedupKey } from '../../testsets/identity.ts'
import { evaluatedStep, stepsOf, type RunData, type Step } from '../plan/steps.ts'
import { unprocessable } from '../records/engine.ts'
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
  /** The trace that the scenario is about. */
  readonly sourceTraceId: string | undefined
}

/** A cell that has a trace. */
export interface StepCell {
  /** Of its row. */
  readonly position: number
  readonly repeatIdx: number
  readonly succeeded: boolean
  readonly traceId: string
}

/** What a run is made of. */
export interface RunSteps {
  /** Undefined: the run has none. */
  readonly application: Step | undefined
  /** The judgements by the name under which runs share them. */
  readonly evaluators: ReadonlyMap<string, Step>
}

export interface RunRows extends RunSteps {
  readonly run: EvaluationRun
  /** In the order they were made. */
  readonly rows: readonly RunRow[]
  /** By the keys of the steps that were asked for, the first repeats first. */
  readonly cells: ReadonlyMap<string, readonly StepCell[]>
}

/** The application that is looked at; undefined: the run has none. */
function applicationOf(data: RunData, { application }: ChosenRun): Step | undefined {
  const applications = stepsOf(data, 'invocation')
  if (application === undefined) return applications[0]
  const found = applications.find(({ key }) => key === application.stepKey)
  if (found === undefined) {
    throw unprocessable(`The run has no application step '${application.stepKey}'.`, application.loc)
  }
  return found
}

/** The slug of the evaluator, which stays the same from revision to revision; else the key of its step. */
const slugOf = (step: Step): string => step.references['evaluator']?.slug ?? step.key

/** The judgements about one application, by the name under which runs share them: two of one evaluator keep their keys. */
export function evaluatorSteps(data: RunData, application: Step | undefined): ReadonlyMap<string, Step> {
  const steps = stepsOf(data, 'annotation').filter((step) => {
    const judged = evaluatedStep(data, step)
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
const scenariosAtOnce = 1000

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

/** What a scenario is about. */
interface Source {
  readonly testcaseId: string | undefined
  readonly traceId: string | undefined
}

/** By scenario: the first cell of an input that says it. The inputs are the first of the steps that were asked for. */
function sourcesOf(cells: CellColumns, inputs: number): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>()
  for (const [i, scenarioId] of cells.scenarioIds.entries()) {
    if ((cells.steps[i] ?? 0) >= inputs || sources.has(scenarioId)) continue
    const testcaseId = cells.testcaseIds[i] || undefined
    const traceId = cells.traceIds[i] || undefined
    if ((testcaseId ?? traceId) !== undefined) sources.set(scenarioId, { testcaseId, traceId })
  }
  return sources
}

class CellsByStep {
  readonly found = new Map<string, StepCell[]>()

  add(stepKey: string, cell: StepCell): void {
    const own = this.found.get(stepKey)
    if (own === undefined) this.found.set(stepKey, [cell])
    else own.push(cell)
  }

  sorted(): RunRows['cells'] {
    for (const own of this.found.values()) {
      own.sort((a, b) => a.repeatIdx - b.repeatIdx || a.position - b.position)
    }
    return this.found
  }
}

const positionsOf = (rows: readonly RunRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ scenario }, position) => [scenario.id, position]))

function stepCells(
  cells: CellColumns,
  {
    keys,
    inputs,
    rows,
  }: { readonly keys: readonly string[]; readonly inputs: number; readonly rows: readonly RunRow[] },
): RunRows['cells'] {
  const positions = positionsOf(rows)
  const found = new CellsByStep()
  for (const [i, scenarioId] of cells.scenarioIds.entries()) {
    const step = cells.steps[i] ?? 0
    const traceId = cells.traceIds[i] ?? ''
    const position = step < inputs || traceId === '' ? undefined : positions.get(scenarioId)
    if (position === undefined) continue
    const [repeatIdx = 0, succeeded = false] = [cells.repeatIdxs[i], cells.succeeded[i]]
    found.add(keys[step] ?? '', { position, repeatIdx, succeeded, traceId })
  }
  return found.sorted()
}

/** What there is of a run, with the cells of some of its steps. Scenarios without a testcase or trace are left out. */
export async function runRows(
  scope: Scope,
  chosen: ChosenRun,
  wanted: (steps: RunSteps) => Iterable<Step>,
): Promise<RunRows> {
  const { run } = chosen
  const data = runData(run)
  const application = applicationOf(data, chosen)
  const steps = { application, evaluators: evaluatorSteps(data, application) }
  const inputs = stepsOf(data, 'input').map(({ key }) => key)
  const keys = [...new Set([...inputs, ...Array.from(wanted(steps), ({ key }) => key)])]
  const { read } = scope.store
  const scenarios = await read.runScenarios(scope.projectId, run.id)
  const cells = await read.cellColumns(scope.projectId, run.id, keys)
  const sources = sourcesOf(cells, inputs.length)
  const testcaseIds = [...sources.values()].flatMap(({ testcaseId }) => testcaseId ?? [])
  const dedup =
    chosen.match === 'testcase_id' ? new Map<string, string>() : await dedupIds(scope, testcaseIds)
  const rows: RunRow[] = []
  for (const scenario of scenarios) {
    const { testcaseId, traceId } = sources.get(scenario.id) ?? {}
    const known = testcaseId === undefined ? undefined : dedup.get(testcaseId)
    const row = known ?? testcaseId ?? traceId
    if (row !== undefined) rows.push({ scenario, row, testcaseId, sourceTraceId: traceId })
  }
  return { run, ...steps, rows, cells: stepCells(cells, { keys, inputs: inputs.length, rows }) }
}

/** Some rows of a run with all cells of the application and the judgements. */
export async function withShownCells(
  scope: Scope,
  { run, application, evaluators }: RunRows,
  rows: readonly RunRow[],
): Promise<RunRows> {
  const positions = positionsOf(rows)
  const found = new CellsByStep()
  for (const some of slicesOf(rows, scenariosAtOnce)) {
    const scenarioIds = some.map(({ scenario }) => scenario.id)
    const of = { runIds: [run.id], scenarioIds }
    for (const cell of await scope.store.read.evaluationRecords('result', scope.projectId, of)) {
      const { scenarioId, stepKey, repeatIdx, status, traceId } = cell
      const position = positions.get(scenarioId)
      if (position === undefined || traceId === undefined) continue
      found.add(stepKey, { position, repeatIdx, succeeded: status === 'success', traceId })
    }
  }
  return { run, application, evaluators, rows, cells: found.sorted() }
}

/** The trace that was judged, by the position of its row: that of the invocation, else the one the scenario is about. */
export function judgedTraces({ application, rows, cells }: RunRows): readonly (string | undefined)[] {
  const invoked = new Map(
    (cells.get(application?.key ?? '') ?? [])
      .filter(({ repeatIdx }) => repeatIdx === 0)
      .map(({ position, traceId }) => [position, traceId]),
  )
  return rows.map(({ sourceTraceId }, position) => invoked.get(position) ?? sourceTraceId)
}
