// Who asks, in which project, through which store. Every operation of a subject takes one.
import type { RelationalStore, Role } from '../storage/contract/contract.ts'

export interface Scope {
  readonly projectId: string
  /** The key that asks: the author of what it writes. */
  readonly actorId: string
  readonly role: Role
  /** The store of this request: its writes also record themselves in the audit log, in the same transaction. */
  readonly store: RelationalStore
  /** Says what a write changed, for the audit log. */
  touched(resourceKind: string, resourceId: string): void
}

const rank: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, admin: 2 }

/** A role may do what every lower role may. */
export const roleReaches = (role: Role, needed: Role): boolean => rank[role] >= rank[needed]
