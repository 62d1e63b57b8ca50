import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inflateBrotli } from './brotli.ts'

const text = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => `row ${i % 97} has ${(i * 7919) % 1013};`).join(''))
const contents = {
  'no bytes': Buffer.alloc(0),
  'one byte': Buffer.from('x'),
  text: text(500),
  'several blocks': text(300_000),
}

describe.each(Object.entries(contents))('%s', (_, content) => {
  test.each([1, 5, 9])('compressed with quality %i is read', (quality) => {
    const compressedBytes = brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    })
    expect(content.equals(inflateBrotli(compressedBytes, content.length))).toBe(true)
  })
})

test('output that is shorter than announced and truncated input are refused', () => {
  const content = text(50)
  const compressedBytes = brotliCompressSync(content)
  expect(() => inflateBrotli(compressedBytes, content.length + 10)).toThrow('another size')
  expect(() => inflateBrotli(compressedBytes.subarray(0, -2), content.length)).toThrow()
})

test('a set padding bit, a byte after the end and a distance of 0 are refused', () => {
  // Damaged pages of files that pyarrow wrote, and refuses.
  const pages = [
    ['1b170000a40204b201431a29e795fb08', 24],
    [
      '1be50100e4c136cce87dec060c69a4964920d3a300f0235033140c8e40a2d0182c0e4f2092c8142a8dce60b2d81c2e8f2f1c1804b100000018040300000016309acc16abcdee70badc1eaf0f',
      486,
    ],
  ] as const
  for (const [hex, length] of pages) {
    expect(() => inflateBrotli(Buffer.from(hex, 'hex'), length)).toThrow()
  }
  const compressedBytes = brotliCompressSync(text(5))
  expect(() => inflateBrotli(Buffer.concat([compressedBytes, Buffer.from([0])]), text(5).length)).toThrow(
    'after its end',
  )
})
