// Waits for conditions: the only place where tests sleep. The time limit makes a test fail; it does not
// delay a test that passes.
import { setTimeout as sleep } from 'node:timers/promises'

const pauseMsMin = 20
const pauseMsMax = 200
/** Polling takes at most a tenth of the time, so that it does not slow the work that it waits for. */
const pausesPerLook = 9

/** Returns the first value of `look` that is not undefined; throws when there is none in time. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  description: string,
  secondsMax = 200,
): Promise<T> {
  const deadline = Date.now() + secondsMax * 1000
  for (;;) {
    const start = performance.now()
    const value = await look()
    const lookMs = performance.now() - start
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new Error(`not within ${secondsMax} s: ${description}`)
    await sleep(Math.min(Math.max(lookMs * pausesPerLook, pauseMsMin), pauseMsMax))
  }
}

/** Resolves when the condition is true; throws when it does not become true in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  description: string,
  secondsMax?: number,
): Promise<void> {
  await eventually(async () => ((await condition()) ? true : undefined), description, secondsMax)
}
