// Writes a backup: records first, traces after. A span that was acknowledged before the point is in the inbox of the copied
// records, or it had left the inbox because the trace store had it, and then the later copy of the trace store has it.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrozenFiles } from '../storage/contract/contract.ts'
import type { Archive, Snapshot, StoredFile } from './archive.ts'

/** The path of the records in a backup; those of traces are below `columnar/`. */
export const recordsPath = 'assay.sqlite'
export const tracesFolder = 'columnar'

export interface BackupSource {
  /** Copies the records to a new file. */
  readonly copyRecords: (to: string) => void | Promise<void>
  /** The files of the trace store; they stay until `release`. */
  readonly freezeTraces: () => Promise<FrozenFiles & { readonly release: () => Promise<void> }>
  /** Other files, by their path in the backup. */
  readonly extraFiles: Readonly<Record<string, string>>
  /** A folder for the copy of the records, on a disk that has room for it. */
  readonly scratch: string
}

export interface BackupProgress {
  readonly files: number
  readonly filesTotal: number
  readonly bytes: number
  readonly bytesTotal: number
}

export interface BackupOptions {
  readonly archive: Archive
  readonly program: string
  readonly now: () => string
  readonly onProgress: (progress: BackupProgress) => void
}

const parallelFiles = 4

interface SourceFile {
  readonly source: string
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
}

async function measured(source: string, path: string): Promise<SourceFile> {
  const { size, mtimeMs } = await stat(source)
  return { source, path, bytes: size, modifiedMs: mtimeMs }
}

/** Files of the last backup by what identifies a file that never changes. */
async function formerFiles(archive: Archive): Promise<ReadonlyMap<string, StoredFile>> {
  const last = (await archive.snapshots()).at(-1)
  const files = last === undefined ? [] : (await archive.snapshot(last)).files
  return new Map(files.map((file) => [identityOf(file), file]))
}
const identityOf = ({ path, bytes, modifiedMs }: Omit<SourceFile, 'source'>): string =>
  JSON.stringify([path, bytes, modifiedMs])

/** Stores all files, several at a time, and returns their entries. */
async function putFiles(
  files: readonly SourceFile[],
  { archive, onProgress }: Pick<BackupOptions, 'archive' | 'onProgress'>,
): Promise<readonly StoredFile[]> {
  const former = await formerFiles(archive)
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const entries: StoredFile[] = []
  const waiting = files.values()
  let bytes = 0
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      const known = former.get(identityOf(file))
      entries.push(
        known !== undefined && (await archive.has(known)) ? known : await archive.put(file.source, file.path),
      )
      bytes += file.bytes
      onProgress({ files: entries.length, filesTotal: files.length, bytes, bytesTotal })
    }
  }
  await Promise.all(Array.from({ length: parallelFiles }, work))
  return entries
}

/** Returns the name of the backup. Nothing of it is visible before its end. */
export async function writeBackup(
  source: BackupSource,
  options: BackupOptions,
): Promise<{ readonly name: string; readonly snapshot: Snapshot }> {
  const records = join(source.scratch, 'backup.sqlite')
  await rm(records, { force: true })
  const point = options.now()
  try {
    await source.copyRecords(records)
    const { files, links, release } = await source.freezeTraces()
    try {
      const all = await Promise.all([
        measured(records, recordsPath),
        ...Object.entries(source.extraFiles).map(([path, from]) => measured(from, path)),
        ...files.map((file) => measured(file.source, `${tracesFolder}/${file.path}`)),
      ])
      const stored = await putFiles(all, options)
      const snapshot: Snapshot = {
        format: 1,
        program: options.program,
        point,
        finishedAt: options.now(),
        files: stored.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
        links: links.map(({ path, target }) => ({ path: `${tracesFolder}/${path}`, target })),
      }
      return { name: await options.archive.finish(snapshot), snapshot }
    } finally {
      await release()
    }
  } finally {
    await rm(records, { force: true })
  }
}
