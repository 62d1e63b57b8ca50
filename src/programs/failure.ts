// Why a step failed: the closed table of codes that results carry, and the one error that programs of this folder throw.
// A failure is about one cell of a run, so it is kept in the result and not answered as an error of the server.
import { maskUserInfo } from '../kernel/user-info.ts'

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
  schema_mismatch: 502,
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
  /** What the other side said, as far as it is kept; not for everybody who sees the failure. */
  readonly said?: string | undefined
  readonly cause?: unknown
}

/** Of what the other side said so much is kept: enough to find the mistake, too little to carry data away. */
const saidMax = 300

/** What a result keeps of a failure. */
export interface ResultError {
  readonly code: FailureCode
  readonly message: string
  readonly attempts?: number
  /** For editors only: they can name any url, and an answer of it may be meant for nobody. */
  readonly said?: string
}

/** The message with what the other side said. */
export const toldMessage = ({ message, said }: Pick<StepFailure, 'message' | 'said'>): string =>
  said === undefined ? message : `${message.replace(/\.$/, '')}: ${said}`

export class StepFailure extends Error {
  readonly code: FailureCode
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  /** How often it was tried; absent when trying again was never meant. */
  readonly attempts: number | undefined
  readonly status: number
  readonly said: string | undefined

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(maskUserInfo(message), { cause: options.cause })
    this.name = 'StepFailure'
    this.code = code
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
    this.attempts = options.attempts
    this.status = options.status ?? statusOfCode[code]
    // Masked before it is cut: a cut could take the `@` away by which a password is recognized.
    this.said = maskUserInfo(options.said ?? '').slice(0, saidMax) || undefined
  }

  get resultError(): ResultError {
    const { code, message, attempts, said } = this
    return {
      code,
      message,
      ...(attempts === undefined ? {} : { attempts }),
      ...(said === undefined ? {} : { said }),
    }
  }

  /** The same failure after so many attempts. */
  after(attempts: number): StepFailure {
    const { code, message, retryable, retryAfterMs, status, said, cause } = this
    return new StepFailure(code, message, { retryable, retryAfterMs, status, said, cause, attempts })
  }
}

/** A program whose settings make no sense. */
export const badSettings = (message: string): StepFailure => new StepFailure('not_runnable', message)

/** A program that cannot work with the inputs it got. */
export const badInputs = (message: string): StepFailure =>
  new StepFailure('not_runnable', message, { status: 400 })
