// Leases between processes on one database.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bothBackends } from '../../test/support/api.ts'
import { openFreshStore } from '../../test/support/databases.ts'
import type { RelationalStore } from '../storage/contract/contract.ts'
import { leaseMs, takeLease, withLease } from './lease.ts'

describe.each(bothBackends)('on %s', (backend) => {
  let store: RelationalStore
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ store, close } = await openFreshStore(backend))
  })
  afterEach(() => close())

  const take = (holder: string, nowMs: number): Promise<boolean> =>
    takeLease(store, { name: 'work.lease', holder, nowMs })
  const work = (holder: string, nowMs: number) =>
    withLease({ store, name: 'work.lease', holder, nowMs: () => nowMs }, async () => 'done')

  test('of two processes that request the lease at the same time, one gets it', async () => {
    const results = await Promise.all([take('a', 1000), take('b', 1000)])
    expect(results.filter((isMine) => isMine)).toHaveLength(1)
  })

  test('another process gets the lease after the end of the work, and not before', async () => {
    const nestedResult = await withLease({ store, name: 'work.lease', holder: 'a', nowMs: () => 1000 }, () =>
      work('b', 1000),
    )
    expect(nestedResult).toEqual({ result: undefined })
    expect(await work('b', 1000)).toEqual({ result: 'done' })
  })

  test('the lease of a killed process ends, and so does one from a wrong clock', async () => {
    expect(await take('killed', 1000)).toBe(true)
    expect(await take('next', 1000 + leaseMs)).toBe(false)
    expect(await take('next', 1001 + leaseMs)).toBe(true)
    expect(await take('early', 1000 - 2 * leaseMs)).toBe(true)
  })
})
