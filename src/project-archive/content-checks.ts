// Computes the hashes of revisions, pages and Git objects again, and checks names of authors.
import { z } from 'zod'
import { authorsSetting, parseAuthors } from '../access/authors.ts'
import { retentionEdit } from '../access/retention.ts'
import { secretSettings } from '../access/secret-settings.ts'
import { decodeCommit } from '../git/objects/commit.ts'
import { objectId, type ObjectType } from '../git/objects/objects.ts'
import { requireSafeTree } from '../git/objects/tree-rules.ts'
import { decodeTree } from '../git/objects/tree.ts'
import { blake2bHex, contentHash } from '../kernel/json/canonical.ts'
import { nestingMax } from '../kernel/json/parse.ts'
import { textForms, type PageRecord, type ProjectRow } from '../storage/contract/contract.ts'
import { decodePage, encodeEntries, encodeRows, levelsMax, type Entry } from '../testsets/pages/format.ts'
import { storedList } from '../testsets/stored/stored-list.ts'
import { pricesOf, redactionOf, storedItems } from '../tracing/ingest/rule-settings.ts'
import { reasonOf, refusal } from './format.ts'
import { parseJson } from './json-columns.ts'

function hashOf(family: string, dataText: string): string {
  if (family !== 'testset') return contentHash(parseJson(dataText, nestingMax))
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

/** A page with the properties of its rows or entries, and the entries of an index node. */
export interface ArchivedPage extends PageRecord {
  readonly entry: Entry
  readonly children: readonly Entry[]
}

const names = z.array(z.string())
const shapes = z.array(z.array(z.int().min(0)))
const metadata = z.literal(0).or(z.record(z.string(), z.unknown()))
const basicRow = z.tuple([z.string().regex(textForms.id), z.string(), z.int()])
const pageForm = z.union([
  z.strictObject({
    columns: names,
    shapes,
    rows: z.array(basicRow.or(z.tuple([...basicRow.def.items, metadata, metadata, metadata]))),
  }),
  z.strictObject({
    level: z.int().min(1).max(levelsMax),
    columns: names,
    shapes,
    // A page of no rows is the root of the empty list.
    entries: z.array(z.tuple([z.string(), z.int().min(1), z.int(), z.int().min(0).max(7)])).min(1),
  }),
])

/** The page as this program writes it, if it has its hash. */
export function verifyPage({ hash, text }: ProjectRow): ArchivedPage {
  const form = pageForm.safeParse(JSON.parse(String(text)))
  if (!form.success) throw refusal(`page ${String(hash)} is no page of a testset.`, form.error)
  const content = decodePage(String(text))
  const { page, entry } = content.kind === 'rows' ? encodeRows(content.rows) : encodeEntries(content.entries)
  if (page.hash !== hash) throw refusal(`the content of page ${String(hash)} differs from its hash.`)
  const children = content.kind === 'entries' ? content.entries : []
  return { hash: page.hash, text: page.text, fingerprints: page.fingerprints, entry, children }
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

/** Settings by the schemas of the routes that write them; returns the text that those would store. */
const storedSettings: ReadonlyMap<string, (text: string) => string> = new Map([
  ['prices', (text) => storedItems(pricesOf(text))],
  ['redaction', (text) => storedItems(redactionOf(text))],
  ['retention', (text) => JSON.stringify(retentionEdit.parse(JSON.parse(text)))],
  ['secrets', (text) => JSON.stringify(secretSettings.parse(JSON.parse(text)))],
  [authorsSetting, (text) => JSON.stringify(parseAuthors(text))],
])

export function verifySetting(row: ProjectRow): ProjectRow {
  const name = String(row['name'])
  const stored = storedSettings.get(name)
  if (stored === undefined) throw refusal(`there is no setting '${name}'.`)
  try {
    return { ...row, value: stored(String(row['value'])) }
  } catch (error) {
    throw refusal(`the setting '${name}' is invalid: ${reasonOf(error)}`, error)
  }
}
