import { expect, test } from 'vitest'
import { allPages } from './all-pages.ts'

test('a list of any length is read in full, each record once', async () => {
  const records = Array.from({ length: 2500 }, (_, i) => ({ id: `${i}`, createdAt: 'now' }))
  const listed = await allPages(async ({ after, limit }) => {
    const from = after === undefined ? 0 : Number(after.id) + 1
    return records.slice(from, from + limit)
  })
  expect(listed).toEqual(records)
})
