// Finds the column that edits the draft of a variant. The page of the application edits the same draft. This file is pure.

export interface DraftCandidate {
  readonly variantId: string
  readonly revisionId: string
}

export interface VariantState {
  readonly id: string
  /** The id of the newest revision; undefined: not loaded yet. */
  readonly headId: string | undefined
  /** The id of the revision that the draft of the variant started from; undefined: no draft. */
  readonly startId: string | undefined
}

/**
 * The position of the column that edits the draft of a variant: the first with its newest revision, as on its page, else the
 * first with the revision that the draft started from. A new draft may start in any column. Other columns of the variant
 * are experiments with drafts of their own.
 */
export function variantDraftOwner(
  columns: readonly DraftCandidate[],
  { id, headId, startId }: VariantState,
): number | undefined {
  const firstOwner = (isOwner: (revisionId: string) => boolean): number =>
    columns.findIndex(({ variantId, revisionId }) => variantId === id && isOwner(revisionId))
  const choices = [
    firstOwner((revisionId) => revisionId === headId),
    firstOwner((revisionId) => revisionId === startId),
    ...(startId === undefined ? [firstOwner(() => true)] : []),
  ]
  return choices.find((choice) => choice >= 0)
}
