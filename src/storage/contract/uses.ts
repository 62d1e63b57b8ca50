// Who uses which revisions. Kept beside what uses them, in the same transaction, so that "where is this used" is answered by an
// index, however much a project holds.

/** A run by its steps, a revision by its embeds. */
export type UsedBy = 'run' | 'revision'

/** What is used: any revision of an artifact, the newest of a variant whichever that is, or one revision for ever. */
export interface Used {
  readonly level: 'artifact' | 'variant' | 'revision'
  readonly id: string
}

export interface UseReads {
  /** The ids of those that use one of these, newest first, each once. Nothing tells those apart that were made in one instant. */
  usersOf(projectId: string, by: UsedBy, used: readonly Used[], limit: number): Promise<readonly string[]>
}

export interface UseWrites {
  /** What a user uses from now on; what it used before is forgotten. */
  putUses(projectId: string, by: UsedBy, userId: string, used: readonly Used[]): Promise<void>
  /** The second uses what the first does. */
  copyUses(projectId: string, from: string, to: string): Promise<void>
  /** Forgets what these used. */
  deleteUses(projectId: string, userIds: readonly string[]): Promise<void>
}
