// Runs long work on the main thread in time slices. Requests, timers and streams are served between two
// slices.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sliced } from './sliced.ts'

const sliceMs = 10

export interface Pauses {
  /** Whether the current slice is used up. */
  isDue(): boolean
  /** Ends the slice; the next one begins when it resolves. */
  next(): Promise<void>
}

/** Starts the first slice. */
export function createPauses(): Pauses {
  let startMs = performance.now()
  return {
    isDue: () => performance.now() - startMs >= sliceMs,
    next: async () => {
      await yieldToEventLoop()
      startMs = performance.now()
    },
  }
}

/** Pauses after each slice, the last one included. Work that ends within one slice never pauses. */
export async function inSlices<T>(work: Sliced<T>): Promise<T> {
  const pauses = createPauses()
  let hasPaused = false
  for (;;) {
    const step = work.next()
    if (step.done !== true && !pauses.isDue()) continue
    if (step.done !== true || hasPaused) await pauses.next()
    if (step.done === true) return step.value
    hasPaused = true
  }
}

/** Visits the items in order, in time slices. */
export async function eachInSlices<T>(
  items: Iterable<T>,
  visit: (item: T, index: number) => void,
): Promise<void> {
  const pauses = createPauses()
  let index = 0
  for (const item of items) {
    visit(item, index)
    index += 1
    if (pauses.isDue()) await pauses.next()
  }
}
