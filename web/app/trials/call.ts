// Calls a stored or drafted program: an application with inputs, or an evaluator with outputs to evaluate. Every started call
// leaves a trace.
import { AssayError, ConnectionError, type Api } from '../api.ts'
import { agOf, costOf, durationMs, tokensOf } from '../spans/span.ts'
import {
  failureOf,
  serviceKeyOf,
  tokenRate,
  type Outcome,
  type ProgramCall,
  type ProgramResponse,
  type Totals,
} from './program.ts'
import { fullSpan } from './trial-inputs.ts'
import { StreamedText } from './streamed-text.ts'

function outcomeOfError(error: unknown, ms: number): Outcome {
  const totals = { durationMs: ms, tokens: undefined, cost: undefined }
  if (error instanceof ConnectionError) {
    const failure = { title: 'The server is not responding', message: error.message, needsKey: false }
    return { failure, totals }
  }
  if (!(error instanceof AssayError)) throw error
  const detail = error.detail as ProgramResponse | null
  if (typeof detail === 'object' && detail?.status !== undefined) {
    return { failure: failureOf(detail), traceId: detail.trace_id, spanId: detail.span_id, totals }
  }
  return {
    failure: { title: 'The server rejected the call', message: error.message, needsKey: false },
    totals,
  }
}

/** Duration, tokens and cost of a call, from the root span of its trace and from the times of this browser. */
async function totalsOf(api: Api, { answer, signal, answerMs, firstTextMs }: EndedCall): Promise<Totals> {
  const measures = { durationMs: answerMs, tokens: undefined, cost: undefined }
  const { trace_id: traceId, span_id: spanId } = answer
  if (traceId === undefined || spanId === undefined) return measures
  const root = await fullSpan(api, { traceId, spanId, signal }).catch(() => undefined)
  signal.throwIfAborted()
  if (root === undefined) return measures
  const storedMeasures = { durationMs: durationMs(root), tokens: tokensOf(root), cost: costOf(root) }
  if (firstTextMs === undefined) return storedMeasures
  const completion = agOf(root).metrics?.tokens?.cumulative?.['completion']
  // This browser measures both times, so the duration is never shorter than the time to the first text.
  return {
    ...storedMeasures,
    durationMs: answerMs,
    firstTextMs,
    tokensPerSecond: tokenRate(completion, answerMs - firstTextMs),
  }
}

interface EndedCall {
  readonly answer: Answer
  readonly signal: AbortSignal
  readonly answerMs: number
  readonly firstTextMs: number | undefined
}

/** The timeout exceeds the time limit of the server, which ends slow calls itself. */
const callMsMax = 180_000

interface Answer extends ProgramResponse {
  readonly data?: { readonly outputs?: unknown }
}

type InvokeBody = Parameters<Api['services']['invoke']>[2]

function bodyOf(call: ProgramCall): InvokeBody {
  const { data, inputs, testcase, outputs, trace, references, meta } = call
  return {
    references: { ...references },
    data: {
      revision: { ...data },
      inputs: { ...inputs },
      ...(testcase === undefined ? {} : { testcase: { ...testcase } }),
      ...(outputs === undefined ? {} : { outputs }),
      ...(trace === undefined ? {} : { trace: { ...trace } }),
    },
    ...(meta === undefined ? {} : { meta: { ...meta } }),
  }
}

type FailureData = Pick<AssayError, 'status' | 'code' | 'detail'>

const isFailure = (data: unknown): data is FailureData =>
  typeof data === 'object' && data !== null && 'status' in data && 'code' in data && 'detail' in data

const isAnswer = (data: unknown): data is Answer => typeof data === 'object' && data !== null

/** The error of a `failure` event. */
function failureError(data: unknown): AssayError {
  const { status, code, detail } = isFailure(data)
    ? data
    : { status: 500, code: 'internal_error', detail: data }
  return new AssayError({ status, code, detail, requestId: undefined, headers: new Headers() })
}

/** Reads the events of a run. A failed run throws like the JSON answer of one. */
async function streamedAnswer(
  api: Api,
  { call, signal, onText }: Required<CallOptions> & { readonly call: ProgramCall },
): Promise<Answer> {
  const texts = new StreamedText()
  const options = { signal, timeoutMs: callMsMax, retries: 0 }
  for await (const event of api.services.invokeEvents(
    serviceKeyOf(call.data),
    'latest',
    bodyOf(call),
    options,
  )) {
    if (event.event === 'answer' && isAnswer(event.data)) return event.data
    if (event.event === 'failure') throw failureError(event.data)
    const text = texts.add(event)
    if (text !== undefined) onText(text)
  }
  throw new ConnectionError('The connection ended before the answer.')
}

interface CallOptions {
  readonly signal: AbortSignal
  /** Receives the text of the model as it arrives; absent: the answer arrives at once. */
  readonly onText?: (text: string) => void
}

/** Calls a program and returns its outcome. Rejects only when aborted. */
export async function callProgram(
  api: Api,
  call: ProgramCall,
  { signal, onText }: CallOptions,
): Promise<Outcome> {
  const startMs = performance.now()
  const elapsedMs = (): number => performance.now() - startMs
  let firstTextMs: number | undefined
  const onFirst = (text: string): void => {
    firstTextMs ??= elapsedMs()
    onText?.(text)
  }
  try {
    const answer: Answer =
      onText === undefined
        ? await api.services.invoke(serviceKeyOf(call.data), 'latest', bodyOf(call), {
            signal,
            timeoutMs: callMsMax,
            retries: 0,
          })
        : await streamedAnswer(api, { call, signal, onText: onFirst })
    const { trace_id: traceId, span_id: spanId } = answer
    const totals = await totalsOf(api, { answer, signal, answerMs: elapsedMs(), firstTextMs })
    if ((answer.status?.code ?? 200) >= 400) return { failure: failureOf(answer), traceId, spanId, totals }
    return { outputs: answer.data?.outputs, traceId, spanId, totals }
  } catch (error) {
    signal.throwIfAborted()
    return outcomeOfError(error, elapsedMs())
  }
}
