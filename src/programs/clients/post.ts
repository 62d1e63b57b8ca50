// One call over HTTP, mostly a POST of JSON, and its JSON answer. Whatever goes wrong becomes a StepFailure that says whether another attempt
// makes sense; answers are bounded, redirects are not followed (they would carry secrets elsewhere).
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { answerValuesMax, isAnswerTooLarge, jsonOfText } from '../nesting.ts'
import { AddressRefused, type Outgoing } from './outgoing.ts'

type Response = Awaited<ReturnType<Outgoing['fetch']>>

export interface JsonCall {
  /** What makes the connection. */
  readonly outgoing: Outgoing
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Undefined: nothing is posted, the url is read. */
  readonly body: JsonObject | undefined
  readonly timeoutMs: number
  /** A longer answer is none. */
  readonly answerBytesMax?: number
  /** Aborts the call; the reason is thrown as it is. */
  readonly signal?: AbortSignal | undefined
}

export type JsonPost = JsonCall & { readonly body: JsonObject }

export interface JsonAnswer {
  readonly status: number
  readonly body: Json
}

const answerBytesMaxDefault = 16 * 1024 * 1024
const retriedStatuses: ReadonlySet<number> = new Set([408, 425, 429])

/** Whether another attempt may be answered otherwise. */
export const isRetried = (status: number): boolean => retriedStatuses.has(status) || status >= 500

/** `Retry-After` as seconds or as a date; undefined when it says nothing. */
export function retryAfterMs(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  if (!Number.isNaN(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

/** The words in which an error body explains itself. */
function reasonIn(body: Json | undefined): string | undefined {
  if (!isJsonObject(body)) return undefined
  for (const part of [body['error'], body['detail'], body['status'], body]) {
    if (typeof part === 'string') return part
    if (isJsonObject(part) && typeof part['message'] === 'string') return part['message']
  }
  return undefined
}

function statusFailure(response: Response, text: string): StepFailure {
  const { status } = response
  return new StepFailure(
    status === 429 ? 'rate_limited' : 'http_status',
    `The other side answered ${status}.`,
    {
      said: reasonIn(jsonOfText(text)) ?? text,
      retryable: isRetried(status),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
    },
  )
}

async function boundedText(response: Response, answerBytesMax: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > answerBytesMax) {
      throw new StepFailure('malformed_answer', `The answer is longer than ${answerBytesMax} bytes.`)
    }
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  if (isAnswerTooLarge(text)) {
    throw new StepFailure('malformed_answer', `The answer has more than ${answerValuesMax} values.`)
  }
  return text
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

function connectionFailure(error: unknown, { url, timeoutMs }: JsonCall): StepFailure {
  if (error instanceof StepFailure) return error
  if (isTimeout(error)) {
    return new StepFailure('timeout', `There was no answer within ${timeoutMs} ms.`, {
      retryable: true,
      cause: error,
    })
  }
  const refused = error instanceof Error ? error.cause : undefined
  if (refused instanceof AddressRefused) {
    return new StepFailure('unreachable', refused.message, { cause: refused })
  }
  const { host } = new URL(url)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  return new StepFailure('unreachable', `${host} cannot be reached: ${cause}`, {
    retryable: true,
    cause: error,
  })
}

/** An answer of whatever status, as text; that there is none throws. Headers of the caller never appear in messages. */
export async function textAnswer(
  call: JsonCall,
): Promise<{ readonly response: Response; readonly text: string }> {
  if (!URL.canParse(call.url) || !/^https?:/i.test(call.url)) {
    throw new StepFailure('not_runnable', `'${call.url}' is not an http or https URL.`)
  }
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

/** The status and body of a 2xx answer; everything else throws. */
export async function postJson(post: JsonPost): Promise<JsonAnswer> {
  const { response, text } = await textAnswer(post)
  if (!response.ok) throw statusFailure(response, text)
  const body = jsonOfText(text)
  if (body === undefined) throw new StepFailure('malformed_answer', 'The answer is not JSON.')
  return { status: response.status, body }
}
