// Turns: what reads the spans of a trace and then writes them does so alone in this process. The worker, the synchronous
// writes and the deletions share one line, for they may touch the same traces.

/** Runs `work` after everything that asked before has ended; a failure is the caller's own. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
