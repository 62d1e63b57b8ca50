// How many calls a provider gets at a time and in a minute, over all runs of the server; and a pause for all of them
// when it says that they are too many.
import { StepFailure } from '../failure.ts'
import { systemRetryWorld, type RetryWorld } from './retry.ts'

export interface LimiterOptions {
  /** Calls of one provider at a time. */
  readonly inFlightMax: number
  /** Calls of one provider in a minute, evenly spread; absent or 0: any number. */
  readonly perMinuteMax?: number
  readonly now?: () => number
  readonly world?: Pick<RetryWorld, 'sleep'>
}

interface Lane {
  inFlight: number
  readonly waiting: Set<() => void>
  /** No call starts before. */
  pausedUntilMs: number
}

/** However long a provider asks to wait: a mistake of its must not hold up a run for a day. */
const pauseMsMax = 60_000

/** Runs calls by the name of their provider; each waits its turn, first come first served. */
export interface Limiter {
  /** Rejects with the reason of the signal when that is aborted before its turn has come. */
  admit<T>(provider: string, call: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Resolves when it is woken, rejects when the signal is aborted before. */
function turnOf(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const stop = (): void => {
      lane.waiting.delete(wake)
      reject(signal?.reason as Error)
    }
    lane.waiting.add(wake)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export function createLimiter({
  inFlightMax,
  perMinuteMax = 0,
  now = Date.now,
  world = systemRetryWorld,
}: LimiterOptions): Limiter {
  const lanes = new Map<string, Lane>()
  const spacingMs = perMinuteMax === 0 ? 0 : 60_000 / perMinuteMax

  const laneOf = (provider: string): Lane => {
    const lane = lanes.get(provider) ?? { inFlight: 0, waiting: new Set(), pausedUntilMs: 0 }
    lanes.set(provider, lane)
    return lane
  }
  const leave = (provider: string, lane: Lane): void => {
    const [next] = lane.waiting
    if (next !== undefined) {
      lane.waiting.delete(next)
      next()
      return
    }
    lane.inFlight -= 1
    // A provider that nobody calls is forgotten, unless its pause still counts.
    if (lane.inFlight === 0 && lane.pausedUntilMs <= now()) lanes.delete(provider)
  }
  /** How long a call that has its turn still waits; the next one waits for it in turn. */
  const pauseOf = (lane: Lane): number => {
    const startMs = Math.max(now(), lane.pausedUntilMs)
    if (spacingMs > 0) lane.pausedUntilMs = startMs + spacingMs
    return startMs - now()
  }

  return {
    async admit(provider, call, signal) {
      signal?.throwIfAborted()
      const lane = laneOf(provider)
      if (lane.inFlight >= inFlightMax) await turnOf(lane, signal)
      else lane.inFlight += 1
      try {
        const pauseMs = pauseOf(lane)
        if (pauseMs > 0) await world.sleep(pauseMs, signal)
        return await call()
      } catch (error) {
        if (error instanceof StepFailure && error.code === 'rate_limited') {
          const asked = Math.min(error.retryAfterMs ?? 0, pauseMsMax)
          lane.pausedUntilMs = Math.max(lane.pausedUntilMs, now() + asked)
        }
        throw error
      } finally {
        leave(provider, lane)
      }
    },
  }
}
