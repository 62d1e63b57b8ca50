// Writes a backup: records first, traces after. A span that was acknowledged before the backup is in the inbox of the
// copied records, or it had already moved to the trace store, which is copied later.
import type { Archive, BackupStores, Snapshot, StoredFile } from './archive.ts'
import { diskFile } from './sources/embedded.ts'
import type { SourceCopy, SourceFile, StoreSource } from './sources/source.ts'

export interface BackupSource {
  readonly stores: Pick<BackupStores, 'records' | 'traces'>
  readonly records: StoreSource
  readonly traces: StoreSource
  /** Other files, by their path in the backup. */
  readonly extraFiles: Readonly<Record<string, string>>
}

export interface BackupProgress {
  readonly files: number
  readonly filesTotal: number
  readonly bytes: number
  /** The sum of the sizes that are known. */
  readonly bytesTotal: number
}

export interface BackupOptions {
  readonly archive: Archive
  readonly program: string
  readonly now: () => string
  readonly onProgress: (progress: BackupProgress) => void
}

const parallelFiles = 4

async function lastBackupFiles(archive: Archive): Promise<readonly StoredFile[]> {
  const last = (await archive.snapshots()).at(-1)
  return last === undefined ? [] : (await archive.snapshot(last)).files
}

/** Stores files, several at a time, and collects their entries. */
class StoredFiles {
  readonly entries: StoredFile[] = []
  readonly #options: Pick<BackupOptions, 'archive' | 'onProgress'>
  readonly #previousFiles: ReadonlyMap<string, StoredFile>
  #filesTotal = 0
  #bytes = 0
  #bytesTotal = 0

  constructor(options: Pick<BackupOptions, 'archive' | 'onProgress'>, previousFiles: readonly StoredFile[]) {
    this.#options = options
    this.#previousFiles = new Map(previousFiles.map((file) => [file.path, file]))
  }

  async add(files: readonly SourceFile[]): Promise<void> {
    this.#filesTotal += files.length
    this.#bytesTotal += files.reduce((sum, { bytes }) => sum + bytes, 0)
    const queuedFiles = files.values()
    const worker = async (): Promise<void> => {
      for (const file of queuedFiles) this.#recordStored(file, await this.#store(file))
    }
    await Promise.all(Array.from({ length: parallelFiles }, worker))
  }

  async #store(file: SourceFile): Promise<StoredFile> {
    const { archive } = this.#options
    const previousFile = this.#previousFiles.get(file.path)
    const isStored =
      previousFile !== undefined && file.isUnchanged(previousFile) && (await archive.has(previousFile))
    return isStored ? previousFile : file.store(archive)
  }

  #recordStored({ bytes }: SourceFile, entry: StoredFile): void {
    this.entries.push(entry)
    this.#bytes += entry.bytes
    this.#bytesTotal += entry.bytes - bytes
    this.#options.onProgress({
      files: this.entries.length,
      filesTotal: this.#filesTotal,
      bytes: this.#bytes,
      bytesTotal: this.#bytesTotal,
    })
  }
}

const byPath = (a: StoredFile, b: StoredFile): number => (a.path < b.path ? -1 : 1)

/** Returns the name of the backup. The backup becomes visible when it is complete. */
export async function writeBackup(
  source: BackupSource,
  options: BackupOptions,
): Promise<{ readonly name: string; readonly snapshot: Snapshot }> {
  const { archive, program, now } = options
  await archive.removeAbandoned(Date.parse(now()))
  const previousFiles = await lastBackupFiles(archive)
  const files = new StoredFiles(options, previousFiles)
  const store = async (copy: SourceCopy, extraFiles: BackupSource['extraFiles']): Promise<SourceCopy> => {
    try {
      const extraDiskFiles = Object.entries(extraFiles).map(([path, from]) => diskFile(from, path))
      await files.add([...copy.files, ...(await Promise.all(extraDiskFiles))])
      return copy
    } finally {
      await copy.release()
    }
  }
  const point = now()
  const records = await store(await source.records(previousFiles), {})
  const traces = await store(await source.traces(previousFiles), source.extraFiles)
  const { spanColumns } = traces
  const isEmbedded = source.stores.records === 'sqlite' && source.stores.traces === 'embedded'
  const snapshot: Snapshot = {
    format: isEmbedded ? 1 : 2,
    stores: spanColumns === undefined ? source.stores : { ...source.stores, spanColumns },
    program,
    point,
    finishedAt: now(),
    files: [...files.entries, ...(traces.unchangedFiles ?? [])].toSorted(byPath),
    links: [...records.links, ...traces.links],
  }
  return { name: await archive.finish(snapshot), snapshot }
}
