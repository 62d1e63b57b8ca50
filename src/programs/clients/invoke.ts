// Invokes a program behind a url: one POST, one response, the same shape for applications and evaluators.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { SpanAddress, Testcase } from '../evaluators/evaluator.ts'
import { StepFailure } from '../failure.ts'
import type { Outgoing } from './outgoing.ts'
import { isRetryable, postJson } from './post.ts'
import { noRetries, withRetries, type RetryPolicy, type RetryEnvironment } from './retry.ts'

export const protocolVersion = '2025.07.14'
export const invokeTimeoutMs = 60_000

export interface Invocation {
  readonly outgoing: Outgoing
  readonly url: string
  /** Headers of the revision with the values of its secrets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as `Authorization` unless the headers have one; absent: none is sent. */
  readonly authorization?: string | undefined
  /** The parent of the program's own spans. */
  readonly span: SpanAddress
  readonly references: JsonObject
  readonly links?: JsonObject
  readonly revision?: JsonObject
  readonly parameters?: JsonObject
  readonly inputs: JsonObject
  readonly testcase?: Testcase
  readonly outputs?: Json
  readonly trace?: JsonObject
  readonly timeoutMs?: number
  readonly retries?: RetryPolicy
  readonly signal?: AbortSignal | undefined
  readonly retryEnvironment?: RetryEnvironment
}

export interface InvocationResult {
  readonly outputs: Json
  /** The trace that the program reports for the call; it may differ from the offered one. */
  readonly traceId?: string
  readonly spanId?: string
}

/** Appends `/invoke` unless it is there. */
export const invokeUrl = (url: string): string => {
  const trimmedUrl = url.replace(/\/+$/, '')
  return trimmedUrl.endsWith('/invoke') ? trimmedUrl : `${trimmedUrl}/invoke`
}

export const traceparent = ({ traceId, spanId }: SpanAddress): string => `00-${traceId}-${spanId}-01`

const definedMembers = (members: { readonly [name: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): readonly [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** The body of the call. Links, trace and outputs are for evaluators only. */
export function invokeBody(call: Invocation): JsonObject {
  const { testcase } = call
  return definedMembers({
    version: protocolVersion,
    references: call.references,
    links: call.links,
    data: definedMembers({
      revision: call.revision,
      parameters: call.parameters,
      testcase: testcase && definedMembers({ id: testcase.id, data: testcase.data }),
      inputs: call.inputs,
      trace: call.trace,
      outputs: call.outputs,
    }),
  })
}

function headersOf(call: Invocation): Readonly<Record<string, string>> {
  const headers = call.headers ?? {}
  const hasOwnKey = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  const { authorization } = call
  return {
    ...headers,
    ...(hasOwnKey || authorization === undefined ? {} : { authorization }),
    traceparent: traceparent(call.span),
  }
}

const hexOf = (value: Json | undefined, digits: number): string | undefined => {
  if (typeof value !== 'string') return undefined
  const hex = value.replaceAll('-', '').toLowerCase()
  return hex.length === digits && /^[0-9a-f]+$/.test(hex) ? hex : undefined
}

/** Success: `status.code` is absent or below 400, and `data.outputs` is present. */
export function parseInvocationResult(body: Json): InvocationResult {
  if (!isJsonObject(body)) throw new StepFailure('malformed_answer', 'The response is not a JSON object.')
  const status = isJsonObject(body['status']) ? body['status'] : {}
  const code = status['code']
  if (typeof code === 'number' && code >= 400) {
    const { message } = status
    throw new StepFailure(
      code === 429 ? 'rate_limited' : 'http_status',
      `The program reported status ${code}.`,
      {
        upstreamMessage: typeof message === 'string' ? message : undefined,
        isRetryable: isRetryable(code),
      },
    )
  }
  const data = body['data']
  if (!isJsonObject(data) || data['outputs'] === undefined) {
    throw new StepFailure('malformed_answer', 'The response has no data.outputs.')
  }
  const traceId = hexOf(body['trace_id'], 32)
  const spanId = hexOf(body['span_id'], 16)
  return {
    outputs: data['outputs'],
    ...(traceId === undefined ? {} : { traceId }),
    ...(spanId === undefined ? {} : { spanId }),
  }
}

export const invoke = (call: Invocation): Promise<InvocationResult> =>
  withRetries(
    call.retries ?? noRetries,
    async () => {
      const { body } = await postJson({
        outgoing: call.outgoing,
        url: invokeUrl(call.url),
        headers: headersOf(call),
        body: invokeBody(call),
        timeoutMs: call.timeoutMs ?? invokeTimeoutMs,
        signal: call.signal,
      })
      return parseInvocationResult(body)
    },
    {
      signal: call.signal,
      ...(call.retryEnvironment === undefined ? {} : { retryEnvironment: call.retryEnvironment }),
    },
  )
