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
    const packed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    expect(content.equals(inflateBrotli(packed, content.length))).toBe(true)
  })
})

test('less output than announced is refused, and so is an early end', () => {
  const content = text(50)
  const packed = brotliCompressSync(content)
  expect(() => inflateBrotli(packed, content.length + 10)).toThrow('another size')
  expect(() => inflateBrotli(packed.subarray(0, -2), content.length)).toThrow()
})
