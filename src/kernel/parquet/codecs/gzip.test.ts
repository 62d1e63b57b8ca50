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
    ['with Huffman codes alone', { strategy: constants.Z_HUFFMAN_ONLY }],
    ['at the highest level', { level: 9 }],
  ])('%s is read', (_name, options) => {
    expect(content.equals(inflateGzip(gzipSync(content, options), content.length))).toBe(true)
  })
})

const content = text(50)
const compressedBytes = gzipSync(content)

test('the contents of several members are concatenated', () => {
  expect(content.equals(inflateGzip(Buffer.concat([gzipSync(''), compressedBytes]), content.length))).toBe(
    true,
  )
})

test.each([
  ['another size', compressedBytes, content.length + 1],
  ['a byte after the end', Buffer.concat([compressedBytes, Buffer.from([0])]), content.length],
  ['an early end', compressedBytes.subarray(0, -1), content.length],
  [
    'a lost byte in front of the checksum',
    Buffer.concat([compressedBytes.subarray(0, -9), compressedBytes.subarray(-8)]),
    content.length,
  ],
  ['unknown flags', compressedBytes.with(3, 0x40), content.length],
  [
    'a wrong checksum',
    compressedBytes.with(compressedBytes.length - 8, (compressedBytes.at(-8) ?? 0) ^ 1),
    content.length,
  ],
  ['another format', deflateSync(content), content.length],
])('%s is refused', (_, input, length) => {
  expect(() => inflateGzip(new Uint8Array(input), length)).toThrow()
})
