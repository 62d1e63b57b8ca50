// The retention of a project: the days for which its traces, runs and audit entries are stored, and the days for which
// results hold their traces. The sweep of audit entries is here; those of traces and runs are in tracing/ and
// evaluations/.
import { z } from 'zod'
import { millisecondText } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import { int } from '../kernel/validation.ts'
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

const daysMax = 36_500
const days = int(0, daysMax).nullable()

/** The setting as routes write it, and as an archive has it. */
export const retentionEdit = z
  .object({ days, runs_days: days.optional(), audit_days: days.optional(), hold_days: days.optional() })
  .meta({ id: 'RetentionEdit', required: ['days'] })

type RetentionReads = Pick<RelationalReads, 'projectSetting'>

/** Throws if an earlier version stored an invalid setting: no default may delete what the project retains. */
export async function retentionSetting(reads: RetentionReads, projectId: string): Promise<RetentionSetting> {
  const setting = await reads.projectSetting(projectId, 'retention')
  if (setting === undefined) return {}
  const stored = retentionEdit.safeParse(JSON.parse(setting.value))
  if (stored.success)
    return Object.fromEntries(Object.entries(stored.data).filter(([, value]) => value !== null))
  throw new AssayError(
    'unavailable',
    'The stored retention of the project is invalid. Set all of its days again (PUT /retention/).',
    { cause: stored.error },
  )
}

/** The stored setting with these changes. A change of all members replaces an invalid setting. */
export async function changedRetention(
  reads: RetentionReads,
  { projectId, change }: { readonly projectId: string; readonly change: z.output<typeof retentionEdit> },
): Promise<string> {
  const isComplete = Object.keys(retentionEdit.shape).every((name) => Object.hasOwn(change, name))
  return JSON.stringify({ ...(isComplete ? {} : await retentionSetting(reads, projectId)), ...change })
}

export interface ExpiryParts {
  readonly reads: () => Pick<RelationalReads, 'projects' | 'projectSetting'>
  /** For projects without a setting. */
  readonly defaults: Retention
  /** Called with the error of a project. The sweep continues with the other projects. */
  readonly onProjectError: (projectId: string, error: unknown) => void
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

/**
 * Calls `expire` for every project that does not retain this subject forever; returns the sum of its counts. A project
 * that fails is reported and skipped.
 */
export async function sweepProjects(
  { reads, defaults, onProjectError, nowMs, signal }: ExpiryParts & Sweep,
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
    try {
      const retention = { ...defaults, ...(await retentionSetting(reads(), id)) }
      const before = expiryTime(retention[subject], nowMs)
      const holdsSince = expiryTime(retention.hold_days, nowMs)
      if (before !== undefined) removedCount += await expire({ projectId: id, before, holdsSince })
    } catch (error) {
      onProjectError(id, error)
    }
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
