// The commits and objects of one artifact, indexed by id. The index is derived from the revisions: nothing is stored
// but pushed commits and objects that cannot be derived. It lives in memory and grows with the revisions; after a
// restart it is built again and has the same ids.
import type { ProjectReads } from '../../access/scope.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import type {
  Family,
  GitOwner,
  PushedCommit,
  RelationalReads,
  Revision,
} from '../../storage/contract/contract.ts'
import { isPayloadPath } from '../files/layouts.ts'
import { decodeCommit } from '../objects/commit.ts'
import { objectId, type GitObject, type ObjectId } from '../objects/objects.ts'
import { BlobCache } from './blob-cache.ts'
import { derivedCommit } from './derived-commit.ts'
import {
  BlobReader,
  revisionFiles,
  type BlobSource,
  type OnContent,
  type RevisionFile,
} from './revision-files.ts'
import { buildTree, listTree, type BlobIds, type BuiltTree } from './trees.ts'

type Source =
  | { readonly kind: 'object'; readonly object: GitObject }
  | { readonly kind: 'blob'; readonly source: BlobSource }

/** Revisions with their payloads that are in memory at the same time. */
const batchRevisions = 20
/** The estimated size of an entry of a map. */
const entryBytes = 200

const noBlobs: BlobIds = new Map()

/** The newest indexed revision of a variant. */
interface IndexedHead {
  readonly version: number
  readonly commitId: ObjectId
}

/**
 * The client's own files that do not conflict with these paths: none is named like a folder of the payload or lies
 * below one of its files.
 */
const withoutConflicts = (ownFiles: BlobIds, paths: readonly string[]): BlobIds => {
  const files = new Set(paths)
  const folders = new Set(paths.map((path) => path.split('/')[0] ?? ''))
  return new Map([...ownFiles].filter(([path]) => !folders.has(path) && !files.has(path.split('/')[0] ?? '')))
}

/** The tree of a revision that was not pushed: its files, and the client's own files of its parent. */
export const derivedTree = (files: readonly RevisionFile[], ownFiles: BlobIds): BuiltTree =>
  buildTree(
    new Map([
      ...withoutConflicts(
        ownFiles,
        files.map(({ path }) => path),
      ),
      ...files.map(({ path, id }) => [path, id] as const),
    ]),
  )

/** The files of a tree that belong to no payload. */
export const ownFilesOf = (family: Family, blobs: BlobIds): BlobIds =>
  new Map([...blobs].filter(([path]) => !isPayloadPath(family, path)))

export class History {
  readonly #owner: GitOwner
  readonly #family: Family
  readonly #commits = new Map<string, ObjectId>()
  readonly #revisions = new Map<ObjectId, string>()
  readonly #indexedByVariant = new Map<string, IndexedHead>()
  readonly #objects = new Map<ObjectId, Source>()
  readonly #ownFiles = new Map<ObjectId, BlobIds>()
  readonly #pageBlobs = new Map<string, ObjectId>()
  readonly #blobs: BlobReader
  readonly #cache: BlobCache
  #bytes = 0
  #currentUpdate: Promise<void> = Promise.resolve()

  constructor(owner: GitOwner, { family, cache }: { readonly family: Family; readonly cache: BlobCache }) {
    this.#owner = owner
    this.#family = family
    this.#cache = cache
    this.#blobs = new BlobReader(family)
  }

  /** The estimated size in memory. */
  get bytes(): number {
    return this.#bytes + (this.#objects.size + this.#pageBlobs.size + this.#commits.size) * entryBytes
  }

  /** The commit of an indexed revision. */
  commitOf(revisionId: string): ObjectId | undefined {
    return this.#commits.get(revisionId)
  }

  /** The revision of a commit: the original of copies in forks. */
  revisionOf(commitId: ObjectId): string | undefined {
    return this.#revisions.get(commitId)
  }

  /** Whether the object can be derived from an indexed revision. */
  has(id: ObjectId): boolean {
    return this.#objects.has(id)
  }

  /** The client's own files in the tree of a commit. */
  ownFiles(commitId: ObjectId): BlobIds {
    return this.#ownFiles.get(commitId) ?? noBlobs
  }

  /** Indexes all revisions up to the heads of these variants. One update runs at a time. */
  update(
    reads: RelationalReads,
    heads: readonly { readonly variantId: string; readonly version: number }[],
  ): Promise<void> {
    const isCurrent = heads.every(
      ({ variantId, version }) => (this.#indexedByVariant.get(variantId)?.version ?? -1) >= version,
    )
    if (isCurrent) return Promise.resolve()
    const run = async (): Promise<void> => {
      for (const head of heads) await this.#index(reads, head)
    }
    const update = this.#currentUpdate.then(run)
    // A failed update is reported to its caller; the next one tries again.
    this.#currentUpdate = update.catch(() => undefined)
    return update
  }

  /** Undefined: no revision has this object and none was pushed. */
  async read(reads: RelationalReads, id: ObjectId): Promise<GitObject | undefined> {
    const source = this.#objects.get(id)
    if (source === undefined) return reads.gitObject(this.#owner, id)
    if (source.kind === 'object') return source.object
    const cachedBytes = this.#cache.get(id)
    if (cachedBytes !== undefined) return { type: 'blob', bytes: cachedBytes }
    const bytes = await this.#blobs.read({ reads, projectId: this.#owner.projectId }, source.source)
    this.#cache.put(id, bytes)
    return { type: 'blob', bytes }
  }

  async #index(
    reads: RelationalReads,
    { variantId, version }: { readonly variantId: string; readonly version: number },
  ): Promise<void> {
    const pauses = createPauses()
    for (;;) {
      const indexedVersion = this.#indexedByVariant.get(variantId)?.version ?? -1
      if (indexedVersion >= version) return
      const fromVersion = Math.min(version, indexedVersion + batchRevisions)
      const newestFirst = await reads.log(this.#owner.projectId, variantId, {
        fromVersion,
        depth: fromVersion - indexedVersion,
        withData: true,
      })
      if (newestFirst.length === 0) return
      const pushedCommits = await reads.pushedCommits(
        this.#owner,
        newestFirst.map(({ id }) => id),
      )
      const byRevision = new Map(pushedCommits.map((commit) => [commit.revisionId, commit]))
      for (const revision of newestFirst.toReversed()) {
        await this.#add(reads, { revision, pushedCommit: byRevision.get(revision.id) })
        if (pauses.isDue()) await pauses.next()
      }
    }
  }

  async #add(
    reads: RelationalReads,
    {
      revision,
      pushedCommit,
    }: { readonly revision: Revision; readonly pushedCommit: PushedCommit | undefined },
  ): Promise<void> {
    const { id, version, variant, originRevisionId } = revision
    const origin =
      originRevisionId === undefined ? undefined : await this.#indexedCommit(reads, originRevisionId)
    const commitId = origin ?? (await this.#addCommit(reads, { revision, pushedCommit }))
    this.#commits.set(id, commitId)
    if (!this.#revisions.has(commitId)) this.#revisions.set(commitId, id)
    this.#indexedByVariant.set(variant.id, { version, commitId })
  }

  /** Indexes the objects of a revision. Returns the id of its commit. */
  async #addCommit(
    reads: RelationalReads,
    {
      revision,
      pushedCommit,
    }: { readonly revision: Revision; readonly pushedCommit: PushedCommit | undefined },
  ): Promise<ObjectId> {
    const source: ProjectReads = { reads, projectId: this.#owner.projectId }
    const onContent: OnContent = (id, bytes) => this.#cache.put(id, bytes)
    const files = await revisionFiles(source, { revision, pageBlobs: this.#pageBlobs, onContent })
    for (const { id, ...blob } of files) {
      if (!this.#objects.has(id)) this.#objects.set(id, { kind: 'blob', source: blob })
    }
    const previous = this.#indexedByVariant.get(revision.variant.id)?.commitId
    const ownFiles = previous === undefined ? noBlobs : this.ownFiles(previous)
    const tree = derivedTree(files, ownFiles)
    for (const [id, bytes] of tree.trees) this.#store(id, { type: 'tree', bytes })
    if (pushedCommit !== undefined) return this.#addPushed(reads, pushedCommit)
    const mergedCommitId =
      revision.mergedRevisionId === undefined
        ? undefined
        : await this.#indexedCommit(reads, revision.mergedRevisionId)
    const parents = [previous, mergedCommitId === previous ? undefined : mergedCommitId].filter(
      (parentId) => parentId !== undefined,
    )
    const commit = derivedCommit(revision, { tree: tree.id, parents })
    const commitId = objectId(commit)
    this.#store(commitId, commit)
    if (ownFiles.size > 0) this.#ownFiles.set(commitId, ownFiles)
    return commitId
  }

  async #addPushed(reads: RelationalReads, { commitId, bytes }: PushedCommit): Promise<ObjectId> {
    this.#store(commitId, { type: 'commit', bytes })
    const { blobs } = await listTree((id) => this.read(reads, id), decodeCommit(bytes).tree)
    const ownFiles = ownFilesOf(this.#family, blobs)
    if (ownFiles.size > 0) this.#ownFiles.set(commitId, ownFiles)
    return commitId
  }

  #store(id: ObjectId, object: GitObject): void {
    if (this.#objects.has(id)) return
    this.#objects.set(id, { kind: 'object', object })
    this.#bytes += object.bytes.length
  }

  /** The commit of a revision of this artifact, which is indexed first. Undefined: it belongs to another artifact. */
  async #indexedCommit(reads: RelationalReads, revisionId: string): Promise<ObjectId | undefined> {
    const { projectId, artifactId } = this.#owner
    const commitId = this.#commits.get(revisionId)
    if (commitId !== undefined) return commitId
    const revision = await reads.revision(projectId, this.#family, { id: revisionId }, { withData: false })
    if (revision?.artifact.id !== artifactId) return undefined
    await this.#index(reads, { variantId: revision.variant.id, version: revision.version })
    return this.#commits.get(revisionId)
  }
}

/** The memory that all histories may use. The least recently used ones are dropped first. */
const historyBytesMax = 64 * 1024 * 1024

/** Finds the history of an artifact. */
export interface HistorySource {
  historyOf(owner: GitOwner, family: Family): History
}

/** Caches the histories that a request uses, so that none is built twice for it. */
export class RequestHistories implements HistorySource {
  readonly #source: HistorySource
  readonly #histories = new Map<string, History>()

  constructor(source: HistorySource) {
    this.#source = source
  }

  historyOf(owner: GitOwner, family: Family): History {
    const history = this.#histories.get(owner.artifactId) ?? this.#source.historyOf(owner, family)
    this.#histories.set(owner.artifactId, history)
    return history
  }
}

/** The histories of a process. */
export class Histories implements HistorySource {
  readonly #histories = new Map<string, History>()
  readonly #cache = new BlobCache()

  historyOf(owner: GitOwner, family: Family): History {
    const key = `${owner.projectId} ${owner.artifactId}`
    const history = this.#histories.get(key) ?? new History(owner, { family, cache: this.#cache })
    this.#histories.delete(key)
    this.#histories.set(key, history)
    let bytes = this.#histories.values().reduce((sum, history) => sum + history.bytes, 0)
    for (const [oldest, { bytes: size }] of this.#histories) {
      if (bytes <= historyBytesMax || oldest === key) break
      this.#histories.delete(oldest)
      bytes -= size
    }
    return history
  }
}
