// Exported files outlive the retention of their project. The file of a day that has begun to expire is neither
// replaced nor removed.
import { retentionSetting } from '../access/retention.ts'
import type { ProjectDay, RelationalStore } from '../storage/contract/contract.ts'

export interface ExpiryOfDays {
  readonly store: Pick<RelationalStore, 'read'>
  /** For projects without a setting. 0: forever. */
  readonly retentionDays: number
  readonly nowMs: () => number
}

/** Whether the retention of the project has begun to remove spans of a day. */
export const isExpiredDay =
  ({ store, retentionDays, nowMs }: ExpiryOfDays) =>
  async ({ projectId, day }: ProjectDay): Promise<boolean> => {
    const { days = retentionDays } = await retentionSetting(store.read, projectId)
    return days > 0 && Date.parse(day) < nowMs() - days * 86_400_000
  }
