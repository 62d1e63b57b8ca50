// A project as one repository: the branch `main` with a folder per artifact, `applications/support-chat/…`, which
// has the files of the artifact's own repository at the head of its default variant. Start here. Imports git/objects,
// git/pack, git/repository and the modules that git/ may import. See docs/adr/081-projects-as-repositories.md.
//   project             types of this folder
//   tree-entries        a tree that changes entry by entry
//   tree-versions       the versions of one tree
//   project-index       the stored commits of a project in memory
//   pending-changes     revisions, archivings and moves that have no commit yet, in order
//   append              stores commits for them
//   push-plan           the changes of pushed commits: folders of artifacts, files of the client's own
//   push                applies them
//   project-repository  the repository: refs, objects
import type { Family } from '../../storage/contract/contract.ts'
import { kinds, roleBits, type KindName } from '../../versioning/kinds.ts'
import type { ObjectId } from '../objects/objects.ts'

/** Why an artifact's entry has changed. */
export type ArtifactEvent = 'revision' | 'archived' | 'restored' | 'moved'

/** The artifact behind a changed entry. */
export interface ArtifactChange {
  readonly event: ArtifactEvent
  readonly artifactId: string
  readonly family: Family
  readonly variantId: string
  readonly version: number
  readonly revisionId: string
}

/** A changed entry of the project's tree. `folder` is the folder of a kind, or empty for the root. */
export interface EntryChange {
  readonly folder: string
  readonly name: string
  readonly mode: string
  /** Null: the entry is removed. */
  readonly id: ObjectId | null
  /** Absent: a file of the client's own. */
  readonly artifact?: ArtifactChange
}

/** The stored changes of a commit. The trees are those after it; null: the folder is empty. */
export interface CommitChanges {
  readonly entries: readonly EntryChange[]
  readonly folders: Readonly<Record<string, ObjectId | null>>
  readonly root: ObjectId
}

const folderOfKind = (kind: KindName): string => kinds[kind].plural

/** A workflow with several roles has one folder: the first of applications, evaluators, workflows. */
export function folderOf({ family, roles }: { readonly family: Family; readonly roles: number }): string {
  if (family !== 'workflow') return folderOfKind(family)
  if ((roles & roleBits.is_application) !== 0) return folderOfKind('application')
  if ((roles & roleBits.is_evaluator) !== 0) return folderOfKind('evaluator')
  return folderOfKind('workflow')
}
