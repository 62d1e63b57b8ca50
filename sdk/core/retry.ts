// When a call is tried again.

const firstPauseMs = 250
const pauseMsMax = 8_000
/** Longer than this nobody waits for a call; the failure is told instead of slept over. */
const askedMsMax = 60_000

/** As long as the server asks for, else doubling; with jitter, so that clients do not come back all at once. */
export function pauseMs(
  tried: number,
  askedMs: number | undefined,
  random: () => number = Math.random,
): number {
  if (askedMs !== undefined) return Math.min(askedMs, askedMsMax) + random() * firstPauseMs
  return Math.min(firstPauseMs * 2 ** tried, pauseMsMax) * (0.5 + random() / 2)
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
