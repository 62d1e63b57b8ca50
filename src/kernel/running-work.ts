// Tracks background work and work whose client may disconnect before it ends: requests, streams, background
// writes. A shutdown waits for all of it before the stores close.

export interface RunningWork {
  /** Adds running work and returns it. Its errors go to the caller. */
  readonly track: <T>(work: Promise<T>) => Promise<T>
  /** Resolves when no tracked work remains, including work that was added meanwhile. */
  readonly waitForAll: () => Promise<void>
}

export function createRunningWork(): RunningWork {
  const activeWork = new Set<Promise<unknown>>()
  return {
    track: (work) => {
      activeWork.add(work)
      const remove = (): void => {
        activeWork.delete(work)
      }
      work.then(remove, remove)
      return work
    },
    waitForAll: async () => {
      while (activeWork.size > 0) await Promise.allSettled(activeWork)
    },
  }
}
