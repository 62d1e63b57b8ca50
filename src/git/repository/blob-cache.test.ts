import { expect, test } from 'vitest'
import { BlobCache } from './blob-cache.ts'

const blobOf = (bytes: number): Uint8Array => new Uint8Array(bytes)
const bytesMax = 64 * 1024

test('beyond its bound the cache drops the least recently used file', () => {
  const cache = new BlobCache()
  cache.put('used', blobOf(bytesMax))
  cache.put('unused', blobOf(bytesMax))
  for (let index = 0; index < 1000; index += 1) {
    cache.put(`file ${index}`, blobOf(bytesMax))
    cache.get('used')
  }
  expect(cache.get('used')).toHaveLength(bytesMax)
  expect(cache.get('unused')).toBeUndefined()
  const cachedFiles = Array.from({ length: 1000 }, (_, index) => cache.get(`file ${index}`)).filter(Boolean)
  expect(cachedFiles.length).toBeLessThanOrEqual((32 * 1024 * 1024) / bytesMax)
})

test('a cached file does not keep the slab of its buffer in memory', () => {
  const cache = new BlobCache()
  const pooledBuffer = Buffer.from('text')
  cache.put('text', pooledBuffer)
  expect(pooledBuffer.buffer.byteLength).toBeGreaterThan(pooledBuffer.length)
  expect(cache.get('text')?.buffer.byteLength).toBe(pooledBuffer.length)
})

test('a file that is too large for the cache displaces no other', () => {
  const cache = new BlobCache()
  cache.put('small', blobOf(1))
  cache.put('large', blobOf(bytesMax + 1))
  expect(cache.get('large')).toBeUndefined()
  expect(cache.get('small')).toEqual(blobOf(1))
})
