// Builds packs that git would not write, entry by entry.
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { git, newRepository } from '../objects/test-support.ts'

/** The header of an entry: type and size. */
function entryHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)]
  for (
    let remainingSize = Math.floor(size / 16);
    remainingSize > 0;
    remainingSize = Math.floor(remainingSize / 128)
  ) {
    bytes.push((bytes.pop() ?? 0) | 128, remainingSize & 127)
  }
  return Buffer.from(bytes)
}

interface Entry {
  readonly type: number
  readonly bytes: Uint8Array
  /** The declared size, if it differs from the real one. */
  readonly size?: number
  /** The bytes between header and content: the base of a delta. */
  readonly base?: Uint8Array
}

export const entry = ({ type, bytes, size = bytes.length, base = Buffer.alloc(0) }: Entry): Buffer =>
  Buffer.concat([entryHeader(type, size), base, deflateSync(bytes)])

/** Appends the checksum. */
export const withChecksum = (body: Uint8Array): Buffer =>
  Buffer.concat([body, createHash('sha1').update(body).digest()])

export function packOf(entries: readonly Uint8Array[], count = entries.length): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(count, 8)
  return withChecksum(Buffer.concat([header, ...entries]))
}

const line = (number: number): string =>
  `line ${number}: ${'some text that repeats '.repeat(3)}${number * 7919}\n`

/** A repository with five commits on a file of 200 lines, so that packs of it contain deltas. */
export async function repositoryWithDeltas(): Promise<string> {
  const folder = await newRepository()
  const commands = Array.from({ length: 5 }, (_, round) => {
    const text = Array.from({ length: 200 }, (__, at) =>
      line(at % 40 === round ? at + 1000 * round : at),
    ).join('')
    const message = `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1_700_000_000 + round} +0000\n`
    return `${message}data 2\nr${round}\nM 100644 inline dir/file.txt\ndata ${text.length}\n${text}\nM 100644 inline note-${round}.md\ndata 2\n#${round}\n`
  })
  await git(folder, ['fast-import', '--quiet'], commands.join(''))
  return folder
}
