// Invoking a program behind a url: one POST, one answer, the same shape for applications and evaluators.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { SpanAddress, Testcase } from '../evaluators/evaluator.ts'
import { StepFailure } from '../failure.ts'
import type { Outgoing } from './outgoing.ts'
import { isRetried, postJson } from './post.ts'
import { noRetries, withRetries, type RetryPolicy, type RetryWorld } from './retry.ts'

export const protocolVersion = '2025.07.14'
export const invokeTimeoutMs = 60_000

export interface Invocation {
  readonly outgoing: Outgoing
  readonly url: string
  /** Headers of the revision with the texts of its secrets put in. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as `Authorization` unless the headers bring one; absent: none is sent. */
  readonly authorization?: string | undefined
  /** The span under which spans of the program join ours. */
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
  readonly world?: RetryWorld
}

export interface Invoked {
  readonly outputs: Json
  /** The trace of the call by the program's own account; it may be another than the one we offered. */
  readonly traceId?: string
  readonly spanId?: string
}

/** `/invoke` is not appended twice. */
export const invokeUrl = (url: string): string => {
  const bare = url.replace(/\/+$/, '')
  return bare.endsWith('/invoke') ? bare : `${bare}/invoke`
}

export const traceparent = ({ traceId, spanId }: SpanAddress): string => `00-${traceId}-${spanId}-01`

const given = (members: { readonly [name: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): readonly [string, Json][] =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** The body of the call. Links, trace and outputs are there for evaluators only. */
export function invokeBody(call: Invocation): JsonObject {
  const { testcase } = call
  return given({
    version: protocolVersion,
    references: call.references,
    links: call.links,
    data: given({
      revision: call.revision,
      parameters: call.parameters,
      testcase: testcase && given({ id: testcase.id, data: testcase.data }),
      inputs: call.inputs,
      trace: call.trace,
      outputs: call.outputs,
    }),
  })
}

function headersOf(call: Invocation): Readonly<Record<string, string>> {
  const own = call.headers ?? {}
  const hasOwnKey = Object.keys(own).some((name) => name.toLowerCase() === 'authorization')
  const { authorization } = call
  return {
    ...own,
    ...(hasOwnKey || authorization === undefined ? {} : { authorization }),
    traceparent: traceparent(call.span),
  }
}

const hexOf = (value: Json | undefined, digits: number): string | undefined => {
  if (typeof value !== 'string') return undefined
  const hex = value.replaceAll('-', '').toLowerCase()
  return hex.length === digits && /^[0-9a-f]+$/.test(hex) ? hex : undefined
}

/** Success: `status.code` absent or below 400, and `data.outputs` there. */
export function invokedOf(body: Json): Invoked {
  if (!isJsonObject(body)) throw new StepFailure('malformed_answer', 'The answer is not a JSON object.')
  const status = isJsonObject(body['status']) ? body['status'] : {}
  const code = status['code']
  if (typeof code === 'number' && code >= 400) {
    const { message } = status
    throw new StepFailure(
      code === 429 ? 'rate_limited' : 'http_status',
      `The program answered status ${code}.`,
      {
        said: typeof message === 'string' ? message : undefined,
        retryable: isRetried(code),
      },
    )
  }
  const data = body['data']
  if (!isJsonObject(data) || data['outputs'] === undefined) {
    throw new StepFailure('malformed_answer', 'The answer has no data.outputs.')
  }
  const traceId = hexOf(body['trace_id'], 32)
  const spanId = hexOf(body['span_id'], 16)
  return {
    outputs: data['outputs'],
    ...(traceId === undefined ? {} : { traceId }),
    ...(spanId === undefined ? {} : { spanId }),
  }
}

export const invoke = (call: Invocation): Promise<Invoked> =>
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
      return invokedOf(body)
    },
    { signal: call.signal, ...(call.world === undefined ? {} : { world: call.world }) },
  )
