// Calls a stored or drafted program: an application with inputs, or an evaluator with outputs to evaluate. Every started call
// leaves a trace.
import { AssayError, ConnectionError, type Api } from '../api.ts'
import { asSpan, costOf, durationMs, tokensOf } from '../spans/span.ts'
import {
  failureOf,
  serviceKeyOf,
  type Outcome,
  type ProgramCall,
  type Refusal,
  type Totals,
} from './program.ts'

function outcomeOfError(error: unknown, ms: number): Outcome {
  const totals = { durationMs: ms, tokens: undefined, cost: undefined }
  if (error instanceof ConnectionError) {
    const failure = { title: 'The server is not responding', message: error.message, needsKey: false }
    return { failure, totals }
  }
  if (!(error instanceof AssayError)) throw error
  const detail = error.detail as Refusal | null
  if (typeof detail === 'object' && detail?.status !== undefined) {
    return { failure: failureOf(detail), traceId: detail.trace_id, spanId: detail.span_id, totals }
  }
  return {
    failure: { title: 'The server rejected the call', message: error.message, needsKey: false },
    totals,
  }
}

/** Duration, tokens and cost of a call, from its trace. */
async function totalsOf(api: Api, traceId: string, signal: AbortSignal): Promise<Totals | undefined> {
  const { spans } = await api.traces.outline(traceId, { signal })
  const root = spans.map(asSpan).find(({ parent_id }) => parent_id === null)
  if (root === undefined) return undefined
  return { durationMs: durationMs(root), tokens: tokensOf(root), cost: costOf(root) }
}

/** Above the time limit of the server, which ends slow calls itself. */
const callMsMax = 180_000

/** Rejects only when aborted. */
export async function callProgram(api: Api, call: ProgramCall, signal: AbortSignal): Promise<Outcome> {
  const { data, inputs, testcase, outputs, trace, references, meta } = call
  const startMs = performance.now()
  const elapsedMs = (): number => performance.now() - startMs
  try {
    const answer = await api.services.invoke(
      serviceKeyOf(data),
      'latest',
      {
        references: { ...references },
        data: {
          revision: { ...data },
          inputs: { ...inputs },
          ...(testcase === undefined ? {} : { testcase: { ...testcase } }),
          ...(outputs === undefined ? {} : { outputs }),
          ...(trace === undefined ? {} : { trace: { ...trace } }),
        },
        ...(meta === undefined ? {} : { meta: { ...meta } }),
      },
      { signal, timeoutMs: callMsMax, retries: 0 },
    )
    const traceId = answer.trace_id
    const totals = await totalsOf(api, traceId, signal).catch(() => undefined)
    signal.throwIfAborted()
    const measured = { durationMs: elapsedMs(), tokens: undefined, cost: undefined }
    return { outputs: answer.data?.outputs, traceId, spanId: answer.span_id, totals: totals ?? measured }
  } catch (error) {
    signal.throwIfAborted()
    return outcomeOfError(error, elapsedMs())
  }
}
