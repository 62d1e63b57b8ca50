// The common ancestor of two variants in a graph of revisions. This file is pure.
import type { GraphRevision } from '../history/graph-layout.ts'

/** A fork copies earlier revisions: a copy and its original are the same revision. */
function originalOf(revisions: ReadonlyMap<string, GraphRevision>, id: string): string {
  const origin = revisions.get(id)?.copied_from_revision_id
  return origin === undefined ? id : originalOf(revisions, origin)
}

/** The newest revision of a variant that another variant has, too; undefined: they have nothing in common. */
export function mergeBase(
  revisions: readonly GraphRevision[],
  variantIds: { readonly ours: string; readonly theirs: string },
): GraphRevision | undefined {
  const byId = new Map(revisions.map((revision) => [revision.id, revision]))
  const revisionsOf = (variantId: string): readonly GraphRevision[] =>
    revisions
      .filter((revision) => revision.variant_id === variantId)
      .toSorted((a, b) => Number(b.version) - Number(a.version))
  const theirs = new Set(revisionsOf(variantIds.theirs).map(({ id }) => originalOf(byId, id)))
  // A version that merged a revision of the other variant includes all changes up to it.
  const ours = revisionsOf(variantIds.ours).flatMap((revision) => {
    const mergedId = revision.merged_revision_id
    return [revision, (mergedId === undefined ? undefined : byId.get(mergedId)) ?? revision]
  })
  return ours.find(({ id }) => theirs.has(originalOf(byId, id)))
}
