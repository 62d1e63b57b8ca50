// Headers of tar entries (POSIX ustar), as far as a file of one backup needs them: regular files with short names.
import { BackupError } from './archive.ts'

export const blockBytes = 512
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

const textAt = (header: Buffer, [from, length]: readonly [number, number]): string =>
  header.toString('utf8', from, from + length).split('\u0000', 1)[0] ?? ''
const numberAt = (header: Buffer, at: readonly [number, number]): number =>
  Number.parseInt(textAt(header, at).trim(), 8)

/** Undefined: the end of the archive. */
export function readTarHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined
  if (numberAt(header, field.checksum) !== checksumOf(header)) throw new BackupError('it is not a backup')
  const [sizeAt, sizeLength] = field.size
  const isBinary = header.readUInt8(sizeAt) === 0x80
  return {
    name: textAt(header, field.name),
    bytes: isBinary ? Number(header.readBigUInt64BE(sizeAt + sizeLength - 8)) : numberAt(header, field.size),
    modifiedMs: numberAt(header, field.modified) * 1000,
  }
}

/** The bytes between the end of an entry and the next block. */
export const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes
