// Uses of revisions by runs and by other revisions. They are stored in the same transaction as the run or revision that
// has them, so "where is this used" is one index lookup in a project of any size.

/** A run uses revisions by its steps, a revision by its embeds. */
export type UsedBy = 'run' | 'revision'

/** The used record: any revision of an artifact, the newest of a variant, or one fixed revision. */
export interface UsedRecord {
  readonly level: 'artifact' | 'variant' | 'revision'
  readonly id: string
}

export interface UseReads {
  /**
   * The ids of the runs or revisions that use one of these records, newest first, each once. Records created in the
   * same instant are not ordered.
   */
  usersOf(
    projectId: string,
    by: UsedBy,
    usedRecords: readonly UsedRecord[],
    limit: number,
  ): Promise<readonly string[]>
}

export interface UseWrites {
  /** Replaces the uses of a run or revision. */
  putUses(projectId: string, by: UsedBy, userId: string, usedRecords: readonly UsedRecord[]): Promise<void>
  /** Copies the uses of `from` to `to`. */
  copyUses(projectId: string, from: string, to: string): Promise<void>
  /** Deletes the uses of these runs or revisions. */
  deleteUses(projectId: string, userIds: readonly string[]): Promise<void>
}
