// Who asks, in which project, through which store. Every operation of a subject takes one.
import type { ProgressListener } from '../kernel/progress-listener.ts'
import type { RelationalStore, Role } from '../storage/contract/contract.ts'

/** Of a key; or of a program that the server calls, whose key is lent to it for the call (call-keys.ts). */
export type CallerRole = Role | 'program'

export interface Scope {
  readonly projectId: string
  /** The key that asks: the author of what it writes. */
  readonly actorId: string
  readonly role: CallerRole
  /** Of the call that a program works on: spans of others are not its to write. Absent: no such bound. */
  readonly traceOfCall?: string | undefined
  /** The store of this request: its writes also record themselves in the audit log, in the same transaction. */
  readonly store: RelationalStore
  /** Of a request that is followed while it works. Absent: nobody waits for anything but its end. */
  readonly watcher?: ProgressListener | undefined
  /** Says what a write changed, for the audit log. */
  touched(resourceKind: string, resourceId: string): void
}

const rank: Readonly<Record<CallerRole, number>> = { program: -1, viewer: 0, editor: 1, admin: 2 }

/** A role may do what every lower role may. A program reaches none: what it may do is said of each route. */
export const roleReaches = (role: CallerRole, needed: Role): boolean => rank[role] >= rank[needed]
