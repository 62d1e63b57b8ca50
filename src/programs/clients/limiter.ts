// A rate limiter per provider. It limits the calls in flight and the calls per minute over all runs of the server, and
// pauses all calls after a rate-limit response.
import { abortError } from '../../kernel/errors.ts'
import { StepFailure } from '../failure.ts'
import { systemNowMs, systemRetryEnvironment, type RetryEnvironment } from './retry.ts'

export interface LimiterOptions {
  /** Concurrent calls of one provider. */
  readonly inFlightMax: number
  /** Calls of one provider per minute, evenly spaced; absent or 0: unlimited. */
  readonly perMinuteMax?: number
  readonly now?: () => number
  readonly retryEnvironment?: Pick<RetryEnvironment, 'sleep'>
}

/** The calls of one provider. */
interface Lane {
  inFlight: number
  readonly waitingCalls: Set<() => void>
  /** No call starts before this time. */
  pausedUntilMs: number
}

/** The longest pause that a provider can request: a mistake must not hold up a run for a day. */
const pauseMsMax = 60_000

/** Runs calls by the name of their provider in FIFO order. */
export interface Limiter {
  /** Rejects with the signal's reason when it aborts before the call starts. */
  admit<T>(provider: string, call: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Resolves when a slot is free; rejects when the signal aborts before. */
function waitForSlot(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const stop = (): void => {
      lane.waitingCalls.delete(wake)
      reject(abortError(signal))
    }
    lane.waitingCalls.add(wake)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Reserves the next slot in the spacing of calls. Returns how long the call must wait for it. */
function reserveStart(
  lane: Lane,
  { nowMs, spacingMs }: { readonly nowMs: number; readonly spacingMs: number },
): number {
  const startMs = Math.max(nowMs, lane.pausedUntilMs)
  if (spacingMs > 0) lane.pausedUntilMs = startMs + spacingMs
  return startMs - nowMs
}

export function createLimiter({
  inFlightMax,
  perMinuteMax = 0,
  now = systemNowMs,
  retryEnvironment = systemRetryEnvironment,
}: LimiterOptions): Limiter {
  const lanes = new Map<string, Lane>()
  const spacingMs = perMinuteMax === 0 ? 0 : 60_000 / perMinuteMax

  const laneOf = (provider: string): Lane => {
    const lane = lanes.get(provider) ?? { inFlight: 0, waitingCalls: new Set(), pausedUntilMs: 0 }
    lanes.set(provider, lane)
    return lane
  }
  const release = (provider: string, lane: Lane): void => {
    const [next] = lane.waitingCalls
    if (next !== undefined) {
      lane.waitingCalls.delete(next)
      next()
      return
    }
    lane.inFlight -= 1
    // A provider without calls is forgotten, unless its pause is still active.
    if (lane.inFlight === 0 && lane.pausedUntilMs <= now()) lanes.delete(provider)
  }

  return {
    async admit(provider, call, signal) {
      signal?.throwIfAborted()
      const lane = laneOf(provider)
      if (lane.inFlight >= inFlightMax) await waitForSlot(lane, signal)
      else lane.inFlight += 1
      try {
        const pauseMs = reserveStart(lane, { nowMs: now(), spacingMs })
        if (pauseMs > 0) await retryEnvironment.sleep(pauseMs, signal)
        return await call()
      } catch (error) {
        if (error instanceof StepFailure && error.code === 'rate_limited') {
          const requestedMs = Math.min(error.retryAfterMs ?? 0, pauseMsMax)
          lane.pausedUntilMs = Math.max(lane.pausedUntilMs, now() + requestedMs)
        }
        throw error
      } finally {
        release(provider, lane)
      }
    },
  }
}
