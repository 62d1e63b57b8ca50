// Keeps track of work that nobody waits for, or whose client may leave before it ends: requests, streams, writes in the
// background. A stop waits for all of it before the stores close, so that none of it finds a closed store.

export interface RunningWork {
  /** Adds work that is under way, and returns it. Its errors stay with the caller. */
  readonly track: <T>(work: Promise<T>) => Promise<T>
  /** Resolves when no tracked work is left, including work that tracked work has added meanwhile. */
  readonly ended: () => Promise<void>
}

export function createRunningWork(): RunningWork {
  const running = new Set<Promise<unknown>>()
  return {
    track: (work) => {
      running.add(work)
      const remove = (): void => {
        running.delete(work)
      }
      work.then(remove, remove)
      return work
    },
    ended: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
