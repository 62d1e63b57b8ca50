// Notifies the followers of a project that a request has written spans. The request does not wait for it, because its
// spans are already stored. Concurrent writes are counted as one.
import type { RelationalStore } from '../../storage/contract/contract.ts'

export interface SpanCounts {
  readonly written: (projectId: string) => void
  /** Resolves when all reported writes are counted or have failed. */
  readonly stop: () => Promise<void>
}

export function countSpanWrites(
  store: Pick<RelationalStore, 'write'>,
  onError: (error: unknown) => void,
): SpanCounts {
  let waiting = new Set<string>()
  let running: Promise<void> | undefined
  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const projectIds = waiting
      waiting = new Set()
      await store.write((tx) => tx.countSpanWrites(projectIds)).catch(onError)
    }
    running = undefined
  }
  return {
    written: (projectId) => {
      waiting.add(projectId)
      running ??= drain()
    },
    stop: async () => {
      await running
    },
  }
}
