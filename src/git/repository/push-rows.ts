// Stages the rows of a pushed testset, file by file.
import { chunks } from '../../kernel/chunks.ts'
import { AssayError } from '../../kernel/errors.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import { readJsonl } from '../../testsets/import/json.ts'
import { rowFromFlat, RowError, type IncomingRow } from '../../testsets/incoming.ts'
import { prepareList } from '../../testsets/stored/stored-list.ts'
import { assignIdsToBatch, ListWriter, testcaseBatchRows, type TestsetContext } from '../../testsets/write.ts'
import { beforeTransaction } from '../../versioning/prefetch.ts'
import type { PreparedPayload } from '../../versioning/payload.ts'
import type { FileError } from '../files/files.ts'
import { testcasePaths } from '../files/testcase-lines.ts'
import type { PushedChange } from './plan-branch.ts'
import type { PushContext } from './context.ts'
import type { PayloadBudget } from './payload-budget.ts'
import type { BlobIds } from './trees.ts'

interface RowFiles {
  readonly change: PushedChange
  readonly blobs: BlobIds
  readonly errors: FileError[]
  readonly budget: PayloadBudget
}

const chunkBytes = 64 * 1024

/** The content of a file in chunks, in time slices. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const pauses = createPauses()
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes)
    if (pauses.isDue()) await pauses.next()
  }
}

/** The rows of one file; errors are added to the list. */
async function rowsOfFile(
  { limits }: Pick<TestsetContext, 'limits'>,
  {
    path,
    bytes,
    errors,
  }: { readonly path: string; readonly bytes: Uint8Array; readonly errors: FileError[] },
): Promise<readonly IncomingRow[]> {
  const rows: IncomingRow[] = []
  for await (const batch of readJsonl(chunksOf(bytes), limits)) {
    for (const item of batch) {
      if (item.kind === 'error') {
        errors.push({ path, line: item.line, message: item.message })
        continue
      }
      try {
        rows.push(rowFromFlat(item.flat))
      } catch (cause) {
        if (!(cause instanceof RowError)) throw cause
        errors.push({ path, line: item.line, message: cause.message })
      }
    }
  }
  return rows
}

async function writeRows(testset: TestsetContext, { change, blobs, errors, budget }: RowFiles) {
  const writer = new ListWriter(testset, 'file')
  for (const path of testcasePaths(blobs.keys())) {
    const blob = await change.read(blobs.get(path) ?? '')
    if (blob?.type !== 'blob') throw new AssayError('payload_undecodable', `The file ${path} is missing.`)
    budget.takeRows(blob.bytes)
    const rows = await rowsOfFile(testset, { path, bytes: blob.bytes, errors })
    if (errors.length > 0) continue
    for (const batch of chunks(rows, testcaseBatchRows))
      await writer.add(await assignIdsToBatch(testset, batch))
  }
  return writer.finish()
}

/** Undefined: the commit has no file with rows. */
export async function prepareRows(
  context: PushContext,
  files: RowFiles,
): Promise<PreparedPayload | undefined> {
  const { scope, artifact, testsets } = context
  if (testcasePaths(files.blobs.keys()).length === 0) return undefined
  const preparedList = await prepareList(testsets, {
    context: { ...beforeTransaction(scope), scope, artifact, flags: {} },
    createList: (testset) => writeRows(testset, files),
    dependsOnStart: false,
  })
  if (files.errors.length > 0) await preparedList.discard?.()
  return preparedList
}
