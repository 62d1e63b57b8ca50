// The interfaces of the stores. Their comments are promises, and src/storage/conformance/ tests them on every
// backend. The drivers are in the neighbouring folders; only stores.ts imports them.
//
// Every call is scoped by project: an id of another project is an unknown id, and an unknown id gives
// undefined or an empty list, never an error. Times are UTC text with six fractional digits, so that text
// order is time order.
import type { SlotUsage } from '../../kernel/fair-semaphore.ts'
import type { AccessReads, AccessWrites } from './access.ts'
import type { StoreSize } from './columnar.ts'
import type { DeletionReads, DeletionWrites } from './deletions.ts'
import type { EvaluationReads, EvaluationWrites } from './evaluations.ts'
import type { GitReads, GitWrites } from './git.ts'
import type { InboxReads, InboxWrites } from './inbox.ts'
import type { IngestHealthReads } from './ingest-health.ts'
import type { ProjectRowReads, ProjectRowWrites } from './project-rows.ts'
import type { QueueAssignmentReads, QueueAssignmentWrites } from './queue-assignments.ts'
import type { RunFollowingReads, RunFollowingWrites } from './run-following.ts'
import type { SessionReads, SessionWrites } from './sessions.ts'
import type { TaskReads, TaskWrites } from './tasks.ts'
import type { TestsetReads, TestsetStaging, TestsetWrites } from './testsets.ts'
import type { UsageReads, UsageWrites } from './usage.ts'
import type { UseReads, UseWrites } from './uses.ts'
import type { VersionReads, VersionWrites } from './versions.ts'
import type { WaitingLogReads, WaitingLogWrites } from './waiting-logs.ts'

export type * from './access.ts'
export * from './columnar.ts'
export * from './copies.ts'
export { encodeRows, RowEncoder } from './rows/span-rows.ts'
export type * from './deletions.ts'
export type * from './evaluations.ts'
export type * from './git.ts'
export * from './group-columns.ts'
export type * from './inbox.ts'
export * from './moving.ts'
export type * from './ingest-health.ts'
export * from './migrations.ts'
export * from './project-rows.ts'
export type * from './queue-assignments.ts'
export * from './run-following.ts'
export type * from './sessions.ts'
export type * from './span-days.ts'
export type * from './span-queries.ts'
export type * from './spans.ts'
export type * from './tasks.ts'
export * from './testsets.ts'
export type * from './usage.ts'
export type * from './uses.ts'
export type * from './versions.ts'
export type * from './waiting-logs.ts'

export interface RelationalReads
  extends
    VersionReads,
    AccessReads,
    SessionReads,
    InboxReads,
    IngestHealthReads,
    WaitingLogReads,
    TestsetReads,
    EvaluationReads,
    RunFollowingReads,
    QueueAssignmentReads,
    TaskReads,
    UsageReads,
    DeletionReads,
    GitReads,
    ProjectRowReads,
    UseReads {}

/** Inside a transaction reads see its own writes. */
export interface RelationalTx
  extends
    RelationalReads,
    VersionWrites,
    AccessWrites,
    SessionWrites,
    InboxWrites,
    WaitingLogWrites,
    TestsetWrites,
    EvaluationWrites,
    RunFollowingWrites,
    QueueAssignmentWrites,
    TaskWrites,
    UsageWrites,
    DeletionWrites,
    GitWrites,
    ProjectRowWrites,
    UseWrites {}

export interface RelationalStore {
  /** Sees every write that was acknowledged before the call. */
  readonly read: RelationalReads
  /**
   * Runs `work` in one transaction: all or nothing. Resolves only after the writes survive a crash of this
   * process and of the machine; waiting transactions share one sync. `work` may run again after a conflict
   * between processes, so it has no effects but those on `tx`, and awaits nothing else.
   */
  write<T>(work: (tx: RelationalTx) => Promise<T>): Promise<T>
  /**
   * Writes parts of a payload that no record names yet, in a separate transaction. The parts survive a
   * crash once a later `write` does; before that a crash may lose them, and nobody has seen them.
   */
  stage<T>(work: (tx: TestsetStaging) => Promise<T>): Promise<T>
  /** Resolves after its own durable write and read; rejects with the reason otherwise. */
  check(): Promise<void>
  /** A description of the store and its size in bytes, as the store reports it; takes the same time at any size. */
  size(): Promise<StoreSize>
  /** Reads the full store and returns descriptions of damage; empty: there is none. */
  integrity(): Promise<readonly string[]>
  /** The usage of connections, or of the single writer: how many are in use, and how many callers wait. */
  connections(): SlotUsage
  /** Completes accepted work, then closes. */
  close(): Promise<void>
}

/** A start or a command cannot use a store; the message contains the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
