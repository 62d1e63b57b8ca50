// Coalesces calls of a task: one run at a time, and one more after it if there were calls meanwhile.

export function coalesce(task: () => Promise<unknown>): () => void {
  let isRunning = false
  let isWanted = false
  const run = async (): Promise<void> => {
    isRunning = true
    try {
      while (isWanted) {
        isWanted = false
        await task()
      }
    } finally {
      isRunning = false
    }
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}
