// The `fetch` of provider packages. It applies the outgoing policy, time limits, response limits and failures of every
// other outgoing call, and passes settings that a package does not know to the provider unchanged.
import { isJsonObject, type JsonObject } from '../../../kernel/json/value.ts'
import { StepFailure } from '../../failure.ts'
import { jsonOfText } from '../../nesting.ts'
import type { Outgoing } from '../outgoing.ts'
import { answerBytesMaxDefault, boundedText, connectionFailure, requireHttp, statusFailure } from '../post.ts'

type OutgoingRequest = Parameters<Outgoing['fetch']>[1]

export interface ModelFetch {
  readonly outgoing: Outgoing
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** Changes the JSON body that a package built; identity when absent. */
  readonly editBody?: ((body: JsonObject) => JsonObject) | undefined
  readonly isStreaming: boolean
}

/** A provider answered a request for a stream with one JSON document. */
export class UnstreamedAnswer extends Error {
  readonly text: string
  constructor(text: string) {
    super('The provider does not stream.')
    this.text = text
  }
}

/** Aborts when nothing happens for `timeoutMs`; every call of `restart` begins the time anew. */
function idleTimer(timeoutMs: number) {
  const controller = new AbortController()
  const expire = (): void => controller.abort(new DOMException('no response', 'TimeoutError'))
  let timer = setTimeout(expire, timeoutMs)
  return {
    signal: controller.signal,
    restart: (): void => {
      clearTimeout(timer)
      timer = setTimeout(expire, timeoutMs)
    },
    stop: (): void => clearTimeout(timer),
  }
}

function editedBody(
  body: unknown,
  edit: ModelFetch['editBody'],
): NonNullable<OutgoingRequest['body']> | null {
  if (typeof body !== 'string') return null
  const parsedBody = edit === undefined ? undefined : jsonOfText(body)
  return edit !== undefined && isJsonObject(parsedBody) ? JSON.stringify(edit(parsedBody)) : body
}

/** Packages send `Bearer ` with an empty key; a provider without a key gets no header. */
function sentHeaders(headers: RequestInit['headers']): Record<string, string> {
  const entries = [...new Headers(headers)]
  return Object.fromEntries(entries.filter(([, value]) => value.trim() !== 'Bearer' && value !== ''))
}

async function* boundedParts(
  body: AsyncIterable<Uint8Array>,
  {
    timer,
    failure,
  }: { readonly timer: ReturnType<typeof idleTimer>; readonly failure: (error: unknown) => unknown },
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const part of body) {
      timer.restart()
      bytes += part.length
      if (bytes > answerBytesMaxDefault) {
        throw new StepFailure(
          'malformed_answer',
          `The response is longer than ${answerBytesMaxDefault} bytes.`,
        )
      }
      yield part
    }
  } catch (error) {
    throw failure(error)
  } finally {
    timer.stop()
  }
}

const isJson = (type: string | null): boolean => type?.startsWith('application/json') === true

/** A `fetch` that throws StepFailure, also for every status that is not 2xx. */
export function modelFetch(call: ModelFetch): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    requireHttp(url)
    const timer = idleTimer(call.timeoutMs)
    const signal = call.signal === undefined ? timer.signal : AbortSignal.any([timer.signal, call.signal])
    const failure = (error: unknown): unknown =>
      call.signal?.aborted === true ? call.signal.reason : connectionFailure(error, { ...call, url })
    try {
      const response = await call.outgoing.fetch(url, {
        method: init?.method ?? 'GET',
        headers: sentHeaders(init?.headers),
        body: editedBody(init?.body, call.editBody),
        signal,
      })
      const headers = Object.fromEntries(response.headers)
      const isStream = call.isStreaming && response.ok && !isJson(response.headers.get('content-type'))
      if (isStream && response.body !== null) {
        const parts = boundedParts(response.body, { timer, failure })
        return new Response(ReadableStream.from(parts), { status: response.status, headers })
      }
      const text = await boundedText(response, answerBytesMaxDefault)
      timer.stop()
      if (!response.ok) throw statusFailure(response, text)
      if (call.isStreaming) throw new UnstreamedAnswer(text)
      // The text is decoded already.
      const { 'content-encoding': _, 'content-length': __, ...plainHeaders } = headers
      return new Response(text, { status: response.status, headers: plainHeaders })
    } catch (error) {
      timer.stop()
      if (error instanceof UnstreamedAnswer) throw error
      throw failure(error)
    }
  }
}
