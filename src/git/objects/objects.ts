// Git objects as values: ids, trees, commits and tags, and the interface of a repository. Pure: no input or output, and
// no knowledge of Assay's records. May import the kernel only. Start here.
//   objects      ids and the loose form
//   tree         entries of a directory, in Git's order
//   commit       commits, with unknown headers preserved; the target of a tag
//   commit-rules refuses commits that Git reports as broken
//   tree-rules   refuses paths that are unsafe or cannot be stored
//   sha1-attacks detects bytes that were built to share their SHA-1 with others
//   repository   a repository as the protocol sees it
import { createHash } from 'node:crypto'
import { AssayError } from '../../kernel/errors.ts'

/** SHA-1 of an object: 40 lower-case hexadecimal digits. */
export type ObjectId = string

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

export interface GitObject {
  readonly type: ObjectType
  /** The content without the header of the loose form. */
  readonly bytes: Uint8Array
}

const objectIdPattern = /^[0-9a-f]{40}$/

export const isObjectId = (text: string): boolean => objectIdPattern.test(text)

/** The SHA-1 of the loose form: type, length, a zero byte and the content. */
export const objectId = ({ type, bytes }: GitObject): ObjectId =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')

/** Bytes that are no valid Git object or message. */
export const malformedError = (message: string, cause?: unknown): AssayError =>
  new AssayError('payload_undecodable', message, { cause })
