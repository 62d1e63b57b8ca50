// Tar entries (POSIX ustar, regular files alone), written and read one at a time.
import { damaged, inflationMax, partBytesMax } from './format.ts'

const blockBytes = 512
const endBlocks = 2

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`

const checksumAt = { from: 148, to: 156 } as const
function checksumOf(header: Buffer): number {
  let sum = 0
  for (const [i, byte] of header.entries()) sum += i >= checksumAt.from && i < checksumAt.to ? 0x20 : byte
  return sum
}

/** An entry: its header, its content and the padding to a full block. */
export function tarEntry({ path, content }: TarFile, unixSeconds: number): readonly Buffer[] {
  const header = Buffer.alloc(blockBytes)
  header.write(path, 0, 100)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7) + octal(0, 7), 108)
  header.write(octal(content.length, 11), 124)
  header.write(octal(unixSeconds, 11), 136)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${octal(checksumOf(header), 6)} `, checksumAt.from)
  return [header, content, Buffer.alloc(-content.length & (blockBytes - 1))]
}

export const tarEnd = (): Buffer => Buffer.alloc(endBlocks * blockBytes)

/** Takes exact numbers of bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #bytesMax: number
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #bytes = 0

  constructor(chunks: AsyncIterable<Buffer>, bytesMax: number) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#bytesMax = bytesMax
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.#waitingBytes < bytes) {
      const chunk = await this.#next()
      if (chunk === undefined) throw damaged('it is truncated.')
      this.#waiting.push(chunk)
      this.#waitingBytes += chunk.length
    }
    const [first] = this.#waiting
    const all = first !== undefined && first.length >= bytes ? first : Buffer.concat(this.#waiting)
    this.#waiting = [all.subarray(bytes), ...(all === first ? this.#waiting.slice(1) : [])]
    this.#waitingBytes -= bytes
    return all.subarray(0, bytes)
  }

  /** Reads to the end, where gzip compares its own checksum. */
  async finish(): Promise<void> {
    while ((await this.#next()) !== undefined) continue
  }

  async #next(): Promise<Buffer | undefined> {
    const next = await this.#chunks.next().catch((error: unknown) => {
      throw damaged('it is no gzip file, or it is truncated.', error)
    })
    if (next.done === true) return undefined
    this.#bytes += next.value.length
    if (this.#bytes > this.#bytesMax) throw damaged('its inflated content is too large.')
    return next.value
  }
}

const textAt = (header: Buffer, { from, to }: { readonly from: number; readonly to: number }): string => {
  const field = header.subarray(from, to)
  const end = field.indexOf(0)
  return field.toString('latin1', 0, end < 0 ? field.length : end).trim()
}

export interface TarFile {
  readonly path: string
  readonly content: Buffer
}

/** The files of an inflated tar, up to its end. `fileBytesMax` limits the archive as uploaded. */
export async function* tarFiles(
  chunks: AsyncIterable<Buffer>,
  { fileBytesMax }: { readonly fileBytesMax: number },
): AsyncGenerator<TarFile> {
  const reader = new ByteReader(chunks, fileBytesMax * inflationMax)
  for (;;) {
    const header = await reader.take(blockBytes)
    if (header.every((byte) => byte === 0)) return reader.finish()
    const path = textAt(header, { from: 0, to: 100 })
    if (Number.parseInt(textAt(header, checksumAt), 8) !== checksumOf(header)) {
      throw damaged('it is no tar file.')
    }
    const bytes = Number.parseInt(textAt(header, { from: 124, to: 136 }), 8)
    if (header[156] !== 0x30) throw damaged(`the entry '${path}' is no regular file.`)
    if (!(bytes >= 0 && bytes <= partBytesMax)) throw damaged(`the file '${path}' is too large.`)
    const content = await reader.take(bytes)
    await reader.take(-bytes & (blockBytes - 1))
    yield { path, content }
  }
}
