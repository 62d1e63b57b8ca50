// Stores commits for the news of a project. Whoever reads the project first appends them; of two processes that continue
// at the same commit one is refused by the store, and starts again from the commits of the other.
import type { ProjectReads } from '../../access/scope.ts'
import { chunks } from '../../kernel/chunks.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import type { ProjectCommit, RelationalStore } from '../../storage/contract/contract.ts'
import { decodeCommit, encodeCommit, type Commit, type Signature } from '../objects/commit.ts'
import { objectId, type ObjectId } from '../objects/objects.ts'
import { directoryMode, emptyTreeId } from '../objects/tree.ts'
import { keySignature, messageOf } from '../repository/derived-commit.ts'
import type { HistorySource } from '../repository/history.ts'
import { projectNews, type News } from './news.ts'
import { TreeDraft, type ProjectIndex } from './project-index.ts'
import type { EntryChange } from './project.ts'

interface AppendParts {
  readonly store: RelationalStore
  readonly histories: HistorySource
}

const commitsPerTransaction = 500
/** A commit without news in between: other processes appended more often than that. */
const attemptsMax = 100

/** The artifact's own commit of the revision that the news show. */
async function ownCommit(
  { reads, projectId }: ProjectReads,
  {
    histories,
    news: { head, variantId, version, revisionId },
  }: { readonly histories: HistorySource; readonly news: News },
): Promise<Commit> {
  const history = histories.of({ projectId, artifactId: head.artifactId }, head.family)
  // Up to the newest revision, which has news of its own: revisions are read in batches, not one by one.
  const last = variantId === head.variantId ? Math.max(version, head.version) : version
  await history.update(reads, [{ variantId, version: last }])
  const commitId = history.commitOf(revisionId)
  const commit = commitId === undefined ? undefined : await history.read(reads, commitId)
  if (commit === undefined) {
    throw new Error(`the revision ${revisionId} of the artifact ${head.artifactId} has no commit`)
  }
  return decodeCommit(commit.bytes)
}

function entriesOf(news: News, treeId: ObjectId | null): readonly EntryChange[] {
  const { event, head, folder, variantId, version, revisionId, from } = news
  const { artifactId, family, slug: name } = head
  const artifact = { event, artifactId, family, variantId, version, revisionId }
  const entry = { folder, name, mode: directoryMode, artifact }
  if (event === 'archived') return [{ ...entry, id: null }]
  const isElsewhere = event === 'moved' && from !== undefined
  return [
    ...(isElsewhere ? [{ folder: from.folder, name, mode: directoryMode, id: null }] : []),
    { ...entry, id: treeId },
  ]
}

const verbs = { archived: 'Archive', restored: 'Restore', moved: 'Move' } as const

function messageOfNews({ event, revision, folder, head, from, version }: News): string {
  const path = `${folder}/${head.slug}`
  if (event === 'moved') return `Move ${from?.folder ?? ''}/${head.slug} to ${path}`
  if (event !== 'revision') return `${verbs[event]} ${path}`
  const message = revision?.message
  return messageOf({ message, version }, `${path}: version ${version}`)
}

class CommitWriter {
  readonly #source: ProjectReads
  readonly #histories: HistorySource
  readonly #draft: TreeDraft
  readonly #keyNames: ReadonlyMap<string, string>
  #parent: ObjectId | undefined
  #seq: number

  constructor(
    source: ProjectReads,
    {
      histories,
      index,
      keyNames,
    }: {
      readonly histories: HistorySource
      readonly index: ProjectIndex
      readonly keyNames: ReadonlyMap<string, string>
    },
  ) {
    this.#source = source
    this.#histories = histories
    this.#draft = new TreeDraft(index)
    this.#keyNames = keyNames
    this.#parent = index.head
    this.#seq = index.nextSeq
  }

  async write(news: News): Promise<ProjectCommit> {
    const own = await ownCommit(this.#source, { histories: this.#histories, news })
    // Git leaves empty folders out, so an artifact without files has no entry.
    const changes = this.#draft.apply(entriesOf(news, own.tree === emptyTreeId ? null : own.tree))
    const commit = encodeCommit({
      tree: changes.root,
      parents: this.#parent === undefined ? [] : [this.#parent],
      ...this.#people(news, own),
      headers: [],
      message: Buffer.from(`${messageOfNews(news)}\n`),
    })
    const commitId = objectId(commit)
    this.#parent = commitId
    const seq = this.#seq
    this.#seq += 1
    return { seq, commitId, bytes: commit.bytes, changes: JSON.stringify(changes) }
  }

  /** The people of the artifact's commit. */
  #people({ event, by, date }: News, own: Commit): Pick<Commit, 'author' | 'committer'> {
    const key = keySignature({ author: by, date })
    const { author, committer } = event === 'revision' ? own : { author: key, committer: key }
    return { author: this.#named(author), committer: this.#named(committer) }
  }

  /** A key has its name of today; the commit is stored, so that another name later changes nothing. */
  #named(signature: Signature): Signature {
    const name = this.#keyNames.get(signature.email) ?? ''
    return name === '' ? signature : { ...signature, name }
  }
}

/** The names of keys by the e-mail address of their commits. Names in Git have no angle brackets and line ends. */
async function namesOfKeys({ reads, projectId }: ProjectReads): Promise<ReadonlyMap<string, string>> {
  const keys = await reads.keyNames(projectId)
  return new Map(
    keys.map(({ id, name = '' }) => [
      keySignature({ author: id, date: '' }).email,
      name.replace(/[<>\p{Cc}]/gu, '').trim(),
    ]),
  )
}

/** Appends commits for the news. False: another process appended first, and the news must be read again. */
async function appendNews(
  parts: AppendParts,
  { index, news }: { readonly index: ProjectIndex; readonly news: readonly News[] },
): Promise<boolean> {
  const { store, histories } = parts
  const source = { reads: store.read, projectId: index.projectId }
  const writer = new CommitWriter(source, { histories, index, keyNames: await namesOfKeys(source) })
  const pauses = createPauses()
  for (const batch of chunks(news, commitsPerTransaction)) {
    const commits: ProjectCommit[] = []
    for (const each of batch) {
      commits.push(await writer.write(each))
      if (pauses.isDue()) await pauses.next()
    }
    const isAppended = await store
      .write(async (tx) => {
        if (!(await tx.appendProjectCommits(index.projectId, commits))) throw new Overtaken()
        return true
      })
      .catch((error: unknown) => {
        if (error instanceof Overtaken) return false
        throw error
      })
    await index.load(store.read)
    if (!isAppended) return false
  }
  return true
}

/** Another writer has continued the project. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** Brings the commits of a project up to its revisions. */
export async function appendAllNews(parts: AppendParts, index: ProjectIndex): Promise<void> {
  const { store } = parts
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    await index.load(store.read)
    const news = await projectNews({ reads: store.read, projectId: index.projectId }, index)
    if (news.length === 0) return
    if (await appendNews(parts, { index, news })) return
  }
}
