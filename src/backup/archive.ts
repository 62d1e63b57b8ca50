// src/backup: copies of both stores that are taken while the server runs. archive.ts stores files under the hash of
// their content, so that a later backup stores only new content; target.ts has the interface of folders and object
// storage. Imports the contract of the stores and the kernel. Start here.
//
// An archive has `objects/` (compressed, and encrypted if there is a key) and `snapshots/` (one list of files per
// backup, written last). An interrupted backup leaves objects without a list: the next backup reuses them, or `prune`
// removes them.
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { messageOf } from '../kernel/errors.ts'
import { StoreError } from '../storage/contract/contract.ts'
import { decrypt, encrypt } from './encryption.ts'
import type { BackupTarget } from './target.ts'

const dayMs = 24 * 3_600_000

const storedFile = z.object({
  path: z.string(),
  bytes: z.number().int(),
  /** SHA-256 of the content in hexadecimal. An encrypted archive has a keyed hash, which reveals nothing. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since 1970. With the path and the size it identifies files that never change. */
  modifiedMs: z.number(),
})
export type StoredFile = z.infer<typeof storedFile>

/** The backends of the copied stores. */
const stores = z.object({
  records: z.enum(['sqlite', 'postgresql']),
  traces: z.enum(['embedded', 'clickhouse']),
  /** The columns in files of ClickHouse, in the order of the bytes. */
  spanColumns: z.string().optional(),
})
export type BackupStores = z.infer<typeof stores>
const embeddedStores: BackupStores = { records: 'sqlite', traces: 'embedded' }

const snapshot = z.object({
  /** Version 2 has stores that are servers; programs that write version 1 cannot restore it. */
  format: z.union([z.literal(1), z.literal(2)]),
  stores: stores.default(embeddedStores),
  /** The version of the program that wrote it. */
  program: z.string(),
  /** Everything acknowledged before this time is in the backup. */
  point: z.string(),
  finishedAt: z.string(),
  files: z.array(storedFile),
  links: z.array(z.object({ path: z.string(), target: z.string() })),
})
export type Snapshot = z.infer<typeof snapshot>

export class BackupError extends StoreError {}

type Content = Pick<StoredFile, 'bytes' | 'hash'>

/** Passes bytes through and computes their hash and count. */
class HashingPass {
  readonly #hash: Hash | Hmac
  readonly #content = { bytes: 0, hash: '' }

  constructor(key: Buffer | undefined) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', key)
  }

  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk)
      this.#content.bytes += chunk.length
      yield chunk
    }
    this.#content.hash = this.#hash.digest('hex')
  }

  get content(): Content {
    return this.#content
  }
}

/** The error of a pipeline also reaches its last stream, whose reader throws it. */
const ignoreEnd = (): void => undefined

const objectName = (hash: string): string => `objects/${hash.slice(0, 2)}/${hash.slice(2)}`
const snapshotFolder = 'snapshots'

/** The name has the time first, so that names sort by time, and the start of the hash of its content. */
const snapshotName = ({ point }: Snapshot, hash: string): string =>
  `${snapshotFolder}/${point.replaceAll(/[:.]/g, '-')}-${hash.slice(0, 16)}`

export class Archive {
  readonly #target: BackupTarget
  readonly #key: Buffer | undefined

  constructor(target: BackupTarget, key: Buffer | undefined) {
    this.#target = target
    this.#key = key
  }

  /** The name of the target, for messages. */
  get name(): string {
    return this.#target.name
  }

  /** Stores a file and returns its entry. Content that the archive has is not stored again. */
  async put(source: string, path: string): Promise<StoredFile> {
    const { mtimeMs } = await stat(source)
    return this.putContent(createReadStream(source), { path, modifiedMs: mtimeMs })
  }

  /** Stores the content of a stream. Nothing is stored if the stream fails. */
  async putContent(
    source: Readable,
    { path, modifiedMs }: Pick<StoredFile, 'path' | 'modifiedMs'>,
  ): Promise<StoredFile> {
    const content = await this.#write(source, async ({ hash }) => {
      const name = objectName(hash)
      return (await this.#target.has(name)) ? undefined : name
    })
    return { path, modifiedMs, ...content }
  }

  /** Whether the content of the file is stored. */
  has(file: StoredFile): Promise<boolean> {
    return this.#target.has(objectName(file.hash))
  }

  /** The content of a file. The stream fails at its end if the content has changed since it was stored. */
  read(file: StoredFile): AsyncIterable<Buffer> {
    return this.#read(objectName(file.hash), (content) => {
      if (content.hash !== file.hash || content.bytes !== file.bytes) {
        throw new BackupError(`The content of ${file.path} in ${this.#target.name} was changed.`)
      }
    })
  }

  /** Stores the list of files: from now on the backup exists. */
  async finish(files: Snapshot): Promise<string> {
    let name = ''
    await this.#write(Readable.from([Buffer.from(JSON.stringify(files))]), async ({ hash }) => {
      name = snapshotName(files, hash)
      return name
    })
    await this.#target.finish?.()
    return name
  }

  /** The names of all backups, the oldest first. */
  async snapshots(): Promise<readonly string[]> {
    return (await this.#target.list(snapshotFolder)).map(({ name }) => name)
  }

  async snapshot(name: string): Promise<Snapshot> {
    const chunks: Buffer[] = []
    const content = this.#read(name, ({ hash }) => {
      if (!name.endsWith(hash.slice(0, 16))) throw new BackupError(`${name} was changed.`)
    })
    for await (const chunk of content) chunks.push(chunk)
    return snapshot.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  }

  /**
   * Removes all backups but the last `keep`, and the content that only they had. Content of the last day stays: another
   * backup may be using it. Returns the numbers of removed backups and files.
   */
  async prune({
    keep,
    nowMs,
  }: {
    readonly keep: number
    readonly nowMs: number
  }): Promise<{ readonly backups: number; readonly files: number }> {
    const names = await this.snapshots()
    const oldBackups = names.slice(0, Math.max(0, names.length - keep))
    const neededObjects = new Set<string>()
    for (const name of names.slice(oldBackups.length)) {
      for (const { hash } of (await this.snapshot(name)).files) neededObjects.add(objectName(hash))
    }
    for (const name of oldBackups) await this.#target.remove(name)
    const unusedObjects = (await this.#target.list('objects')).filter(
      ({ name, modifiedMs }) => !neededObjects.has(name) && modifiedMs < nowMs - dayMs,
    )
    for (const { name } of unusedObjects) await this.#target.remove(name)
    return { backups: oldBackups.length, files: unusedObjects.length }
  }

  /** Removes unfinished files of backups that were killed more than a day ago. */
  async removeAbandoned(nowMs: number): Promise<void> {
    await this.#target.removeAbandoned?.(nowMs)
  }

  async #write(
    content: Readable,
    nameOf: (content: Content) => Promise<string | undefined>,
  ): Promise<Content> {
    const hashing = new HashingPass(this.#key)
    const compressedContent = pipeline(
      content,
      (chunks) => hashing.pass(chunks),
      createZstdCompress(),
      ignoreEnd,
    )
    await this.#target.write(Readable.from(encrypt(this.#key)(compressedContent)), () =>
      nameOf(hashing.content),
    )
    return hashing.content
  }

  async *#read(name: string, check: (content: Content) => void): AsyncGenerator<Buffer> {
    const hashing = new HashingPass(this.#key)
    const content = pipeline(this.#target.read(name), decrypt(this.#key), createZstdDecompress(), ignoreEnd)
    try {
      yield* hashing.pass(content)
    } catch (error) {
      throw new BackupError(
        `${name} in ${this.#target.name} cannot be read: it is missing, was changed, or was encrypted with another key (${messageOf(error)}).`,
      )
    }
    check(hashing.content)
  }
}
