// Runs long work on the main thread in time slices. Requests, timers and streams are served between two
// slices.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sliced } from './sliced.ts'

const sliceMs = 10

/** Pauses if the current slice, which began at `started` (of `performance.now()`), is used up. */
export async function pauseAfter(started: number): Promise<void> {
  if (performance.now() - started >= sliceMs) await nextTurn()
}

/** Pauses after each slice, the last one included. Work that ends within one slice never pauses. */
export async function inSlices<T>(work: Sliced<T>): Promise<T> {
  let started = performance.now()
  let hasPaused = false
  for (;;) {
    const step = work.next()
    if (step.done === true) {
      if (hasPaused) await nextTurn()
      return step.value
    }
    if (performance.now() - started < sliceMs) continue
    await nextTurn()
    hasPaused = true
    started = performance.now()
  }
}
