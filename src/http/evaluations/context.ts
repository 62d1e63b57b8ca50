// The dependencies of evaluation routes, and the values they share.
import type { EvaluationEngine } from '../../evaluations/records/engine.ts'
import { recordOf } from '../../evaluations/records/engine.ts'
import type { SnapshotCache } from '../../evaluations/verdicts/snapshot-cache.ts'
import type { AnnotationParts } from '../../evaluations/queues/annotate-item.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationKind, EvaluationRecords } from '../../storage/contract/contract.ts'
import type { PageLimits } from '../../versioning/windowing.ts'

export interface EvaluationContext {
  readonly engine: EvaluationEngine
  /** Dependencies for annotating items of queues. */
  readonly annotationParts: AnnotationParts
  /** Snapshots of runs for clients that send follow-up requests. */
  readonly snapshots: SnapshotCache
  readonly limits: PageLimits
  /** The version of this program. */
  readonly version: string
}

/** The access of routes that change records, and of routes that only read. */
export const editorAccess = { access: 'editor', writes: true } as const
export const viewerAccess = { access: 'viewer' } as const

export const fetchOne = <K extends EvaluationKind>(
  scope: Scope,
  { kind, id }: { readonly kind: K; readonly id: string },
): Promise<EvaluationRecords[K] | undefined> =>
  recordOf({ reads: scope.store.read, projectId: scope.projectId }, { kind, id })
