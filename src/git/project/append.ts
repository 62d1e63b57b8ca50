// Stores a commit for each pending change of a project. The first read after a change appends them. When two processes
// append to the same commit, the store refuses one of them, which starts again from the commits of the other.
import { authorsOf } from '../../access/authors.ts'
import type { ProjectReads } from '../../access/scope.ts'
import { chunks } from '../../kernel/chunks.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import type { ProjectCommit, RelationalStore } from '../../storage/contract/contract.ts'
import { decodeCommit, encodeCommit, type Commit, type Signature } from '../objects/commit.ts'
import { objectId, type ObjectId } from '../objects/objects.ts'
import { directoryMode, emptyTreeId } from '../objects/tree.ts'
import { keySignature, messageOf } from '../repository/derived-commit.ts'
import type { HistorySource } from '../repository/history.ts'
import { pendingChanges, type PendingChange } from './pending-changes.ts'
import { TreeDraft, type ProjectIndex } from './project-index.ts'
import type { EntryChange } from './project.ts'

interface AppendParts {
  readonly store: RelationalStore
  readonly histories: HistorySource
}

const commitsPerTransaction = 500
/** An attempt fails when another process appended first; so many failures in a row have another cause. */
const attemptsMax = 100

/** The commit of the changed revision in the repository of its artifact. */
async function commitOfRevision(
  { reads, projectId }: ProjectReads,
  {
    histories,
    change: { head, variantId, version, revisionId },
  }: { readonly histories: HistorySource; readonly change: PendingChange },
): Promise<Commit> {
  const history = histories.historyOf({ projectId, artifactId: head.artifactId }, head.family)
  // Index up to the newest revision, whose change follows: revisions are then read in batches, not one by one.
  const lastVersion = variantId === head.variantId ? Math.max(version, head.version) : version
  await history.update(reads, [{ variantId, version: lastVersion }])
  const commitId = history.commitOf(revisionId)
  const commit = commitId === undefined ? undefined : await history.read(reads, commitId)
  if (commit === undefined) {
    throw new Error(`the revision ${revisionId} of the artifact ${head.artifactId} has no commit`)
  }
  return decodeCommit(commit.bytes)
}

function entriesOf(change: PendingChange, treeId: ObjectId | null): readonly EntryChange[] {
  const { event, head, folder, variantId, version, revisionId, previousState } = change
  const { artifactId, family, slug: name } = head
  const artifact = { event, artifactId, family, variantId, version, revisionId }
  const entry = { folder, name, mode: directoryMode, artifact }
  if (event === 'archived') return [{ ...entry, id: null }]
  const hasMoved = event === 'moved' && previousState !== undefined
  return [
    ...(hasMoved ? [{ folder: previousState.folder, name, mode: directoryMode, id: null }] : []),
    { ...entry, id: treeId },
  ]
}

const eventVerbs = { archived: 'Archive', restored: 'Restore', moved: 'Move' } as const

function changeMessage({ event, revision, folder, head, previousState, version }: PendingChange): string {
  const path = `${folder}/${head.slug}`
  if (event === 'moved') return `Move ${previousState?.folder ?? ''}/${head.slug} to ${path}`
  if (event !== 'revision') return `${eventVerbs[event]} ${path}`
  const message = revision?.message
  return messageOf({ message, version }, `${path}: version ${version}`)
}

class CommitWriter {
  readonly #source: ProjectReads
  readonly #histories: HistorySource
  readonly #draft: TreeDraft
  readonly #authorNames: ReadonlyMap<string, string>
  #parent: ObjectId | undefined
  #seq: number

  constructor(
    source: ProjectReads,
    {
      histories,
      index,
      authorNames,
    }: {
      readonly histories: HistorySource
      readonly index: ProjectIndex
      readonly authorNames: ReadonlyMap<string, string>
    },
  ) {
    this.#source = source
    this.#histories = histories
    this.#draft = new TreeDraft(index)
    this.#authorNames = authorNames
    this.#parent = index.head
    this.#seq = index.nextSeq
  }

  async write(change: PendingChange): Promise<ProjectCommit> {
    const artifactCommit = await commitOfRevision(this.#source, { histories: this.#histories, change })
    // Git has no empty folders, so an artifact without files has no entry.
    const changes = this.#draft.apply(
      entriesOf(change, artifactCommit.tree === emptyTreeId ? null : artifactCommit.tree),
    )
    const commit = encodeCommit({
      tree: changes.root,
      parents: this.#parent === undefined ? [] : [this.#parent],
      ...this.#people(change, artifactCommit),
      headers: [],
      message: Buffer.from(`${changeMessage(change)}\n`),
    })
    const commitId = objectId(commit)
    this.#parent = commitId
    const seq = this.#seq
    this.#seq += 1
    return { seq, commitId, bytes: commit.bytes, changes: JSON.stringify(changes) }
  }

  /** Author and committer: those of the artifact's commit, or the key that made the change. */
  #people(
    { event, actorId, date }: PendingChange,
    artifactCommit: Commit,
  ): Pick<Commit, 'author' | 'committer'> {
    const key = keySignature({ author: actorId, date })
    const { author, committer } = event === 'revision' ? artifactCommit : { author: key, committer: key }
    return { author: this.#withCurrentName(author), committer: this.#withCurrentName(committer) }
  }

  /** Uses the current name of the author. The commit is stored, so a later rename of the key does not change it. */
  #withCurrentName(signature: Signature): Signature {
    const name = this.#authorNames.get(signature.email) ?? ''
    return name === '' ? signature : { ...signature, name }
  }
}

/**
 * The names of authors by the e-mail address of their commits. Includes authors on the server that the project was
 * imported from. Git allows no angle brackets and line ends in names.
 */
async function namesOfAuthors({ reads, projectId }: ProjectReads): Promise<ReadonlyMap<string, string>> {
  const authors = await authorsOf(reads, projectId)
  return new Map(
    authors.map(({ id, name }) => [
      keySignature({ author: id, date: '' }).email,
      (name ?? '').replace(/[<>\p{Cc}]/gu, '').trim(),
    ]),
  )
}

/** Appends commits for the changes. False: another process appended first, and the changes must be read again. */
async function appendCommits(
  parts: AppendParts,
  { index, changes }: { readonly index: ProjectIndex; readonly changes: readonly PendingChange[] },
): Promise<boolean> {
  const { store, histories } = parts
  const source = { reads: store.read, projectId: index.projectId }
  const writer = new CommitWriter(source, { histories, index, authorNames: await namesOfAuthors(source) })
  const pauses = createPauses()
  for (const batch of chunks(changes, commitsPerTransaction)) {
    const commits: ProjectCommit[] = []
    for (const commit of batch) {
      commits.push(await writer.write(commit))
      if (pauses.isDue()) await pauses.next()
    }
    const isAppended = await store
      .write(async (tx) => {
        if (!(await tx.appendProjectCommits(index.projectId, commits))) throw new ConcurrentAppend()
        return true
      })
      .catch((error: unknown) => {
        if (error instanceof ConcurrentAppend) return false
        throw error
      })
    await index.load(store.read)
    if (!isAppended) return false
  }
  return true
}

/** Another writer has appended commits to the project. */
class ConcurrentAppend extends Error {
  override readonly name = 'ConcurrentAppend'
}

/** Brings the commits of a project up to its revisions. */
export async function commitPendingChanges(parts: AppendParts, index: ProjectIndex): Promise<void> {
  const { store } = parts
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    await index.load(store.read)
    const changes = await pendingChanges({ reads: store.read, projectId: index.projectId }, index)
    if (changes.length === 0) return
    if (await appendCommits(parts, { index, changes })) return
  }
}
