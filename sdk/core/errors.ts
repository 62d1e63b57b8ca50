// The errors of a call. A failure that the server answers is an AssayError, with a class per code; a missing answer is a
// ConnectionError.
import type { KnownErrorCode } from './error-codes.ts'

/** The code of a failure; `http_502` is an answer of another program, such as a proxy. */
export type FailureCode = KnownErrorCode | `http_${number}`

/** One wrong field of a request. */
export interface Fault {
  /** The kind of mistake, such as `missing`. */
  readonly type: string
  /** The path of the field, from `body`, `query` or `path`. */
  readonly loc: readonly (string | number)[]
  /** A sentence about the mistake. */
  readonly msg: string
  /** The refused value. */
  readonly input?: unknown
}

export interface Failure {
  readonly status: number
  readonly code: string
  readonly detail: unknown
  /** The other members of the answer. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  readonly headers: Headers
}

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'loc' in value && 'msg' in value

/** The message of a failure for people. */
function sentenceOf({ detail, code, status }: Failure): string {
  if (typeof detail === 'string') return detail
  if (Array.isArray(detail)) {
    return detail
      .filter(isFault)
      .map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)
      .join(' ')
  }
  if (typeof detail === 'object' && detail !== null) {
    // A failed program has its message in `status`.
    const source =
      'status' in detail && typeof detail.status === 'object' ? (detail.status ?? detail) : detail
    if ('message' in source) return String(source.message)
  }
  return `The server answered ${status} ${code}.`
}

/** A failure that the server answered. Branch on `code`, or on the class: `error instanceof RevisionConflictError`. */
export class AssayError extends Error {
  /** The HTTP status of the answer. */
  readonly status: number
  /** An error code from a closed list. */
  readonly code: FailureCode
  /** The detail of the answer: a sentence, an object with a `message`, or the wrong fields. */
  readonly detail: unknown
  /** The other members of the answer: a merge with conflicts has its report in `merge`, and `windowing` when more follow. */
  readonly extra: Readonly<Record<string, unknown>>
  /** The id of the request in the log of the server. */
  readonly requestId: string | undefined
  /** All wrong fields of the request; empty for other failures. */
  readonly faults: readonly Fault[]
  /** The wait time that the server requests. */
  readonly retryAfterMs: number | undefined

  constructor(failure: Failure) {
    super(sentenceOf(failure))
    this.name = new.target.name
    this.status = failure.status
    // A server that is newer than this client may have more codes.
    this.code = failure.code as FailureCode
    this.detail = failure.detail
    this.extra = failure.extra ?? {}
    this.requestId = failure.requestId
    this.faults = Array.isArray(failure.detail) ? failure.detail.filter(isFault) : []
    this.retryAfterMs = retryAfterMs(failure.headers)
  }
}

/** No complete answer arrived: no network, no server, or a broken connection. */
export class ConnectionError extends Error {
  /** The name of the class, which survives minification. */
  override readonly name: string = 'ConnectionError'
}

/** No answer arrived in time. */
export class TimeoutError extends ConnectionError {
  /** The name of the class, which survives minification. */
  override readonly name = 'TimeoutError'
}

/** `Retry-After` in seconds or as a date; undefined when absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
