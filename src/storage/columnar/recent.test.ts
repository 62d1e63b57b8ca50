import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

const filter = { projectId: 'a', rows: 50, sql: 'has(words, {f0:String})', params: { f0: 'finch' } }

test('a rare filter is recognized by its project, its values and the number of rows', () => {
  const recent = createRecent()
  recent.metRare(filter)
  expect(recent.isRare(filter)).toBe(true)
  expect(recent.isRare({ ...filter, projectId: 'b' })).toBe(false)
  expect(recent.isRare({ ...filter, params: { f0: 'order' } })).toBe(false)
  expect(recent.isRare({ ...filter, rows: 2 })).toBe(false)
})

test('a filter of millions of characters is not stored', () => {
  const recent = createRecent()
  const large = [
    { ...filter, sql: 'true AND '.repeat(300_000) },
    { ...filter, params: { f0: 'x'.repeat(3_000_000) } },
  ]
  for (const one of large) {
    recent.metRare(one)
    expect(recent.isRare(one)).toBe(false)
  }
})
