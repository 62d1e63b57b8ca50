import { describe, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import type { AccessReads } from '../storage/contract/contract.ts'
import { knownKeys } from './known-keys.ts'

/** Key look-ups that count, and that can be told what to answer. */
function lookUps(): { asked: number; revoked: boolean; reads: AccessReads } {
  const state = {
    asked: 0,
    revoked: false,
    reads: {
      keyByHash: async () => {
        state.asked++
        return state.revoked ? undefined : { key: { id: 'k' }, project: { id: 'p' } }
      },
    } as unknown as AccessReads,
  }
  return state
}

describe('known keys', () => {
  test('a key that comes back at once is not looked up again', async () => {
    const store = lookUps()
    const keys = knownKeys(store.reads, systemClock(), { rememberMs: 60_000 })
    await keys.find('secret')
    expect((await keys.find('secret'))?.key.id).toBe('k')
    expect(store.asked).toBe(1)
  })

  test('a change that this process makes counts at once', async () => {
    const store = lookUps()
    const keys = knownKeys(store.reads, systemClock(), { rememberMs: 60_000 })
    await keys.find('secret')
    store.revoked = true
    keys.forget()
    expect(await keys.find('secret')).toBeUndefined()
  })

  test('a look-up that a change overtakes is not remembered', async () => {
    const store = lookUps()
    const keys = knownKeys(store.reads, systemClock(), { rememberMs: 60_000 })
    const overtaken = keys.find('secret')
    keys.forget()
    await overtaken
    store.revoked = true
    expect(await keys.find('secret')).toBeUndefined()
  })

  test('a change that another process makes counts when the moment is over', async () => {
    const store = lookUps()
    const keys = knownKeys(store.reads, systemClock(), { rememberMs: 0 })
    await keys.find('secret')
    store.revoked = true
    expect(await keys.find('secret')).toBeUndefined()
  })

  test('an unknown key is looked up each time', async () => {
    const store = lookUps()
    store.revoked = true
    const keys = knownKeys(store.reads, systemClock(), { rememberMs: 60_000 })
    await keys.find('secret')
    store.revoked = false
    expect((await keys.find('secret'))?.key.id).toBe('k')
  })
})
