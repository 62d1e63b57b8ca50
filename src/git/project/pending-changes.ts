// Compares the artifacts of a project with its commits. Lists the revisions, archivings and moves without a commit, in
// the order in which they are committed.
import type { ProjectReads } from '../../access/scope.ts'
import type { ArtifactHead, Revision } from '../../storage/contract/contract.ts'
import type { ArtifactState, ProjectIndex } from './project-index.ts'
import { folderOf, type ArtifactEvent } from './project.ts'

/** A revision, archiving or move that has no commit yet. */
export interface PendingChange {
  readonly event: ArtifactEvent
  readonly head: ArtifactHead
  /** The folder of the artifact in the commit. */
  readonly folder: string
  /** The revision whose files the commit shows. */
  readonly variantId: string
  readonly revisionId: string
  readonly version: number
  /** Set for the event `revision`. */
  readonly revision: Revision | undefined
  /** The key that made the change. */
  readonly actorId: string
  readonly date: string
  /** The state of the artifact before the commit. */
  readonly previousState: ArtifactState | undefined
}

/** Whether an artifact has anything to commit. */
function hasChanged(head: ArtifactHead, state: ArtifactState | undefined): boolean {
  // An archived artifact that was never committed gets no commit until it is restored.
  if (state === undefined || state.isArchived) return head.deletedAt === undefined
  return (
    head.deletedAt !== undefined ||
    head.variantId !== state.variantId ||
    head.version !== state.version ||
    folderOf(head) !== state.folder
  )
}

/** The first version that has no commit. After a change of the default variant only its head is committed. */
function firstVersion(head: ArtifactHead, state: ArtifactState | undefined): number {
  if (state === undefined) return 0
  return head.variantId === state.variantId ? state.version + 1 : head.version
}

/** An archived artifact stays in its folder. */
const folderAfter = (head: ArtifactHead, state: ArtifactState | undefined): string =>
  head.deletedAt === undefined ? folderOf(head) : (state?.folder ?? folderOf(head))

/** Used for an artifact that does not record who changed it, or when. */
const unknownKey = 'assay'
const unknownDate = '1970-01-01T00:00:00.000000Z'

/** The change of state of an artifact. Its commit shows the revision of the newest commit. */
function stateChanges(head: ArtifactHead, state: ArtifactState | undefined): readonly PendingChange[] {
  if (state === undefined) return []
  const { variantId, revisionId, version } = head.deletedAt === undefined ? state : head
  const folder = folderAfter(head, state)
  const commonFields = {
    head,
    folder,
    variantId,
    revisionId,
    version,
    revision: undefined,
    previousState: state,
  }
  const lastUpdate = { actorId: head.updatedById ?? unknownKey, date: head.updatedAt ?? unknownDate }
  if (head.deletedAt !== undefined) {
    return [
      { ...commonFields, event: 'archived', actorId: head.deletedById ?? unknownKey, date: head.deletedAt },
    ]
  }
  if (state.isArchived) return [{ ...commonFields, ...lastUpdate, event: 'restored' }]
  if (folder !== state.folder) return [{ ...commonFields, ...lastUpdate, event: 'moved' }]
  return []
}

async function artifactChanges(
  { reads, projectId }: ProjectReads,
  { head, state }: { readonly head: ArtifactHead; readonly state: ArtifactState | undefined },
): Promise<readonly PendingChange[]> {
  const newestFirst = await reads.log(projectId, head.variantId, {
    fromVersion: head.version,
    depth: Math.max(head.version - firstVersion(head, state) + 1, 0),
    withData: false,
  })
  const revisions = newestFirst.toReversed().map((revision) => ({
    event: 'revision' as const,
    head,
    folder: folderAfter(head, state),
    variantId: head.variantId,
    revisionId: revision.id,
    version: revision.version,
    revision,
    actorId: revision.author,
    date: revision.date,
    previousState: state,
  }))
  const stateEvents = stateChanges(head, state)
  return head.deletedAt === undefined ? [...stateEvents, ...revisions] : [...revisions, ...stateEvents]
}

/**
 * All pending changes of a project. Those of one artifact stay in their order, even if the clocks of their writers
 * differ.
 */
export async function pendingChanges(
  source: ProjectReads,
  index: ProjectIndex,
): Promise<readonly PendingChange[]> {
  const heads = await source.reads.artifactHeads(source.projectId)
  const entries: { readonly key: string; readonly change: PendingChange }[] = []
  for (const head of heads) {
    const state = index.artifacts.get(head.artifactId)
    if (!hasChanged(head, state)) continue
    let date = ''
    for (const change of await artifactChanges(source, { head, state })) {
      if (change.date > date) date = change.date
      entries.push({ key: `${date} ${head.artifactId}`, change })
    }
  }
  // Stable: equal keys are those of one artifact.
  return entries
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map(({ change }) => change)
}
