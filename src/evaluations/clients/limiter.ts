// How many calls a provider gets at a time, over all runs of the server; and a pause for all of them when it says that
// they are too many.
import { StepFailure } from '../failure.ts'
import { systemRetryWorld, type RetryWorld } from './retry.ts'

export interface LimiterOptions {
  /** Calls of one provider at a time. */
  readonly inFlightMax: number
  readonly now?: () => number
  readonly world?: Pick<RetryWorld, 'sleep'>
}

interface Lane {
  inFlight: number
  readonly waiting: (() => void)[]
  pausedUntilMs: number
}

/** Runs calls by the name of their provider; each waits its turn, first come first served. */
export interface Limiter {
  admit<T>(provider: string, call: () => Promise<T>): Promise<T>
}

export function createLimiter({
  inFlightMax,
  now = Date.now,
  world = systemRetryWorld,
}: LimiterOptions): Limiter {
  const lanes = new Map<string, Lane>()

  const laneOf = (provider: string): Lane => {
    const lane = lanes.get(provider) ?? { inFlight: 0, waiting: [], pausedUntilMs: 0 }
    lanes.set(provider, lane)
    return lane
  }
  const leave = (provider: string, lane: Lane): void => {
    const next = lane.waiting.shift()
    if (next !== undefined) {
      next()
      return
    }
    lane.inFlight -= 1
    // A provider that nobody calls is forgotten, unless its pause still counts.
    if (lane.inFlight === 0 && lane.pausedUntilMs <= now()) lanes.delete(provider)
  }

  return {
    async admit(provider, call) {
      const lane = laneOf(provider)
      if (lane.inFlight >= inFlightMax) await new Promise<void>((resolve) => lane.waiting.push(resolve))
      else lane.inFlight += 1
      try {
        const pauseMs = lane.pausedUntilMs - now()
        if (pauseMs > 0) await world.sleep(pauseMs)
        return await call()
      } catch (error) {
        if (error instanceof StepFailure && error.code === 'rate_limited') {
          lane.pausedUntilMs = Math.max(lane.pausedUntilMs, now() + (error.retryAfterMs ?? 0))
        }
        throw error
      } finally {
        leave(provider, lane)
      }
    },
  }
}
