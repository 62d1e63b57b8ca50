// Combines the statements over one database handle.
import type { Kysely } from 'kysely'
import { millisecondText } from '../../kernel/clock.ts'
import type { RelationalReads, RelationalStore, RelationalTx } from '../contract/contract.ts'
import { accessReads, accessWrites } from './statements/access.ts'
import { deletionReads, deletionWrites } from './statements/deletions.ts'
import { evaluationReads, evaluationWrites } from './statements/evaluations.ts'
import { gitReads, gitWrites } from './statements/git.ts'
import { inboxReads, inboxWrites } from './statements/inbox.ts'
import { ingestHealthReads } from './statements/ingest-health.ts'
import { projectRowReads, projectRowWrites } from './statements/project-rows.ts'
import { queueAssignmentReads, queueAssignmentWrites } from './statements/queue-assignments.ts'
import { runFollowingReads, runFollowingWrites } from './statements/run-following.ts'
import { sessionReads, sessionWrites } from './statements/sessions.ts'
import { taskReads, taskWrites } from './statements/tasks.ts'
import type { Capabilities, Tables } from './schema.ts'
import { testsetReads } from './statements/testset-reads.ts'
import { testsetWrites } from './statements/testset-writes.ts'
import { usageReads, usageWrites } from './statements/usage.ts'
import { useReads, useWrites } from './statements/uses.ts'
import { versionReads } from './statements/version-reads.ts'
import { versionWrites } from './statements/version-writes.ts'
import { waitingLogReads, waitingLogWrites } from './statements/waiting-logs.ts'

export const relationalReads = (db: Kysely<Tables>, capabilities: Capabilities): RelationalReads => ({
  ...versionReads(db, capabilities),
  ...accessReads(db),
  ...sessionReads(db),
  ...testsetReads(db),
  ...inboxReads(db),
  ...ingestHealthReads(db),
  ...waitingLogReads(db),
  ...evaluationReads(db, capabilities),
  ...runFollowingReads(db),
  ...queueAssignmentReads(db, capabilities),
  ...taskReads(db, capabilities),
  ...usageReads(db),
  ...deletionReads(db),
  ...gitReads(db, capabilities),
  ...projectRowReads(db),
  ...useReads(db),
})

export const relationalTx = (db: Kysely<Tables>, capabilities: Capabilities): RelationalTx => ({
  ...relationalReads(db, capabilities),
  ...versionWrites(db, capabilities),
  ...accessWrites(db, capabilities),
  ...sessionWrites(db),
  ...testsetWrites(db, capabilities),
  ...inboxWrites(db, capabilities),
  ...waitingLogWrites(db),
  ...evaluationWrites(db, capabilities),
  ...runFollowingWrites(db),
  ...queueAssignmentWrites(db),
  ...taskWrites(db, capabilities),
  ...usageWrites(db),
  ...deletionWrites(db, capabilities),
  ...gitWrites(db),
  ...projectRowWrites(db, capabilities),
  ...useWrites(db, capabilities),
})

/** A transaction that records the time of the check. */
export async function checkStore({ write }: Pick<RelationalStore, 'write'>): Promise<void> {
  const now = millisecondText(Date.now())
  await write((tx) => tx.markChecked(now))
}

/** Wraps all reads, so that a failing database throws the errors of the store (`unavailable`). */
export function convertErrors<T extends object>(
  statements: T,
  asStoreFailure: (error: unknown) => unknown,
): T {
  const refuse = (error: unknown): never => {
    throw asStoreFailure(error)
  }
  const guardedStatements = Object.entries(statements).map(([name, statement]) => [
    name,
    (...args: unknown[]) => (statement as (...args: unknown[]) => Promise<unknown>)(...args).catch(refuse),
  ])
  return Object.fromEntries(guardedStatements) as T
}
