// Counts the writes of spans by requests: followers of a project are notified, and its usage grows. The request does
// not wait for it, because its spans are already stored. Concurrent writes are counted in one transaction.
import type { Clock } from '../../kernel/clock.ts'
import type { RelationalStore, UsageCounts, UsageDay } from '../../storage/contract/contract.ts'

export interface SpanCounts {
  readonly onWritten: (projectId: string, usage: Partial<UsageCounts>) => void
  /** Resolves when all reported writes are counted or have failed. */
  readonly stop: () => Promise<void>
}

export interface SpanCountParts {
  readonly store: Pick<RelationalStore, 'write'>
  readonly clock: Pick<Clock, 'now'>
  readonly onError: (error: unknown) => void
}

const addUsage = (before: UsageDay, usage: Partial<UsageCounts>): UsageDay => ({
  ...before,
  spans: before.spans + (usage.spans ?? 0),
  bytes: before.bytes + (usage.bytes ?? 0),
  calls: before.calls + (usage.calls ?? 0),
  cost: before.cost + (usage.cost ?? 0),
})

export function countSpanWrites({ store, clock, onError }: SpanCountParts): SpanCounts {
  let pendingDays = new Map<string, UsageDay>()
  let currentWrite: Promise<void> | undefined
  const drain = async (): Promise<void> => {
    while (pendingDays.size > 0) {
      const usage = [...pendingDays.values()]
      pendingDays = new Map()
      await store
        .write(async (tx) => {
          await tx.addUsage(usage)
          await tx.countSpanWrites(new Set(usage.map(({ projectId }) => projectId)))
        })
        .catch(onError)
    }
    currentWrite = undefined
  }
  return {
    onWritten: (projectId, usage) => {
      const day = clock.now().slice(0, 10)
      const emptyDay = { projectId, day, spans: 0, bytes: 0, testcases: 0, calls: 0, cost: 0 }
      pendingDays.set(projectId + day, addUsage(pendingDays.get(projectId + day) ?? emptyDay, usage))
      currentWrite ??= drain()
    },
    stop: async () => {
      await currentWrite
    },
  }
}
