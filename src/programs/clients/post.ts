// One HTTP call, usually a POST of JSON, and its JSON response. Every error becomes a StepFailure that states whether a
// retry makes sense. Responses are bounded; redirects are not followed, since they would carry secrets elsewhere.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { answerValuesMax, isAnswerTooLarge, jsonOfText } from '../nesting.ts'
import { AddressRefused, type Outgoing } from './outgoing.ts'
import { systemNowMs } from './retry.ts'

type Response = Awaited<ReturnType<Outgoing['fetch']>>

export interface JsonCall {
  /** Makes the connection. */
  readonly outgoing: Outgoing
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Undefined: a GET. */
  readonly body: JsonObject | undefined
  readonly timeoutMs: number
  /** A longer response is an error. */
  readonly answerBytesMax?: number
  /** Aborts the call; its reason is thrown unchanged. */
  readonly signal?: AbortSignal | undefined
}

export type JsonPost = JsonCall & { readonly body: JsonObject }

export interface JsonAnswer {
  readonly status: number
  readonly body: Json
}

export const answerBytesMaxDefault = 16 * 1024 * 1024
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429])

/** Whether a retry may succeed. */
export const isRetryable = (status: number): boolean => retryableStatuses.has(status) || status >= 500

/** `Retry-After` as seconds or as a date; undefined when absent or invalid. */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000)
  const retryAtMs = Date.parse(value)
  return Number.isNaN(retryAtMs) ? undefined : Math.max(0, retryAtMs - nowMs)
}

/** The error message in a response body. */
function errorMessageIn(body: Json | undefined): string | undefined {
  if (!isJsonObject(body)) return undefined
  for (const part of [body['error'], body['detail'], body['status'], body]) {
    if (typeof part === 'string') return part
    if (isJsonObject(part) && typeof part['message'] === 'string') return part['message']
  }
  return undefined
}

export function statusFailure(response: Response, text: string): StepFailure {
  const { status } = response
  return new StepFailure(
    status === 429 ? 'rate_limited' : 'http_status',
    `The server responded with status ${status}.`,
    {
      upstreamStatus: status,
      upstreamMessage: errorMessageIn(jsonOfText(text)) ?? text,
      isRetryable: isRetryable(status),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), systemNowMs()),
    },
  )
}

export async function boundedText(response: Response, answerBytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > answerBytesMax) {
      throw new StepFailure('malformed_answer', `The response is longer than ${answerBytesMax} bytes.`)
    }
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  if (isAnswerTooLarge(text)) {
    throw new StepFailure('malformed_answer', `The response has more than ${answerValuesMax} values.`)
  }
  return text
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

export function connectionFailure(
  error: unknown,
  { url, timeoutMs }: Pick<JsonCall, 'url' | 'timeoutMs'>,
): StepFailure {
  if (error instanceof StepFailure) return error
  if (isTimeout(error)) {
    return new StepFailure('timeout', `There was no response within ${timeoutMs} ms.`, {
      isRetryable: true,
      cause: error,
    })
  }
  const refusal = error instanceof Error ? error.cause : undefined
  if (refusal instanceof AddressRefused) {
    return new StepFailure('unreachable', refusal.message, { cause: refusal })
  }
  const { host } = new URL(url)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  return new StepFailure('unreachable', `${host} cannot be reached: ${cause}`, {
    isRetryable: true,
    cause: error,
  })
}

export function requireHttp(url: string): void {
  if (URL.canParse(url) && /^https?:/i.test(url)) return
  throw new StepFailure('not_runnable', `'${url}' is not an http or https URL.`)
}

/** The text of a response with any status; throws when there is none. The caller's headers never appear in messages. */
export async function textAnswer(
  call: JsonCall,
): Promise<{ readonly response: Response; readonly text: string }> {
  requireHttp(call.url)
  const timeout = AbortSignal.timeout(call.timeoutMs)
  const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal])
  const headers = { accept: 'application/json', ...call.headers }
  try {
    const response = await call.outgoing.fetch(call.url, {
      ...(call.body === undefined
        ? { method: 'GET', headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(call.body),
          }),
      signal,
    })
    return { response, text: await boundedText(response, call.answerBytesMax ?? answerBytesMaxDefault) }
  } catch (error) {
    call.signal?.throwIfAborted()
    throw connectionFailure(error, call)
  }
}

/** The status and body of a 2xx response; everything else throws. */
export async function postJson(post: JsonPost): Promise<JsonAnswer> {
  const { response, text } = await textAnswer(post)
  if (!response.ok) throw statusFailure(response, text)
  const body = jsonOfText(text)
  if (body === undefined) throw new StepFailure('malformed_answer', 'The response is not JSON.')
  return { status: response.status, body }
}
