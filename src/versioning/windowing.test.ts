import { describe, expect, test } from 'vitest'
import { allRecords, pageSize } from './windowing.ts'

describe('the size of a page', () => {
  const limits = { limitDefault: 1000, limitMax: 10_000 }

  test.each([
    [undefined, 1000],
    [0, 1000],
    [1, 1],
    [10_000, 10_000],
  ])('requested as %s is %i', (limit, size) => {
    expect(pageSize(limit, limits)).toBe(size)
  })

  test('by default is bounded by a smaller maximum', () => {
    expect(pageSize(undefined, { ...limits, limitMax: 500 })).toBe(500)
  })

  test('above the maximum is refused with the name of the setting', () => {
    expect(() => pageSize(501, { ...limits, limitMax: 500 })).toThrow(
      expect.objectContaining({
        code: 'limit_exceeded',
        detail: [expect.objectContaining({ ctx: { limit: 500, setting: 'page_size_max' } })],
      }),
    )
  })
})

test('a list of any length is read in full, each record once', async () => {
  const records = Array.from({ length: 2500 }, (_, i) => ({ id: `${i}`, createdAt: 'now' }))
  const items = await allRecords(async ({ after, limit }) => {
    const from = after === undefined ? 0 : Number(after.id) + 1
    return records.slice(from, from + limit)
  })
  expect(items).toEqual(records)
})
