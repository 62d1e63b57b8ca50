import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairSemaphore, type Slot } from './fair-semaphore.ts'

/** Runs all pending microtasks. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Acquires slots and records the order of the parties that received one. */
function asking(semaphore: ReturnType<typeof createFairSemaphore>) {
  const grants: { readonly party: string; readonly slot: Slot }[] = []
  return {
    served: grants,
    names: () => grants.map(({ party }) => party).join(''),
    ask: (parties: string) => {
      for (const party of parties) void semaphore.acquire(party).then((slot) => grants.push({ party, slot }))
      return settled()
    },
    release: async (index: number) => {
      grants[index]?.slot.release()
      await settled()
    },
  }
}

describe('a fair semaphore', () => {
  test('grants a free slot at once', async () => {
    const { ask, names } = asking(createFairSemaphore({ count: 2 }))
    await ask('aab')
    expect(names()).toBe('aa')
  })

  test('grants the next slot to the party with the fewest slots, however many others wait', async () => {
    const { ask, release, names } = asking(createFairSemaphore({ count: 2 }))
    await ask('aaaaaab')
    await release(0)
    expect(names()).toBe('aab')
  })

  test('serves parties with equally many slots in rotation', async () => {
    const { ask, release, names } = asking(createFairSemaphore({ count: 1 }))
    await ask('aaaabbbb')
    for (let i = 0; i < 5; i++) await release(i)
    expect(names()).toBe('ababab')
  })

  test('keeps its reserve for parties with fewer slots', async () => {
    const { ask, names } = asking(createFairSemaphore({ count: 3, reserve: 1 }))
    await ask('aaa')
    expect(names()).toBe('aa')
    await ask('b')
    expect(names()).toBe('aab')
  })

  test('counts a slot that is released twice once', async () => {
    const { ask, release, names } = asking(createFairSemaphore({ count: 1 }))
    await ask('abc')
    await release(0)
    await release(0)
    expect(names()).toBe('ab')
  })

  test('skips waiting callers that were aborted', async () => {
    const semaphore = createFairSemaphore({ count: 1 })
    const slot = await semaphore.acquire('a')
    const abortController = new AbortController()
    const cancelled = semaphore.acquire('b', abortController.signal)
    const next = semaphore.acquire('c')
    abortController.abort(new Error('gone'))
    await expect(cancelled).rejects.toThrow('gone')
    slot.release()
    await expect(next).resolves.toBeDefined()
  })

  test('rejects a caller whose signal is already aborted', async () => {
    await expect(
      createFairSemaphore({ count: 1 }).acquire('a', AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
  })

  test('replaces a written-off slot, but not for the party that holds it', async () => {
    const { ask, served, names } = asking(createFairSemaphore({ count: 2, reserve: 1, writtenOffMax: 2 }))
    await ask('aabc')
    expect(names()).toBe('ab')
    served[0]?.slot.writeOff()
    await settled()
    expect(names()).toBe('abc')
  })

  test('replaces only a limited number of written-off slots', async () => {
    const { ask, served, names } = asking(createFairSemaphore({ count: 2, writtenOffMax: 1 }))
    await ask('abcd')
    served[0]?.slot.writeOff()
    served[1]?.slot.writeOff()
    await settled()
    expect(names()).toBe('abc')
  })

  test('removes the replacement when a written-off slot is released', async () => {
    const { ask, served, release, names } = asking(createFairSemaphore({ count: 1, writtenOffMax: 1 }))
    await ask('abc')
    served[0]?.slot.writeOff()
    await settled()
    await release(0)
    expect(names()).toBe('ab')
    await release(1)
    expect(names()).toBe('abc')
  })

  test('never exceeds its limit and never leaves a slot free while somebody waits', async () => {
    const moveArbitrary = fc.tuple(
      fc.constantFrom('ask', 'release'),
      fc.constantFrom('a', 'b', 'c'),
      fc.nat(20),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(moveArbitrary, { maxLength: 40 }),
        async (count, moves) => {
          const { ask, served, release } = asking(createFairSemaphore({ count }))
          let [requestCount, grantCount] = [0, 0]
          const abortedIndexes = new Set<number>()
          for (const [action, party, at] of moves) {
            if (action === 'ask') {
              requestCount += 1
              await ask(party)
            } else if (at < served.length && !abortedIndexes.has(at)) {
              abortedIndexes.add(at)
              grantCount += 1
              await release(at)
            }
            expect(served.length - grantCount).toBe(Math.min(count, requestCount - grantCount))
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
