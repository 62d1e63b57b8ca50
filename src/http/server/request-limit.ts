// Limits the requests per minute of a key. While a limit is set, every answer has the headers
// RateLimit-Policy and RateLimit of the IETF draft (draft-ietf-httpapi-ratelimit-headers).
import { AssayError } from '../../kernel/errors.ts'
import { createRateLimiter } from '../../kernel/rate-limiter.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Counts a request of a key, over all ports, and returns headers for the answer. Throws too_many_requests
 * above the limit.
 */
export type CountRequest = (keyId: string) => Headers

const windowSeconds = 60

/** 0 sets no limit. */
export function requestLimit(perMinuteMax: number, nowMs?: () => number): CountRequest {
  if (perMinuteMax === 0) return () => ({})
  const options = { max: perMinuteMax, windowMs: windowSeconds * 1000, partiesMax: 100_000 }
  const limiter = createRateLimiter({ ...options, ...(nowMs && { nowMs }) })
  const policy = `"requests";q=${perMinuteMax};w=${windowSeconds}`
  return (keyId) => {
    const { isAllowed, remaining, secondsUntilReset } = limiter.consume(keyId)
    const headers = {
      'RateLimit-Policy': policy,
      RateLimit: `"requests";r=${remaining};t=${secondsUntilReset}`,
    }
    if (isAllowed) return headers
    throw new AssayError(
      'too_many_requests',
      `More than ${perMinuteMax} requests in a minute (setting requests_per_minute_max).`,
      { headers: { ...headers, 'Retry-After': String(secondsUntilReset) } },
    )
  }
}
