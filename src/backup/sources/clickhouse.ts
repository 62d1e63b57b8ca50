// Backups of ClickHouse without its BACKUP statement, which needs settings of the server. A second table attaches the
// parts of the spans without copying data; its rows are read day by day in Native format. Unchanged days are not read
// again.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { chunksOf } from '../../move/copy-spans.ts'
import type { FrozenSpans, SpanChunk, SpanSum, SpanTransfer } from '../../storage/contract/contract.ts'
import type { Archive, Snapshot, StoredFile } from '../archive.ts'
import type { SourceFile, StoreSource } from './source.ts'

/** The folder of spans in a backup. */
export const spansFolder = 'clickhouse'
export const isSpansPath = (path: string): boolean => path.startsWith(`${spansFolder}/`)

/** The folder is named by the content of the day: equal names have equal live spans. */
const dayFolder = ({ slot, spans, hash }: SpanSum): string => `${spansFolder}/${slot}/${spans}-${hash}/`

export interface ClickHouseOptions {
  readonly spans: Pick<SpanTransfer, 'freeze'>
  /** A folder for temporary files of about 100 MB. */
  readonly scratch: string
  readonly archive: Pick<Archive, 'has'>
}

function chunkFile(
  frozenSpans: FrozenSpans,
  { chunk, path, scratch }: { readonly chunk: SpanChunk; readonly path: string; readonly scratch: string },
): SourceFile {
  const rows = join(scratch, path.replaceAll('/', '-'))
  return {
    path,
    bytes: 0,
    isUnchanged: () => true,
    store: async (archive) => {
      try {
        await frozenSpans.exportRows(chunk, rows)
        return await archive.putContent(createReadStream(rows), { path, modifiedMs: 0 })
      } finally {
        await rm(rows, { force: true })
      }
    },
  }
}

/** All files of the last backup for this day, if its spans are the same and the archive has them. */
async function previousFilesOfDay(
  day: SpanSum,
  {
    previousFiles,
    archive,
  }: { readonly previousFiles: readonly StoredFile[]; readonly archive: Pick<Archive, 'has'> },
): Promise<readonly StoredFile[]> {
  const files = previousFiles.filter(({ path }) => path.startsWith(dayFolder(day)))
  for (const file of files) if (!(await archive.has(file))) return []
  return files
}

async function filesOf(
  frozenSpans: FrozenSpans,
  { day, scratch }: { readonly day: SpanSum; readonly scratch: string },
) {
  const minutes = await frozenSpans.sums(day.slot)
  const chunks = chunksOf(minutes.map(({ slot, rows }) => ({ slot, rows, isDue: true })))
  return chunks.map((chunk, i) =>
    chunkFile(frozenSpans, { chunk, path: `${dayFolder(day)}${i}.native`, scratch }),
  )
}

export const clickhouseSource =
  ({ spans, scratch, archive }: ClickHouseOptions): StoreSource =>
  async (previousFiles) => {
    const frozenSpans = await spans.freeze()
    try {
      const files: SourceFile[] = []
      const unchangedFiles: StoredFile[] = []
      for (const day of await frozenSpans.sums()) {
        const unchangedOfDay = await previousFilesOfDay(day, { previousFiles, archive })
        if (unchangedOfDay.length > 0) unchangedFiles.push(...unchangedOfDay)
        else files.push(...(await filesOf(frozenSpans, { day, scratch })))
      }
      return {
        files,
        links: [],
        unchangedFiles,
        spanColumns: frozenSpans.columns,
        release: frozenSpans.release,
      }
    } catch (error) {
      await frozenSpans.release()
      throw error
    }
  }

/** The id of a restored trace store. It depends only on the backup, so an interrupted restore finds its store again. */
export function restoredStoreId(snapshotName: string): string {
  const digits = createHash('sha256').update(snapshotName).digest('hex')
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export interface RestoredSpans {
  readonly spans: Pick<SpanTransfer, 'importRows'>
  readonly archive: Archive
  readonly scratch: string
  /** The columns of the backup, in the order of the bytes. */
  readonly columns: string
}

/** Writes the spans of a file into the store. Idempotent. */
export async function restoreSpans(
  file: Snapshot['files'][number],
  { spans, archive, scratch, columns }: RestoredSpans,
): Promise<void> {
  const rows = join(scratch, 'rows.native')
  try {
    await pipeline(Readable.from(archive.read(file)), createWriteStream(rows, { mode: 0o600 }))
    await spans.importRows(rows, columns)
  } finally {
    await rm(rows, { force: true })
  }
}
