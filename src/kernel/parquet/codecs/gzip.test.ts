import { constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inflateGzip } from './gzip.ts'

const text = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => `row ${i % 97} has ${(i * 7919) % 1013};`).join(''))
const contents = {
  'no bytes': Buffer.alloc(0),
  'one byte': Buffer.from('x'),
  'one byte many times': Buffer.alloc(100_000, 'x'),
  text: text(500),
  'several blocks': text(20_000),
}

describe.each(Object.entries(contents))('%s', (_, content) => {
  test.each([
    ['without compression', { level: 0 }],
    ['with fixed codes', { strategy: constants.Z_FIXED }],
    ['with codes alone', { strategy: constants.Z_HUFFMAN_ONLY }],
    ['as small as possible', { level: 9 }],
  ])('%s is read', (_name, options) => {
    expect(content.equals(inflateGzip(gzipSync(content, options), content.length))).toBe(true)
  })
})

const content = text(50)
const packed = gzipSync(content)

test('several members are one text', () => {
  expect(content.equals(inflateGzip(Buffer.concat([gzipSync(''), packed]), content.length))).toBe(true)
})

test.each([
  ['another size', packed, content.length + 1],
  ['a byte after the end', Buffer.concat([packed, Buffer.from([0])]), content.length],
  ['an early end', packed.subarray(0, -1), content.length],
  [
    'a lost byte in front of the checksum',
    Buffer.concat([packed.subarray(0, -9), packed.subarray(-8)]),
    content.length,
  ],
  ['unknown flags', packed.with(3, 0x40), content.length],
  ['a wrong checksum', packed.with(packed.length - 8, (packed.at(-8) ?? 0) ^ 1), content.length],
  ['another format', deflateSync(content), content.length],
])('%s is refused', (_, input, length) => {
  expect(() => inflateGzip(new Uint8Array(input), length)).toThrow()
})
