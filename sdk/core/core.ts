// sdk/core: requests of the client: fetch with retries, errors, pagination and event streams.
// Imports nothing else of the SDK. Start here.
//
// This code knows HTTP but no operations; the generated code knows operations but no HTTP. It depends only on fetch and
// web standards.
import { eventStream, type EventStream } from './events.ts'
import { AssayError, ConnectionError, TimeoutError, retryAfterMs, type Failure } from './errors.ts'
import { pageList, type PageList, type WithWindowing } from './pages.ts'
import { isTooLongToWait, backoffMs, sleep, wasNeverSent } from './retry.ts'

/** The options of one call. */
export interface CallOptions {
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal
  /** The time limit of one attempt; 0 is no limit. */
  readonly timeoutMs?: number
  /** The maximum number of retries. */
  readonly retries?: number
  /** Additional headers of the request. */
  readonly headers?: Readonly<Record<string, string>>
  /** The call is idempotent, so it is also retried after 503 and after a broken connection. */
  readonly repeatable?: boolean
}

/** The options of all calls of a client. */
export interface CoreOptions {
  /** The address of the server, without `/api`. */
  readonly url: string
  /** An API key of a project. Without one, requests have only `headers`. */
  readonly key?: string | undefined
  /** Additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The time limit of one attempt; 60 s by default, 0 is no limit. */
  readonly timeoutMs?: number | undefined
  /** The maximum number of retries after 429, 503 or a broken connection; 3 by default. */
  readonly retries?: number | undefined
  /** Cancels every call of this client when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Sends the requests; default: fetch of the runtime. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Parses the text of answers; `JSON.parse` by default, which rounds integers beyond 2^53. */
  readonly parseJson?: ((text: string) => unknown) | undefined
  /** Creates the error for the code of a failure. */
  readonly errorOf?: ((failure: Failure) => AssayError) | undefined
}

/** A request body of fetch. */
export type Bytes = NonNullable<RequestInit['body']>

export interface CallInput {
  readonly body?: unknown
  readonly form?: object | undefined
  readonly bytes?: Bytes | undefined
  readonly query?: object | undefined
  /** The call is idempotent. */
  readonly repeatable?: boolean
  readonly options?: CallOptions | undefined
}

/** The interface for the generated operations. A target is `METHOD /path`. */
export interface Core {
  /** Sends a request, `GET /api/…`, and resolves with the JSON of the answer. */
  json<T>(target: string, input: CallInput): Promise<T>
  /** A list that is read page by page. */
  pages<P extends WithWindowing, K extends keyof P & string>(
    target: string,
    list: K,
    input: CallInput,
  ): PageList<P, K>
  /** Iterates the events of a stream. */
  events(target: string, input: CallInput): EventStream
  /** Returns the response of a download. */
  file(target: string, input: CallInput): Promise<Response>
}

/** Encodes one segment of a path. An empty segment and dots would change the path and cannot be escaped. */
export function at(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..') {
    throw new TypeError(`'${segment}' is not a valid id.`)
  }
  return encodeURIComponent(segment)
}

function queryText(query: object | undefined): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue
      pairs.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
    }
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}

function formData(form: object): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) data.append(name, value)
    else data.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return data
}

interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Bytes | undefined
}

function requestOf(
  options: CoreOptions,
  { target, input }: { readonly target: string; readonly input: CallInput },
): Request {
  const [method = 'GET', path = '/'] = target.split(' ', 2)
  const json = input.body === undefined ? undefined : JSON.stringify(input.body)
  return {
    method,
    url: `${options.url.replace(/\/+$/, '')}${path}${queryText(input.query)}`,
    headers: {
      ...(options.key === undefined ? {} : { Authorization: `ApiKey ${options.key}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
      ...input.options?.headers,
    },
    body: json ?? input.bytes ?? (input.form === undefined ? undefined : formData(input.form)),
  }
}

async function failureOf(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => '')
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    // Not an answer of Assay, but of a proxy.
  }
  const { code, detail, ...extra } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly code?: unknown
    readonly detail?: unknown
  }
  return {
    status: response.status,
    code: typeof code === 'string' ? code : `http_${response.status}`,
    detail: detail ?? answer ?? (text.slice(0, 500) || response.statusText),
    extra,
    requestId: response.headers.get('x-request-id') ?? undefined,
    headers: response.headers,
  }
}

/** The outcome of an attempt: an answer, a failure, or no response. */
type Attempt<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'failure'; readonly failure: Failure }
  | { readonly kind: 'nothing'; readonly error: ConnectionError }

/** Reads a response. */
type ResponseReader<T> = (response: Response) => Promise<T>

const unreadResponse: ResponseReader<Response> = (response) => Promise.resolve(response)

/** Creates the part of a client that sends requests. */
export function createCore(options: CoreOptions): Core {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const errorOf = options.errorOf ?? ((failure) => new AssayError(failure))

  /** The signal that cancels a call: its own, or that of the client. */
  const cancelSignal = (call: CallOptions | undefined): AbortSignal | undefined =>
    call?.signal !== undefined && options.signal !== undefined
      ? AbortSignal.any([call.signal, options.signal])
      : (call?.signal ?? options.signal)

  /** One attempt. The time limit includes reading the answer. */
  async function attempt<T>(
    request: Request,
    { call, read }: { readonly call: CallOptions | undefined; readonly read: ResponseReader<T> },
  ): Promise<Attempt<T>> {
    const timeoutMs = call?.timeoutMs ?? options.timeoutMs ?? 60_000
    const timeout = new AbortController()
    const timer = timeoutMs > 0 ? setTimeout(() => timeout.abort(), timeoutMs) : undefined
    const callSignal = cancelSignal(call)
    const signal = callSignal === undefined ? timeout.signal : AbortSignal.any([callSignal, timeout.signal])
    try {
      const { url, body, ...rest } = request
      const streamOptions = body instanceof ReadableStream ? { duplex: 'half' } : {}
      const bodyOptions = body === undefined ? {} : { body, ...streamOptions }
      const response = await send(url, { ...rest, ...bodyOptions, signal })
      if (!response.ok) return { kind: 'failure', failure: await failureOf(response) }
      return { kind: 'answer', answer: await read(response) }
    } catch (cause) {
      callSignal?.throwIfAborted()
      const error = timeout.signal.aborted
        ? new TimeoutError(`No answer in ${timeoutMs} ms.`, { cause })
        : new ConnectionError('The server could not be reached, or its answer broke off.', { cause })
      return { kind: 'nothing', error }
    } finally {
      clearTimeout(timer)
    }
  }

  /** A 429 and a request that was never sent had no effect and are retried. Other calls are retried only if idempotent. */
  function canRetry(
    outcome: Attempt<unknown>,
    { request, input }: { readonly request: Request; readonly input: CallInput },
  ): boolean {
    const isRepeatable =
      input.repeatable === true || input.options?.repeatable === true || request.method === 'GET'
    if (outcome.kind === 'nothing') return isRepeatable || wasNeverSent(outcome.error)
    if (outcome.kind === 'answer' || isTooLongToWait(retryAfterMs(outcome.failure.headers))) return false
    return outcome.failure.status === 429 || (isRepeatable && outcome.failure.status === 503)
  }

  async function call<T>(
    target: string,
    { input, read }: { readonly input: CallInput; readonly read: ResponseReader<T> },
  ): Promise<T> {
    const request = requestOf(options, { target, input })
    // A stream can be sent only once.
    const retries =
      request.body instanceof ReadableStream ? 0 : (input.options?.retries ?? options.retries ?? 3)
    for (let attempts = 0; ; attempts++) {
      const outcome = await attempt(request, { call: input.options, read })
      if (outcome.kind === 'answer') return outcome.answer
      if (attempts >= retries || !canRetry(outcome, { request, input })) {
        throw outcome.kind === 'nothing' ? outcome.error : errorOf(outcome.failure)
      }
      const retryAfter = outcome.kind === 'failure' ? retryAfterMs(outcome.failure.headers) : undefined
      await sleep(backoffMs(attempts, retryAfter), cancelSignal(input.options))
    }
  }

  const { parseJson = (text: string): unknown => JSON.parse(text) } = options
  const core: Core = {
    json: <T>(target: string, input: CallInput) =>
      call(target, {
        input,
        read: async (response) =>
          (response.status === 204 ? undefined : parseJson(await response.text())) as T,
      }),
    pages: (target, list, input) =>
      pageList(list, input.body as WithWindowing | undefined, (body) =>
        core.json(target, { ...input, body }),
      ),
    events: (target, input) =>
      eventStream(
        (headers) =>
          call(target, {
            input: {
              ...input,
              options: { ...input.options, headers: { ...input.options?.headers, ...headers } },
            },
            read: unreadResponse,
          }),
        {
          signal: cancelSignal(input.options),
          isRepeatable: target.startsWith('GET ') || (input.options?.repeatable ?? input.repeatable ?? false),
        },
      ),
    file: (target, input) => call(target, { input, read: unreadResponse }),
  }
  return core
}
