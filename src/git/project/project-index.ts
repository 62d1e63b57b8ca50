// The stored commits of one project in memory: commits, the versions of its trees, and the state of each artifact at
// the newest commit. It grows by 1.5 kB per stored commit. Other processes may append, too.
import { createPauses } from '../../kernel/time-slices.ts'
import type { Family, ProjectCommit, RelationalReads } from '../../storage/contract/contract.ts'
import { objectId, type GitObject, type ObjectId } from '../objects/objects.ts'
import { directoryMode } from '../objects/tree.ts'
import type { CommitChanges, EntryChange } from './project.ts'
import type { TreeEdit, TreeEntries } from './tree-entries.ts'
import { TreeVersions } from './tree-versions.ts'

/** An artifact at the newest commit. */
export interface ArtifactState {
  readonly artifactId: string
  readonly family: Family
  readonly folder: string
  readonly name: string
  readonly variantId: string
  readonly version: number
  readonly revisionId: string
  readonly isArchived: boolean
  /** The newest version of each variant that is or was the default one; usually one. */
  readonly versions: ReadonlyMap<string, number>
}

/** The folder of the root has no name. */
const rootFolder = ''
const pageCommits = 2000
/**
 * The size of a commit: its bytes, two versions of trees, and its entries of maps (bench/results/2026-11-18-git.md).
 */
const commitBytes = 1550

const parseChanges = (text: string): CommitChanges => JSON.parse(text)

const editsIn = (entries: readonly EntryChange[], folder: string): readonly TreeEdit[] =>
  entries.flatMap((entry) =>
    entry.folder === folder ? [{ name: entry.name, mode: entry.mode, id: entry.id }] : [],
  )

/** The edits of the root: own entries, and the folders that have changed. */
const rootEdits = ({ entries, folders }: Pick<CommitChanges, 'entries' | 'folders'>) => [
  ...editsIn(entries, rootFolder),
  ...Object.entries(folders).map(([name, id]) => ({ name, mode: directoryMode, id })),
]

export class ProjectIndex {
  readonly projectId: string
  readonly artifacts = new Map<string, ArtifactState>()
  readonly #commits = new Map<ObjectId, GitObject>()
  readonly #trees = new Map<string, TreeVersions>()
  /** The artifact of an entry's tree; the project itself for files of the client's own. */
  readonly #owners = new Map<ObjectId, string>()
  readonly #byPath = new Map<string, string>()
  #seq = 0
  #head: ObjectId | undefined
  #root: ObjectId | undefined
  #currentLoad: Promise<void> = Promise.resolve()

  constructor(projectId: string) {
    this.projectId = projectId
  }

  get head(): ObjectId | undefined {
    return this.#head
  }

  /** The tree of the newest commit. */
  get root(): ObjectId | undefined {
    return this.#root
  }

  get nextSeq(): number {
    return this.#seq + 1
  }

  get bytes(): number {
    return this.#commits.size * commitBytes
  }

  /** Reads the commits that were appended since. One load runs at a time. */
  load(reads: RelationalReads): Promise<void> {
    const run = async (): Promise<void> => {
      const pauses = createPauses()
      for (;;) {
        const page = await reads.projectCommits(this.projectId, { after: this.#seq, limit: pageCommits })
        for (const commit of page) {
          this.#add(commit)
          if (pauses.isDue()) await pauses.next()
        }
        if (page.length < pageCommits) return
      }
    }
    const load = this.#currentLoad.then(run)
    // A failed load is reported to its caller; the next one continues where it ended.
    this.#currentLoad = load.catch(() => undefined)
    return load
  }

  commit(id: ObjectId): GitObject | undefined {
    return this.#commits.get(id)
  }

  /** The versions of the folder that has this tree, and the position of the tree in them. */
  tree(id: ObjectId): { readonly versions: TreeVersions; readonly position: number } | undefined {
    for (const versions of this.#trees.values()) {
      const position = versions.positionOf(id)
      if (position !== undefined) return { versions, position }
    }
    return undefined
  }

  ownerOf(id: ObjectId): string | undefined {
    return this.#owners.get(id)
  }

  /** The artifact of the folder `applications/support-chat`. */
  artifactAt(path: string): ArtifactState | undefined {
    return this.artifacts.get(this.#byPath.get(path) ?? '')
  }

  versionsOf(folder: string): TreeVersions {
    const versions = this.#trees.get(folder) ?? new TreeVersions()
    this.#trees.set(folder, versions)
    return versions
  }

  #add({ seq, commitId, bytes, changes }: ProjectCommit): void {
    // Two loads of one process may read the same page.
    if (seq !== this.nextSeq) return
    const changesByFolder = parseChanges(changes)
    for (const [folder, treeId] of Object.entries(changesByFolder.folders)) {
      this.versionsOf(folder).append(editsIn(changesByFolder.entries, folder), treeId)
    }
    const edits = rootEdits(changesByFolder)
    if (edits.length > 0) this.versionsOf(rootFolder).append(edits, changesByFolder.root)
    for (const entry of changesByFolder.entries) this.#addEntry(entry)
    this.#commits.set(commitId, { type: 'commit', bytes })
    this.#head = commitId
    this.#root = changesByFolder.root
    this.#seq = seq
  }

  #addEntry({ folder, name, id, artifact }: EntryChange): void {
    if (id !== null) this.#owners.set(id, artifact?.artifactId ?? this.projectId)
    if (artifact === undefined) return
    const { event, artifactId, family, variantId, version, revisionId } = artifact
    // A move has two entries: the second one is the new place.
    const versions = new Map(this.artifacts.get(artifactId)?.versions).set(variantId, version)
    const isArchived = event === 'archived'
    const state = { artifactId, family, variantId, version, revisionId, isArchived, versions }
    this.artifacts.set(artifactId, { ...state, folder, name })
    this.#byPath.set(`${folder}/${name}`, artifactId)
  }
}

/** The trees after the newest commit, to compute the ids of further ones. */
export class TreeDraft {
  readonly #index: ProjectIndex
  readonly #trees = new Map<string, TreeEntries>()

  constructor(index: ProjectIndex) {
    this.#index = index
  }

  /** The trees after these changes. */
  apply(entries: readonly EntryChange[]): CommitChanges {
    const trees = new Map<string, ObjectId | null>()
    for (const folder of new Set(entries.map((entry) => entry.folder))) {
      const tree = this.tree(folder)
      const edits = editsIn(entries, folder)
      if (folder === rootFolder || !edits.some((edit) => tree.isChangedBy(edit))) continue
      for (const edit of edits) tree.apply(edit)
      trees.set(folder, tree.isEmpty ? null : objectId(tree.encode()))
    }
    const folders = Object.fromEntries(trees)
    const root = this.tree(rootFolder)
    for (const edit of rootEdits({ entries, folders })) root.apply(edit)
    return { entries, folders, root: objectId(root.encode()) }
  }

  tree(folder: string): TreeEntries {
    const tree = this.#trees.get(folder) ?? this.#index.versionsOf(folder).tip.copy()
    this.#trees.set(folder, tree)
    return tree
  }
}
