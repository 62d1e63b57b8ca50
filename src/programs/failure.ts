// Why a step failed: the closed table of codes that results carry, and the one error that programs of this folder throw.
// A failure is about one cell of a run, so it is kept in the result and not answered as an error of the server.

/** The status with which a program that is served over HTTP answers the same failure. */
const statusOfCode = {
  not_runnable: 422,
  timeout: 504,
  unreachable: 502,
  http_status: 502,
  rate_limited: 502,
  malformed_answer: 502,
  missing_expected: 400,
  missing_metric: 400,
  schema_mismatch: 400,
  sandbox: 422,
  upstream_failed: 502,
} as const

export type FailureCode = keyof typeof statusOfCode

interface FailureOptions {
  /** Another attempt may succeed. */
  readonly retryable?: boolean
  /** How long the other side asked to wait before another attempt. */
  readonly retryAfterMs?: number | undefined
  readonly attempts?: number
  readonly status?: number
  readonly cause?: unknown
}

/** What a result keeps of a failure. */
export interface ResultError {
  readonly code: FailureCode
  readonly message: string
  readonly attempts?: number
}

export class StepFailure extends Error {
  readonly code: FailureCode
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  /** How often it was tried; absent when trying again was never meant. */
  readonly attempts: number | undefined
  readonly status: number

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'StepFailure'
    this.code = code
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.attempts = options.attempts
    this.status = options.status ?? statusOfCode[code]
  }

  get resultError(): ResultError {
    const { code, message, attempts } = this
    return { code, message, ...(attempts === undefined ? {} : { attempts }) }
  }

  /** The same failure after so many attempts. */
  after(attempts: number): StepFailure {
    const { code, message, retryable, retryAfterMs, status, cause } = this
    return new StepFailure(code, message, { retryable, retryAfterMs, status, cause, attempts })
  }
}

/** A program whose settings make no sense. */
export const badSettings = (message: string): StepFailure => new StepFailure('not_runnable', message)

/** A program that cannot work with the inputs it got. */
export const badInputs = (message: string): StepFailure =>
  new StepFailure('not_runnable', message, { status: 400 })
