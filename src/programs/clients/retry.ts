// Trying again: only what may succeed another time, with growing pauses and some chance in them, so that many steps
// that failed together do not come back together.
import { StepFailure } from '../failure.ts'

export interface RetryPolicy {
  /** Further attempts after the first. */
  readonly retriesMax: number
  /** The first pause; doubled each time. */
  readonly delayMs: number
}

export const noRetries: RetryPolicy = { retriesMax: 0, delayMs: 0 }
/** What a run does unless it says otherwise. */
export const usualRetries: RetryPolicy = { retriesMax: 3, delayMs: 1000 }

const delayMsMax = 60_000

export interface RetryWorld {
  /** Resolves after the pause; rejects with the signal's reason when it is aborted before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** 0..1, evenly. */
  random(): number
}

export const systemRetryWorld: RetryWorld = {
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const stop = (): void => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    }),
  random: () => Math.random(),
}

/** The pause before attempt `attempt` (the second is 2): between half of the doubled delay and all of it. */
export function pauseMs(
  policy: RetryPolicy,
  attempt: number,
  failure: StepFailure,
  random: () => number,
): number {
  const full = Math.min(delayMsMax, policy.delayMs * 2 ** (attempt - 2))
  const pause = full * (0.5 + random() / 2)
  return Math.min(delayMsMax, Math.max(pause, failure.retryAfterMs ?? 0))
}

/** Runs `work` until it succeeds, fails for good, or was tried often enough. The failure says how often. */
export async function withRetries<T>(
  policy: RetryPolicy,
  work: (attempt: number) => Promise<T>,
  options: { readonly signal?: AbortSignal | undefined; readonly world?: RetryWorld } = {},
): Promise<T> {
  const { signal, world = systemRetryWorld } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      if (!error.retryable || attempt > policy.retriesMax) throw error.after(attempt)
      await world.sleep(
        pauseMs(policy, attempt + 1, error, () => world.random()),
        signal,
      )
    }
  }
}
