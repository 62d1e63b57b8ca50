// Computes cells: runs the revision and writes or locates its trace.
import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from '../../kernel/errors.ts'
import type { UsageCaps } from '../../access/usage.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import type { Ingest } from '../../tracing/ingest/accept.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import { readStoredData } from '../../versioning/payload.ts'
import { cellHashId, evaluationMeta } from './cell.ts'
import type { CellContext, ProgramParts } from '../cell-context.ts'
import type { ProgramInput, SpanAddress } from '../evaluators/evaluator.ts'
import { inputsOf, evaluatorInput, type Item } from '../subjects.ts'
import type { CellOutcome, CellWork, Executor } from './contract.ts'
import { retryWhileUnavailable, writeAndWait, type DurableTraces } from './durable-traces.ts'
import { tracedInputs, writeProgramTrace, type TraceHeader } from './program-trace.ts'
import { runProgram, type ProgramOutcome } from './run-program.ts'
import { previousTrace, reportedTrace, storedResult } from './stored-traces.ts'
import { createTraceGroup } from './trace-group.ts'

export interface ExecutorParts extends ProgramParts {
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'write' | 'waitForIngest'>
  /** Accepts traces while the trace store is unavailable. */
  readonly ingest: Pick<Ingest, 'accept'>
  /** Limits on the calls of models, and their cost, in a day. */
  readonly usageCaps: Pick<UsageCaps, 'refuse'>
  /** How long to wait for a trace that a program reports. */
  readonly reportedTraceMsMax: number
}

/** The item of a scenario; empty without a testcase or trace. */
function itemOf({ testcase, sourceTrace }: CellWork): Item {
  if (sourceTrace === undefined) return { kind: 'testcase', testcase: testcase ?? { data: {} } }
  const { root, trace } = sourceTrace
  return { kind: 'trace', root, ...(trace === undefined ? {} : { trace }) }
}

function inputOf(work: CellWork): ProgramInput {
  const item = itemOf(work)
  const { evaluatedInvocation, testcase, sourceTrace, kind } = work
  const testcaseMember = testcase === undefined ? {} : { testcase }
  if (kind === 'invocation') return { inputs: inputsOf(item), ...testcaseMember }
  const invocation = evaluatedInvocation && {
    outputs: evaluatedInvocation.outputs,
    link: { traceId: evaluatedInvocation.traceId, spanId: evaluatedInvocation.spanId },
    ...(evaluatedInvocation.trace === undefined ? {} : { trace: evaluatedInvocation.trace }),
  }
  // Only a trace from outside this run can be an annotation itself.
  const isAnnotation = evaluatedInvocation === undefined && sourceTrace?.root['trace_type'] === 'annotation'
  const input = evaluatorInput(item, invocation)
  return { ...input, ...testcaseMember, ...(isAnnotation ? { hasEvaluatorOutputs: true } : {}) }
}

const headerOf = (work: CellWork, input: ProgramInput): TraceHeader => ({
  kind: work.kind,
  span: work.span,
  references: work.references,
  inputs: tracedInputs(work.kind === 'annotation', input),
  links: input.link === undefined ? {} : { invocation: input.link },
  labels: { origin: 'auto', kind: 'eval' },
  meta: { evaluation: evaluationMeta(work) },
})

interface TracedOutcome {
  readonly outcome: ProgramOutcome
  readonly span: SpanAddress
}

interface Execution {
  readonly parts: ExecutorParts
  readonly traces: Omit<DurableTraces, 'scope'>
  readonly work: CellWork
  readonly context: CellContext
}

/** Locates the trace of the run: the one that the program sent itself, else the one that Assay writes. */
async function traceRun(
  { parts, traces, context }: Execution,
  { header, outcome }: { readonly header: TraceHeader; readonly outcome: ProgramOutcome },
): Promise<TracedOutcome> {
  const { scope, signal } = context
  if (outcome.reportedTrace !== undefined && outcome.result.ok) {
    const traceReference = outcome.reportedTrace
    const options = { waitMs: parts.reportedTraceMsMax, signal }
    const span = await retryWhileUnavailable(
      () =>
        reportedTrace(parts.spans, { projectId: scope.projectId, reportedSpan: traceReference, ...options }),
      signal,
    )
    if (span !== undefined) return { outcome, span }
  }
  const storedOutcome = await writeProgramTrace(
    (records) => writeAndWait({ ...traces, scope, signal }, records),
    {
      header,
      outcome,
    },
  )
  return { outcome: storedOutcome, span: header.span }
}

function cellOutcome({ outcome, span }: TracedOutcome, hashId: string): CellOutcome {
  const { result } = outcome
  return result.ok
    ? { status: 'success', ...span, hashId, outputs: result.outputs }
    : { status: 'failure', traceId: span.traceId, hashId, error: result.failure.resultError }
}

/** The outcome that a process stored before it crashed; undefined: it stored none. */
async function previousOutcome({ parts, work }: Execution, hashId: string): Promise<CellOutcome | undefined> {
  const { span } = work
  const { projectId } = work.scope
  await parts.traceWrites.waitForIngest(projectId)
  const result = await storedResult(parts.spans, { ...span, projectId })
  if (result === undefined) return undefined
  return 'error' in result
    ? { status: 'failure', traceId: span.traceId, hashId, error: result.error }
    : { status: 'success', ...span, hashId, outputs: result.outputs }
}

const capPollMs = 5_000

/** Waits while a limit on the usage of the project is reached: the cell keeps its slot, and its run pauses. */
async function waitForUsageLimits(
  { usageCaps }: Pick<ExecutorParts, 'usageCaps'>,
  { scope, signal }: Pick<CellContext, 'scope' | 'signal'>,
): Promise<void> {
  for (;;) {
    try {
      return await usageCaps.refuse(scope.projectId, ['calls', 'cost'])
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== 'too_many_requests') throw error
      await sleep(capPollMs, undefined, { signal })
    }
  }
}

async function executeCell(execution: Execution): Promise<CellOutcome> {
  const { parts, work, context } = execution
  const input = inputOf(work)
  const header = headerOf(work, input)
  // A cell references at least its program, so it has a hash.
  const hashId = cellHashId(work.references, header.links) ?? ''
  if (work.isCached) {
    const cacheKey = { hashId, position: work.repeatIdx }
    const cachedResult = await previousTrace(parts.spans, { projectId: work.scope.projectId, cacheKey })
    if (cachedResult !== undefined) return { status: 'success', hashId, ...cachedResult }
  }
  if (work.wasTakenBefore) {
    const storedOutcome = await previousOutcome(execution, hashId)
    if (storedOutcome !== undefined) return storedOutcome
  }
  await waitForUsageLimits(parts, context)
  const data = (await readStoredData(work.revision)) ?? {}
  const outcome = await runProgram(parts, { context, data, input })
  return cellOutcome(await traceRun(execution, { header, outcome }), hashId)
}

/** How long a write waits for others. Short compared with the write, which takes tens of milliseconds. */
const gatherMs = 5

export function createExecutor(parts: ExecutorParts): Executor {
  const traces = { group: createTraceGroup(parts.traceWrites, { gatherMs }), ingest: parts.ingest }
  const closeController = new AbortController()
  const activeWork = new Set<Promise<unknown>>()
  return {
    async execute(work, signal) {
      const combinedSignal = AbortSignal.any([signal, closeController.signal])
      combinedSignal.throwIfAborted()
      const { scope, kind, span, references, retries } = work
      const context = { scope, kind, span, references, retries, signal: combinedSignal }
      const cell = executeCell({ parts, traces, work, context })
      activeWork.add(cell)
      try {
        return await cell
      } catch (error) {
        combinedSignal.throwIfAborted()
        throw error
      } finally {
        activeWork.delete(cell)
      }
    },
    async close() {
      closeController.abort(new AssayError('unavailable', 'The server is stopping.'))
      await Promise.allSettled(activeWork)
    },
  }
}
