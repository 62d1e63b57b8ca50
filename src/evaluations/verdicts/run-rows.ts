// The rows of a run: the testcase or trace of each scenario, and the cells of the selected steps. A row may have
// several scenarios in one run, and each of them several repeats.
import type { FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { CellColumns, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import { chunks } from '../../kernel/chunks.ts'
import { dedupKey } from '../../testsets/identity.ts'
import { evaluatedStep, stepsOf, type RunData, type Step } from '../plan/steps.ts'
import { unprocessable } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'

export type RowMatch = 'testcase_id' | 'testcase_dedup_id'

export interface RunRequest {
  readonly run: EvaluationRun
  /** For runs with several applications: the selected one; absent: the first. */
  readonly application?: { readonly stepKey: string; readonly loc: FieldError['loc'] } | undefined
  readonly match: RowMatch
}

export interface RunRow {
  readonly scenario: Pick<EvaluationScenario, 'id' | 'status'>
  /** The key by which rows of runs are matched. */
  readonly row: string
  readonly testcaseId: string | undefined
  /** The trace that the scenario evaluates. */
  readonly sourceTraceId: string | undefined
}

/** A cell with a trace. */
export interface StepCell {
  /** The position of its row. */
  readonly position: number
  readonly repeatIdx: number
  readonly succeeded: boolean
  readonly traceId: string
}

/** The application and evaluators of a run. */
export interface RunSteps {
  /** Undefined: the run has none. */
  readonly application: Step | undefined
  /** Annotation steps by the name that runs share. */
  readonly evaluators: ReadonlyMap<string, Step>
}

export interface RunRows extends RunSteps {
  readonly run: EvaluationRun
  /** The scenarios in creation order. */
  readonly rows: readonly RunRow[]
  /** By step key, for the selected steps; the first repeats first. */
  readonly cells: ReadonlyMap<string, readonly StepCell[]>
}

/** The selected application; undefined: the run has none. */
function applicationOf(data: RunData, { application }: RunRequest): Step | undefined {
  const applications = stepsOf(data, 'invocation')
  if (application === undefined) return applications[0]
  const step = applications.find(({ key }) => key === application.stepKey)
  if (step === undefined) {
    throw unprocessable(`The run has no application step '${application.stepKey}'.`, application.loc)
  }
  return step
}

/** The evaluator's slug, which is stable across revisions, or else the step key. */
const slugOf = (step: Step): string => step.references['evaluator']?.slug ?? step.key

/** The annotation steps of one application by the name that runs share: two steps of one evaluator keep their keys. */
export function evaluatorSteps(data: RunData, application: Step | undefined): ReadonlyMap<string, Step> {
  const steps = stepsOf(data, 'annotation').filter((step) => {
    const target = evaluatedStep(data, step)
    return target === undefined || target.key === application?.key
  })
  const bySlug = Map.groupBy(steps, slugOf)
  return new Map(
    steps.map((step) => [(bySlug.get(slugOf(step)) ?? []).length > 1 ? step.key : slugOf(step), step]),
  )
}

/** A client may name a step by its key, or by the slug or id of its references. */
export const isNamed = (step: Step, name: string): boolean =>
  step.key === name || Object.values(step.references).some(({ id, slug }) => id === name || slug === name)

const testcasesPerRead = 1000
const scenariosPerRead = 1000

/** Dedup ids by testcase id; they survive edits of a row. */
async function dedupIds(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byId = new Map<string, string>()
  for (const chunk of chunks([...new Set(ids)], testcasesPerRead)) {
    for (const { id, dataText } of await scope.store.read.testcases(scope.projectId, chunk)) {
      const dedupId = (JSON.parse(dataText) as JsonObject)[dedupKey]
      if (typeof dedupId === 'string') byId.set(id, dedupId)
    }
  }
  return byId
}

/** The testcase or trace of a scenario. */
interface Source {
  readonly testcaseId: string | undefined
  readonly traceId: string | undefined
}

/**
 * Sources by scenario: the first cell of an input with a source decides. Inputs are the first of the selected steps.
 */
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
  readonly cells = new Map<string, StepCell[]>()

  add(stepKey: string, cell: StepCell): void {
    const list = this.cells.get(stepKey)
    if (list === undefined) this.cells.set(stepKey, [cell])
    else list.push(cell)
  }

  sortedCells(): RunRows['cells'] {
    for (const list of this.cells.values()) {
      list.sort((a, b) => a.repeatIdx - b.repeatIdx || a.position - b.position)
    }
    return this.cells
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
  const byStep = new CellsByStep()
  for (const [i, scenarioId] of cells.scenarioIds.entries()) {
    const step = cells.steps[i] ?? 0
    const traceId = cells.traceIds[i] ?? ''
    const position = step < inputs || traceId === '' ? undefined : positions.get(scenarioId)
    if (position === undefined) continue
    const [repeatIdx = 0, hasSucceeded = false] = [cells.repeatIdxs[i], cells.succeeded[i]]
    byStep.add(keys[step] ?? '', { position, repeatIdx, succeeded: hasSucceeded, traceId })
  }
  return byStep.sortedCells()
}

/** Reads a run with the cells of some steps. Scenarios without a testcase or trace are omitted. */
export async function runRows(
  scope: Scope,
  {
    request,
    selectSteps,
  }: { readonly request: RunRequest; readonly selectSteps: (steps: RunSteps) => Iterable<Step> },
): Promise<RunRows> {
  const { run } = request
  const data = runData(run)
  const application = applicationOf(data, request)
  const steps = { application, evaluators: evaluatorSteps(data, application) }
  const inputs = stepsOf(data, 'input').map(({ key }) => key)
  const keys = [...new Set([...inputs, ...Array.from(selectSteps(steps), ({ key }) => key)])]
  const { read } = scope.store
  const scenarios = await read.runScenarios(scope.projectId, run.id)
  const cells = await read.cellColumns(scope.projectId, run.id, keys)
  const sources = sourcesOf(cells, inputs.length)
  const testcaseIds = [...sources.values()].flatMap(({ testcaseId }) => testcaseId ?? [])
  const dedup =
    request.match === 'testcase_id' ? new Map<string, string>() : await dedupIds(scope, testcaseIds)
  const rows: RunRow[] = []
  for (const scenario of scenarios) {
    const { testcaseId, traceId } = sources.get(scenario.id) ?? {}
    const dedupId = testcaseId === undefined ? undefined : dedup.get(testcaseId)
    const row = dedupId ?? testcaseId ?? traceId
    if (row !== undefined) rows.push({ scenario, row, testcaseId, sourceTraceId: traceId })
  }
  return { run, ...steps, rows, cells: stepCells(cells, { keys, inputs: inputs.length, rows }) }
}

/** Reads all cells of some rows of a run. */
export async function withAllCells(
  scope: Scope,
  {
    runRows: { run, application, evaluators },
    rows,
  }: { readonly runRows: RunRows; readonly rows: readonly RunRow[] },
): Promise<RunRows> {
  const positions = positionsOf(rows)
  const byStep = new CellsByStep()
  for (const chunk of chunks(rows, scenariosPerRead)) {
    const scenarioIds = chunk.map(({ scenario }) => scenario.id)
    const filter = { runIds: [run.id], scenarioIds }
    for (const cell of await scope.store.read.evaluationRecords('result', scope.projectId, filter)) {
      const { scenarioId, stepKey, repeatIdx, status, traceId } = cell
      const position = positions.get(scenarioId)
      if (position === undefined || traceId === undefined) continue
      byStep.add(stepKey, { position, repeatIdx, succeeded: status === 'success', traceId })
    }
  }
  return { run, application, evaluators, rows, cells: byStep.sortedCells() }
}

/** The evaluated trace by row position: the one of the invocation, or else of the scenario. */
export function evaluatedTraces({ application, rows, cells }: RunRows): readonly (string | undefined)[] {
  const invocations = new Map(
    (cells.get(application?.key ?? '') ?? [])
      .filter(({ repeatIdx }) => repeatIdx === 0)
      .map(({ position, traceId }) => [position, traceId]),
  )
  return rows.map(({ sourceTraceId }, position) => invocations.get(position) ?? sourceTraceId)
}
