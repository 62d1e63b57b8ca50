// The caller, project and store of a request. Every operation of a subject takes a scope.
import type { ProgressListener } from '../kernel/progress-listener.ts'
import type { RelationalReads, RelationalStore, Role } from '../storage/contract/contract.ts'

/** The role of a key, or of a program that the server calls with a call-scoped key (call-keys.ts). */
export type CallerRole = Role | 'program'

export interface Scope {
  readonly projectId: string
  /** The key of the caller: the author of its writes. */
  readonly actorId: string
  readonly role: CallerRole
  /** The only trace that a called program may write spans of. Absent: the caller may write all traces. */
  readonly traceOfCall?: string | undefined
  /** The store of this request: its writes include their audit entry in the same transaction. */
  readonly store: RelationalStore
  /** Set for requests that report progress; absent: the client waits only for the result. */
  readonly progressListener?: ProgressListener | undefined
  /** Names the changed resource for the audit log. */
  recordResource(resourceKind: string, resourceId: string): void
}

/** The reads of a store or of a transaction, and the project whose records are read. */
export interface ProjectReads {
  readonly reads: RelationalReads
  readonly projectId: string
}

const rank: Readonly<Record<CallerRole, number>> = { program: -1, viewer: 0, editor: 1, admin: 2 }

/** A role includes all lower roles. A program has none: each route states whether it admits programs. */
export const roleReaches = (role: CallerRole, neededRole: Role): boolean => rank[role] >= rank[neededRole]
