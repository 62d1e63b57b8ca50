import { expect, test } from 'vitest'
import { BlobCache } from './blob-cache.ts'

const blobOf = (bytes: number): Uint8Array => new Uint8Array(bytes)
const largest = 64 * 1024

test('beyond its bound the cache drops the least recently used file', () => {
  const cache = new BlobCache()
  const used = blobOf(largest)
  cache.put('used', used)
  cache.put('unused', blobOf(largest))
  for (let no = 0; no < 1000; no += 1) {
    cache.put(`file ${no}`, blobOf(largest))
    cache.get('used')
  }
  expect(cache.get('used')).toBe(used)
  expect(cache.get('unused')).toBeUndefined()
  const cached = Array.from({ length: 1000 }, (_, no) => cache.get(`file ${no}`)).filter(Boolean)
  expect(cached.length).toBeLessThanOrEqual((32 * 1024 * 1024) / largest)
})

test('a file that is too large for the cache displaces no other', () => {
  const cache = new BlobCache()
  cache.put('small', blobOf(1))
  cache.put('large', blobOf(largest + 1))
  expect(cache.get('large')).toBeUndefined()
  expect(cache.get('small')).toEqual(blobOf(1))
})
