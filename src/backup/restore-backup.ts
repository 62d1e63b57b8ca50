// Verifies a backup, or extracts it into an empty folder.
import { createWriteStream } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError, type Archive, type Snapshot } from './archive.ts'
import type { BackupProgress } from './write-backup.ts'

export interface ReadOptions {
  readonly archive: Archive
  readonly onProgress: (progress: BackupProgress) => void
}

/** Yields each file after the work on the previous one has ended. */
function* filesOf({ files }: Snapshot, { onProgress }: ReadOptions): Generator<Snapshot['files'][number]> {
  const bytesTotal = files.reduce((sum, file) => sum + file.bytes, 0)
  let bytes = 0
  for (const [i, file] of files.entries()) {
    yield file
    bytes += file.bytes
    onProgress({ files: i + 1, filesTotal: files.length, bytes, bytesTotal })
  }
}

/** Reads every byte and compares it with its hash. Throws at the first damage. */
export async function verifyBackup(snapshot: Snapshot, options: ReadOptions): Promise<void> {
  for (const file of filesOf(snapshot, options)) {
    for await (const _ of options.archive.read(file)) continue
  }
}

/** A path of a backup inside the folder. */
function pathIn(folder: string, path: string): string {
  const fullPath = normalize(join(folder, path))
  if (!fullPath.startsWith(`${folder}${sep}`))
    throw new BackupError(`The backup names a file outside of its folder: ${path}`)
  return fullPath
}

/** Writes all files of a backup into an empty folder. */
export async function extractBackup(
  { snapshot, folder }: { readonly snapshot: Snapshot; readonly folder: string },
  options: ReadOptions,
): Promise<void> {
  const createFolder = (path: string): Promise<unknown> => mkdir(path, { recursive: true, mode: 0o700 })
  for (const file of filesOf(snapshot, options)) {
    const path = pathIn(folder, file.path)
    await createFolder(dirname(path))
    const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(options.archive.read(file)), output)
  }
  for (const { path, target } of snapshot.links) {
    const link = pathIn(folder, path)
    pathIn(folder, join(dirname(path), target))
    await createFolder(dirname(link))
    await symlink(target, link)
  }
}
