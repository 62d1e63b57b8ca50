// Decides whether and when a call is retried.

const firstPauseMs = 250
const pauseMsMax = 8_000
/** If the server requests a longer wait, the call fails instead. */
const retryAfterMsMax = 60_000

export const isTooLongToWait = (retryAfterMs: number | undefined): boolean =>
  retryAfterMs !== undefined && retryAfterMs > retryAfterMsMax

/** Node's error codes of a connection that was never established; browsers do not report them. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether the request never reached a server. Then a write can be retried too. */
export function wasNeverSent(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && unsentCodes.has(at.code)) return true
  }
  return false
}

/** The backoff: the wait time of the server, else exponential; with jitter, so that clients do not retry together. */
export function backoffMs(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random() * firstPauseMs
  return Math.min(firstPauseMs * 2 ** attempt, pauseMsMax) * (0.5 + random() / 2)
}

/** Resolves after the time, or rejects with the reason of the signal. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
