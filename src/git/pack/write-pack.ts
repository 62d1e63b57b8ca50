// Streams objects as a pack, and trees that change a little as deltas of others. Objects are requested one at a time,
// so memory is bounded by the largest object; a consumer that pauses also pauses the reads.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, deflateSync } from 'node:zlib'
import { createPauses } from '../../kernel/time-slices.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'
import { headerBytes, refDelta, typeNumbers } from './pack.ts'

const deflateInThreadPool = promisify(deflate)
/** A call of zlib's thread pool costs as much as 16 kB in this thread. */
const smallBytesMax = 16 * 1024
/**
 * Entries up to this size are stored in a block without compression. Ids do not shrink, so zlib stores most of these
 * itself: the same bytes, 60 times faster than a call of 34 µs (bench/results/2026-11-18-git.md).
 */
const storedBytesMax = 100
/** Small entries are joined before they are passed on. */
const chunkBytes = 32 * 1024

/** An object, or a delta of an object that the pack also contains. */
export type PackEntry =
  | GitObject
  | { readonly type: 'delta'; readonly base: ObjectId; readonly bytes: Uint8Array }

/** Type and size: three bits of type, then groups of 4 and 7 bits of size, the lowest first. */
function entryHeader({ type, bytes: { length: size } }: PackEntry): Uint8Array {
  const bytes: number[] = []
  let byte = ((type === 'delta' ? refDelta : typeNumbers[type]) << 4) | (size & 15)
  for (
    let remainingSize = Math.floor(size / 16);
    remainingSize > 0;
    remainingSize = Math.floor(remainingSize / 128)
  ) {
    bytes.push(byte | 128)
    byte = remainingSize & 127
  }
  return Uint8Array.from([...bytes, byte])
}

/** The checksum of zlib. The sums of so few bytes stay below 2^32. */
function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low += byte
    high += low
  }
  return (high % 65_521) * 65_536 + (low % 65_521)
}

/** A zlib stream of one stored block: header, final block, its length twice, the bytes, the checksum. */
function storedStream(bytes: Uint8Array): Buffer {
  const stream = Buffer.alloc(bytes.length + 11)
  stream.set([0x78, 0x01, 0x01])
  stream.writeUInt16LE(bytes.length, 3)
  stream.writeUInt16LE(0xffff - bytes.length, 5)
  stream.set(bytes, 7)
  stream.writeUInt32BE(adler32(bytes), bytes.length + 7)
  return stream
}

function compress(bytes: Uint8Array): Buffer | Promise<Buffer> {
  if (bytes.length <= storedBytesMax) return storedStream(bytes)
  return bytes.length <= smallBytesMax ? deflateSync(bytes) : deflateInThreadPool(bytes)
}

function packHeader(count: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('PACK', 'latin1')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(count, 8)
  return header
}

/** `objects` must yield exactly `count` objects; otherwise the stream fails before its checksum. */
export async function* writePack(
  count: number,
  objects: AsyncIterable<PackEntry>,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha1')
  const pauses = createPauses()
  let parts: Uint8Array[] = [packHeader(count)]
  let partBytes = headerBytes
  let writtenObjects = 0
  const flush = (): Buffer => {
    const chunk = Buffer.concat(parts)
    parts = []
    partBytes = 0
    hash.update(chunk)
    return chunk
  }
  for await (const entry of objects) {
    const { bytes } = entry
    const content = await compress(bytes)
    parts.push(entryHeader(entry))
    if (entry.type === 'delta') parts.push(Buffer.from(entry.base, 'hex'))
    parts.push(content)
    partBytes += content.length
    writtenObjects += 1
    if (partBytes >= chunkBytes) yield flush()
    if (pauses.isDue()) await pauses.next()
  }
  if (writtenObjects !== count) throw new Error(`a pack of ${count} objects got ${writtenObjects}`)
  yield flush()
  yield hash.digest()
}
