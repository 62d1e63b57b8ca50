// The files of stored revisions: their blob ids, and their content when a client asks for it. At most one page of a
// testset is in memory.
import type { ProjectReads } from '../../access/scope.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { eachInSlices } from '../../kernel/time-slices.ts'
import type { Family, Revision } from '../../storage/contract/contract.ts'
import { leavesOf, readRange } from '../../testsets/pages/read.ts'
import type { ListRoot } from '../../testsets/pages/store.ts'
import type { Row } from '../../testsets/rows.ts'
import { listReads } from '../../testsets/stored/stored-list.ts'
import { testcaseBatchRows } from '../../testsets/write.ts'
import type { Files } from '../files/files.ts'
import { layouts } from '../files/layouts.ts'
import { chunkPath, singleFilePath, singleFileRowsMax, testcaseLine } from '../files/testcase-lines.ts'
import { objectId, type ObjectId } from '../objects/objects.ts'

/** Where the content of a blob is stored. */
export interface BlobSource {
  readonly revisionId: string
  readonly path: string
  /** Testsets: the rows of the file. */
  readonly rows?: { readonly from: number; readonly count: number }
}

export interface RevisionFile extends BlobSource {
  readonly id: ObjectId
}

/** Receives the files whose content was read. */
export type OnContent = (id: ObjectId, bytes: Uint8Array) => void

function hashAndReport(text: string, onContent: OnContent | undefined): ObjectId {
  const bytes = Buffer.from(text)
  const id = objectId({ type: 'blob', bytes })
  onContent?.(id, bytes)
  return id
}

async function linesOf({ reads, projectId }: ProjectReads, rows: readonly Row[]): Promise<string> {
  const lines: string[] = []
  for (const batch of chunks(rows, testcaseBatchRows)) {
    const ids = [...new Set(batch.map((row) => row.testcaseId))]
    const byId = new Map(
      (await reads.testcases(projectId, ids)).map((record) => [record.id, record.dataText]),
    )
    await eachInSlices(batch, (row) => {
      const text = byId.get(row.testcaseId)
      if (text === undefined) throw new Error(`the testcase store has lost ${row.testcaseId}`)
      const { flags, tags, meta } = row
      const data: JsonObject = JSON.parse(text)
      lines.push(
        testcaseLine({
          data,
          ...(flags === undefined ? {} : { flags }),
          ...(tags === undefined ? {} : { tags }),
          ...(meta === undefined ? {} : { meta }),
        }),
      )
    })
  }
  return lines.join('')
}

const linesOfRange = async (
  source: ProjectReads,
  { root, from, count }: { readonly root: ListRoot; readonly from: number; readonly count: number },
): Promise<string> =>
  linesOf(source, await readRange(listReads(source.reads, source.projectId), { root, from, limit: count }))

/** The files of testset revisions. The blob ids of pages are cached, because revisions share most pages. */
async function testsetFiles(
  source: ProjectReads,
  {
    revision: { id: revisionId, dataText },
    pageBlobs,
    onContent,
  }: { readonly revision: StoredPayload } & FileOptions,
): Promise<readonly RevisionFile[]> {
  const root: ListRoot = JSON.parse(dataText)
  const isSingle = root.rows <= singleFileRowsMax
  const pages = isSingle
    ? [{ hash: `all ${root.hash}`, from: 0, count: root.rows, path: singleFilePath }]
    : (await leavesOf(listReads(source.reads, source.projectId), root)).map(({ page, start }, index) => ({
        hash: page.hash,
        from: start,
        count: page.rows,
        path: chunkPath(index),
      }))
  const files: RevisionFile[] = []
  for (const { hash, from, count, path } of pages) {
    const id =
      pageBlobs.get(hash) ?? hashAndReport(await linesOfRange(source, { root, from, count }), onContent)
    pageBlobs.set(hash, id)
    files.push({ id, revisionId, path, rows: { from, count } })
  }
  return files
}

interface FileOptions {
  /** The blob ids of known pages of testsets, by page hash. */
  readonly pageBlobs: Map<string, ObjectId>
  readonly onContent?: OnContent
}

interface StoredPayload {
  readonly id: string
  readonly family: Family
  readonly dataText: string
}

/** The files of a revision. One without a payload has none. */
export async function revisionFiles(
  source: ProjectReads,
  {
    revision: { id: revisionId, family, dataText },
    ...options
  }: { readonly revision: Pick<Revision, 'id' | 'family' | 'dataText'> } & FileOptions,
): Promise<readonly RevisionFile[]> {
  if (dataText === undefined) return []
  if (family === 'testset') {
    return testsetFiles(source, { revision: { id: revisionId, family, dataText }, ...options })
  }
  const files = layouts[family].write(JSON.parse(dataText))
  return [...files].map(([path, text]) => ({ id: hashAndReport(text, options.onContent), revisionId, path }))
}

/**
 * Reads the content of files. Clients request the files of one revision in a row, so the most recent files are cached
 * while memory allows.
 */
export class BlobReader {
  readonly #family: Family
  #recentFiles: { readonly revisionId: string; readonly files: WeakRef<Files> } | undefined

  constructor(family: Family) {
    this.#family = family
  }

  async read(source: ProjectReads, { revisionId, path, rows }: BlobSource): Promise<Uint8Array> {
    const family = this.#family
    const recentFiles =
      this.#recentFiles?.revisionId === revisionId ? this.#recentFiles.files.deref() : undefined
    const dataText = recentFiles === undefined ? await this.#dataText(source, revisionId) : ''
    if (family === 'testset') {
      const root: ListRoot = JSON.parse(dataText)
      return Buffer.from(await linesOfRange(source, { root, ...(rows ?? { from: 0, count: root.rows }) }))
    }
    const files = recentFiles ?? layouts[family].write(JSON.parse(dataText))
    if (recentFiles === undefined) this.#recentFiles = { revisionId, files: new WeakRef(files) }
    const text = files.get(path)
    if (text === undefined) throw new Error(`revision ${revisionId} has no file ${path}`)
    return Buffer.from(text)
  }

  async #dataText({ reads, projectId }: ProjectReads, revisionId: string): Promise<string> {
    const revision = await reads.revision(projectId, this.#family, { id: revisionId })
    if (revision?.dataText === undefined) throw new Error(`revision ${revisionId} has lost its payload`)
    return revision.dataText
  }
}
