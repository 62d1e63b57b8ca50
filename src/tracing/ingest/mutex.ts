// A mutex for code that reads the spans of a trace and then writes them. The worker, the synchronous writes and the
// deletions of a process share one, because they may change the same traces.

/** Runs `work` after all earlier callers have finished. An error affects only its own caller. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
