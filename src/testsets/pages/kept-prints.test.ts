import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptPrints } from './kept-prints.ts'

const printsOf = (hash: string): Uint8Array => Uint8Array.from({ length: 8 }, () => hash.charCodeAt(0))

/** A store of the pages a to h, which notes what it is asked for. */
function pages() {
  const asked: string[] = []
  const read = async (hashes: readonly string[]) => {
    asked.push(...hashes)
    return new Map(hashes.filter((hash) => hash <= 'h').map((hash) => [hash, printsOf(hash)]))
  }
  return { asked, read }
}

test('prints are read once while there is room, and those not asked for longest go first', async () => {
  const { asked, read } = pages()
  const kept = new KeptPrints(24)
  const get = (...hashes: readonly string[]) => kept.get('p', { hashes, read })
  await get('a', 'b', 'c')
  await get('a')
  await get('d')
  expect(asked.splice(0)).toEqual(['a', 'b', 'c', 'd'])
  await get('a', 'c', 'd')
  expect(asked).toEqual([])
  await get('b')
  expect(asked).toEqual(['b'])
})

test('each project has its own, and what is not there is asked for again', async () => {
  const { asked, read } = pages()
  const kept = new KeptPrints(1000)
  for (const projectId of ['p', 'q', 'p']) await kept.get(projectId, { hashes: ['a', 'x'], read })
  expect(asked).toEqual(['a', 'x', 'a', 'x', 'x'])
})

test('whatever was asked before, the answer is that of the store', async () => {
  const hashes = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x'), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(fc.array(hashes), fc.nat(40), async (calls, bytesMax) => {
      const { read } = pages()
      const kept = new KeptPrints(bytesMax)
      for (const call of calls) {
        const found = await kept.get('p', { hashes: call, read })
        expect([...found.keys()].sort()).toEqual(call.filter((hash) => hash <= 'h').sort())
        for (const [hash, prints] of found) expect(prints).toEqual(printsOf(hash))
      }
    }),
  )
})
