// The repository of a project for one request: the branch `main`, and objects by id. Objects below an artifact's folder
// are those of the artifact's own repository; a tree that was read leads to the artifact of its entries.
import type { ProjectReads, Scope } from '../../access/scope.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'
import type { Push, Ref, RefResult, Repository, TreeChange } from '../objects/repository.ts'
import { decodeTree, emptyTree, emptyTreeId } from '../objects/tree.ts'
import type { RepositorySettings } from '../repository/context.ts'
import { RequestHistories, type History, type HistorySource } from '../repository/history.ts'
import { commitPendingChanges } from './append.ts'
import { ProjectIndex, type ArtifactState } from './project-index.ts'
import { applyProjectPush } from './push.ts'
import { TreeCursor, type TreeVersions } from './tree-versions.ts'

const mainBranch = 'refs/heads/main'

/** The memory that the commits of all projects may use. The least recently used projects are dropped first. */
const indexBytesMax = 64 * 1024 * 1024

/** The indexes of a process. */
class ProjectIndexes {
  readonly #indexes = new Map<string, { readonly index: ProjectIndex; pendingUpdate: Promise<void> }>()

  /** The index with all revisions of the project. One update of a project runs at a time. */
  async update(
    { store, projectId }: { readonly store: RelationalStore; readonly projectId: string },
    histories: HistorySource,
  ): Promise<ProjectIndex> {
    const entry = this.#indexes.get(projectId) ?? {
      index: new ProjectIndex(projectId),
      pendingUpdate: Promise.resolve(),
    }
    this.#indexes.delete(projectId)
    this.#indexes.set(projectId, entry)
    const updatePromise = entry.pendingUpdate.then(() =>
      commitPendingChanges({ store, histories }, entry.index),
    )
    // A failed update is reported to its caller; the next one tries again.
    entry.pendingUpdate = updatePromise.catch(() => undefined)
    await updatePromise
    this.#dropOldest(projectId)
    return entry.index
  }

  #dropOldest(projectId: string): void {
    let bytes = this.#indexes.values().reduce((sum, { index }) => sum + index.bytes, 0)
    for (const [oldest, { index }] of this.#indexes) {
      if (bytes <= indexBytesMax || oldest === projectId) break
      this.#indexes.delete(oldest)
      bytes -= index.bytes
    }
  }
}

interface ProjectObjectsParts {
  readonly store: RelationalStore
  readonly scope: Scope
  readonly settings: RepositorySettings
  readonly indexes: ProjectIndexes
  readonly histories: HistorySource
}

class ProjectRepository implements Repository {
  readonly #parts: ProjectObjectsParts
  readonly #source: ProjectReads
  readonly #histories: HistorySource
  readonly #cursors = new Map<TreeVersions, TreeCursor>()
  /** The artifact of objects below the entries that were read. */
  readonly #owners = new Map<ObjectId, string>()
  #index: ProjectIndex | undefined

  constructor(parts: ProjectObjectsParts) {
    this.#parts = parts
    this.#source = { reads: parts.store.read, projectId: parts.scope.projectId }
    this.#histories = new RequestHistories(parts.histories)
  }

  async refs(): Promise<{ readonly refs: readonly Ref[]; readonly head: string }> {
    const { head } = await this.#update()
    return { refs: head === undefined ? [] : [{ name: mainBranch, id: head }], head: mainBranch }
  }

  async read(id: ObjectId): Promise<GitObject | undefined> {
    const index = this.#index ?? (await this.#update())
    const commit = index.commit(id)
    if (commit !== undefined) return commit
    const tree = index.tree(id)
    if (tree !== undefined) return this.#cursor(tree.versions).tree(tree.position)
    // The root is empty until an artifact has files.
    if (id === emptyTreeId) return emptyTree
    const owner = this.#owners.get(id) ?? index.ownerOf(id)
    return owner === undefined ? undefined : this.#readOf(owner, id)
  }

  treeChange(id: ObjectId): TreeChange | undefined {
    const tree = this.#index?.tree(id)
    const change = tree?.versions.changeAt(tree.position)
    if (tree === undefined || change === undefined) return undefined
    const { isDelta, ...rest } = change
    return isDelta ? { ...rest, delta: () => this.#cursor(tree.versions).delta(tree.position) } : rest
  }

  async locate(id: ObjectId, path?: string): Promise<void> {
    const index = this.#index ?? (await this.#update())
    const isKnown =
      index.commit(id) !== undefined || index.tree(id) !== undefined || index.ownerOf(id) !== undefined
    if (isKnown || this.#owners.has(id)) return
    const { reads, projectId } = this.#source
    const nearestArtifact = index.artifactAt(path?.split('/').slice(0, 2).join('/') ?? '')
    const owner = await reads.gitObjectOwner(projectId, id)
    if (owner !== undefined) this.#owners.set(id, owner)
    else
      await this.#locateIn(
        id,
        nearestArtifact === undefined
          ? index.artifacts.values()
          : [nearestArtifact, ...index.artifacts.values()],
      )
  }

  async #locateIn(id: ObjectId, artifacts: Iterable<ArtifactState>): Promise<void> {
    for (const artifact of artifacts) {
      if (!(await this.#history(artifact)).has(id)) continue
      this.#owners.set(id, artifact.artifactId)
      return
    }
  }

  async push(push: Push): Promise<readonly RefResult[]> {
    const index = await this.#update()
    const { scope, settings } = this.#parts
    const parts = {
      ref: mainBranch,
      scope,
      settings,
      index,
      historyOf: (state: ArtifactState) => this.#history(state),
      read: async (id: ObjectId, path: string) => {
        await this.locate(id, path)
        return this.read(id)
      },
    }
    return applyProjectPush(parts, push)
  }

  async #update(): Promise<ProjectIndex> {
    const { store, scope, indexes } = this.#parts
    this.#index = await indexes.update({ store, projectId: scope.projectId }, this.#histories)
    return this.#index
  }

  #cursor(versions: TreeVersions): TreeCursor {
    const cursor = this.#cursors.get(versions) ?? new TreeCursor(versions)
    this.#cursors.set(versions, cursor)
    return cursor
  }

  /** An object of an artifact, or of a file outside of the folders of artifacts. */
  async #readOf(owner: string, id: ObjectId): Promise<GitObject | undefined> {
    const { reads, projectId } = this.#source
    const artifact = this.#index?.artifacts.get(owner)
    const object =
      artifact === undefined
        ? await reads.gitObject({ projectId, artifactId: owner }, id)
        : await (await this.#history(artifact)).read(reads, id)
    if (object?.type === 'tree') {
      for (const entry of decodeTree(object.bytes)) this.#owners.set(entry.id, owner)
    }
    return object
  }

  /** The history of an artifact up to the newest commit of the project. */
  async #history({ artifactId, family, versions }: ArtifactState): Promise<History> {
    const { reads, projectId } = this.#source
    const history = this.#histories.historyOf({ projectId, artifactId }, family)
    await history.update(
      reads,
      [...versions].map(([variantId, version]) => ({ variantId, version })),
    )
    return history
  }
}

/** Opens the repositories of projects. One per process: it has the cache of their commits. */
export function createProjectRepositories({
  store,
  histories,
  settings,
}: {
  /** Commits are appended without an entry in the audit log: they add nothing to the revisions. */
  readonly store: RelationalStore
  readonly histories: HistorySource
  readonly settings: RepositorySettings
}) {
  const indexes = new ProjectIndexes()
  return {
    open: (scope: Scope): Repository => new ProjectRepository({ store, scope, settings, indexes, histories }),
  }
}
