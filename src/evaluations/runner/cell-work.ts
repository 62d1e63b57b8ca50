// Gathers the executor's input for cells: the program, the item, and the invocation to evaluate. The traces and
// testcases of all cells that were taken together are read together.
import { readPath } from '../../kernel/json/path.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun, Revision, RecordRow } from '../../storage/contract/contract.ts'
import { recordOfRow } from '../../tracing/ingest/rows/span-row.ts'
import { traceText } from '../../tracing/query/texts.ts'
import { valueText } from '../../tracing/value.ts'
import { defaultRetries } from '../../programs/clients/retry.ts'
import { cellSpan } from '../../programs/execution/cell.ts'
import { cellReferences } from '../plan/cells.ts'
import type { CellWork, EvaluatedInvocation, StoredTrace } from '../../programs/execution/contract.ts'
import { StepFailure } from '../../programs/failure.ts'
import { cellName, type Cell, type Source } from '../plan/plan.ts'
import type { EvaluationEngine, OperationContext } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import type { RunData, Step } from '../plan/steps.ts'
import { revisionOf } from './step-revision.ts'
import type { TakenCell } from './round.ts'

/** A taken cell with its step, plan and source. */
interface ResolvedCell {
  readonly takenCell: TakenCell
  readonly step: Step
  readonly cell: Cell
  readonly input: Step
  readonly source: Source
  /** The trace of the invocation to evaluate. */
  readonly evaluatedTraceId: string | undefined
}

/** The item of a scenario, from any result of an input step. */
export function sourceOf(data: RunData, { scenarioPlan }: TakenCell): Source | undefined {
  for (const { stepKey, testcaseId, traceId } of scenarioPlan.results) {
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

function resolveCell(data: RunData, takenCell: TakenCell): ResolvedCell | StepFailure {
  const { task, scenarioPlan } = takenCell
  const source = sourceOf(data, takenCell)
  if (source === undefined) return new StepFailure('not_runnable', 'The scenario names no testcase or trace.')
  const step = data.steps.find(({ key }) => key === task.stepKey)
  const input = data.steps.find(({ key }) => key === source.stepKey)
  const cell = scenarioPlan.cells.find((candidate) => cellName(candidate) === cellName(task))
  if (step === undefined || input === undefined || cell === undefined) {
    return new StepFailure('not_runnable', 'The run has no such step any more.')
  }
  const { after } = cell
  const invocation = after && scenarioPlan.results.find((result) => cellName(result) === cellName(after))
  return { takenCell, step, cell, input, source, evaluatedTraceId: invocation?.traceId }
}

const asJson = (row: RecordRow): JsonObject => JSON.parse(valueText(recordOfRow(row)))

function traceInput(traceId: string, rows: readonly RecordRow[]): StoredTrace | undefined {
  const root = rows.find((row) => row.parent_id === '') ?? rows[0]
  if (root === undefined) return undefined
  const trace: JsonObject = JSON.parse(traceText(traceId, rows))
  return { traceId, spanId: root.span_id, root: asJson(root), trace }
}

function evaluatedInvocation(trace: StoredTrace): EvaluatedInvocation {
  const path = readPath(trace.root, 'attributes.ag.data.outputs')
  const outputs: Json = path.exists ? path.value : null
  const { traceId, spanId } = trace
  return { traceId, spanId, outputs, ...(trace.trace === undefined ? {} : { trace: trace.trace }) }
}

async function storedTraces(
  { engine, scope }: OperationContext,
  ids: readonly string[],
): Promise<readonly StoredTrace[]> {
  const rows = await engine.spans.queries.traces({ projectId: scope.projectId }, ids)
  return [...Map.groupBy(rows, ({ trace_id }) => trace_id)].flatMap(
    ([id, traceRows]) => traceInput(id, traceRows) ?? [],
  )
}

/** The most traces in the cache: the evaluators of a scenario evaluate the same one. */
const cachedTracesMax = 64

async function readTraces(
  context: OperationContext,
  ids: readonly string[],
): Promise<readonly StoredTrace[]> {
  if (ids.length === 0) return []
  const traces = [...(await storedTraces(context, ids))]
  // After an outage of the trace store, traces of this run may still be in the inbox.
  const lateIds = ids.filter((id) => !traces.some(({ traceId }) => traceId === id))
  if (lateIds.length === 0) return traces
  await context.engine.waitForIngest(context.scope.projectId)
  return [...traces, ...(await storedTraces(context, lateIds))]
}

/** Reads and caches traces by id. Concurrent calls may evict each other's traces: each returns a map of its own. */
function traceReader(context: OperationContext) {
  const cachedTraces = new Map<string, StoredTrace>()
  return async (ids: ReadonlySet<string>): Promise<ReadonlyMap<string, StoredTrace>> => {
    const traces = new Map<string, StoredTrace>()
    const missingIds: string[] = []
    for (const id of ids) {
      const trace = cachedTraces.get(id)
      if (trace === undefined) missingIds.push(id)
      else traces.set(id, trace)
    }
    for (const trace of await readTraces(context, missingIds)) {
      traces.set(trace.traceId, trace)
      cachedTraces.set(trace.traceId, trace)
    }
    const surplus = Math.max(0, cachedTraces.size - cachedTracesMax)
    for (const id of [...cachedTraces.keys()].slice(0, surplus)) cachedTraces.delete(id)
    return traces
  }
}

/** Reads the input of a run's cells. Revisions and the latest traces are cached. */
export function cellWorkReader(engine: EvaluationEngine, scope: Scope) {
  const revisions = new Map<string, Revision>()
  const tracesOf = traceReader({ engine, scope })

  async function programOf(step: Step): Promise<Revision> {
    const revision = revisions.get(step.key) ?? (await revisionOf(scope, step))
    if (revision === undefined) {
      throw new StepFailure('not_runnable', `Step '${step.key}' names no revision.`)
    }
    revisions.set(step.key, revision)
    return revision
  }

  async function testcasesOf(ids: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const testcases =
      ids.length === 0 ? [] : await scope.store.read.testcases(scope.projectId, [...new Set(ids)])
    return new Map(testcases.map(({ id, dataText }) => [id, JSON.parse(dataText)]))
  }

  async function workOf(
    run: EvaluationRun,
    {
      resolvedCell,
      traces,
      testcases,
    }: {
      readonly resolvedCell: ResolvedCell
      readonly traces: ReadonlyMap<string, StoredTrace>
      readonly testcases: ReadonlyMap<string, JsonObject>
    },
  ): Promise<CellWork> {
    const { takenCell, step, cell, input, source, evaluatedTraceId } = resolvedCell
    const { scenarioId, stepKey, repeatIdx, id } = takenCell.task
    const { concurrency } = runData(run)
    const address = { runId: run.id, scenarioId, stepKey, repeatIdx }
    const testcase = source.testcaseId === undefined ? undefined : testcases.get(source.testcaseId)
    const sourceTrace = source.traceId === undefined ? undefined : traces.get(source.traceId)
    const invocation = evaluatedTraceId === undefined ? undefined : traces.get(evaluatedTraceId)
    if (testcase === undefined && sourceTrace === undefined) {
      throw new StepFailure('not_runnable', 'The testcase or trace of the scenario is not stored any more.')
    }
    if (cell.after !== undefined && invocation === undefined) {
      throw new StepFailure('upstream_failed', 'The trace of the invocation to evaluate is not stored.')
    }
    return {
      scope,
      ...address,
      span: cellSpan(address, id),
      kind: cell.kind === 'annotation' ? 'annotation' : 'invocation',
      revision: await programOf(step),
      references: cellReferences(step, { input, source }),
      ...(testcase === undefined ? {} : { testcase: { id: source.testcaseId ?? '', data: testcase } }),
      ...(sourceTrace === undefined ? {} : { sourceTrace }),
      ...(invocation === undefined ? {} : { evaluatedInvocation: evaluatedInvocation(invocation) }),
      isCached: run.flags['is_cached'] === true,
      wasTakenBefore: (takenCell.task.deaths ?? 0) > 0,
      retries: {
        retriesMax: concurrency?.max_retries ?? defaultRetries.retriesMax,
        delayMs:
          concurrency?.retry_delay === undefined ? defaultRetries.delayMs : concurrency.retry_delay * 1000,
      },
    }
  }

  /** Returns by task id the work to execute, or the reason why a cell cannot run. */
  return async (
    run: EvaluationRun,
    cells: readonly TakenCell[],
  ): Promise<ReadonlyMap<string, CellWork | StepFailure>> => {
    const data = runData(run)
    const resolvedCells = cells.map((takenCell) => [takenCell.task.id, resolveCell(data, takenCell)] as const)
    const inputs = resolvedCells.flatMap(([, cell]) => (cell instanceof StepFailure ? [] : [cell]))
    const traces = await tracesOf(
      new Set(
        inputs.flatMap(({ source, evaluatedTraceId }) =>
          [source.traceId ?? [], evaluatedTraceId ?? []].flat(),
        ),
      ),
    )
    const testcases = await testcasesOf(inputs.flatMap(({ source }) => source.testcaseId ?? []))
    const works = new Map<string, CellWork | StepFailure>()
    for (const [id, cell] of resolvedCells) {
      if (cell instanceof StepFailure) works.set(id, cell)
      else {
        const work = workOf(run, { resolvedCell: cell, traces, testcases }).catch((error: unknown) => {
          if (error instanceof StepFailure) return error
          throw error
        })
        works.set(id, await work)
      }
    }
    return works
  }
}
