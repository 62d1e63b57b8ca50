// The one place from which requests leave. What lives here knows HTTP and nothing of the operations; what is generated
// knows the operations and nothing of HTTP. No dependencies: fetch, and what every runtime has beside it.
import { eventStream, type EventStream } from './events.ts'
import { AssayError, ConnectionError, TimeoutError, retryAfterMs, type Failure } from './errors.ts'
import { pageList, type PageList, type WithWindowing } from './pages.ts'
import { pauseMs, wait } from './retry.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** For one attempt; 0 sets no limit. */
  readonly timeoutMs?: number
  /** How often a call is tried again. */
  readonly retries?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface CoreOptions {
  /** Where the server is, without `/api`. */
  readonly url: string
  /** A project key; without one the requests carry whatever `headers` say. */
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** For one attempt; 60 s by default, 0 sets no limit. */
  readonly timeoutMs?: number | undefined
  /** How often a call is tried again after 429, 503 or a broken connection; 3 by default. */
  readonly retries?: number | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Makes the error of a failure from its code. */
  readonly errorOf?: ((failure: Failure) => AssayError) | undefined
}

/** Whatever fetch takes as a body. */
export type Bytes = NonNullable<RequestInit['body']>

export interface Sent {
  readonly body?: unknown
  readonly form?: object | undefined
  readonly bytes?: Bytes | undefined
  readonly query?: object | undefined
  /** Asking twice is as good as asking once. */
  readonly repeatable?: boolean
  readonly options?: CallOptions | undefined
}

/** What generated operations call. A target is `METHOD /path`. */
export interface Core {
  json<T>(target: string, sent: Sent): Promise<T>
  pages<P extends WithWindowing, K extends keyof P & string>(
    target: string,
    list: K,
    sent: Sent,
  ): PageList<P, K>
  events(target: string, sent: Sent): EventStream
  file(target: string, sent: Sent): Promise<Response>
}

/** One segment of a path. */
export const at = (segment: string): string => encodeURIComponent(segment)

function queryText(query: object | undefined): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue
      pairs.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
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

function requestOf(options: CoreOptions, target: string, sent: Sent): Request {
  const [method = 'GET', path = '/'] = target.split(' ', 2)
  const json = sent.body === undefined ? undefined : JSON.stringify(sent.body)
  return {
    method,
    url: `${options.url.replace(/\/+$/, '')}${path}${queryText(sent.query)}`,
    headers: {
      ...(options.key === undefined ? {} : { Authorization: `ApiKey ${options.key}` }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
      ...sent.options?.headers,
    },
    body: json ?? sent.bytes ?? (sent.form === undefined ? undefined : formData(sent.form)),
  }
}

async function failureOf(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => '')
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    // Not from Assay: a proxy in between speaks for itself.
  }
  const { code, detail } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    readonly code?: unknown
    readonly detail?: unknown
  }
  return {
    status: response.status,
    code: typeof code === 'string' ? code : `http_${response.status}`,
    detail: detail ?? answer ?? (text.slice(0, 500) || response.statusText),
    requestId: response.headers.get('x-request-id') ?? undefined,
    headers: response.headers,
  }
}

interface Attempt {
  readonly response?: Response
  readonly error?: unknown
}

export function createCore(options: CoreOptions): Core {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const errorOf = options.errorOf ?? ((failure) => new AssayError(failure))

  /** One attempt; the time runs until the head of the answer is there. */
  async function attempt(request: Request, call: CallOptions | undefined): Promise<Attempt> {
    const timeoutMs = call?.timeoutMs ?? options.timeoutMs ?? 60_000
    const late = new AbortController()
    const timer = timeoutMs > 0 ? setTimeout(() => late.abort(), timeoutMs) : undefined
    const signal = call?.signal === undefined ? late.signal : AbortSignal.any([call.signal, late.signal])
    try {
      const { url, body, ...rest } = request
      return { response: await send(url, { ...rest, ...(body === undefined ? {} : { body }), signal }) }
    } catch (cause) {
      call?.signal?.throwIfAborted()
      if (late.signal.aborted) return { error: new TimeoutError(`No answer in ${timeoutMs} ms.`, { cause }) }
      return { error: new ConnectionError('The server could not be reached.', { cause }) }
    } finally {
      clearTimeout(timer)
    }
  }

  /** A refusal for too many requests did nothing; after anything else only what may be repeated is. */
  const mayRepeat = ({ response }: Attempt, request: Request, sent: Sent): boolean =>
    response?.status === 429 ||
    ((sent.repeatable === true || request.method === 'GET') &&
      (response === undefined || response.status === 503))

  async function answered(target: string, sent: Sent): Promise<Response> {
    const request = requestOf(options, target, sent)
    const retries =
      request.body instanceof ReadableStream ? 0 : (sent.options?.retries ?? options.retries ?? 3)
    for (let tried = 0; ; tried++) {
      const tries = await attempt(request, sent.options)
      if (tries.response?.ok === true) return tries.response
      if (tried < retries && mayRepeat(tries, request, sent)) {
        const asked = tries.response === undefined ? undefined : retryAfterMs(tries.response.headers)
        await tries.response?.body?.cancel()
        await wait(pauseMs(tried, asked), sent.options?.signal)
        continue
      }
      throw tries.response === undefined ? tries.error : errorOf(await failureOf(tries.response))
    }
  }

  const core: Core = {
    json: async <T>(target: string, sent: Sent) => {
      const response = await answered(target, sent)
      return (response.status === 204 ? undefined : await response.json()) as T
    },
    pages: (target, list, sent) =>
      pageList(list, sent.body as WithWindowing | undefined, (body) => core.json(target, { ...sent, body })),
    events: (target, sent) =>
      eventStream((headers) =>
        answered(target, {
          ...sent,
          options: { ...sent.options, headers: { ...sent.options?.headers, ...headers } },
        }),
      ),
    file: answered,
  }
  return core
}
