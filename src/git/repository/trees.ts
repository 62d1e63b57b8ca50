// Trees of files: builds the trees of a flat list of paths, and lists the files of a tree.
import { objectId, type GitObject, type ObjectId } from '../objects/objects.ts'
import { decodeTree, directoryMode, encodeTree, fileMode, type TreeEntry } from '../objects/tree.ts'
import { AssayError } from '../../kernel/errors.ts'

/** The ids of blobs by path. */
export type BlobIds = ReadonlyMap<string, ObjectId>

export interface BuiltTree {
  readonly id: ObjectId
  /** The tree and the trees below it. */
  readonly trees: ReadonlyMap<ObjectId, Uint8Array>
}

/** The tree of these files. No path may be a folder of another one. */
export function buildTree(blobs: BlobIds): BuiltTree {
  const trees = new Map<ObjectId, Uint8Array>()
  const folders = new Map<string, Map<string, ObjectId>>()
  const entries: TreeEntry[] = []
  for (const [path, id] of blobs) {
    const slash = path.indexOf('/')
    if (slash < 0) {
      entries.push({ mode: fileMode, name: path, id })
      continue
    }
    const folder = path.slice(0, slash)
    const folderEntries = folders.get(folder) ?? new Map<string, ObjectId>()
    folders.set(folder, folderEntries.set(path.slice(slash + 1), id))
  }
  for (const [name, folderEntries] of folders) {
    const tree = buildTree(folderEntries)
    for (const [id, bytes] of tree.trees) trees.set(id, bytes)
    entries.push({ mode: directoryMode, name, id: tree.id })
  }
  const root = encodeTree(entries)
  const id = objectId(root)
  return { id, trees: trees.set(id, root.bytes) }
}

/** The most files and folders of a commit; no payload has as many. */
const filesMax = 20_000

export interface ListedTree {
  readonly blobs: BlobIds
  /** The ids of the tree and the trees below it. */
  readonly treeIds: ReadonlySet<ObjectId>
}

/** All files below a tree. */
export async function listTree(
  read: (id: ObjectId) => Promise<GitObject | undefined>,
  root: ObjectId,
): Promise<ListedTree> {
  const blobs = new Map<string, ObjectId>()
  const treeIds = new Set<ObjectId>()
  const pendingTrees = [{ id: root, folder: '' }]
  for (let next = pendingTrees.pop(); next !== undefined; next = pendingTrees.pop()) {
    const tree = await read(next.id)
    if (tree?.type !== 'tree') throw new AssayError('payload_undecodable', `The tree ${next.id} is missing.`)
    treeIds.add(next.id)
    for (const { mode, name, id } of decodeTree(tree.bytes)) {
      const path = `${next.folder}${name}`
      if (mode === directoryMode) pendingTrees.push({ id, folder: `${path}/` })
      else blobs.set(path, id)
    }
    if (blobs.size + treeIds.size + pendingTrees.length > filesMax) {
      throw new AssayError('payload_undecodable', `A commit has at most ${filesMax} files and folders.`)
    }
  }
  return { blobs, treeIds }
}
