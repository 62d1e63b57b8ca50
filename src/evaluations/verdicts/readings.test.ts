import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Readings, type RunsRead } from './readings.ts'
import { RowTable } from './row-table.ts'

/** One run with so many values of one metric. */
const readOf = (values: number): RunsRead => {
  const positions = Array.from({ length: values }, (_, i) => i)
  return {
    runs: [],
    table: new RowTable([]),
    columns: [new Map([['exact', new Map([['score', { positions, values: positions }]])]])],
  }
}

describe('readings', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('are found by their name, in their project, about the same runs', () => {
    const readings = new Readings()
    const read = readOf(1)
    readings.named('a', 'first').keep('runs', read)
    expect(readings.named('a', 'first').get('runs')).toBe(read)
    expect(readings.named('a', 'first').get('others')).toBeUndefined()
    expect(readings.named('a', 'second').get('runs')).toBeUndefined()
    expect(readings.named('b', 'first').get('runs')).toBeUndefined()
  })

  test('are forgotten when nobody has asked for five minutes', () => {
    const readings = new Readings()
    const first = readings.named('a', 'first')
    first.keep('runs', readOf(1))
    vi.advanceTimersByTime(299_000)
    expect(first.get('runs')).toBeDefined()
    vi.advanceTimersByTime(299_000)
    expect(first.get('runs')).toBeDefined()
    vi.advanceTimersByTime(300_000)
    expect(first.get('runs')).toBeUndefined()
  })

  test('give way to newer ones when they are too much: first the one that was asked for longest ago', () => {
    const readings = new Readings()
    const kept = ['first', 'second', 'third'].map((name) => readings.named('a', name))
    for (const one of kept) one.keep('runs', readOf(500_000))
    expect(kept[0]?.get('runs')).toBeDefined()
    readings.named('b', 'fourth').keep('runs', readOf(1))
    expect(kept.map((one) => one.get('runs') !== undefined)).toEqual([true, false, true])
    readings.named('b', 'fifth').keep('runs', readOf(1_500_001))
    expect(readings.named('b', 'fifth').get('runs')).toBeUndefined()
    expect(kept[0]?.get('runs')).toBeDefined()
  })
})
