// Every frame that libzstd writes is read, and damaged ones are refused wherever libzstd refuses them.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inflateZstd } from './zstd.ts'

const words = 'the quick brown fox jumps over a lazy dog while nobody looks'.split(' ')
const text = (length: number, seed: number): Buffer => {
  const parts: string[] = []
  for (let i = 0, n = seed; i < length; i++) {
    n = (n * 1103515245 + 12345) & 0x7fffffff
    parts.push(words[n % words.length] ?? '', n % 7 === 0 ? String(n) : ' ')
  }
  return Buffer.from(parts.join(''))
}
const integers = (length: number): Buffer =>
  Buffer.from(new BigInt64Array(length).map((_, i) => BigInt(i * 3)).buffer)

const contents: Readonly<Record<string, Buffer>> = {
  'no bytes': Buffer.alloc(0),
  'one byte': Buffer.from('x'),
  'equal bytes': Buffer.alloc(300_000, 7),
  'short text': text(40, 1),
  'text of several blocks': text(40_000, 2),
  integers: integers(50_000),
  noise: Buffer.from(Array.from({ length: 5000 }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255)),
}

describe.each(Object.entries(contents))('%s', (_, content) => {
  test.each([1, 3, 9, 19])('compressed at level %i is read, with a checksum and without', (level) => {
    for (const checksum of [0, 1]) {
      const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: checksum }
      const compressedBytes = zstdCompressSync(content, { params })
      expect(content.equals(inflateZstd(compressedBytes, content.length))).toBe(true)
    }
  })
})

test('consecutive frames are read, and skippable frames are skipped', () => {
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2])
  const compressedBytes = Buffer.concat([zstdCompressSync('ab'), skippable, zstdCompressSync('cd')])
  expect(Buffer.from(inflateZstd(compressedBytes, 4)).toString()).toBe('abcd')
})

test.each<[string, (compressedBytes: Buffer) => Buffer, RegExp]>([
  ['a wrong checksum', (compressedBytes) => compressedBytes.fill(0, compressedBytes.length - 4), /checksum/],
  [
    'bytes after the frame',
    (compressedBytes) => Buffer.concat([compressedBytes, Buffer.from([1, 2, 3, 4, 5])]),
    /corrupt/,
  ],
  ['an early end', (compressedBytes) => compressedBytes.subarray(0, -5), /corrupt/],
])('%s is refused', (_, damage, message) => {
  const content = text(50, 3)
  const params = { [constants.ZSTD_c_checksumFlag]: 1 }
  const compressedBytes = zstdCompressSync(content, { params })
  expect(() => inflateZstd(damage(compressedBytes), content.length)).toThrow(message)
})

test('another length than announced is refused', () => {
  const compressedBytes = zstdCompressSync('abc')
  expect(() => inflateZstd(compressedBytes, 2)).toThrow(/corrupt/)
  expect(() => inflateZstd(compressedBytes, 4)).toThrow(/another size than its page/)
})

const outcome = (inflate: () => Uint8Array): string => {
  try {
    return Buffer.from(inflate()).toString('latin1')
  } catch {
    return 'refused'
  }
}

test('a damaged frame is refused, or read as libzstd reads it', () => {
  const sources = [text(60, 5), text(4000, 6), integers(60), integers(3000), Buffer.alloc(500, 3)]
  const compressedBytes = sources.map((content) => ({ content, bytes: zstdCompressSync(content) }))
  fc.assert(
    fc.property(
      fc.constantFrom(...compressedBytes),
      fc.nat(),
      fc.nat(255),
      ({ content, bytes }, position, value) => {
        const damagedBytes = Buffer.from(bytes)
        damagedBytes[position % damagedBytes.length] = value
        const length = content.length
        const ourOutcome = outcome(() => inflateZstd(damagedBytes, length))
        const libzstdOutcome = outcome(() => {
          const output = zstdDecompressSync(damagedBytes, { maxOutputLength: length + 1 })
          if (output.length !== length) throw new Error('another length')
          return output
        })
        expect(ourOutcome === 'refused' || ourOutcome === libzstdOutcome).toBe(true)
      },
    ),
    { numRuns: 1500, seed: 11 },
  )
})
