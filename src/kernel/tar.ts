// Tar archives (POSIX ustar) of regular files with short names: headers, and the files of a stream.

const blockBytes = 512
/** Larger sizes do not fit into octal digits and are written as binary numbers, like GNU tar does. */
const octalMax = 8 ** 11

const field = {
  name: [0, 100],
  mode: [100, 8],
  size: [124, 12],
  modified: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const

/** Bytes that are no archive of this kind. The message is a clause about the archive: "it is truncated". */
export class TarError extends Error {}

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly modifiedMs: number
}

const sum = (bytes: Uint8Array): number => bytes.reduce((total, byte) => total + byte, 0)

/** The checksum counts its own field as blanks. */
function checksumOf(header: Buffer): number {
  const [from, length] = field.checksum
  return sum(header) - sum(header.subarray(from, from + length)) + length * 0x20
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

export function tarHeader({ name, bytes, modifiedMs }: TarEntry): Buffer {
  const header = Buffer.alloc(blockBytes)
  header.write(name, ...field.name)
  header.write(octal(0o600, 7), ...field.mode)
  const [sizeAt, sizeLength] = field.size
  if (bytes < octalMax) header.write(octal(bytes, 11), sizeAt)
  else {
    header.writeUInt8(0x80, sizeAt)
    header.writeBigUInt64BE(BigInt(bytes), sizeAt + sizeLength - 8)
  }
  header.write(octal(Math.floor(modifiedMs / 1000), 11), ...field.modified)
  header.write('0', ...field.type)
  header.write('ustar\u000000', ...field.magic)
  header.write(`${octal(checksumOf(header), 6)}\u0000 `, ...field.checksum)
  return header
}

/** The zeros between the end of a file and the next header. */
export const tarPadding = (bytes: number): Buffer =>
  Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)
/** The zeros after the last file. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * blockBytes)

const textAt = (header: Buffer, [from, length]: readonly [number, number]): string =>
  header.toString('utf8', from, from + length).split('\u0000', 1)[0] ?? ''
const numberAt = (header: Buffer, at: readonly [number, number]): number =>
  Number.parseInt(textAt(header, at).trim(), 8)

function sizeOf(header: Buffer): number {
  const [at, length] = field.size
  const isBinary = header.readUInt8(at) === 0x80
  return isBinary ? Number(header.readBigUInt64BE(at + length - 8)) : numberAt(header, field.size)
}

/** Undefined: the end of the archive. */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined
  if (numberAt(header, field.checksum) !== checksumOf(header)) throw new TarError('it is not a tar file')
  const [name, bytes] = [textAt(header, field.name), sizeOf(header)]
  if (textAt(header, field.type) !== '0') throw new TarError(`the entry '${name}' is not a regular file`)
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new TarError(`the file '${name}' has no valid size`)
  return { name, bytes, modifiedMs: numberAt(header, field.modified) * 1000 }
}

export interface LocatedEntry extends TarEntry {
  /** The position of its content in the archive. */
  readonly position: number
}

/** The entries of an archive, without their contents. `readAt` returns fewer bytes at the end. */
export async function* tarEntries(
  readAt: (position: number, bytes: number) => Promise<Buffer>,
): AsyncGenerator<LocatedEntry> {
  for (let offset = 0; ;) {
    const header = await readAt(offset, blockBytes)
    if (header.length < blockBytes) throw new TarError('it is truncated')
    const entry = readTarHeader(header)
    if (entry === undefined) return
    yield { ...entry, position: offset + blockBytes }
    offset += blockBytes + entry.bytes + tarPadding(entry.bytes).length
  }
}

/** Takes exact numbers of bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #bytesMax: number
  #queuedChunks: Buffer[] = []
  #queuedBytes = 0
  #readBytes = 0

  constructor(chunks: AsyncIterable<Buffer>, bytesMax: number) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#bytesMax = bytesMax
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#queuedBytes < bytes) {
      const chunk = await this.#next()
      if (chunk === undefined) throw new TarError('it is truncated')
      this.#queuedChunks.push(chunk)
      this.#queuedBytes += chunk.length
    }
    const [first] = this.#queuedChunks
    const joinedBytes =
      first !== undefined && first.length >= bytes ? first : Buffer.concat(this.#queuedChunks)
    this.#queuedChunks = [
      joinedBytes.subarray(bytes),
      ...(joinedBytes === first ? this.#queuedChunks.slice(1) : []),
    ]
    this.#queuedBytes -= bytes
    return joinedBytes.subarray(0, bytes)
  }

  /** Reads to the end, where a decompressor compares its own checksum. */
  async finish(): Promise<void> {
    while ((await this.#next()) !== undefined) continue
  }

  /** Ends the source, which may hold an open file. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #next(): Promise<Buffer | undefined> {
    const next = await this.#chunks.next()
    if (next.done === true) return undefined
    this.#readBytes += next.value.length
    if (this.#readBytes > this.#bytesMax) throw new TarError('its content is too large')
    return next.value
  }
}

export interface TarFile {
  readonly name: string
  readonly content: Buffer
}

/** The files of a stream, each with its content in memory. */
export async function* tarFiles(
  chunks: AsyncIterable<Buffer>,
  { bytesMax, fileBytesMax }: { readonly bytesMax: number; readonly fileBytesMax: number },
): AsyncGenerator<TarFile> {
  const reader = new ByteReader(chunks, bytesMax)
  try {
    for (;;) {
      const entry = readTarHeader(await reader.take(blockBytes))
      if (entry === undefined) return await reader.finish()
      const { name, bytes } = entry
      if (bytes > fileBytesMax) throw new TarError(`the file '${name}' is too large`)
      const content = await reader.take(bytes)
      await reader.take(tarPadding(bytes).length)
      yield { name, content }
    }
  } finally {
    await reader.close()
  }
}
