import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairSemaphore, type Slot } from './fair-semaphore.ts'

/** Lets everything that waits for nothing else happen. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Asks for places and notes who got one, in order. */
function asking(places: ReturnType<typeof createFairSemaphore>) {
  const served: { readonly party: string; readonly place: Slot }[] = []
  return {
    served,
    names: () => served.map(({ party }) => party).join(''),
    ask: (parties: string) => {
      for (const party of parties) void places.acquire(party).then((place) => served.push({ party, place }))
      return settled()
    },
    give: async (index: number) => {
      served[index]?.place.release()
      await settled()
    },
  }
}

describe('places', () => {
  test('are had at once while there are some', async () => {
    const { ask, names } = asking(createFairSemaphore({ count: 2 }))
    await ask('aab')
    expect(names()).toBe('aa')
  })

  test('go to whoever holds least, however many others asked before', async () => {
    const { ask, give, names } = asking(createFairSemaphore({ count: 2 }))
    await ask('aaaaaab')
    await give(0)
    expect(names()).toBe('aab')
  })

  test('go round where parties hold as much', async () => {
    const { ask, give, names } = asking(createFairSemaphore({ count: 1 }))
    await ask('aaaabbbb')
    for (let i = 0; i < 5; i++) await give(i)
    expect(names()).toBe('ababab')
  })

  test('that are kept in reserve are for those who hold fewer', async () => {
    const { ask, names } = asking(createFairSemaphore({ count: 3, reserve: 1 }))
    await ask('aaa')
    expect(names()).toBe('aa')
    await ask('b')
    expect(names()).toBe('aab')
  })

  test('that were given back twice count once', async () => {
    const { ask, give, names } = asking(createFairSemaphore({ count: 1 }))
    await ask('abc')
    await give(0)
    await give(0)
    expect(names()).toBe('ab')
  })

  test('are not kept for those who left', async () => {
    const places = createFairSemaphore({ count: 1 })
    const held = await places.acquire('a')
    const leaving = new AbortController()
    const left = places.acquire('b', leaving.signal)
    const next = places.acquire('c')
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    held.release()
    await expect(next).resolves.toBeDefined()
  })

  test('are refused to those who left before they asked', async () => {
    await expect(
      createFairSemaphore({ count: 1 }).acquire('a', AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
  })

  test('that are lost are made up for, but not to the party that lost them', async () => {
    const { ask, served, names } = asking(createFairSemaphore({ count: 2, reserve: 1, writtenOffMax: 2 }))
    await ask('aabc')
    expect(names()).toBe('ab')
    served[0]?.place.writeOff()
    await settled()
    expect(names()).toBe('abc')
  })

  test('that are lost in numbers are not made up for', async () => {
    const { ask, served, names } = asking(createFairSemaphore({ count: 2, writtenOffMax: 1 }))
    await ask('abcd')
    served[0]?.place.writeOff()
    served[1]?.place.writeOff()
    await settled()
    expect(names()).toBe('abc')
  })

  test('that were lost and made up for are gone when they are given back', async () => {
    const { ask, served, give, names } = asking(createFairSemaphore({ count: 1, writtenOffMax: 1 }))
    await ask('abc')
    served[0]?.place.writeOff()
    await settled()
    await give(0)
    expect(names()).toBe('ab')
    await give(1)
    expect(names()).toBe('abc')
  })

  test('are never held by more than there are, and always by somebody who waits', async () => {
    const move = fc.tuple(fc.constantFrom('ask', 'give'), fc.constantFrom('a', 'b', 'c'), fc.nat(20))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(move, { maxLength: 40 }),
        async (count, moves) => {
          const { ask, served, give } = asking(createFairSemaphore({ count }))
          let [asked, given] = [0, 0]
          const gone = new Set<number>()
          for (const [what, party, at] of moves) {
            if (what === 'ask') {
              asked += 1
              await ask(party)
            } else if (at < served.length && !gone.has(at)) {
              gone.add(at)
              given += 1
              await give(at)
            }
            expect(served.length - given).toBe(Math.min(count, asked - given))
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
