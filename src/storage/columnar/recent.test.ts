import { expect, test } from 'vitest'
import { createNewestCache } from './recent.ts'

const filter = { projectId: 'a', rows: 50, sql: 'has(words, {f0:String})', params: { f0: 'finch' } }

test('a rare filter is recognized by its project, its values and the number of rows', () => {
  const recent = createNewestCache()
  recent.recordRare(filter)
  expect(recent.isRare(filter)).toBe(true)
  expect(recent.isRare({ ...filter, projectId: 'b' })).toBe(false)
  expect(recent.isRare({ ...filter, params: { f0: 'order' } })).toBe(false)
  expect(recent.isRare({ ...filter, rows: 2 })).toBe(false)
})

test('a filter of millions of characters is not stored', () => {
  const recent = createNewestCache()
  const largeFilters = [
    { ...filter, sql: 'true AND '.repeat(300_000) },
    { ...filter, params: { f0: 'x'.repeat(3_000_000) } },
  ]
  for (const largeFilter of largeFilters) {
    recent.recordRare(largeFilter)
    expect(recent.isRare(largeFilter)).toBe(false)
  }
})
