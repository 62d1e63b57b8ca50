// A repository as the protocol sees it. Implementations decide which refs and objects exist and which pushes they
// accept; the protocol never writes on its own.
import type { GitObject, ObjectId } from './objects.ts'
import type { TreeEntry } from './tree.ts'

export interface Ref {
  /** `refs/heads/main`. */
  readonly name: string
  readonly id: ObjectId
}

/** One change of a push. Without `before` the ref is created, without `after` it is deleted. */
export interface RefCommand {
  readonly name: string
  readonly before?: ObjectId
  readonly after?: ObjectId
}

/** The outcome of a command. */
export interface RefResult {
  readonly name: string
  /** The reason for a refused command, as a message for the person who pushed. Undefined: it was applied. */
  readonly refusal?: string
}

/**
 * The objects of a push, in memory. Each was checked: its bytes decode, its tree entries obey tree-rules.ts, and every
 * object that it names is in the push or in the repository.
 */
export type PushedObjects = ReadonlyMap<ObjectId, GitObject>

/** A push. `objects` is empty when all objects exist already. */
export interface Push {
  readonly commands: readonly RefCommand[]
  readonly objects: PushedObjects
}

/** A tree as a change of another tree of the repository. */
export interface TreeChange {
  readonly base: ObjectId
  /** The entries that the base lacks. `before` is the entry of the same name in the base. */
  readonly entries: readonly (TreeEntry & { readonly before?: ObjectId })[]
  /** The content as a delta of the base; absent where the chain of deltas would be too long. */
  readonly delta?: () => Uint8Array
}

/** All objects are immutable: an id that was read once gives the same object or none. */
export interface Repository {
  /** Refs in order of name; `head` is the ref that HEAD points to, even if it does not exist yet. */
  refs(): Promise<{ readonly refs: readonly Ref[]; readonly head?: string }>
  /**
   * Undefined: the repository has no such object. Only objects that are reachable from a ref now, or were earlier, may
   * be returned: a client may ask for any id.
   */
  read(id: ObjectId): Promise<GitObject | undefined>
  /**
   * The tree as a change of another one, so that a large tree that changes a little is listed and sent without its
   * unchanged entries. Undefined: the tree has no base. Chains of bases have no cycles.
   */
  treeChange?(id: ObjectId): TreeChange | undefined
  /**
   * Prepares the read of an object that only the client has named in this request. `path` is its place in the push that
   * names it. A repository without this method can read every object directly.
   */
  locate?(id: ObjectId, path?: string): Promise<void>
  /** Applies all commands of a push or none. Returns one result per command, in their order. */
  push(push: Push): Promise<readonly RefResult[]>
}
