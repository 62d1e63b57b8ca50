import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairSemaphore, type Slot } from './fair-semaphore.ts'

/** Runs all pending microtasks. */
const runMicrotasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Acquires slots and records the order of the parties that received one. */
function recordGrants(semaphore: ReturnType<typeof createFairSemaphore>) {
  const grants: { readonly party: string; readonly slot: Slot }[] = []
  return {
    grants,
    names: () => grants.map(({ party }) => party).join(''),
    acquire: (parties: string) => {
      for (const party of parties) void semaphore.acquire(party).then((slot) => grants.push({ party, slot }))
      return runMicrotasks()
    },
    release: async (index: number) => {
      grants[index]?.slot.release()
      await runMicrotasks()
    },
  }
}

describe('a fair semaphore', () => {
  test('grants a free slot at once', async () => {
    const { acquire, names } = recordGrants(createFairSemaphore({ count: 2 }))
    await acquire('aab')
    expect(names()).toBe('aa')
  })

  test('grants the next slot to the party with the fewest slots, however many others wait', async () => {
    const { acquire, release, names } = recordGrants(createFairSemaphore({ count: 2 }))
    await acquire('aaaaaab')
    await release(0)
    expect(names()).toBe('aab')
  })

  test('serves parties with equally many slots in rotation', async () => {
    const { acquire, release, names } = recordGrants(createFairSemaphore({ count: 1 }))
    await acquire('aaaabbbb')
    for (let i = 0; i < 5; i++) await release(i)
    expect(names()).toBe('ababab')
  })

  test('keeps its reserve for parties with fewer slots', async () => {
    const { acquire, names } = recordGrants(createFairSemaphore({ count: 3, reserve: 1 }))
    await acquire('aaa')
    expect(names()).toBe('aa')
    await acquire('b')
    expect(names()).toBe('aab')
  })

  test('counts a slot that is released twice once', async () => {
    const { acquire, release, names } = recordGrants(createFairSemaphore({ count: 1 }))
    await acquire('abc')
    await release(0)
    await release(0)
    expect(names()).toBe('ab')
  })

  test('skips waiting callers that were aborted', async () => {
    const semaphore = createFairSemaphore({ count: 1 })
    const slot = await semaphore.acquire('a')
    const abortController = new AbortController()
    const cancelledSlot = semaphore.acquire('b', abortController.signal)
    const nextSlot = semaphore.acquire('c')
    abortController.abort(new Error('gone'))
    await expect(cancelledSlot).rejects.toThrow('gone')
    slot.release()
    await expect(nextSlot).resolves.toBeDefined()
  })

  test('rejects a caller whose signal is already aborted', async () => {
    await expect(
      createFairSemaphore({ count: 1 }).acquire('a', AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
  })

  test('replaces a written-off slot, but not for the party that holds it', async () => {
    const { acquire, grants, names } = recordGrants(
      createFairSemaphore({ count: 2, reserve: 1, writtenOffMax: 2 }),
    )
    await acquire('aabc')
    expect(names()).toBe('ab')
    grants[0]?.slot.writeOff()
    await runMicrotasks()
    expect(names()).toBe('abc')
  })

  test('replaces only a limited number of written-off slots', async () => {
    const { acquire, grants, names } = recordGrants(createFairSemaphore({ count: 2, writtenOffMax: 1 }))
    await acquire('abcd')
    grants[0]?.slot.writeOff()
    grants[1]?.slot.writeOff()
    await runMicrotasks()
    expect(names()).toBe('abc')
  })

  test('removes the replacement when a written-off slot is released', async () => {
    const { acquire, grants, release, names } = recordGrants(
      createFairSemaphore({ count: 1, writtenOffMax: 1 }),
    )
    await acquire('abc')
    grants[0]?.slot.writeOff()
    await runMicrotasks()
    await release(0)
    expect(names()).toBe('ab')
    await release(1)
    expect(names()).toBe('abc')
  })

  test('never exceeds its limit and never leaves a slot free while somebody waits', async () => {
    const moveArbitrary = fc.tuple(
      fc.constantFrom('acquire', 'release'),
      fc.constantFrom('a', 'b', 'c'),
      fc.nat(20),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(moveArbitrary, { maxLength: 40 }),
        async (count, moves) => {
          const { acquire, grants, release } = recordGrants(createFairSemaphore({ count }))
          let [requestCount, releaseCount] = [0, 0]
          const releasedIndexes = new Set<number>()
          for (const [action, party, at] of moves) {
            if (action === 'acquire') {
              requestCount += 1
              await acquire(party)
            } else if (at < grants.length && !releasedIndexes.has(at)) {
              releasedIndexes.add(at)
              releaseCount += 1
              await release(at)
            }
            expect(grants.length - releaseCount).toBe(Math.min(count, requestCount - releaseCount))
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
