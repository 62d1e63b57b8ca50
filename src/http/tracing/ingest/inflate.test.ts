import { constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssayError } from '../../../kernel/errors.ts'
import { inflateBody, whileInflated } from './inflate.ts'
import { until } from '../../../../test/support/eventually.ts'

const bytesMax = 1000
const codeOf = (body: Uint8Array, encoding: string | undefined): Promise<unknown> =>
  inflateBody(body, { contentEncoding: encoding, bytesMax }).then(
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
  ])('of %s is inflated to its content', async (encoding, compress) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(
          Buffer.from(await inflateBody(compress(bytes), { contentEncoding: encoding, bytesMax })),
        ).toEqual(Buffer.from(bytes))
      }),
    )
  })

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('of several parts of %s is inflated to its end', async (encoding, compress) => {
    const body = Buffer.concat(['one,', 'two,', '', 'three'].map((part) => compress(Buffer.from(part))))
    for (const contentEncoding of [encoding, undefined]) {
      expect(Buffer.from(await inflateBody(body, { contentEncoding, bytesMax })).toString()).toBe(
        'one,two,three',
      )
    }
  })

  test('is limited over all its parts', async () => {
    const part = zstdCompressSync(Buffer.alloc(bytesMax / 2))
    expect(await codeOf(Buffer.concat([part, part]), 'zstd')).toBeUndefined()
    expect(await codeOf(Buffer.concat([part, part, zstdCompressSync(Buffer.alloc(1))]), 'zstd')).toBe(
      'payload_too_large',
    )
  })

  test('with too many parts is refused', async () => {
    const emptyFrame = zstdCompressSync(Buffer.alloc(0))
    const body = Buffer.concat(Array.from({ length: 10_001 }, () => emptyFrame))
    expect(await codeOf(body, 'zstd')).toBe('payload_undecodable')
  })

  test.each([
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['zstd', zstdCompressSync],
  ])('of %s with trailing bytes is refused', async (encoding, compress) => {
    const body = Buffer.concat([compress(Buffer.from('spans')), Buffer.from('more')])
    expect(await codeOf(body, encoding)).toBe('payload_undecodable')
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['zstd', zstdCompressSync],
  ])('of %s that is truncated anywhere is refused', async (encoding, compress) => {
    const body = compress(Buffer.from('a few spans of one trace'))
    for (let end = 1; end < body.length; end++) {
      expect(await codeOf(body.subarray(0, end), encoding)).toBe('payload_undecodable')
    }
  })

  test('that is large is inflated only after the previous large one was processed; small ones do not wait', async () => {
    const MiB = 1024 * 1024
    const [largeBody, small] = [gzipSync(Buffer.alloc(5 * MiB)), gzipSync(Buffer.from('spans'))]
    const { promise: firstUse, resolve: endFirstUse } = Promise.withResolvers<void>()
    const sizes: number[] = []
    const use = async (bytes: Uint8Array): Promise<void> => {
      sizes.push(bytes.length)
      if (bytes.length > 5) await firstUse
    }
    const firstInflation = whileInflated(largeBody, { contentEncoding: 'gzip', bytesMax: 8 * MiB, use })
    const secondInflation = whileInflated(largeBody, { contentEncoding: 'gzip', bytesMax: 8 * MiB, use })
    await until(() => sizes.length > 0, 'the first use')
    for (let i = 0; i < 20; i++)
      await whileInflated(small, { contentEncoding: 'gzip', bytesMax: 8 * MiB, use })
    expect(sizes.filter((bytes) => bytes === 5 * MiB)).toHaveLength(1)
    endFirstUse()
    await Promise.all([firstInflation, secondInflation])
    expect(sizes.filter((bytes) => bytes === 5 * MiB)).toHaveLength(2)
  })

  test('that is large releases its memory after use, without a garbage collection', async () => {
    const MiB = 1024 * 1024
    const largeBody = gzipSync(Buffer.alloc(5 * MiB))
    const retained = await whileInflated(largeBody, {
      contentEncoding: 'gzip',
      bytesMax: 8 * MiB,
      use: async (bytes) => {
        expect(bytes.length).toBe(5 * MiB)
        return { bytes }
      },
    })
    expect(retained.bytes.length).toBe(0)
  })

  test('that is too large is refused, and the next large one proceeds', async () => {
    const MiB = 1024 * 1024
    const use = async (bytes: Uint8Array): Promise<number> => bytes.length
    const bomb = whileInflated(gzipSync(Buffer.alloc(9 * MiB)), {
      contentEncoding: 'gzip',
      bytesMax: 8 * MiB,
      use,
    })
    await expect(bomb).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(
      await whileInflated(gzipSync(Buffer.alloc(8 * MiB)), {
        contentEncoding: 'gzip',
        bytesMax: 8 * MiB,
        use,
      }),
    ).toBe(8 * MiB)
  })
})
