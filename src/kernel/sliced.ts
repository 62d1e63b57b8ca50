// Long work that can pause: a generator that yields every few milliseconds. time-slices.ts runs it on the
// main thread of a server. This file uses no Node API, because browsers parse JSON with it.

/** Yields every few milliseconds at most, and returns its result. */
export type Sliced<T> = Generator<undefined, T>

/** Runs without a pause: for short work, and for threads and processes that serve nobody else. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
