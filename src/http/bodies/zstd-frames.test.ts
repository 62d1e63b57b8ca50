import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunks } from '../../kernel/chunks.ts'
import { ZstdFrames, zstdFramesMax } from './zstd-frames.ts'

const frameOf = (bytes: Uint8Array): Uint8Array => zstdCompressSync(bytes)

/** Decompresses the bytes in chunks of this size. */
const inflate = (bytes: Uint8Array, chunkBytes: number): Promise<Buffer> =>
  buffer(
    Readable.from(chunks([...bytes], chunkBytes).map((part) => Buffer.from(part))).compose(new ZstdFrames()),
  )

describe('a stream of zstd frames', () => {
  test('yields the content of all frames, for any chunk size', async () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 80 }), async (contents, chunkBytes) => {
        const body = Buffer.concat(contents.map(frameOf))
        expect(await inflate(body, chunkBytes)).toEqual(Buffer.concat(contents))
      }),
    )
  })

  test('yields content larger than every buffer', async () => {
    const largeBody = Buffer.alloc(2_000_000, 'spans ')
    const body = Buffer.concat([frameOf(largeBody), frameOf(largeBody)])
    expect((await inflate(body, 100)).equals(Buffer.concat([largeBody, largeBody]))).toBe(true)
  })

  test.each([
    [
      'is truncated',
      Buffer.concat([frameOf(Buffer.from('one')), frameOf(Buffer.from('two')).subarray(0, -2)]),
    ],
    ['continues with other data', Buffer.concat([frameOf(Buffer.from('one')), Buffer.from('two')])],
  ])('fails when it %s', async (_, body) => {
    for (const chunkBytes of [7, 100_000]) await expect(inflate(body, chunkBytes)).rejects.toThrow()
  })

  test('fails above the limit of frames', async () => {
    const frames = Array.from({ length: zstdFramesMax + 10 }, () => frameOf(new Uint8Array()))
    await expect(inflate(Buffer.concat(frames), 100_000)).rejects.toThrow('too many frames')
  })
})
