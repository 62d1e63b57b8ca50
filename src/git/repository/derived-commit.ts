// The commit of a revision that was not pushed. It depends only on members of the revision that never change, so every
// process computes the same id, now and later: changing this file would rewrite the history that clients have fetched.
import type { Revision } from '../../storage/contract/contract.ts'
import { encodeCommit, type Signature } from '../objects/commit.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'

/** The message of a revision. Git refuses NUL in messages. */
export const messageOf = (
  { message, version }: Pick<Revision, 'message' | 'version'>,
  fallback = `Version ${version}`,
): string =>
  message === undefined || message.trim() === '' ? fallback : message.replaceAll('\0', '\u{fffd}')

/** A key as the author of a commit. */
export const keySignature = ({ author, date }: Pick<Revision, 'author' | 'date'>): Signature => ({
  name: author,
  email: `${author}@keys.assay.invalid`,
  seconds: Math.floor(Date.parse(date) / 1000),
  zone: '+0000',
})

export type CommitSource = Pick<Revision, 'author' | 'date' | 'message' | 'version'>

export function derivedCommit(
  revision: CommitSource,
  { tree, parents }: { readonly tree: ObjectId; readonly parents: readonly ObjectId[] },
): GitObject {
  const signature = keySignature(revision)
  return encodeCommit({
    tree,
    parents,
    author: signature,
    committer: signature,
    headers: [],
    message: Buffer.from(`${messageOf(revision)}\n`),
  })
}
