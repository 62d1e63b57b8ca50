// The new commits of a pushed branch, oldest first. Only fast-forwards along first parents are accepted.
import { decodeCommit, type Commit } from '../objects/commit.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'
import type { PushedObjects, RefCommand } from '../objects/repository.ts'
import { slugCharactersMax, slugPattern } from '../../versioning/slugs.ts'
import type { PushContext } from './context.ts'
import { branchOf } from './ref-names.ts'
import { Refusal } from './refusal.ts'
import type { BlobIds } from './trees.ts'

/** A commit that becomes a revision. */
export interface PushedChange {
  readonly id: ObjectId
  readonly commit: Commit
  readonly bytes: Uint8Array
  readonly mergedRevisionId: string | undefined
  /** Reads objects of the push and of the repository. */
  readonly read: (id: ObjectId) => Promise<GitObject | undefined>
  /** The objects of the push. */
  readonly objects: Pick<PushedObjects, 'get'>
  /** The folder of the files in the repository, for messages: empty, or `applications/greeter/`. */
  readonly folder: string
}

export interface BranchPlan {
  readonly name: string
  readonly slug: string
  /** The revision where a new branch begins. */
  readonly forkRevisionId: string | undefined
  /** The existing variant and its head when the push was checked. */
  readonly variantId: string | undefined
  readonly headRevisionId: string | undefined
  /** The client's own files in the commit where the branch continues. */
  readonly ownFiles: BlobIds
  readonly changes: readonly PushedChange[]
}

/** Commits per push of a branch. */
const commitsMax = 1000

interface Chain {
  /** Newest first. */
  readonly commits: readonly { readonly id: ObjectId; readonly commit: Commit; readonly bytes: Uint8Array }[]
  /** The commit where the chain ends; undefined: it has no parent. */
  readonly base: ObjectId | undefined
}

/** Follows first parents from `from` to a commit that `isBase` accepts. */
export async function chainFrom(
  from: ObjectId,
  {
    name,
    read,
    isBase,
  }: {
    readonly name: string
    readonly read: PushedChange['read']
    readonly isBase: (id: ObjectId) => boolean
  },
): Promise<Chain> {
  const commits: { id: ObjectId; commit: Commit; bytes: Uint8Array }[] = []
  let id: ObjectId | undefined = from
  while (id !== undefined && !isBase(id)) {
    if (commits.length >= commitsMax) throw new Refusal(name, `Push at most ${commitsMax} commits at once.`)
    const object = await read(id)
    if (object?.type !== 'commit') throw new Refusal(name, `${id} is not a commit.`)
    const commit = decodeCommit(object.bytes)
    commits.push({ id, commit, bytes: object.bytes })
    id = commit.parents[0]
  }
  return { commits, base: id }
}

const rejectReason = (chain: Chain, head: ObjectId): string =>
  chain.commits.some(({ commit }) => commit.parents.slice(1).includes(head))
    ? 'The head of the branch is the second parent of a merge; use git pull --rebase, then push again.'
    : 'non-fast-forward'

function mergedRevision(
  { history }: PushContext,
  { name, commit, id }: { readonly name: string; readonly commit: Commit; readonly id: ObjectId },
): string | undefined {
  const [, mergedParent, thirdParent] = commit.parents
  if (thirdParent !== undefined) throw new Refusal(name, `The commit ${id} merges more than one branch.`)
  if (mergedParent === undefined) return undefined
  const revisionId = history.revisionOf(mergedParent)
  if (revisionId !== undefined) return revisionId
  throw new Refusal(name, `The merged commit ${mergedParent} is not a revision yet; push its branch first.`)
}

export async function planBranch(
  context: PushContext,
  {
    command,
    slug,
    objects,
  }: { readonly command: RefCommand; readonly slug: string; readonly objects: PushedObjects },
): Promise<BranchPlan> {
  const { history, scope, variants } = context
  const { name, before, after } = command
  if (after === undefined) throw new Refusal(name, 'A branch cannot be deleted here; archive its variant.')
  if (!slugPattern.test(slug) || slug.length > slugCharactersMax) {
    throw new Refusal(name, 'The name of a branch is the slug of a variant: letters, digits, _, - and dots.')
  }
  const variant = variants.find((candidate) => branchOf(candidate, variants) === name)
  const slugVariant = variants.find((candidate) => candidate.slug === slug)
  if (variant === undefined && slugVariant !== undefined) {
    const branch = branchOf(slugVariant, variants).replace('refs/heads/', '')
    throw new Refusal(name, `The branch of the variant ${slug} is ${branch}.`)
  }
  const head = variant?.headRevisionId === undefined ? undefined : history.commitOf(variant.headRevisionId)
  if (variant?.deletedAt !== undefined) throw new Refusal(name, 'The variant of this branch is archived.')
  if (before !== head) throw new Refusal(name, 'fetch first')
  const read = async (id: ObjectId) => objects.get(id) ?? history.read(scope.store.read, id)
  const isBase = (id: ObjectId): boolean =>
    variant === undefined ? history.revisionOf(id) !== undefined : id === head
  const chain = await chainFrom(after, { name, read, isBase })
  if (head !== undefined && chain.base === undefined) throw new Refusal(name, rejectReason(chain, head))
  const forkRevisionId =
    variant === undefined && chain.base !== undefined ? history.revisionOf(chain.base) : undefined
  if (variant === undefined && forkRevisionId === undefined) {
    throw new Refusal(name, 'The branch has no commit in common with this repository; fetch first.')
  }
  const changes = chain.commits.toReversed().map((commit) => ({
    ...commit,
    mergedRevisionId: mergedRevision(context, { name, ...commit }),
    read,
    objects,
    folder: '',
  }))
  return {
    name,
    slug,
    forkRevisionId,
    variantId: variant?.id,
    headRevisionId: variant?.headRevisionId,
    ownFiles: chain.base === undefined ? new Map() : history.ownFiles(chain.base),
    changes,
  }
}
