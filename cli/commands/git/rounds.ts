// Repeats rounds: by interval, and at once after a webhook. A side that fails is tried again with backoff.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from '../../failures.ts'

/** The first pause after a failure, which doubles up to the longest. */
const backoffMsMin = 5000
const backoffMsMax = 300_000

export const backoffMs = (failures: number, everyMs: number): number =>
  Math.min(Math.min(backoffMsMin, everyMs) * 2 ** Math.min(failures - 1, 30), backoffMsMax)

/** Wakes the loop. Events during a round start one more. */
export class WakeSignal {
  #isNotified = false
  #wake: (() => void) | undefined

  notify(): void {
    this.#isNotified = true
    this.#wake?.()
  }

  /** Resolves after this time or at the next event, whichever is first. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isNotified) {
      const pause = new AbortController()
      const end = (): void => pause.abort()
      signal.addEventListener('abort', end, { once: true })
      this.#wake = end
      if (signal.aborted) end()
      await sleep(ms, undefined, { signal: pause.signal }).catch(() => undefined)
      signal.removeEventListener('abort', end)
      this.#wake = undefined
    }
    this.#isNotified = false
  }
}

export async function repeatRounds({
  round,
  onFailure,
  wakeSignal,
  everyMs,
  signal,
}: {
  readonly round: () => Promise<void>
  /** Reports a temporary failure; throws any other. */
  readonly onFailure: (error: unknown) => Failure
  readonly wakeSignal: WakeSignal
  readonly everyMs: number
  readonly signal: AbortSignal
}): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      await round()
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      onFailure(error)
      failures++
    }
    await wakeSignal.wait(failures === 0 ? everyMs : backoffMs(failures, everyMs), signal)
  }
}
