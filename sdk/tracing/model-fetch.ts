// A `fetch` that creates a span for each model call. The libraries of OpenAI and Anthropic take it as an option, so they
// are not patched, and later additions to them pass through.
import { eventsOf } from '../core/events.ts'
import {
  anthropicEnd,
  asMembers,
  callStart,
  openaiEnd,
  type CallEnd,
  type CallStart,
  type Members,
} from './model-calls.ts'
import { anthropicStream, openaiStream, type StreamedAnswer } from './model-streams.ts'
import { currentSpan, OpenSpan, type SpanOptions } from './spans.ts'

/** The options of the spans of model calls. */
export interface ModelFetchOptions extends Omit<SpanOptions, 'type'> {
  /** The underlying fetch; default: that of the runtime. */
  readonly fetch?: typeof globalThis.fetch
}

interface Provider {
  readonly name: string
  readonly end: (answer: Members) => CallEnd
  readonly stream: () => StreamedAnswer
}

/** `new OpenAI({ fetch: openaiFetch() })`. */
export const openaiFetch = (options?: ModelFetchOptions): typeof globalThis.fetch =>
  modelFetch({ name: 'openai', end: openaiEnd, stream: openaiStream }, options)

/** `new Anthropic({ fetch: anthropicFetch() })`. */
export const anthropicFetch = (options?: ModelFetchOptions): typeof globalThis.fetch =>
  modelFetch({ name: 'anthropic', end: anthropicEnd, stream: anthropicStream }, options)

function bodyOf(init: RequestInit | undefined): Members {
  if (typeof init?.body !== 'string') return {}
  try {
    return asMembers(JSON.parse(init.body))
  } catch {
    return {}
  }
}

function startSpan(
  provider: Provider,
  { call, options }: { readonly call: CallStart; readonly options: ModelFetchOptions },
): OpenSpan {
  const references = { ...currentSpan()?.prompt, ...options.references }
  const span = new OpenSpan(call.name, { ...options, references, type: call.type })
  span.inputs(call.inputs).parameters(call.parameters)
  return span.set({ 'ag.meta.provider.name': provider.name, 'ag.meta.request.model': call.model })
}

function endSpan(span: OpenSpan, { outputs, model, finishReason, tokens }: CallEnd): void {
  span.outputs(outputs).tokens(tokens)
  span.set({ 'ag.meta.response.model': model, 'ag.meta.response.finish_reason': finishReason }).end()
}

/** Passes a body through and parses it on the way. The span ends with the stream, or when the reader cancels. */
function observeBody(
  body: ReadableStream<Uint8Array>,
  { provider, span }: { readonly provider: Provider; readonly span: OpenSpan },
): ReadableStream<Uint8Array> {
  const collector = provider.stream()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const copyWriter = writable.getWriter()
  const parsePromise = (async () => {
    for await (const { data } of eventsOf(readable)) collector.add(asMembers(data))
  })().catch(() => undefined)
  const reader = body.getReader()
  const end = async (): Promise<void> => {
    await copyWriter.close().catch(() => undefined)
    await parsePromise
    endSpan(span, provider.end(collector.answer()))
  }
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) {
          await end()
          controller.close()
          return
        }
        span.firstChunk()
        await copyWriter.write(value).catch(() => undefined)
        controller.enqueue(value)
      } catch (error) {
        span.fail(error)
        await end()
        controller.error(error)
      }
    },
    cancel: async (reason) => {
      await end()
      await reader.cancel(reason)
    },
  })
}

async function observeResponse(
  response: Response,
  { provider, span }: { readonly provider: Provider; readonly span: OpenSpan },
): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && response.body !== null && type.includes('text/event-stream')) {
    const { status, statusText, headers } = response
    return new Response(observeBody(response.body, { provider, span }), { status, statusText, headers })
  }
  const text = await response.clone().text()
  const answer = ((): Members => {
    try {
      return asMembers(JSON.parse(text))
    } catch {
      return {}
    }
  })()
  if (response.ok) endSpan(span, provider.end(answer))
  else {
    const message = asMembers(answer['error'])['message']
    span
      .fail(new Error(typeof message === 'string' ? message : `The provider answered ${response.status}.`))
      .end()
  }
  return response
}

function modelFetch(provider: Provider, options: ModelFetchOptions = {}): typeof globalThis.fetch {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const call = callStart(url.pathname, bodyOf(init))
    if (call === undefined) return send(input, init)
    const span = startSpan(provider, { call, options })
    try {
      return await observeResponse(await span.run(() => send(input, init)), { provider, span })
    } catch (error) {
      span.fail(error).end()
      throw error
    }
  }
}
