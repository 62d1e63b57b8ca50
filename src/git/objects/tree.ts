// Encodes and decodes trees. An entry is `mode SP name NUL` and 20 bytes of the id; entries are sorted by the bytes of
// their names, where the name of a directory ends with a slash.
import { malformedError, objectId, type GitObject, type ObjectId } from './objects.ts'

export interface TreeEntry {
  /** `100644` (file) and `40000` (directory); trees of other programs may have others. */
  readonly mode: string
  readonly name: string
  readonly id: ObjectId
}

export const fileMode = '100644'
export const directoryMode = '40000'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const sortKey = ({ mode, name }: TreeEntry): Buffer => Buffer.from(mode === directoryMode ? `${name}/` : name)

export const compareEntries = (left: TreeEntry, right: TreeEntry): number =>
  Buffer.compare(sortKey(left), sortKey(right))

/** Sorts the entries and writes them. Names are not checked; see tree-rules.ts. */
export const encodeTree = (entries: readonly TreeEntry[]): GitObject => ({
  type: 'tree',
  bytes: Buffer.concat(
    entries
      .toSorted(compareEntries)
      .flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  ),
})

export const emptyTree: GitObject = encodeTree([])
export const emptyTreeId: ObjectId = objectId(emptyTree)

function nameOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw malformedError(`The name of a file is not UTF-8: ${Buffer.from(bytes).toString('latin1')}.`, error)
  }
}

/** The entries in stored order. Throws when the bytes are not a tree. */
export function decodeTree(bytes: Uint8Array): readonly TreeEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries: TreeEntry[] = []
  for (let at = 0; at < buffer.length;) {
    const space = buffer.indexOf(0x20, at)
    const zero = buffer.indexOf(0, at)
    const mode = buffer.toString('latin1', at, Math.max(space, at))
    if (space < 0 || zero < space || zero + 21 > buffer.length || !/^[0-7]{1,7}$/.test(mode)) {
      throw malformedError(`A tree has a malformed entry at byte ${at}.`)
    }
    entries.push({
      mode,
      name: nameOf(buffer.subarray(space + 1, zero)),
      id: buffer.toString('hex', zero + 1, zero + 21),
    })
    at = zero + 21
  }
  return entries
}
