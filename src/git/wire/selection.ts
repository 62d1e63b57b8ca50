// Selects the objects that a client lacks: reachable from its wants and not from its commits. Objects are only listed
// here; the pack reads them again one by one, so memory holds ids and no content.
import { tagTarget } from '../objects/commit.ts'
import { malformedError, type ObjectId } from '../objects/objects.ts'
import { decodeTree, directoryMode, type TreeEntry } from '../objects/tree.ts'
import { tooLarge } from '../pack/pack.ts'
import type { PackEntry } from '../pack/write-pack.ts'
import type { FetchRequest, Filter } from './fetch-request.ts'
import type { History } from './history.ts'
import type { Boundary } from './shallow.ts'

const objectsMax = 2_000_000

class Selection {
  readonly ids = new Set<ObjectId>()
  readonly #history: History
  readonly #filter: Filter
  /** Trees and blobs that the client has. */
  readonly #knownIds = new Set<ObjectId>()

  constructor(history: History, filter: Filter) {
    this.#history = history
    this.#filter = filter
  }

  add(id: ObjectId): void {
    if (this.ids.size >= objectsMax)
      throw tooLarge(`A fetch may have ${objectsMax} objects: fetch less history.`)
    this.ids.add(id)
  }

  /**
   * Marks the objects below a tree as known to the client. A tree with a base is marked alone: later trees are compared
   * with it.
   */
  async markKnown(tree: ObjectId): Promise<void> {
    const stack = [tree]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (this.#knownIds.has(id)) continue
      this.#knownIds.add(id)
      if (this.#history.repository.treeChange?.(id) !== undefined) continue
      for (const entry of await this.#entries(id)) {
        if (entry.mode === directoryMode) stack.push(entry.id)
        else this.#knownIds.add(entry.id)
      }
    }
  }

  /** Adds a tree and everything below it that the client lacks and the filter allows. */
  async addTree(tree: ObjectId): Promise<void> {
    if (this.#filter.kind === 'trees') return
    const stack = [tree]
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (this.ids.has(id) || this.#knownIds.has(id)) continue
      this.add(id)
      for (const entry of await this.#newEntries(id)) {
        if (entry.mode === directoryMode) stack.push(entry.id)
        else if (await this.#isAllowed(entry.id)) this.add(entry.id)
      }
    }
  }

  /** The entries of a tree, without those of a base that the client has or receives. */
  async #newEntries(id: ObjectId): Promise<readonly TreeEntry[]> {
    const change = this.#history.repository.treeChange?.(id)
    if (change === undefined || !(this.ids.has(change.base) || this.#knownIds.has(change.base))) {
      return this.#entries(id)
    }
    for (const { before, mode } of change.entries) {
      if (before !== undefined && mode === directoryMode && this.#knownIds.has(change.base))
        await this.markKnown(before)
    }
    return change.entries
  }

  /**
   * A want may be any object: a tag leads to its target; trees and blobs are those that a partial clone lacks. Returns
   * the commit that the want leads to.
   */
  async addWant(want: ObjectId): Promise<ObjectId | undefined> {
    let id = want
    for (;;) {
      const object = await this.#history.read(id)
      if (object === undefined) throw malformedError(`upload-pack: not our ref ${want}`)
      if (object.type === 'commit') return id
      if (object.type === 'tree') await this.addTree(id)
      this.add(id)
      if (object.type !== 'tag') return undefined
      id = tagTarget(object.bytes)
    }
  }

  async #isAllowed(blob: ObjectId): Promise<boolean> {
    if (this.#knownIds.has(blob)) return false
    if (this.#filter.kind !== 'blobs') return true
    if (this.#filter.bytesMax === 0) return false
    const object = await this.#history.read(blob)
    return object !== undefined && object.bytes.length < this.#filter.bytesMax
  }

  async #entries(id: ObjectId) {
    const object = await this.#history.read(id)
    if (object?.type !== 'tree') throw new Error(`the tree ${id} is missing`)
    return decodeTree(object.bytes)
  }
}

/** Tags of refs whose target is in the pack. */
async function addTags(selection: Selection, history: History): Promise<void> {
  const { refs } = await history.repository.refs()
  for (const { name, id } of refs) {
    if (!name.startsWith('refs/tags/')) continue
    const object = await history.read(id)
    if (object?.type === 'tag' && selection.ids.has(tagTarget(object.bytes))) selection.add(id)
  }
}

/** Commits of the client that are parents of new ones. Their trees have most of the objects that need not be sent. */
async function edges(
  history: History,
  { commits, clientCommits }: { readonly commits: Set<ObjectId>; readonly clientCommits: Set<ObjectId> },
): Promise<Set<ObjectId>> {
  const parents = new Set<ObjectId>()
  for (const id of commits) {
    for (const parent of (await history.commit(id))?.parents ?? []) {
      if (clientCommits.has(parent)) parents.add(parent)
    }
  }
  return parents
}

export interface Fetch {
  readonly request: FetchRequest
  /** Commits that client and repository have. */
  readonly commonIds: readonly ObjectId[]
  readonly boundary: Boundary
}

/** Throws `not our ref` for an unknown want. */
export async function selectObjects(
  history: History,
  { request, commonIds, boundary }: Fetch,
): Promise<ReadonlySet<ObjectId>> {
  const selection = new Selection(history, request.filter)
  const clientCommits = await history.reach(await history.commitsBehind(commonIds), {
    shallowIds: new Set(request.shallows),
  })
  const starts: ObjectId[] = []
  for (const want of request.wants) {
    const commit = await selection.addWant(want)
    if (commit !== undefined) starts.push(commit)
  }
  // The client has the commits of its old boundary, and lacks their parents.
  for (const id of boundary.unshallow) starts.push(...((await history.commit(id))?.parents ?? []))
  const commits = await history.reach(starts, { shallowIds: boundary.shallow, excludedIds: clientCommits })
  for (const id of await edges(history, { commits, clientCommits })) {
    const commit = await history.commit(id)
    if (commit !== undefined) await selection.markKnown(commit.tree)
  }
  // Oldest first: the base of a tree is older.
  for (const id of [...commits].toReversed()) {
    selection.add(id)
    const commit = await history.commit(id)
    if (commit !== undefined) await selection.addTree(commit.tree)
  }
  if (request.options.has('include-tag')) await addTags(selection, history)
  return selection.ids
}

/** The objects in their order, each read when it is requested. */
export async function* readSelected(history: History, ids: ReadonlySet<ObjectId>): AsyncGenerator<PackEntry> {
  for (const id of ids) {
    const change = history.repository.treeChange?.(id)
    if (change?.delta !== undefined && ids.has(change.base)) {
      yield { type: 'delta', base: change.base, bytes: change.delta() }
      continue
    }
    const object = await history.read(id)
    if (object === undefined) throw new Error(`the object ${id} is missing`)
    yield object
  }
}
