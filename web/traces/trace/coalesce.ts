// Coalesces calls of a task: one run at a time, and one more run if it was called meanwhile.

export function coalesce(task: () => Promise<unknown>): () => void {
  let isRunning = false
  let hasPendingCall = false
  const run = async (): Promise<void> => {
    isRunning = true
    try {
      while (hasPendingCall) {
        hasPendingCall = false
        await task()
      }
    } finally {
      isRunning = false
    }
  }
  return () => {
    hasPendingCall = true
    if (!isRunning) void run()
  }
}
