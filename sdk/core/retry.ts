// When a call is tried again.

const firstPauseMs = 250
const pauseMsMax = 8_000
/** Longer than this nobody waits for a call; the failure is told instead of slept over. */
const askedMsMax = 60_000

export const asksTooLong = (retryAfterMs: number | undefined): boolean =>
  retryAfterMs !== undefined && retryAfterMs > askedMsMax

/** Faults of a connection that was never made, as Node names them; browsers do not tell. */
const unmade: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether nothing of the request can have reached a server: then also a write may be tried again. */
export function wasNeverSent(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && unmade.has(at.code)) return true
  }
  return false
}

/** As long as the server asks for, else doubling; with jitter, so that clients do not come back all at once. */
export function backoffMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random() * firstPauseMs
  return Math.min(firstPauseMs * 2 ** attempt, pauseMsMax) * (0.5 + random() / 2)
}

/** Resolves after the time, or rejects with the reason of the signal. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
