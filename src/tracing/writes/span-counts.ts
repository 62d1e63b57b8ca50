// Counts the writes of spans by requests: followers of a project are notified, and its usage grows. The request does not
// wait for it, because its spans are already stored. Concurrent writes are counted in one transaction.
import type { Clock } from '../../kernel/clock.ts'
import type { RelationalStore, UsageCounts, UsageDay } from '../../storage/contract/contract.ts'

export interface SpanCounts {
  readonly written: (projectId: string, usage: Partial<UsageCounts>) => void
  /** Resolves when all reported writes are counted or have failed. */
  readonly stop: () => Promise<void>
}

export interface SpanCountParts {
  readonly store: Pick<RelationalStore, 'write'>
  readonly clock: Pick<Clock, 'now'>
  readonly onError: (error: unknown) => void
}

const added = (before: UsageDay, usage: Partial<UsageCounts>): UsageDay => ({
  ...before,
  spans: before.spans + (usage.spans ?? 0),
  bytes: before.bytes + (usage.bytes ?? 0),
  calls: before.calls + (usage.calls ?? 0),
  cost: before.cost + (usage.cost ?? 0),
})

export function countSpanWrites({ store, clock, onError }: SpanCountParts): SpanCounts {
  let waiting = new Map<string, UsageDay>()
  let running: Promise<void> | undefined
  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      const usage = [...waiting.values()]
      waiting = new Map()
      await store
        .write(async (tx) => {
          await tx.addUsage(usage)
          await tx.countSpanWrites(new Set(usage.map(({ projectId }) => projectId)))
        })
        .catch(onError)
    }
    running = undefined
  }
  return {
    written: (projectId, usage) => {
      const day = clock.now().slice(0, 10)
      const none = { projectId, day, spans: 0, bytes: 0, testcases: 0, calls: 0, cost: 0 }
      waiting.set(projectId + day, added(waiting.get(projectId + day) ?? none, usage))
      running ??= drain()
    },
    stop: async () => {
      await running
    },
  }
}
