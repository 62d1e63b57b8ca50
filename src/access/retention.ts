// The retention of a project: the days for which its traces, runs and audit entries are stored, and the days for which
// results hold their traces. The sweep of audit entries is here; those of traces and runs are in tracing/ and
// evaluations/.
import { millisecondText } from '../kernel/clock.ts'
import type { RelationalReads, RelationalStore } from '../storage/contract/contract.ts'

/** Days by subject. 0: forever. */
export interface Retention {
  readonly days: number
  readonly runs_days: number
  readonly audit_days: number
  /** A result holds the trace that it references for this long; afterwards the retention of traces applies. */
  readonly hold_days: number
}

/** The setting of a project. Absent members: the setting of the server applies. */
export type RetentionSetting = Partial<Retention>

type RetentionReads = Pick<RelationalReads, 'projectSetting'>

export async function retentionSetting(reads: RetentionReads, projectId: string): Promise<RetentionSetting> {
  const setting = await reads.projectSetting(projectId, 'retention')
  if (setting === undefined) return {}
  const days = JSON.parse(setting.value) as Readonly<Record<string, number | null>>
  return Object.fromEntries(Object.entries(days).filter(([, value]) => value !== null))
}

export interface ExpiryParts {
  readonly reads: () => Pick<RelationalReads, 'projects' | 'projectSetting'>
  /** For projects without a setting. */
  readonly defaults: Retention
}

export interface Sweep {
  readonly nowMs: number
  readonly signal?: AbortSignal | undefined
}

const dayMs = 86_400_000

/** The time before which records expire; undefined: they never do. */
const expiryTime = (days: number, nowMs: number): string | undefined =>
  days === 0 ? undefined : millisecondText(nowMs - days * dayMs)

export interface ProjectExpiry {
  readonly projectId: string
  /** Records before this time expire. */
  readonly before: string
  /** Results before this time hold no traces; undefined: all results do. */
  readonly holdsSince: string | undefined
}

/** Calls `expire` for every project that does not retain this subject forever; returns the sum of its counts. */
export async function sweepProjects(
  { reads, defaults, nowMs, signal }: ExpiryParts & Sweep,
  {
    subject,
    expire,
  }: {
    readonly subject: keyof Retention
    readonly expire: (expiry: ProjectExpiry) => Promise<number>
  },
): Promise<number> {
  let removedCount = 0
  for (const { id } of await reads().projects({ includeArchived: true })) {
    const retention = { ...defaults, ...(await retentionSetting(reads(), id)) }
    const before = expiryTime(retention[subject], nowMs)
    const holdsSince = expiryTime(retention.hold_days, nowMs)
    if (before !== undefined) removedCount += await expire({ projectId: id, before, holdsSince })
    if (signal?.aborted === true) return removedCount
  }
  return removedCount
}

/** Entries per transaction: other writers wait for it. */
const entriesPerPage = 1_000

/** Deletes expired audit entries, oldest first. Can be stopped and repeated. */
export const expireAudit = (
  parts: ExpiryParts & { readonly store: RelationalStore },
  sweep: Sweep,
): Promise<number> =>
  sweepProjects(
    { ...parts, ...sweep },
    {
      subject: 'audit_days',
      expire: async ({ projectId, before }) => {
        let removedCount = 0
        for (;;) {
          const page = { before, limit: entriesPerPage }
          const count = await parts.store.write((tx) => tx.expireAudit(projectId, page))
          removedCount += count
          if (count < entriesPerPage || sweep.signal?.aborted === true) return removedCount
        }
      },
    },
  )
