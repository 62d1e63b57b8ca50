// Computes cells: runs the revision, writes its trace, says where that is.
import { AssayError } from '../../kernel/errors.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import { storedData } from '../../versioning/payload.ts'
import { cellHashId, evaluationMeta } from './cell.ts'
import type { Judged, SpanAddress } from '../evaluators/evaluator.ts'
import { inputsOf, judgedOf, type Item } from '../subjects.ts'
import type { CellOutcome, CellWork, Executor } from './contract.ts'
import { tracedInputs, writeProgramTrace, type TraceHeader } from './program-trace.ts'
import { runProgram, type ProgramOutcome, type ProgramParts } from './run-program.ts'
import { earlierTrace, namedTrace } from './stored-traces.ts'
import { createTraceGroup, type TraceGroup } from './trace-group.ts'

export interface ExecutorParts extends ProgramParts {
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'write'>
  /** How long a trace that a program says to have sent is waited for. */
  readonly namedTraceMsMax: number
}

/** What a scenario is about; one without a testcase or a trace gives nothing. */
function itemOf({ testcase, sourceTrace }: CellWork): Item {
  if (sourceTrace === undefined) return { kind: 'testcase', testcase: testcase ?? { data: {} } }
  const { root, trace } = sourceTrace
  return { kind: 'trace', root, ...(trace === undefined ? {} : { trace }) }
}

function givenTo(work: CellWork): Judged {
  const item = itemOf(work)
  const { judged, testcase, sourceTrace, kind } = work
  const row = testcase === undefined ? {} : { testcase }
  if (kind === 'invocation') return { inputs: inputsOf(item), ...row }
  const invocation = judged && {
    outputs: judged.outputs,
    link: { traceId: judged.traceId, spanId: judged.spanId },
    ...(judged.trace === undefined ? {} : { trace: judged.trace }),
  }
  // Only a trace that was not made by this run can be a judgement itself.
  const isJudgement = judged === undefined && sourceTrace?.root['trace_type'] === 'annotation'
  const given = judgedOf(item, invocation)
  return { ...given, ...row, ...(isJudgement ? { outputsOfEvaluator: true } : {}) }
}

const headerOf = (work: CellWork, given: Judged): TraceHeader => ({
  kind: work.kind,
  span: { traceId: work.traceId, spanId: work.spanId },
  references: work.references,
  inputs: tracedInputs(work.kind === 'annotation', given),
  links: given.link === undefined ? {} : { invocation: given.link },
  words: { origin: 'auto', kind: 'eval' },
  meta: { evaluation: evaluationMeta(work) },
})

interface Written {
  readonly outcome: ProgramOutcome
  readonly span: SpanAddress
}

interface Execution {
  readonly parts: ExecutorParts
  readonly traces: TraceGroup
  readonly work: CellWork
  readonly header: TraceHeader
}

/** Where the trace of the run is: the one that the program sent itself, else ours. */
async function tracedRun(
  execution: Execution,
  outcome: ProgramOutcome,
  signal: AbortSignal,
): Promise<Written> {
  const { parts, traces, work, header } = execution
  if (outcome.named !== undefined && outcome.result.ok) {
    const span = await namedTrace(parts.spans, work.scope.projectId, outcome.named, {
      waitMs: parts.namedTraceMsMax,
      signal,
    })
    if (span !== undefined) return { outcome, span }
  }
  return { outcome: await writeProgramTrace(traces, work.scope, header, outcome), span: header.span }
}

function cellOutcome({ outcome, span }: Written, hashId: string): CellOutcome {
  const { result } = outcome
  return result.ok
    ? { status: 'success', ...span, hashId, outputs: result.outputs }
    : { status: 'failure', traceId: span.traceId, hashId, error: result.failure.resultError }
}

async function executed(
  parts: ExecutorParts,
  traces: TraceGroup,
  work: CellWork,
  signal: AbortSignal,
): Promise<CellOutcome> {
  const given = givenTo(work)
  const header = headerOf(work, given)
  // A cell refers to its program at least, so there is a hash.
  const hashId = cellHashId(work.references, header.links) ?? ''
  if (work.cached) {
    const wanted = { hashId, position: work.repeatIdx }
    const earlier = await earlierTrace(parts.spans, work.scope.projectId, wanted)
    if (earlier !== undefined) return { status: 'success', hashId, ...earlier }
  }
  const { maxRetries, retryDelaySeconds } = work.retry
  const outcome = await runProgram(
    parts,
    {
      scope: work.scope,
      kind: work.kind,
      data: storedData(work.revision) ?? {},
      given,
      span: header.span,
      references: work.references,
      retries: { retriesMax: maxRetries, delayMs: retryDelaySeconds * 1000 },
    },
    signal,
  )
  return cellOutcome(await tracedRun({ parts, traces, work, header }, outcome, signal), hashId)
}

/** Little beside the write itself, which takes tens of milliseconds. */
const gatherMs = 5

export function createExecutor(parts: ExecutorParts): Executor {
  const traces = createTraceGroup(parts.traceWrites, { gatherMs })
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  return {
    async execute(work, signal) {
      const either = AbortSignal.any([signal, closing.signal])
      either.throwIfAborted()
      const cell = executed(parts, traces, work, either)
      underWay.add(cell)
      try {
        return await cell
      } catch (error) {
        either.throwIfAborted()
        throw error
      } finally {
        underWay.delete(cell)
      }
    },
    async close() {
      closing.abort(new AssayError('unavailable', 'The server is stopping.'))
      await Promise.allSettled(underWay)
      await Promise.all([parts.sandbox.close(), parts.workshop.close(), parts.outgoing.close()])
    },
  }
}
