import { describe, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import type { AccessReads } from '../storage/contract/contract.ts'
import { createKeyCache } from './key-cache.ts'

/** Reads that count lookups of keys. `revoked` decides whether they find a key. */
function countingReads(): { lookups: number; revoked: boolean; reads: AccessReads } {
  const state = {
    lookups: 0,
    revoked: false,
    reads: {
      keyByHash: async () => {
        state.lookups++
        return state.revoked ? undefined : { key: { id: 'k' }, project: { id: 'p' } }
      },
    } as unknown as AccessReads,
  }
  return state
}

describe('the key cache', () => {
  test('a second use of a key within the cache time reads nothing', async () => {
    const store = countingReads()
    const keys = createKeyCache(store.reads, { clock: systemClock(), options: { ttlMs: 60_000 } })
    await keys.find('secret')
    expect((await keys.find('secret'))?.key.id).toBe('k')
    expect(store.lookups).toBe(1)
  })

  test('a change by this process takes effect at once', async () => {
    const store = countingReads()
    const keys = createKeyCache(store.reads, { clock: systemClock(), options: { ttlMs: 60_000 } })
    await keys.find('secret')
    store.revoked = true
    keys.clear()
    expect(await keys.find('secret')).toBeUndefined()
  })

  test('a lookup that overlaps a change is not cached', async () => {
    const store = countingReads()
    const keys = createKeyCache(store.reads, { clock: systemClock(), options: { ttlMs: 60_000 } })
    const overlappingLookup = keys.find('secret')
    keys.clear()
    await overlappingLookup
    store.revoked = true
    expect(await keys.find('secret')).toBeUndefined()
  })

  test('a change by another process takes effect when the cache expires', async () => {
    const store = countingReads()
    const keys = createKeyCache(store.reads, { clock: systemClock(), options: { ttlMs: 0 } })
    await keys.find('secret')
    store.revoked = true
    expect(await keys.find('secret')).toBeUndefined()
  })

  test('an unknown key is never cached', async () => {
    const store = countingReads()
    store.revoked = true
    const keys = createKeyCache(store.reads, { clock: systemClock(), options: { ttlMs: 60_000 } })
    await keys.find('secret')
    store.revoked = false
    expect((await keys.find('secret'))?.key.id).toBe('k')
  })
})
