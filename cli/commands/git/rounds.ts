// Repeats rounds: by interval, and at once after a webhook. A side that fails is tried again with backoff.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from '../../failures.ts'

/** The first pause after a failure, which doubles up to the longest. */
const backoffMsMin = 5000
const backoffMsMax = 300_000

export const backoffMs = (failures: number, everyMs: number): number =>
  Math.min(Math.min(backoffMsMin, everyMs) * 2 ** Math.min(failures - 1, 30), backoffMsMax)

/** Wakes the loop. Events during a round start one more. */
export class Bell {
  #isRung = false
  #wake: (() => void) | undefined

  ring(): void {
    this.#isRung = true
    this.#wake?.()
  }

  /** Resolves after this time or at the next event, whichever is first. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung) {
      const pause = new AbortController()
      const end = (): void => pause.abort()
      signal.addEventListener('abort', end, { once: true })
      this.#wake = end
      if (signal.aborted) end()
      await sleep(ms, undefined, { signal: pause.signal }).catch(() => undefined)
      signal.removeEventListener('abort', end)
      this.#wake = undefined
    }
    this.#isRung = false
  }
}

export async function repeatRounds({
  round,
  onFailure,
  bell,
  everyMs,
  signal,
}: {
  readonly round: () => Promise<void>
  /** Reports a temporary failure; throws any other. */
  readonly onFailure: (error: unknown) => Failure
  readonly bell: Bell
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
    await bell.wait(failures === 0 ? everyMs : backoffMs(failures, everyMs), signal)
  }
}
