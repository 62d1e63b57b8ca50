// Waits for conditions: the only place where tests sleep. patience.ts says how long.
import { setTimeout as sleep } from 'node:timers/promises'
import { checkPatience } from './patience.ts'

const pauseMsMin = 20
const pauseMsMax = 200
/** Polling takes at most a tenth of the time, so that it does not slow the work that it waits for. */
const pausesPerLook = 9

/** Returns the first value of `look` that is not undefined; throws when nothing happens any more. */
export async function eventually<T>(
  look: () => T | undefined | Promise<T | undefined>,
  description: string,
): Promise<T> {
  const start = performance.now()
  for (;;) {
    const lookStart = performance.now()
    const value = await look()
    const lookMs = performance.now() - lookStart
    if (value !== undefined) return value
    checkPatience(description, start)
    await sleep(Math.min(Math.max(lookMs * pausesPerLook, pauseMsMin), pauseMsMax))
  }
}

/** Resolves when the condition is true; throws when nothing happens any more. */
export async function until(condition: () => boolean | Promise<boolean>, description: string): Promise<void> {
  await eventually(async () => ((await condition()) ? true : undefined), description)
}
