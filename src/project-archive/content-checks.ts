// Computes the hashes of revisions, pages and Git objects again, and checks names of authors.
import { authorsSetting, parseAuthors } from '../access/authors.ts'
import { decodeCommit } from '../git/objects/commit.ts'
import { objectId, type ObjectType } from '../git/objects/objects.ts'
import { requireSafeTree } from '../git/objects/tree-rules.ts'
import { decodeTree } from '../git/objects/tree.ts'
import { blake2bHex, contentHash } from '../kernel/json/canonical.ts'
import type { PageRecord, ProjectRow } from '../storage/contract/contract.ts'
import { decodePage, encodeEntries, encodeRows } from '../testsets/pages/format.ts'
import { storedList } from '../testsets/stored/stored-list.ts'
import { refusal } from './format.ts'

function hashOf(family: string, dataText: string): string {
  if (family !== 'testset') return contentHash(JSON.parse(dataText))
  return blake2bHex(String(storedList({ dataText })?.hash), 32)
}

/** The revision, if its payload has its hash. */
export function verifyRevision(row: ProjectRow): ProjectRow {
  const { family, data, content_hash: hash } = row
  const computedHash = typeof data === 'string' ? hashOf(String(family), data) : null
  if (computedHash !== hash)
    throw refusal(`the content of revision ${String(row['id'])} differs from its hash.`)
  return row
}

/** The page as this program writes it, if it has its hash. */
export function verifyPage({ hash, text }: ProjectRow): PageRecord {
  const content = decodePage(String(text))
  const { page } = content.kind === 'rows' ? encodeRows(content.rows) : encodeEntries(content.entries)
  if (page.hash !== hash) throw refusal(`the content of page ${String(hash)} differs from its hash.`)
  return { hash: page.hash, text: page.text, fingerprints: page.fingerprints }
}

/** The bytes of an object, if they have its id. */
function gitBytes(
  { bytes }: ProjectRow,
  { type, id }: { readonly type: ObjectType; readonly id: unknown },
): Uint8Array {
  if (bytes instanceof Uint8Array && objectId({ type, bytes }) === id) return bytes
  throw refusal(`the content of the Git object ${String(id)} differs from its id.`)
}

export function verifyGitCommit(row: ProjectRow): ProjectRow {
  decodeCommit(gitBytes(row, { type: 'commit', id: row['commit_id'] }))
  return row
}

/** Trees must be safe for a working copy, by the rules for trees of a push. */
export function verifyGitObject(row: ProjectRow): ProjectRow {
  const type = row['type'] === 'tree' ? 'tree' : 'blob'
  const bytes = gitBytes(row, { type, id: row['object_id'] })
  if (type === 'tree') requireSafeTree(decodeTree(bytes), '')
  return row
}

/** The names of authors are read with every page, so their form is checked. */
export function verifySetting(row: ProjectRow): ProjectRow {
  if (row['name'] === authorsSetting) parseAuthors(String(row['value']))
  return row
}
