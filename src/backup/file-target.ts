// A single file as the target of one backup: a tar archive, which appears under its name when the backup is complete.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '../kernel/errors.ts'
import { tarEnd, tarEntries, tarHeader, tarPadding, type LocatedEntry } from '../kernel/tar.ts'
import { BackupError } from './archive.ts'
import { removeAbandonedFiles, syncFolder, type BackupTarget } from './target.ts'

/** A name with the extension of a backup file, unless it is an existing folder. */
export const isFileTarget = (text: string): boolean =>
  /\.(?:tar|assay-backup)$/.test(text) && statSync(text, { throwIfNoEntry: false })?.isDirectory() !== true

const refuse = (): never => {
  throw new BackupError('A backup file contains exactly one backup and cannot be changed.')
}

const partialOf = (path: string): string => `${path}.partial-`

/** Appends entries to a partial file, one after the other, and none after a failure. */
class TarWriter {
  readonly #path: string
  readonly #partialPath: string
  readonly #names = new Set<string>()
  #file: Promise<FileHandle> | undefined
  #lastAppend = Promise.resolve()
  #isDiscarded = false

  constructor(path: string) {
    this.#path = path
    this.#partialPath = `${partialOf(path)}${randomUUID()}`
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  append(from: string, name: string): Promise<void> {
    this.#lastAppend = this.#lastAppend.then(() => this.#append(from, name))
    return this.#lastAppend
  }

  async #append(from: string, name: string): Promise<void> {
    if (this.#isDiscarded) throw new BackupError('The backup failed.')
    if (this.has(name)) return
    this.#names.add(name)
    this.#file ??= open(this.#partialPath, 'wx', 0o600)
    const file = await this.#file
    const { size: bytes, mtimeMs } = await stat(from)
    await file.writeFile(tarHeader({ name, bytes, modifiedMs: mtimeMs }))
    await file.writeFile(createReadStream(from))
    await file.writeFile(tarPadding(bytes))
  }

  async discard(): Promise<void> {
    this.#isDiscarded = true
    await (await this.#file)?.close()
    await rm(this.#partialPath, { force: true })
  }

  /** Completes the file; it is durable under its name when this resolves. */
  async finish(): Promise<void> {
    const file = await this.#file
    await file?.writeFile(tarEnd())
    await file?.sync()
    await file?.close()
    await rename(this.#partialPath, this.#path)
    await syncFolder(dirname(resolve(this.#path)))
  }
}

/** Collects the files of one backup in a partial file in the same folder, then renames it to the final path. */
export function newFileTarget(path: string, spool: string): BackupTarget {
  const tar = new TarWriter(path)
  return {
    name: path,
    async write(content, nameOf) {
      const spoolFile = join(spool, `spool-${randomUUID()}`)
      try {
        await pipeline(content, createWriteStream(spoolFile, { flags: 'wx', mode: 0o600 }))
        const name = await nameOf()
        if (name !== undefined) await tar.append(spoolFile, name)
      } catch (error) {
        await tar.discard()
        throw error
      } finally {
        await rm(spoolFile, { force: true })
      }
    },
    finish: () => tar.finish(),
    removeAbandoned: (nowMs) =>
      removeAbandonedFiles(dirname(resolve(path)), { prefix: partialOf(basename(path)), nowMs }),
    read: refuse,
    has: async (name) => tar.has(name),
    list: async () => [],
    remove: refuse,
  }
}

/** The entries by name. Fails if the end is missing. */
async function entriesOf(path: string): Promise<ReadonlyMap<string, LocatedEntry>> {
  const file = await open(path)
  const readAt = async (position: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position })
    return buffer.subarray(0, bytesRead)
  }
  try {
    const entries = new Map<string, LocatedEntry>()
    for await (const entry of tarEntries(readAt)) entries.set(entry.name, entry)
    return entries
  } catch (error) {
    throw new BackupError(`The file '${path}' cannot be read: ${messageOf(error)}.`)
  } finally {
    await file.close()
  }
}

/** Reads a file that `newFileTarget` wrote. */
export function openFileTarget(path: string): BackupTarget {
  let scan: Promise<ReadonlyMap<string, LocatedEntry>> | undefined
  const entries = (): Promise<ReadonlyMap<string, LocatedEntry>> => (scan ??= entriesOf(path))
  const read = async function* (name: string): AsyncGenerator<Buffer> {
    const entry = (await entries()).get(name)
    if (entry === undefined) throw new BackupError(`it has no ${name}`)
    if (entry.bytes === 0) return
    yield* createReadStream(path, { start: entry.position, end: entry.position + entry.bytes - 1 })
  }
  return {
    name: path,
    write: refuse,
    read: (name) => Readable.from(read(name)),
    has: async (name) => (await entries()).has(name),
    list: async (folder) =>
      [...(await entries()).values()].filter(({ name }) => name.startsWith(`${folder}/`)),
    remove: refuse,
  }
}
