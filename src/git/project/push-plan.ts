// Compares the trees of pushed commits with those of the project. The plan lists the folders of artifacts that a commit
// changes, and its changes of files outside of these folders.
import type { Scope } from '../../access/scope.ts'
import type { StoredGitObject, Variant } from '../../storage/contract/contract.ts'
import { kinds, type KindName } from '../../versioning/kinds.ts'
import { encodeCommit, type Commit } from '../objects/commit.ts'
import { objectId, type GitObject, type ObjectId } from '../objects/objects.ts'
import type { Push, PushedObjects } from '../objects/repository.ts'
import { decodeTree, directoryMode, emptyTreeId, type TreeEntry } from '../objects/tree.ts'
import type { PushContext, RepositorySettings } from '../repository/context.ts'
import type { History } from '../repository/history.ts'
import { chainFrom, type PushedChange } from '../repository/plan-branch.ts'
import { withRefusal } from '../repository/push.ts'
import { refuseLargeOwnFiles } from '../repository/push-changes.ts'
import { Refusal } from '../repository/refusal.ts'
import { listTree, type BlobIds } from '../repository/trees.ts'
import type { CommitChanges, EntryChange } from './project.ts'
import { TreeDraft, type ArtifactState, type ProjectIndex } from './project-index.ts'

/** An artifact that a push changes. */
export interface PushTarget {
  readonly context: PushContext
  /** Its path in the repository: `applications/greeter/`. */
  readonly folder: string
  /** The default variant when the push was checked. */
  readonly variant: Variant
  /** The client's own files in the newest commit of the artifact. */
  readonly ownFiles: BlobIds
}

/** A pushed commit of the project. */
export interface CommitPlan {
  readonly id: ObjectId
  readonly bytes: Uint8Array
  /** The changed folders of artifacts, each as a commit of the artifact's own repository. */
  readonly folders: readonly { readonly target: PushTarget; readonly change: PushedChange }[]
  /** The changes of the project's trees. */
  readonly changes: CommitChanges
  /** Files outside of the folders of artifacts, with their own folders. */
  readonly ownObjects: readonly StoredGitObject[]
}

export interface PlanParts {
  /** The branch: `refs/heads/main`. */
  readonly ref: string
  readonly scope: Scope
  readonly settings: RepositorySettings
  readonly index: ProjectIndex
  /** The history of an artifact up to the newest commit of the project. */
  readonly historyOf: (state: ArtifactState) => Promise<History>
  /** Reads an object of the repository; `path` is its place in the push. */
  readonly read: (id: ObjectId, path: string) => Promise<GitObject | undefined>
}

const kindOfFolder: ReadonlyMap<string, KindName> = new Map(
  Object.values(kinds).map(({ name, plural }) => [plural, name]),
)

interface EntryPair {
  readonly name: string
  readonly before: TreeEntry | undefined
  readonly after: TreeEntry | undefined
}

/** Entries with the same name that differ. */
function changedEntries(before: readonly TreeEntry[], after: readonly TreeEntry[]): readonly EntryPair[] {
  const [oldEntries, newEntries] = [before, after].map(
    (entries) => new Map(entries.map((entry) => [entry.name, entry])),
  )
  const names = new Set([...before, ...after].map(({ name }) => name))
  return [...names]
    .map((name) => ({ name, before: oldEntries?.get(name), after: newEntries?.get(name) }))
    .filter((pair) => pair.before?.id !== pair.after?.id || pair.before?.mode !== pair.after?.mode)
}

const isFolder = (entry: TreeEntry | undefined): entry is TreeEntry => entry?.mode === directoryMode

const ownEntry = (folder: string, { name, before, after }: EntryPair): EntryChange => ({
  folder,
  name,
  mode: (after ?? before)?.mode ?? directoryMode,
  id: after?.id ?? null,
})

/** A changed folder of an artifact. */
interface FolderEdit {
  readonly state: ArtifactState
  readonly folder: string
  readonly name: string
  readonly tree: ObjectId
}

class PushPlanner {
  readonly #parts: PlanParts
  readonly #objects: PushedObjects
  readonly #draft: TreeDraft
  readonly #targets = new Map<string, PushTarget>()
  /** The newest commit of each changed artifact: the parent of its next one. */
  readonly #heads = new Map<string, ObjectId | undefined>()
  /** The number of the first pushed commit. Other pushes may append to the index meanwhile. */
  readonly #seq: number
  #root: ObjectId

  constructor(
    parts: PlanParts,
    {
      objects,
      root,
      seq,
    }: { readonly objects: PushedObjects; readonly root: ObjectId; readonly seq: number },
  ) {
    this.#parts = parts
    this.#objects = objects
    this.#draft = new TreeDraft(parts.index)
    this.#seq = seq
    this.#root = root
  }

  async plan({
    id,
    commit,
    bytes,
  }: {
    readonly id: ObjectId
    readonly commit: Commit
    readonly bytes: Uint8Array
  }): Promise<CommitPlan> {
    const { ref } = this.#parts
    if (commit.parents.length > 1)
      throw new Refusal(ref, `${id} is a merge: the history of a project is a line. Use git pull --rebase.`)
    const { edits, ownEntries } = await this.#diff(this.#root, commit.tree)
    const folders: { target: PushTarget; change: PushedChange }[] = []
    for (const edit of edits) folders.push(await this.#planFolder(edit, commit))
    const entries = [
      ...ownEntries,
      ...edits.map(({ folder, name, tree }) => ({ folder, name, mode: directoryMode, id: tree })),
    ]
    const changes = this.#draft.apply(entries)
    if (changes.root !== commit.tree) {
      const isOvertaken = this.#parts.index.nextSeq !== this.#seq
      throw new Refusal(ref, isOvertaken ? 'fetch first' : `The tree of the commit ${id} is not understood.`)
    }
    this.#root = commit.tree
    return { id, bytes, folders, changes, ownObjects: await this.#ownObjects(ownEntries) }
  }

  /** The differences between two trees of the project. */
  async #diff(
    before: ObjectId,
    after: ObjectId,
  ): Promise<{ readonly edits: FolderEdit[]; readonly ownEntries: EntryChange[] }> {
    const edits: FolderEdit[] = []
    const fileChanges: EntryChange[] = []
    for (const pair of changedEntries(await this.#tree(before), await this.#tree(after))) {
      if (!kindOfFolder.has(pair.name)) {
        fileChanges.push(ownEntry('', pair))
        continue
      }
      if (pair.after !== undefined && !isFolder(pair.after))
        throw new Refusal(this.#parts.ref, `${pair.name} is the folder of a kind, not a file.`)
      const folderChanges = changedEntries(
        pair.before === undefined ? [] : await this.#tree(pair.before.id),
        pair.after === undefined ? [] : await this.#tree(pair.after.id),
      )
      for (const entry of folderChanges) {
        const edit = this.#edit(pair.name, entry)
        if (edit === undefined) fileChanges.push(ownEntry(pair.name, entry))
        else edits.push(edit)
      }
    }
    return { edits, ownEntries: fileChanges }
  }

  /** Undefined: the entry is outside of the folders of artifacts. */
  #edit(folder: string, { name, after }: EntryPair): FolderEdit | undefined {
    const { index, ref } = this.#parts
    const path = `${folder}/${name}`
    const state = index.artifactAt(path)
    const isInFolder = state?.isArchived === false && state.folder === folder
    if (state === undefined || !isInFolder) {
      if (!isFolder(after)) return undefined
      throw new Refusal(
        ref,
        `${path}: There is no such artifact. Create it in Assay, then fetch and push again.`,
      )
    }
    if (!isFolder(after))
      throw new Refusal(ref, `${path}: A push does not delete artifacts; archive it in Assay.`)
    return { state, folder, name, tree: after.id }
  }

  /** The change of a folder as a commit of the artifact, with the author and message of the project's commit. */
  async #planFolder(
    { state, folder, name, tree }: FolderEdit,
    { author, committer, message }: Commit,
  ): Promise<{ readonly target: PushTarget; readonly change: PushedChange }> {
    const target = await this.#target(state, `${folder}/${name}/`)
    const { history } = target.context
    const parent = this.#heads.get(state.artifactId)
    const parents = parent === undefined ? [] : [parent]
    const commit: Commit = { tree, parents, author, committer, headers: [], message }
    const { bytes } = encodeCommit(commit)
    const id = objectId({ type: 'commit', bytes })
    this.#heads.set(state.artifactId, id)
    const copies = new Map<ObjectId, GitObject>()
    const objects = { get: (objectId: ObjectId) => this.#objects.get(objectId) ?? copies.get(objectId) }
    const read = async (objectId: ObjectId): Promise<GitObject | undefined> => {
      const object = objects.get(objectId) ?? (await history.read(this.#parts.scope.store.read, objectId))
      if (object !== undefined) return object
      // A file that was copied from another folder: this artifact stores its own copy.
      const copy = await this.#parts.read(objectId, target.folder)
      if (copy !== undefined) copies.set(objectId, copy)
      return copy
    }
    const { blobs } = await withRefusal({ name: this.#parts.ref, folder: target.folder }, () =>
      listTree(read, tree),
    )
    for (const blobId of blobs.values()) if (!history.has(blobId)) await read(blobId)
    return {
      target,
      change: { id, commit, bytes, mergedRevisionId: undefined, read, objects, folder: target.folder },
    }
  }

  async #target(state: ArtifactState, folder: string): Promise<PushTarget> {
    const existingTarget = this.#targets.get(state.artifactId)
    if (existingTarget !== undefined) return existingTarget
    const { ref, scope, settings, historyOf } = this.#parts
    const kind = kinds[kindOfFolder.get(state.folder) ?? 'workflow']
    const history = await historyOf(state)
    const { read } = scope.store
    const variant = await read.variant(scope.projectId, state.family, { id: state.variantId })
    const artifact = await read.artifact(scope.projectId, state.family, { id: state.artifactId })
    if (artifact === undefined || variant?.headRevisionId !== state.revisionId)
      throw new Refusal(ref, 'fetch first')
    const head = history.commitOf(state.revisionId)
    const context = { ...settings, scope, kind, artifact, history, variants: [] }
    const target = {
      context,
      folder,
      variant,
      ownFiles: head === undefined ? new Map() : history.ownFiles(head),
    }
    this.#heads.set(state.artifactId, head)
    this.#targets.set(state.artifactId, target)
    return target
  }

  /** The objects of files outside of the folders of artifacts that the project does not have yet. */
  async #ownObjects(fileChanges: readonly EntryChange[]): Promise<readonly StoredGitObject[]> {
    const { ref, scope } = this.#parts
    const owner = { projectId: scope.projectId, artifactId: scope.projectId }
    const ids = new Set<ObjectId>()
    let files = 0
    for (const { folder, name, mode, id } of fileChanges) {
      if (id === null) continue
      const path = `${folder === '' ? '' : `${folder}/`}${name}`
      const tree =
        mode === directoryMode ? await listTree((treeId) => this.#read(treeId, path), id) : undefined
      for (const objectId of tree === undefined ? [id] : [...tree.treeIds, ...tree.blobs.values()])
        ids.add(objectId)
      files += tree?.blobs.size ?? 1
    }
    const objects: StoredGitObject[] = []
    let bytes = 0
    for (const id of ids) {
      if ((await scope.store.read.gitObject(owner, id)) !== undefined) continue
      const object = await this.#read(id, '')
      if (object?.type !== 'tree' && object?.type !== 'blob')
        throw new Refusal(ref, `The object ${id} is missing.`)
      objects.push({ id, type: object.type, bytes: object.bytes })
      bytes += object.bytes.length
    }
    await withRefusal({ name: ref }, async () => refuseLargeOwnFiles({ files, bytes }))
    return objects
  }

  async #read(id: ObjectId, path: string): Promise<GitObject | undefined> {
    return this.#objects.get(id) ?? this.#parts.read(id, path)
  }

  async #tree(id: ObjectId): Promise<readonly TreeEntry[]> {
    const tree = await this.#read(id, '')
    if (tree?.type !== 'tree') throw new Refusal(this.#parts.ref, `The tree ${id} is missing.`)
    return decodeTree(tree.bytes)
  }
}

const otherRefMessage =
  'A project has only the branch main. Push other branches and tags to the remote of an artifact, /git/{project}/{kind}/{slug}.'

export interface PushPlan {
  /** The number of the first commit in the sequence of the project. */
  readonly seq: number
  /** Oldest first. */
  readonly commits: readonly CommitPlan[]
}

export async function planPush(parts: PlanParts, { commands, objects }: Push): Promise<PushPlan> {
  const { ref, index, read } = parts
  const { head, nextSeq: seq, root = emptyTreeId } = index
  for (const { name } of commands) if (name !== ref) throw new Refusal(name, otherRefMessage)
  const [command] = commands
  if (command?.after === undefined) throw new Refusal(ref, 'The branch of a project cannot be deleted.')
  if (command.before !== head) throw new Refusal(ref, 'fetch first')
  const readCommit = async (id: ObjectId) => objects.get(id) ?? read(id, '')
  const isBase = (id: ObjectId): boolean => id === head
  const { commits, base } = await chainFrom(command.after, { name: ref, read: readCommit, isBase })
  if (base !== head) throw new Refusal(ref, 'non-fast-forward')
  const planner = new PushPlanner(parts, { objects, root, seq })
  const plans: CommitPlan[] = []
  for (const commit of commits.toReversed()) plans.push(await planner.plan(commit))
  return { seq, commits: plans }
}
