// Checks the objects that a push reaches from its new tips: they decode, their trees obey the rules, and links have the
// right type. Objects of the pack that no tip reaches are dropped.
import { isUtf8 } from 'node:buffer'
import { decodeCommit, tagTarget } from '../objects/commit.ts'
import { requireSoundCommit } from '../objects/commit-rules.ts'
import { malformedError, type GitObject, type ObjectId, type ObjectType } from '../objects/objects.ts'
import { isCollisionAttack } from '../objects/sha1-attacks.ts'
import { requireSafeTree } from '../objects/tree-rules.ts'
import { decodeTree, directoryMode } from '../objects/tree.ts'
import { tooLarge, type PackLimits } from './pack.ts'

/** A link to an object, with the type that it must have and the path that leads there. */
export interface Link {
  readonly id: ObjectId
  readonly type: ObjectType | undefined
  /** Empty for commits and their root trees. */
  readonly path: string
}

export interface ReachedObjects {
  readonly objects: ReadonlyMap<ObjectId, GitObject>
  /** Links to objects that the push does not contain; the repository must have them. */
  readonly externalLinks: readonly Link[]
}

const treeBytesMax = 4 * 1024 * 1024
const pathLengthMax = 4096

function treeLinks(bytes: Uint8Array, path: string): readonly Link[] {
  if (bytes.length > treeBytesMax)
    throw tooLarge(`The directory ${JSON.stringify(path)} has too many entries.`)
  const entries = decodeTree(bytes)
  const directory = path === '' ? '' : `${path}/`
  requireSafeTree(entries, directory)
  return entries.map(({ mode, name, id }) => ({
    id,
    type: mode === directoryMode ? 'tree' : 'blob',
    path: directory + name,
  }))
}

/**
 * The blocks of a collision look random. So they cannot be part of a text, nor of a tree, whose ids must be those of
 * objects in the push or the repository. A search takes 0.7 s per MiB.
 */
function refuseAttack(bytes: Uint8Array, path: string): void {
  if (isUtf8(bytes)) return
  const looseForm = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes])
  if (!isCollisionAttack(looseForm)) return
  throw malformedError(`The file ${JSON.stringify(path)} was built to have the same SHA-1 as another one.`)
}

/** The objects that an object names. Throws when it does not decode or breaks a rule. */
function linksOf({ type, bytes }: GitObject, path: string): readonly Link[] {
  if (type === 'blob') {
    refuseAttack(bytes, path)
    return []
  }
  if (type === 'tag') return [{ id: tagTarget(bytes), type: undefined, path: '' }]
  if (type === 'tree') return treeLinks(bytes, path)
  const { tree, parents } = decodeCommit(bytes)
  requireSoundCommit(bytes)
  const parentLinks = parents.map((id) => ({ id, type: 'commit', path: '' }) as const)
  return [{ id: tree, type: 'tree', path: '' }, ...parentLinks]
}

/** Throws when a link leads to an object of another type. */
export function requireType({ id, type: expectedType, path }: Link, { type }: GitObject): void {
  if (expectedType === undefined || type === expectedType) return
  const place = path === '' ? '' : ` at ${JSON.stringify(path)}`
  throw malformedError(`The object ${id}${place} is a ${type} where a ${expectedType} must be.`)
}

export function reachedObjects(
  pack: ReadonlyMap<ObjectId, GitObject>,
  { tips, limits }: { readonly tips: readonly ObjectId[]; readonly limits: PackLimits },
): ReachedObjects {
  const objects = new Map<ObjectId, GitObject>()
  const externalLinks = new Map<string, Link>()
  const stack: Link[] = tips.map((id) => ({ id, type: undefined, path: '' }))
  for (let link = stack.pop(); link !== undefined; link = stack.pop()) {
    const object = pack.get(link.id)
    if (link.path.length > pathLengthMax) {
      throw tooLarge(`A path has more than ${pathLengthMax} characters: ${link.path.slice(0, 100)}…`)
    }
    if (object === undefined) externalLinks.set(`${link.type} ${link.id}`, link)
    else {
      requireType(link, object)
      if (!objects.has(link.id)) for (const next of linksOf(object, link.path)) stack.push(next)
      objects.set(link.id, object)
    }
    if (externalLinks.size > limits.objectsMax) {
      throw tooLarge(`The push refers to more than ${limits.objectsMax} objects.`)
    }
  }
  return { objects, externalLinks: [...externalLinks.values()] }
}
