// A fixed-window rate limiter. It limits the requests of a key, and attempts with wrong keys per address. A window
// starts with the first request of a party. The number of parties is bounded; the oldest windows are dropped first.

export interface RateLimitResult {
  /** Whether the request is within the quota. */
  readonly isAllowed: boolean
  /** The number of requests that remain in the window. */
  readonly remaining: number
  /** The time until the window ends. */
  readonly secondsUntilReset: number
}

export interface RateLimiter {
  /** Counts one request of the party. */
  consume(party: string): RateLimitResult
  /** Refunds a request that did not need to count. */
  refund(party: string): void
}

export interface RateLimiterOptions {
  readonly max: number
  readonly windowMs: number
  readonly partiesMax?: number
  readonly nowMs?: () => number
}

interface Window {
  usedCount: number
  readonly endsAtMs: number
}

export function createRateLimiter({
  max,
  windowMs,
  partiesMax = 10_000,
  nowMs = () => performance.now(),
}: RateLimiterOptions): RateLimiter {
  /** In the order in which the windows start, and so in the order in which they end. */
  const windows = new Map<string, Window>()

  const evictWindows = (now: number): void => {
    for (const [party, { endsAtMs }] of windows) {
      if (endsAtMs > now && windows.size < partiesMax) return
      windows.delete(party)
    }
  }
  const windowOf = (party: string, now: number): Window => {
    const current = windows.get(party)
    if (current !== undefined && current.endsAtMs > now) return current
    windows.delete(party)
    evictWindows(now)
    const window = { usedCount: 0, endsAtMs: now + windowMs }
    windows.set(party, window)
    return window
  }

  return {
    consume(party) {
      const now = Math.floor(nowMs())
      const window = windowOf(party, now)
      const isGranted = window.usedCount < max
      if (isGranted) window.usedCount += 1
      const secondsLeft = Math.max(1, Math.ceil((window.endsAtMs - now) / 1000))
      return { isAllowed: isGranted, remaining: max - window.usedCount, secondsUntilReset: secondsLeft }
    },
    refund(party) {
      const window = windows.get(party)
      if (window !== undefined && window.usedCount > 0) window.usedCount -= 1
    },
  }
}
