import { expect, test } from 'vitest'
import { appendTo, nextMatch, noResult, withEvent } from './search-state.ts'

const step = (position: number) => ({
  event: 'step',
  data: { searched: 500, total: 1000, matches: [{ position, testcase_id: `row ${position}` }] },
})
const match = (position: number) => ({ position, testcaseId: `row ${position}`, columns: [] })

test('matches add up while the search runs', () => {
  const result = withEvent(withEvent(noResult, step(3)), step(7))
  expect(result).toMatchObject({ state: 'searching', searchedRows: 500, total: 1000 })
  expect(result.matches).toEqual([match(3), match(7)])
})

test('the end of a search keeps its matches and the offset of the next search', () => {
  const result = withEvent(withEvent(noResult, step(3)), { event: 'end', data: { next_offset: 10 } })
  expect(result).toMatchObject({ state: 'done', nextOffset: 10, matches: [match(3)] })
})

test('a continued search lists each row once', () => {
  const result = withEvent(withEvent(noResult, step(5)), step(9))
  expect(appendTo([match(3), match(5)], result).matches).toEqual([match(3), match(5), match(9)])
  expect(appendTo([], result)).toBe(result)
})

test('the next match comes after the row of the cursor, then from the start', () => {
  const result = withEvent(withEvent(noResult, step(5)), step(9))
  expect([0, 5, 9].map((row) => nextMatch(result, row)?.position)).toEqual([5, 9, 5])
  expect(nextMatch(noResult, 0)).toBeUndefined()
  expect(nextMatch(undefined, 0)).toBeUndefined()
})
