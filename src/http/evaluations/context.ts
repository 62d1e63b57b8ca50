// What the routes of evaluations are made with, and what they share.
import type { EvaluationEngine } from '../../evaluations/records/engine.ts'
import { recordOf } from '../../evaluations/records/engine.ts'
import type { SnapshotCache } from '../../evaluations/verdicts/snapshot-cache.ts'
import type { AnnotationParts } from '../../evaluations/queues/annotate-item.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationKind, EvaluationRecords } from '../../storage/contract/contract.ts'
import type { PageLimits } from '../../versioning/windowing.ts'

export interface EvaluationContext {
  readonly engine: EvaluationEngine
  /** With which people judge. */
  readonly judging: AnnotationParts
  /** What was read of runs for clients that ask on about it. */
  readonly readings: SnapshotCache
  readonly limits: PageLimits
  /** Of this program. */
  readonly version: string
}

/** What the routes share that change something, and those that only read. */
export const editing = { access: 'editor', writes: true } as const
export const reading = { access: 'viewer' } as const

export const fetched = <K extends EvaluationKind>(
  scope: Scope,
  kind: K,
  id: string,
): Promise<EvaluationRecords[K] | undefined> => recordOf(scope.store.read, scope.projectId, kind, id)
