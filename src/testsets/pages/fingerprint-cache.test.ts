import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FingerprintCache } from './fingerprint-cache.ts'

const fingerprintsOf = (hash: string): Uint8Array => Uint8Array.from({ length: 8 }, () => hash.charCodeAt(0))

/** A store of the pages a to h that records its requests. */
function pages() {
  const requests: string[] = []
  const read = async (hashes: readonly string[]) => {
    requests.push(...hashes)
    return new Map(hashes.filter((hash) => hash <= 'h').map((hash) => [hash, fingerprintsOf(hash)]))
  }
  return { requests, read }
}

test('fingerprints are read once while there is room, and the least recently used are evicted first', async () => {
  const { requests, read } = pages()
  const cache = new FingerprintCache(24)
  const get = (...hashes: readonly string[]) => cache.get('p', { hashes, read })
  await get('a', 'b', 'c')
  await get('a')
  await get('d')
  expect(requests.splice(0)).toEqual(['a', 'b', 'c', 'd'])
  await get('a', 'c', 'd')
  expect(requests).toEqual([])
  await get('b')
  expect(requests).toEqual(['b'])
})

test('each project has its own entries, and a missing page is requested again', async () => {
  const { requests, read } = pages()
  const cache = new FingerprintCache(1000)
  for (const projectId of ['p', 'q', 'p']) await cache.get(projectId, { hashes: ['a', 'x'], read })
  expect(requests).toEqual(['a', 'x', 'a', 'x', 'x'])
})

test('the result equals that of the store, whatever was requested before', async () => {
  const hashes = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x'), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(hashes), fc.nat(40), async (calls, bytesMax) => {
      const { read } = pages()
      const cache = new FingerprintCache(bytesMax)
      for (const call of calls) {
        const fingerprints = await cache.get('p', { hashes: call, read })
        expect([...fingerprints.keys()].sort()).toEqual(call.filter((hash) => hash <= 'h').sort())
        for (const [hash, ofPage] of fingerprints) expect(ofPage).toEqual(fingerprintsOf(hash))
      }
    }),
  )
})
