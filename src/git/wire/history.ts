// Reads the commits of a repository, each once per request, in time slices.
import { createPauses } from '../../kernel/time-slices.ts'
import { decodeCommit, tagTarget } from '../objects/commit.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'
import type { Repository } from '../objects/repository.ts'
import { tooLarge } from '../pack/pack.ts'

export interface HistoryCommit {
  readonly tree: ObjectId
  readonly parents: readonly ObjectId[]
  readonly seconds: number
}

/** A bound on the commits of one request, so that it ends. */
const commitsMax = 500_000

export class History {
  readonly repository: Repository
  readonly #commits = new Map<ObjectId, HistoryCommit | undefined>()
  readonly #pauses = createPauses()

  constructor(repository: Repository) {
    this.repository = repository
  }

  /** A repository may answer from memory, so a long walk pauses here for other requests. */
  async read(id: ObjectId): Promise<GitObject | undefined> {
    if (this.#pauses.isDue()) await this.#pauses.next()
    return this.repository.read(id)
  }

  /** Undefined: there is no such commit. */
  async commit(id: ObjectId): Promise<HistoryCommit | undefined> {
    if (this.#commits.has(id)) return this.#commits.get(id)
    if (this.#commits.size >= commitsMax) throw tooLarge(`The history has more than ${commitsMax} commits.`)
    const object = await this.read(id)
    const commit = object?.type === 'commit' ? decodeCommit(object.bytes) : undefined
    const { tree, parents, committer } = commit ?? {}
    const entry =
      tree === undefined || parents === undefined || committer === undefined
        ? undefined
        : { tree, parents, seconds: committer.seconds }
    this.#commits.set(id, entry)
    return entry
  }

  /** The commits with these ids, and those that tags with these ids lead to. Other objects are omitted. */
  async commitsBehind(ids: Iterable<ObjectId>): Promise<readonly ObjectId[]> {
    const commits: ObjectId[] = []
    for (const id of ids) {
      let next = id
      let object = await this.read(next)
      while (object?.type === 'tag') {
        next = tagTarget(object.bytes)
        object = await this.read(next)
      }
      if (object?.type === 'commit') commits.push(next)
    }
    return commits
  }

  /**
   * All commits that these reach. Parents of commits in `shallowIds` are not followed. Commits in `excludedIds` and
   * their history are left out.
   */
  async reach(
    ids: Iterable<ObjectId>,
    {
      shallowIds = noIds,
      excludedIds = noIds,
    }: { readonly shallowIds?: ReadonlySet<ObjectId>; readonly excludedIds?: ReadonlySet<ObjectId> },
  ): Promise<Set<ObjectId>> {
    const reachable = new Set<ObjectId>()
    const stack = [...ids]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (reachable.has(id) || excludedIds.has(id)) continue
      const commit = await this.commit(id)
      if (commit === undefined) continue
      reachable.add(id)
      if (!shallowIds.has(id)) stack.push(...commit.parents)
    }
    return reachable
  }

  /** Whether each of these commits is one of the targets or has one in its history. Linear in the history. */
  async allReach(ids: readonly ObjectId[], targets: ReadonlySet<ObjectId>): Promise<boolean> {
    const children = new Map<ObjectId, ObjectId[]>()
    const reachable = await this.reach(ids, { shallowIds: targets })
    for (const id of reachable) {
      const commit = await this.commit(id)
      for (const parent of commit?.parents ?? []) {
        const siblings = children.get(parent)
        if (siblings === undefined) children.set(parent, [id])
        else siblings.push(id)
      }
    }
    const leadingIds = new Set<ObjectId>()
    const stack = [...reachable.intersection(targets)]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (leadingIds.has(id)) continue
      leadingIds.add(id)
      stack.push(...(children.get(id) ?? []))
    }
    return ids.every((id) => leadingIds.has(id))
  }
}

const noIds: ReadonlySet<ObjectId> = new Set()
