// The targets of backups. A target stores named files, each completely or not at all. A local folder is one target.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'

export interface BackupTarget {
  /** The name of the target in messages. */
  readonly name: string
  /**
   * Stores a file, or nothing if the stream fails. It is durable when this resolves. The name may depend on the
   * content, so it is requested after the last byte; undefined: the file is not needed.
   */
  write(content: Readable, nameOf: () => Promise<string | undefined>): Promise<void>
  /** The content of a file. Fails if the file does not exist. */
  read(name: string): Readable
  has(name: string): Promise<boolean>
  /** The files of a folder and of those below it, sorted by name. */
  list(folder: string): Promise<readonly TargetFile[]>
  remove(name: string): Promise<void>
  /** Removes unfinished files of killed processes. Absent: the storage has a rule of its own for them. */
  removeAbandoned?(nowMs: number): Promise<void>
  /** Called after the last file of a backup. Absent: files are visible as soon as they are written. */
  finish?(): Promise<void>
}

export interface TargetFile {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly modifiedMs: number
}

const partialSuffix = '.partial-'
/** Far longer than a writer pauses between two writes. */
const abandonedAfterMs = 24 * 3_600_000
const byName = (a: string, b: string): number => (a < b ? -1 : 1)

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** For `catch`: this value if there is no such file. */
const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value
    throw error
  }

/** Removes the files of a folder whose names have this prefix and that were not changed for a day. */
export async function removeAbandonedFiles(
  folder: string,
  { prefix, nowMs }: { readonly prefix: string; readonly nowMs: number },
): Promise<void> {
  const names = await readdir(folder).catch(ifMissing<string[]>([]))
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const path = join(folder, name)
    const modifiedMs = await stat(path).then(({ mtimeMs }) => mtimeMs, ifMissing(nowMs))
    if (modifiedMs < nowMs - abandonedAfterMs) await rm(path, { force: true })
  }
}

/** Files of mode 0600 in a folder of mode 0700. */
export function folderTarget(root: string): BackupTarget {
  const pathOf = (name: string): string => join(root, name)
  const createFolder = (path: string): Promise<unknown> => mkdir(path, { recursive: true, mode: 0o700 })
  return {
    name: root,
    async write(content, nameOf) {
      await createFolder(root)
      const path = pathOf(`${partialSuffix}${randomUUID()}`)
      try {
        await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
        const name = await nameOf()
        if (name === undefined) return
        await createFolder(dirname(pathOf(name)))
        await rename(path, pathOf(name))
        await syncFolder(dirname(pathOf(name)))
      } finally {
        await rm(path, { force: true })
      }
    },
    read: (name) => createReadStream(pathOf(name)),
    has: (name) =>
      stat(pathOf(name)).then(
        () => true,
        () => false,
      ),
    async list(folder) {
      const entries = await readdir(pathOf(folder), { recursive: true }).catch(ifMissing<string[]>([]))
      const files = entries.toSorted(byName).map(async (name) => {
        const path = join(folder, name)
        const entry = await stat(pathOf(path))
        return entry.isFile() ? [{ name: path, modifiedMs: entry.mtimeMs }] : []
      })
      return (await Promise.all(files)).flat()
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    removeAbandoned: (nowMs) => removeAbandonedFiles(root, { prefix: partialSuffix, nowMs }),
  }
}
