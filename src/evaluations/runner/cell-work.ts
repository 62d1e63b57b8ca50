// What the executor needs to know about a cell: the program, the item, and what is judged. Traces and testcases of all
// cells that were taken together are read together.
import { readPath } from '../../kernel/json/path.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun, Revision, RecordRow } from '../../storage/contract/contract.ts'
import { recordOfRow } from '../../tracing/ingest/rows/span-row.ts'
import { traceText } from '../../tracing/query/texts.ts'
import { valueText } from '../../tracing/value.ts'
import { cellSpan } from '../../programs/execution/cell.ts'
import { cellReferences } from '../plan/cells.ts'
import type { CellWork, JudgedInvocation, KnownTrace } from '../../programs/execution/contract.ts'
import { StepFailure } from '../../programs/failure.ts'
import { cellName, type Cell, type Source } from '../plan/plan.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import type { RunData, Step } from '../plan/steps.ts'
import { revisionOf } from './known-step.ts'
import type { TakenCell } from './turn.ts'

/** A taken cell with what is known of it by the records of its scenario. */
interface KnownCell {
  readonly taken: TakenCell
  readonly step: Step
  readonly cell: Cell
  readonly input: Step
  readonly source: Source
  /** The trace of the invocation that is judged. */
  readonly judgedTraceId: string | undefined
}

/** The item of a scenario: what any result of an input names. */
export function sourceOf(data: RunData, { planned }: TakenCell): Source | undefined {
  for (const { stepKey, testcaseId, traceId } of planned.results) {
    const isInput = data.steps.some((step) => step.key === stepKey && step.type === 'input')
    if (!isInput || (testcaseId === undefined && traceId === undefined)) continue
    return {
      stepKey,
      ...(testcaseId === undefined ? {} : { testcaseId }),
      ...(traceId === undefined ? {} : { traceId }),
    }
  }
  return undefined
}

function knownCell(data: RunData, taken: TakenCell): KnownCell | StepFailure {
  const { task, planned } = taken
  const source = sourceOf(data, taken)
  if (source === undefined) return new StepFailure('not_runnable', 'The scenario names no testcase or trace.')
  const step = data.steps.find(({ key }) => key === task.stepKey)
  const input = data.steps.find(({ key }) => key === source.stepKey)
  const cell = planned.cells.find((one) => cellName(one) === cellName(task))
  if (step === undefined || input === undefined || cell === undefined) {
    return new StepFailure('not_runnable', 'The run has no such step any more.')
  }
  const { after } = cell
  const judged = after && planned.results.find((result) => cellName(result) === cellName(after))
  return { taken, step, cell, input, source, judgedTraceId: judged?.traceId }
}

const asJson = (row: RecordRow): JsonObject => JSON.parse(valueText(recordOfRow(row))) as JsonObject

function knownTrace(traceId: string, rows: readonly RecordRow[]): KnownTrace | undefined {
  const root = rows.find((row) => row.parent_id === '') ?? rows[0]
  if (root === undefined) return undefined
  const trace = JSON.parse(traceText(traceId, rows)) as JsonObject
  return { traceId, spanId: root.span_id, root: asJson(root), trace }
}

function judgedBy(trace: KnownTrace): JudgedInvocation {
  const found = readPath(trace.root, 'attributes.ag.data.outputs')
  const outputs: Json = found.found ? found.value : null
  const { traceId, spanId } = trace
  return { traceId, spanId, outputs, ...(trace.trace === undefined ? {} : { trace: trace.trace }) }
}

/** How many traces stay at hand: the evaluators of a scenario judge the same one. */
const tracesKept = 64

/** Reads what cells of one run need; what cannot change is read once. */
export function cellWorks(engine: EvaluationEngine, scope: Scope) {
  const revisions = new Map<string, Revision>()
  const traces = new Map<string, KnownTrace>()

  async function programOf(step: Step): Promise<Revision> {
    const revision = revisions.get(step.key) ?? (await revisionOf(scope, step))
    if (revision === undefined) {
      throw new StepFailure('not_runnable', `Step '${step.key}' names no revision.`)
    }
    revisions.set(step.key, revision)
    return revision
  }

  async function readTraces(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !traces.has(id))
    if (unknown.length === 0) return
    for (const id of [...traces.keys()].slice(0, Math.max(0, traces.size + unknown.length - tracesKept))) {
      traces.delete(id)
    }
    const rows = await engine.spans.queries.traces({ projectId: scope.projectId }, unknown)
    for (const [id, own] of Map.groupBy(rows, ({ trace_id }) => trace_id)) {
      const trace = knownTrace(id, own)
      if (trace !== undefined) traces.set(id, trace)
    }
  }

  async function testcasesOf(ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const found = ids.length === 0 ? [] : await scope.store.read.testcases(scope.projectId, [...new Set(ids)])
    return new Map(found.map(({ id, dataText }) => [id, JSON.parse(dataText) as JsonObject]))
  }

  async function workOf(
    run: EvaluationRun,
    known: KnownCell,
    testcases: ReadonlyMap<string, JsonObject>,
  ): Promise<CellWork> {
    const { taken, step, cell, input, source, judgedTraceId } = known
    const { scenarioId, stepKey, repeatIdx, id } = taken.task
    const { concurrency } = runData(run)
    const address = { runId: run.id, scenarioId, stepKey, repeatIdx }
    const testcase = source.testcaseId === undefined ? undefined : testcases.get(source.testcaseId)
    const sourceTrace = source.traceId === undefined ? undefined : traces.get(source.traceId)
    const judged = judgedTraceId === undefined ? undefined : traces.get(judgedTraceId)
    if (testcase === undefined && sourceTrace === undefined) {
      throw new StepFailure('not_runnable', 'The testcase or trace of the scenario is not stored any more.')
    }
    if (cell.after !== undefined && judged === undefined) {
      throw new StepFailure('upstream_failed', 'The trace of the invocation that is judged is not stored.')
    }
    return {
      scope,
      ...address,
      ...cellSpan(address, id),
      kind: cell.kind === 'annotation' ? 'annotation' : 'invocation',
      revision: await programOf(step),
      references: cellReferences(step, input, source),
      ...(testcase === undefined ? {} : { testcase: { id: source.testcaseId ?? '', data: testcase } }),
      ...(sourceTrace === undefined ? {} : { sourceTrace }),
      ...(judged === undefined ? {} : { judged: judgedBy(judged) }),
      cached: run.flags['is_cached'] === true,
      retry: {
        maxRetries: concurrency?.max_retries ?? 3,
        retryDelaySeconds: concurrency?.retry_delay ?? 1,
      },
    }
  }

  /** For each cell, by its task: what to execute, or why that cannot be. */
  return async (
    run: EvaluationRun,
    cells: readonly TakenCell[],
  ): Promise<ReadonlyMap<string, CellWork | StepFailure>> => {
    const data = runData(run)
    const known = cells.map((taken) => [taken.task.id, knownCell(data, taken)] as const)
    const usable = known.flatMap(([, one]) => (one instanceof StepFailure ? [] : [one]))
    await readTraces(
      usable.flatMap(({ source, judgedTraceId }) => [source.traceId ?? [], judgedTraceId ?? []].flat()),
    )
    const testcases = await testcasesOf(usable.flatMap(({ source }) => source.testcaseId ?? []))
    const works = new Map<string, CellWork | StepFailure>()
    for (const [id, one] of known) {
      if (one instanceof StepFailure) works.set(id, one)
      else {
        const work = workOf(run, one, testcases).catch((error: unknown) => {
          if (error instanceof StepFailure) return error
          throw error
        })
        works.set(id, await work)
      }
    }
    return works
  }
}
