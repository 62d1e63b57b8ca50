// The closed table of error codes that clients may rely on. Every failure that leaves the server has one of
// these codes; any other error becomes internal_error and is logged with its cause. A test compares this
// table with docs/errors.md.

export const errorStatus = {
  reference_required: 400,
  reference_insufficient: 400,
  reference_mismatch: 400,
  key_required: 400,
  id_mismatch: 400,
  data_or_delta: 400,
  data_required: 400,
  fork_source_empty: 400,
  slug_reserved: 400,
  cursor_unknown: 400,
  filter_invalid: 400,
  trace_invalid: 400,
  payload_undecodable: 400,
  embed_failed: 400,
  unauthorized: 401,
  forbidden: 403,
  environment_guarded: 403,
  not_found: 404,
  archived: 404,
  not_deployed: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  slug_conflict: 409,
  id_conflict: 409,
  revision_conflict: 409,
  initial_revision_exists: 409,
  focus_conflict: 409,
  merge_conflict: 409,
  run_closed: 409,
  run_active: 409,
  run_not_finished: 409,
  queue_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  json_invalid: 422,
  uri_unknown: 422,
  schema_invalid: 422,
  output_mismatch: 422,
  rows_unknown: 422,
  column_conflict: 422,
  limit_exceeded: 422,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
  budget_exceeded: 504,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The types of field errors in a 422 (closed as well). */
export type FieldErrorType =
  | 'missing'
  | 'json_invalid'
  | 'extra_forbidden'
  | 'string_type'
  | 'int_type'
  | 'float_type'
  | 'bool_type'
  | 'list_type'
  | 'dict_type'
  | 'uuid_parsing'
  | 'datetime_parsing'
  | 'url_parsing'
  | 'enum'
  | 'greater_than_equal'
  | 'less_than_equal'
  | 'too_long'
  | 'value_error'
  | 'value_error.json_schema'

/** One wrong field of a request: its location, the problem and the received value. */
export interface FieldError {
  readonly type: FieldErrorType
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input?: unknown
  /** Machine-readable details: the exceeded limit and the setting that raises it. */
  readonly ctx?: { readonly [key: string]: unknown }
}

/** A message with machine-readable details. */
interface Particulars {
  readonly message: string
  readonly [key: string]: unknown
}

/**
 * The shape of `detail` follows from the status, and the compiler enforces it: generated clients read a 422
 * as a list of field errors and fail on anything else.
 */
interface DetailByStatus {
  readonly 400: string | Particulars
  readonly 401: Particulars
  readonly 403: string
  readonly 404: string
  readonly 405: string
  readonly 409: Particulars
  readonly 413: string
  readonly 415: string
  readonly 422: readonly FieldError[]
  readonly 429: string
  readonly 500: Particulars
  readonly 503: string
  readonly 504: string
}

type DetailOf<C extends ErrorCode> = DetailByStatus[(typeof errorStatus)[C]]

export type ErrorDetail = DetailOf<ErrorCode>

/** The codes that list field errors. */
export type FieldErrorCode = {
  [C in ErrorCode]: (typeof errorStatus)[C] extends 422 ? C : never
}[ErrorCode]

const fieldErrorSentence = ({ loc, msg }: FieldError): string =>
  loc.length === 0 ? msg : `${loc.join('.')}: ${msg}`

/** The detail as text, for logs and for failures that are reported outside of an HTTP answer. */
function sentenceOf(detail: ErrorDetail): string {
  if (typeof detail === 'string') return detail
  return 'message' in detail ? detail.message : detail.map(fieldErrorSentence).join(' ')
}

/** The only error class. `detail` is public; `cause` goes to the log and never to the client. */
export class AssayError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode
  readonly detail: ErrorDetail
  /** Further top-level members of the answer, such as the report of a refused merge. */
  readonly extra: { readonly [key: string]: unknown }
  readonly headers: { readonly [name: string]: string }

  constructor(
    code: C,
    detail: DetailOf<C>,
    options: {
      readonly cause?: unknown
      readonly extra?: { readonly [key: string]: unknown }
      readonly headers?: { readonly [name: string]: string }
    } = {},
  ) {
    super(sentenceOf(detail), { cause: options.cause })
    this.name = 'AssayError'
    this.code = code
    this.detail = detail
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** A 422 that lists every wrong field at once. */
export const invalid = (
  fieldErrors: readonly FieldError[],
  code: FieldErrorCode = 'validation_failed',
): AssayError => new AssayError(code, fieldErrors)

/** A request exceeds a limit. The field error contains the limit and the name of its setting, if it has one. */
export const limitExceeded = (
  fieldError: Omit<FieldError, 'ctx'> & { readonly limit: number; readonly setting?: string },
): AssayError => {
  const { limit, setting, ...rest } = fieldError
  return invalid(
    [{ ...rest, ctx: { limit, ...(setting === undefined ? {} : { setting }) } }],
    'limit_exceeded',
  )
}

/** The message of a caught value. Code that throws something else than an `Error` gets its text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The reason of an aborted signal as an error, to reject a promise with. */
export const abortError = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal?.reason })

/** Ends a switch over a union: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
