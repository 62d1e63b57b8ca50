// Tells those who follow a project that a request has written spans of it. The request does not wait: what it wrote is
// stored, and whoever follows learns of it a moment later. Writes that come meanwhile are counted as one.
import type { RelationalStore } from '../../storage/contract/contract.ts'

export interface SpanCounts {
  readonly written: (projectId: string) => void
  /** Resolves when all that was told is counted, or could not be. */
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
      const taken = waiting
      waiting = new Set()
      await store.write((tx) => tx.countSpanWrites(taken)).catch(onError)
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
