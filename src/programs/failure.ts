// Failures of steps: the closed table of codes that results carry, and the one error that programs throw. A failure
// concerns one cell of a run, so it is stored in the result instead of being a server error.
import { maskUserInfo } from '../kernel/user-info.ts'

/** The HTTP status of the same failure when a built-in is called as a service. */
const statusOfCode = {
  not_runnable: 422,
  timeout: 504,
  unreachable: 502,
  http_status: 502,
  rate_limited: 502,
  malformed_answer: 502,
  missing_expected: 400,
  missing_metric: 400,
  schema_mismatch: 502,
  sandbox: 422,
  upstream_failed: 502,
} as const

export type FailureCode = keyof typeof statusOfCode
export const isFailureCode = (code: unknown): code is FailureCode =>
  typeof code === 'string' && Object.hasOwn(statusOfCode, code)

interface FailureOptions {
  /** A retry may succeed. */
  readonly isRetryable?: boolean
  /** The delay that the called server requests before a retry. */
  readonly retryAfterMs?: number | undefined
  readonly attempts?: number
  readonly status?: number
  /** The HTTP status of the provider or program that was called. */
  readonly upstreamStatus?: number | undefined
  /** The response of the called server, truncated. Not everybody who sees the failure may see it. */
  readonly upstreamMessage?: string | undefined
  readonly cause?: unknown
}

/** The stored length of a response: enough to find the mistake, too little to exfiltrate data. */
const upstreamMessageMax = 300

/** The stored part of a failure. */
export interface ResultError {
  readonly code: FailureCode
  readonly message: string
  readonly attempts?: number
  /** For editors only: they can name any url, and its response may be confidential. */
  readonly said?: string
}

/** The message with the response of the called server. */
export const detailedMessage = ({
  message,
  upstreamMessage,
}: Pick<StepFailure, 'message' | 'upstreamMessage'>): string =>
  upstreamMessage === undefined ? message : `${message.replace(/\.$/, '')}: ${upstreamMessage}`

export class StepFailure extends Error {
  readonly code: FailureCode
  readonly isRetryable: boolean
  readonly retryAfterMs: number | undefined
  /** The number of attempts; absent when retries do not apply. */
  readonly attempts: number | undefined
  readonly status: number
  readonly upstreamStatus: number | undefined
  readonly upstreamMessage: string | undefined

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(maskUserInfo(message), { cause: options.cause })
    this.name = 'StepFailure'
    this.code = code
    this.isRetryable = options.isRetryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.attempts = options.attempts
    this.status = options.status ?? statusOfCode[code]
    this.upstreamStatus = options.upstreamStatus
    // Mask before truncating: truncation could remove the `@` that identifies a password.
    this.upstreamMessage =
      maskUserInfo(options.upstreamMessage ?? '').slice(0, upstreamMessageMax) || undefined
  }

  get resultError(): ResultError {
    const { code, message, attempts, upstreamMessage } = this
    return {
      code,
      message,
      ...(attempts === undefined ? {} : { attempts }),
      ...(upstreamMessage === undefined ? {} : { said: upstreamMessage }),
    }
  }

  /** The same failure with the number of attempts. */
  after(attempts: number): StepFailure {
    return this.#with({ attempts })
  }

  /** The same failure, never retried. */
  final(): StepFailure {
    return this.#with({ isRetryable: false })
  }

  #with(changes: FailureOptions): StepFailure {
    const { code, message, isRetryable, retryAfterMs, status, upstreamStatus, upstreamMessage, cause } = this
    const options = { isRetryable, retryAfterMs, status, upstreamStatus, upstreamMessage, cause }
    return new StepFailure(code, message, { ...options, ...changes })
  }
}

/** A program with invalid settings. */
export const badSettings = (message: string): StepFailure => new StepFailure('not_runnable', message)

/** A program that cannot use its inputs. */
export const badInputs = (message: string): StepFailure =>
  new StepFailure('not_runnable', message, { status: 400 })
