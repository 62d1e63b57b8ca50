import { constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssayError } from '../../errors.ts'
import { inflated } from './inflate.ts'

const bytesMax = 1000
const codeOf = (body: Uint8Array, encoding: string | undefined): Promise<unknown> =>
  inflated(body, encoding, bytesMax).then(
    () => undefined,
    (error: unknown) => (error instanceof AssayError ? error.code : error),
  )

const withoutSize = { params: { [constants.ZSTD_c_contentSizeFlag]: 0 } }

describe('a compressed body', () => {
  test.each([
    ['gzip', (bytes: Uint8Array) => gzipSync(bytes)],
    ['deflate', (bytes: Uint8Array) => deflateSync(bytes)],
    ['deflate', (bytes: Uint8Array) => deflateSync(bytes, { windowBits: 9 })],
    ['deflate', (bytes: Uint8Array) => deflateSync(bytes, { windowBits: 12, level: 1 })],
    ['deflate', (bytes: Uint8Array) => deflateRawSync(bytes)],
    ['zstd', (bytes: Uint8Array) => zstdCompressSync(bytes)],
    ['zstd', (bytes: Uint8Array) => zstdCompressSync(bytes, withoutSize)],
  ])('of %s is what it was', async (encoding, compressed) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(Buffer.from(await inflated(compressed(bytes), encoding, bytesMax))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('of several parts of %s is read to its end', async (encoding, compressed) => {
    const body = Buffer.concat(['one,', 'two,', '', 'three'].map((part) => compressed(Buffer.from(part))))
    for (const named of [encoding, undefined]) {
      expect(Buffer.from(await inflated(body, named, bytesMax)).toString()).toBe('one,two,three')
    }
  })

  test('is measured over all its parts', async () => {
    const part = zstdCompressSync(Buffer.alloc(bytesMax / 2))
    expect(await codeOf(Buffer.concat([part, part]), 'zstd')).toBeUndefined()
    expect(await codeOf(Buffer.concat([part, part, zstdCompressSync(Buffer.alloc(1))]), 'zstd')).toBe(
      'payload_too_large',
    )
  })

  test('of parts without end is refused', async () => {
    const empty = zstdCompressSync(Buffer.alloc(0))
    const body = Buffer.concat(Array.from({ length: 10_001 }, () => empty))
    expect(await codeOf(body, 'zstd')).toBe('payload_undecodable')
  })

  test.each([
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['zstd', zstdCompressSync],
  ])('of %s that something else follows is refused', async (encoding, compressed) => {
    const body = Buffer.concat([compressed(Buffer.from('spans')), Buffer.from('more')])
    expect(await codeOf(body, encoding)).toBe('payload_undecodable')
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['zstd', zstdCompressSync],
  ])('of %s that is cut is refused, wherever the cut is', async (encoding, compressed) => {
    const whole = compressed(Buffer.from('a few spans of one trace'))
    for (let end = 1; end < whole.length; end++) {
      expect(await codeOf(whole.subarray(0, end), encoding)).toBe('payload_undecodable')
    }
  })
})
