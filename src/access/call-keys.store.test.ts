import { beforeAll, describe, expect, test } from 'vitest'
import { forms } from '../../test/support/api.ts'
import { openFreshStore } from '../../test/support/databases.ts'
import { systemClock } from '../kernel/clock.ts'
import type { RelationalStore } from '../storage/contract/contract.ts'
import { createCallKeys } from './call-keys.ts'
import { authenticate } from './keys.ts'
import { createProject } from './projects.ts'

const clock = systemClock()

describe.each(forms)('keys for calls on %s', (form) => {
  let store: RelationalStore
  let projectId: string
  beforeAll(async () => {
    const opened = await openFreshStore(form)
    store = opened.store
    const making = { store, clock, seed: async () => undefined, slugFromName: (name: string) => name }
    projectId = (await createProject(making, { name: 'calls', seedDefaults: false })).id
    return opened.close
  })

  const bearer = (authorization: string) =>
    authenticate(store.read, clock, authorization.replace('ApiKey ', ''))

  test('a key is good for an editor while the call runs, and never listed', async () => {
    const keys = createCallKeys(store, clock)
    const seen = await keys.use(projectId, async (authorization) => {
      expect(await bearer(authorization)).toMatchObject({
        key: { role: 'editor' },
        project: { id: projectId },
      })
      expect(await store.read.keys(projectId)).toEqual([])
      return authorization
    })
    expect(await bearer(seen)).toBeUndefined()
  })

  test('calls that overlap share a key, which ends with the last of them', async () => {
    const keys = createCallKeys(store, clock)
    const { promise, resolve } = Promise.withResolvers<void>()
    const long = keys.use(projectId, async (authorization) => {
      await promise
      return authorization
    })
    const short = await keys.use(projectId, async (authorization) => authorization)
    expect(await bearer(short)).toBeDefined()
    resolve()
    expect(await long).toBe(short)
    expect(await bearer(short)).toBeUndefined()
  })

  test('a failing call gives its key back', async () => {
    const keys = createCallKeys(store, clock)
    let seen = ''
    const call = keys.use(projectId, async (authorization) => {
      seen = authorization
      throw new Error('broken')
    })
    await expect(call).rejects.toThrow('broken')
    expect(await bearer(seen)).toBeUndefined()
  })

  test('a key that is half way to its end is not lent again', async () => {
    let nowMs = Date.now()
    const keys = createCallKeys(store, clock, { now: () => nowMs })
    const [first, second] = await keys.use(projectId, async (early) => {
      nowMs += 40 * 60_000
      return keys.use(projectId, async (late) => {
        expect(await bearer(early)).toBeDefined()
        return [early, late]
      })
    })
    expect(first).not.toBe(second)
    expect(await bearer(first ?? '')).toBeUndefined()
  })

  test('a key that could not be made is made anew for the next call', async () => {
    let broken = true
    const keys = createCallKeys(
      { write: (work) => (broken ? Promise.reject(new Error('away')) : store.write(work)) },
      clock,
    )
    await expect(keys.use(projectId, async () => 1)).rejects.toThrow('away')
    broken = false
    expect(await keys.use(projectId, async () => 1)).toBe(1)
  })
})
