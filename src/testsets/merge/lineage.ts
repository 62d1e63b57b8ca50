// Finds the commits that two revisions share. A revision copied by a fork counts as its original; a merge includes the
// history of the merged revision. Revision ids sort by creation time, so the newest shared commit has the greatest id.
import type { RelationalReads, Revision } from '../../storage/contract/contract.ts'

interface Source {
  readonly reads: RelationalReads
  readonly projectId: string
}

const family = 'testset'

/** The commit of a revision: for a copy made by a fork, the original. */
const commitId = (revision: Pick<Revision, 'id' | 'originRevisionId'>): string =>
  revision.originRevisionId ?? revision.id

/** All commits in the history of a revision, including itself. */
async function history(source: Source, revision: Revision): Promise<ReadonlySet<string>> {
  const { reads, projectId } = source
  const commits = new Set<string>()
  const readUpTo = new Map<string, number>()
  const pendingRevisions = [{ variantId: revision.variant.id, version: revision.version }]
  for (let next = pendingRevisions.pop(); next !== undefined; next = pendingRevisions.pop()) {
    if ((readUpTo.get(next.variantId) ?? -1) >= next.version) continue
    readUpTo.set(next.variantId, next.version)
    for (const ancestor of await reads.ancestors(projectId, next.variantId, next.version)) {
      commits.add(commitId(ancestor))
      const mergedRevision =
        ancestor.mergedRevisionId === undefined
          ? undefined
          : await reads.revision(projectId, family, { id: ancestor.mergedRevisionId })
      if (mergedRevision !== undefined)
        pendingRevisions.push({ variantId: mergedRevision.variant.id, version: mergedRevision.version })
    }
  }
  return commits
}

/** The newest commit in the history of both; undefined when they share none. */
export async function commonAncestor(
  source: Source,
  { ours, theirs }: { readonly ours: Revision; readonly theirs: Revision },
): Promise<Revision | undefined> {
  const [ourHistory, theirHistory] = [await history(source, ours), await history(source, theirs)]
  let newest: string | undefined
  for (const id of ourHistory) if (theirHistory.has(id) && (newest === undefined || id > newest)) newest = id
  return newest === undefined ? undefined : source.reads.revision(source.projectId, family, { id: newest })
}

/** Whether a revision is in the history of another. */
export const isInHistory = async (
  source: Source,
  { revision, descendant }: { readonly revision: Revision; readonly descendant: Revision },
): Promise<boolean> => (await history(source, descendant)).has(commitId(revision))
