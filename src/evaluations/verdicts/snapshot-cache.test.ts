import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SnapshotCache, type RunSnapshot } from './snapshot-cache.ts'
import { RowTable } from './row-table.ts'

/** A snapshot of one run with this many values of one metric. */
const snapshotOf = (values: number): RunSnapshot => {
  const positions = Array.from({ length: values }, (_, i) => i)
  return {
    runs: [],
    table: new RowTable([]),
    columns: [new Map([['exact', new Map([['score', { positions, values: positions }]])]])],
  }
}

describe('snapshots', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a snapshot is found by its name, in its project, for the same runs', () => {
    const cache = new SnapshotCache()
    const snapshot = snapshotOf(1)
    cache.namedSnapshot('a', 'first').store('runs', snapshot)
    expect(cache.namedSnapshot('a', 'first').get('runs')).toBe(snapshot)
    expect(cache.namedSnapshot('a', 'first').get('others')).toBeUndefined()
    expect(cache.namedSnapshot('a', 'second').get('runs')).toBeUndefined()
    expect(cache.namedSnapshot('b', 'first').get('runs')).toBeUndefined()
  })

  test('a snapshot expires five minutes after the last access', () => {
    const cache = new SnapshotCache()
    const first = cache.namedSnapshot('a', 'first')
    first.store('runs', snapshotOf(1))
    vi.advanceTimersByTime(299_000)
    expect(first.get('runs')).toBeDefined()
    vi.advanceTimersByTime(299_000)
    expect(first.get('runs')).toBeDefined()
    vi.advanceTimersByTime(300_000)
    expect(first.get('runs')).toBeUndefined()
  })

  test('a full cache evicts the least recently used snapshot first', () => {
    const cache = new SnapshotCache()
    const snapshots = ['first', 'second', 'third'].map((name) => cache.namedSnapshot('a', name))
    for (const snapshotCache of snapshots) snapshotCache.store('runs', snapshotOf(500_000))
    expect(snapshots[0]?.get('runs')).toBeDefined()
    cache.namedSnapshot('b', 'fourth').store('runs', snapshotOf(1))
    expect(snapshots.map((cache) => cache.get('runs') !== undefined)).toEqual([true, false, true])
    cache.namedSnapshot('b', 'fifth').store('runs', snapshotOf(1_500_001))
    expect(cache.namedSnapshot('b', 'fifth').get('runs')).toBeUndefined()
    expect(snapshots[0]?.get('runs')).toBeDefined()
  })
})
