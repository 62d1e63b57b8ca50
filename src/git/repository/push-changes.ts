// Turns a pushed commit into a revision: reads its files as a payload, commits it by the rules of every other commit,
// and stores the commit with those objects that cannot be derived from the revision.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject, JsonPath } from '../../kernel/json/value.ts'
import type { RelationalTx, Revision, StoredGitObject, Variant } from '../../storage/contract/contract.ts'
import { storedList } from '../../testsets/stored/stored-list.ts'
import { commitOnVariant, commitPayload } from '../../versioning/commit.ts'
import type { TransactionContext } from '../../versioning/create.ts'
import type { PrefetchedPayload } from '../../versioning/prefetch.ts'
import type { FileError, FileLocation } from '../files/files.ts'
import { isPayloadPath, layouts } from '../files/layouts.ts'
import { singleFileRowsMax } from '../files/testcase-lines.ts'
import type { ObjectId } from '../objects/objects.ts'
import { derivedTree, ownFilesOf } from './history.ts'
import type { PushedChange } from './plan-branch.ts'
import type { PushContext } from './context.ts'
import type { PayloadBudget } from './payload-budget.ts'
import { Refusal, fileErrorsText, refusalText } from './refusal.ts'
import { revisionFiles } from './revision-files.ts'
import { prepareRows } from './push-rows.ts'
import { listTree, type BlobIds, type ListedTree } from './trees.ts'

export interface PreparedChange extends PushedChange {
  readonly listing: ListedTree
  readonly message: string
  /** The payload of families with one value; undefined: the commit has none. */
  readonly data: JsonObject | undefined
  readonly locate: ((path: JsonPath) => FileLocation) | undefined
  /** The staged rows of a testset. */
  readonly prefetched: PrefetchedPayload | undefined
  readonly ref: string
}

/** The client's own files: Assay stores them and does not read them. */
const ownFilesMax = 1000
const ownBytesMax = 5 * 1024 * 1024

export function refuseLargeOwnFiles({
  files,
  bytes,
}: {
  readonly files: number
  readonly bytes: number
}): void {
  if (files <= ownFilesMax && bytes <= ownBytesMax) return
  throw new AssayError(
    'payload_too_large',
    `A commit may have at most ${ownFilesMax} files outside the payload, with at most ${ownBytesMax} bytes together.`,
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The texts of the files of the payload. */
async function payloadTexts(
  { kind }: PushContext,
  {
    change,
    blobs,
    errors,
    budget,
  }: {
    readonly change: PushedChange
    readonly blobs: BlobIds
    readonly errors: FileError[]
    readonly budget: PayloadBudget
  },
): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, Uint8Array>()
  for (const [path, id] of blobs) {
    if (!isPayloadPath(kind.family, path)) continue
    const blob = await change.read(id)
    if (blob?.type !== 'blob') throw new AssayError('payload_undecodable', `The file ${path} is missing.`)
    contents.set(path, blob.bytes)
  }
  budget.takeFiles([...contents.values()].map(({ length }) => length))
  const texts = new Map<string, string>()
  for (const [path, bytes] of contents) {
    if (path.endsWith('.json')) await budget.takeValues(blobs.get(path) ?? '', bytes)
    try {
      texts.set(path, utf8.decode(bytes))
    } catch {
      errors.push({ path, line: 1, message: 'The file is not UTF-8.' })
    }
  }
  return texts
}

/** The HTTP API has the same limit for messages. */
const messageCharactersMax = 100_000

function messageText({ id, commit }: PushedChange): string {
  const messageError = (reason: string): AssayError =>
    new AssayError('payload_undecodable', `The message of the commit ${id} ${reason}.`)
  let message: string
  try {
    message = utf8.decode(commit.message).replace(/\n+$/, '')
  } catch {
    throw messageError('is not UTF-8')
  }
  if (message.includes('\0')) throw messageError('contains NUL')
  if (message.length > messageCharactersMax)
    throw messageError(`has more than ${messageCharactersMax} characters`)
  return message
}

/** Reads the payload of a commit. Rows of testsets are staged. */
export async function preparePayload(
  context: PushContext,
  {
    change,
    ref,
    budget,
  }: { readonly change: PushedChange; readonly ref: string; readonly budget: PayloadBudget },
): Promise<PreparedChange> {
  const { family } = context.kind
  const listing = await listTree(change.read, change.commit.tree)
  const ownFiles = ownFilesOf(family, listing.blobs)
  const bytes = ownFiles.values().reduce((sum, id) => sum + (change.objects.get(id)?.bytes.length ?? 0), 0)
  refuseLargeOwnFiles({ files: ownFiles.size, bytes })
  const commonFields = { ...change, ref, listing, message: messageText(change) }
  const errors: FileError[] = []
  const refuse = (): never => {
    throw new Refusal(ref, fileErrorsText(errors, { folder: change.folder }))
  }
  if (family === 'testset') {
    const preparedRows = await prepareRows(context, { change, blobs: listing.blobs, errors, budget })
    if (errors.length > 0) refuse()
    const prefetched = preparedRows && { prepared: preparedRows, startId: undefined }
    return { ...commonFields, data: undefined, locate: undefined, prefetched }
  }
  const texts = await payloadTexts(context, { change, blobs: listing.blobs, errors, budget })
  const { data: pushedData, errors: payloadErrors, locate } = layouts[family].read(texts)
  errors.push(...payloadErrors)
  if (errors.length > 0) refuse()
  const data = await withFileLocations(
    { ref, locate, folder: change.folder },
    async () => pushedData && context.checkData(family, { data: pushedData, loc: ['data'] }),
  )
  return { ...commonFields, data, locate, prefetched: undefined }
}

/** Runs `work`. Its field errors are reported with files and lines. */
async function withFileLocations<T>(
  { ref, locate, folder }: Pick<PreparedChange, 'ref' | 'locate' | 'folder'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AssayError) || error.status >= 500) throw error
    throw new Refusal(ref, refusalText(error, { folder, locate }))
  }
}

const gitMeta = ({ id, commit }: PushedChange): JsonObject => {
  const { name, email } = commit.author
  return { git: { commit: id, author: `${name} <${email}>` } }
}

/** Appends the revision of a commit to a variant that is locked. */
export async function appendChange(
  transaction: TransactionContext,
  {
    context,
    variant,
    change,
    inheritedFiles,
  }: {
    readonly context: PushContext
    readonly variant: Variant
    readonly change: PreparedChange
    /** The client's own files in the parent. */
    readonly inheritedFiles: BlobIds
  },
): Promise<Revision> {
  const { prefetched, data, message, mergedRevisionId } = change
  const input = { header: { meta: gitMeta(change) }, message, mergedRevisionId }
  const { revision } = await withFileLocations(change, () =>
    prefetched === undefined
      ? commitOnVariant(transaction, {
          variant,
          input: { ...input, ...(data === undefined ? {} : { data }), loc: [] },
        })
      : commitPayload(transaction, {
          target: { variant, start: undefined },
          input,
          payload: { prepare: async () => prefetched.prepared, prefetched },
        }),
  )
  const owner = { projectId: transaction.scope.projectId, artifactId: variant.artifact.id }
  await transaction.tx.putPushedCommit(owner, {
    revisionId: revision.id,
    commitId: change.id,
    bytes: change.bytes,
  })
  await transaction.tx.putGitObjects(
    owner,
    await underivableObjects(context, { tx: transaction.tx, revision, change, inheritedFiles }),
  )
  return revision
}

/** The trees and blobs of a commit that cannot be derived from its revision or an earlier one. */
async function underivableObjects(
  { scope, history, kind }: PushContext,
  {
    tx,
    revision,
    change,
    inheritedFiles,
  }: {
    readonly tx: RelationalTx
    readonly revision: Revision
    readonly change: PreparedChange
    readonly inheritedFiles: BlobIds
  },
): Promise<readonly StoredGitObject[]> {
  const derivableIds = new Set<ObjectId>()
  // Deriving many rows takes long, and this transaction blocks others: pushed chunks are stored as they are.
  const isShort = kind.family !== 'testset' || (storedList(revision)?.rows ?? 0) <= singleFileRowsMax
  if (isShort) {
    const source = { reads: tx, projectId: scope.projectId }
    const files = await revisionFiles(source, { revision, pageBlobs: new Map() })
    for (const { id } of files) derivableIds.add(id)
    for (const id of derivedTree(files, inheritedFiles).trees.keys()) derivableIds.add(id)
  }
  const objects: StoredGitObject[] = []
  for (const id of [...change.listing.treeIds, ...change.listing.blobs.values()]) {
    const object = change.objects.get(id)
    if (object === undefined || derivableIds.has(id) || history.has(id)) continue
    if (object.type === 'tree' || object.type === 'blob')
      objects.push({ id, type: object.type, bytes: object.bytes })
  }
  return objects
}
