// Retries with exponential backoff and jitter, so that steps that failed together do not come back together. Only
// retryable failures are repeated.
import { abortError } from '../../kernel/errors.ts'
import { StepFailure } from '../failure.ts'

export interface RetryPolicy {
  /** Retries after the first attempt. */
  readonly retriesMax: number
  /** The first delay; doubled each time. */
  readonly delayMs: number
}

export const noRetries: RetryPolicy = { retriesMax: 0, delayMs: 0 }
/** The default policy of a run. */
export const defaultRetries: RetryPolicy = { retriesMax: 3, delayMs: 1000 }

const delayMsMax = 60_000

/** The wall clock of the system. */
export const systemNowMs = (): number => Date.now()

export interface RetryEnvironment {
  /** Resolves after the pause; rejects with the signal's reason when it aborts before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Uniform in 0..1. */
  random(): number
}

export const systemRetryEnvironment: RetryEnvironment = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const stop = (): void => {
        clearTimeout(timer)
        reject(abortError(signal))
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    }),
  random: () => Math.random(),
}

/** The delay before attempt `attempt` (the first retry is 2): between half of the doubled delay and all of it. */
export function pauseMs(
  policy: RetryPolicy,
  attempt: number,
  failure: StepFailure,
  random: () => number,
): number {
  const fullDelayMs = Math.min(delayMsMax, policy.delayMs * 2 ** (attempt - 2))
  const pause = fullDelayMs * (0.5 + random() / 2)
  return Math.min(delayMsMax, Math.max(pause, failure.retryAfterMs ?? 0))
}

/**
 * Runs `work` until it succeeds, fails permanently, or the attempts are used up. The failure has the number of
 * attempts.
 */
export async function withRetries<T>(
  policy: RetryPolicy,
  work: (attempt: number) => Promise<T>,
  options: { readonly signal?: AbortSignal | undefined; readonly retryEnvironment?: RetryEnvironment } = {},
): Promise<T> {
  const { signal, retryEnvironment = systemRetryEnvironment } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      if (!error.isRetryable || attempt > policy.retriesMax) throw error.after(attempt)
      await retryEnvironment.sleep(
        pauseMs(policy, attempt + 1, error, () => retryEnvironment.random()),
        signal,
      )
    }
  }
}
