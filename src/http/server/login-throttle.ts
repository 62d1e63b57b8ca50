// Throttles wrong keys per client address: above the limit per minute, keys from that address are refused
// without a lookup until the minute ends. A key that succeeded from the address before is still looked up, so
// a program with a wrong key, or an attacker, does not lock out others behind the same address.
import { AssayError } from '../../kernel/errors.ts'
import { createRateLimiter } from '../../kernel/rate-limiter.ts'
import { clientNetwork } from './connections/connections.ts'

export interface LoginAttempt {
  readonly address: string
  readonly secret: string
}

export interface LoginThrottle {
  /** Returns the result of `lookup`; throws too_many_requests above the limit without calling it. */
  check<T>(attempt: LoginAttempt, lookup: () => Promise<T | undefined>): Promise<T | undefined>
}

/** The maximum number of accepted pairs of address and key in memory. */
const acceptedMax = 10_000

const tooMany = (max: number, secondsLeft: number): AssayError =>
  new AssayError(
    'too_many_requests',
    `More than ${max} wrong keys came from this address in a minute (setting wrong_keys_per_minute_max).`,
    { headers: { 'Retry-After': String(secondsLeft) } },
  )

/** 0 sets no limit. */
export function createLoginThrottle(perMinuteMax: number, nowMs?: () => number): LoginThrottle {
  if (perMinuteMax === 0) return { check: (_, lookup) => lookup() }
  const limiter = createRateLimiter({ max: perMinuteMax, windowMs: 60_000, ...(nowMs && { nowMs }) })
  const acceptedPairs = new Set<string>()
  const addAccepted = (pair: string): void => {
    const [oldest] = acceptedPairs
    if (acceptedPairs.size >= acceptedMax && oldest !== undefined) acceptedPairs.delete(oldest)
    acceptedPairs.add(pair)
  }
  return {
    async check({ address, secret }, lookup) {
      const network = clientNetwork(address)
      const pair = `${network} ${secret}`
      if (acceptedPairs.has(pair)) {
        const result = await lookup()
        if (result === undefined) acceptedPairs.delete(pair)
        return result
      }
      // Count before the lookup, so that parallel requests cannot all pass.
      const { isAllowed, secondsUntilReset } = limiter.consume(network)
      if (!isAllowed) throw tooMany(perMinuteMax, secondsUntilReset)
      let isWrong = false
      try {
        const result = await lookup()
        isWrong = result === undefined
        if (!isWrong) addAccepted(pair)
        return result
      } finally {
        if (!isWrong) limiter.refund(network)
      }
    },
  }
}
