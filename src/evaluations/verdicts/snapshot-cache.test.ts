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

  test('are found by their name, in their project, for the same runs', () => {
    const readings = new SnapshotCache()
    const snapshot = snapshotOf(1)
    readings.named('a', 'first').store('runs', snapshot)
    expect(readings.named('a', 'first').get('runs')).toBe(snapshot)
    expect(readings.named('a', 'first').get('others')).toBeUndefined()
    expect(readings.named('a', 'second').get('runs')).toBeUndefined()
    expect(readings.named('b', 'first').get('runs')).toBeUndefined()
  })

  test('expire five minutes after the last access', () => {
    const readings = new SnapshotCache()
    const first = readings.named('a', 'first')
    first.store('runs', snapshotOf(1))
    vi.advanceTimersByTime(299_000)
    expect(first.get('runs')).toBeDefined()
    vi.advanceTimersByTime(299_000)
    expect(first.get('runs')).toBeDefined()
    vi.advanceTimersByTime(300_000)
    expect(first.get('runs')).toBeUndefined()
  })

  test('are evicted when the cache is full, the least recently used first', () => {
    const readings = new SnapshotCache()
    const snapshots = ['first', 'second', 'third'].map((name) => readings.named('a', name))
    for (const one of snapshots) one.store('runs', snapshotOf(500_000))
    expect(snapshots[0]?.get('runs')).toBeDefined()
    readings.named('b', 'fourth').store('runs', snapshotOf(1))
    expect(snapshots.map((one) => one.get('runs') !== undefined)).toEqual([true, false, true])
    readings.named('b', 'fifth').store('runs', snapshotOf(1_500_001))
    expect(readings.named('b', 'fifth').get('runs')).toBeUndefined()
    expect(snapshots[0]?.get('runs')).toBeDefined()
  })
})
