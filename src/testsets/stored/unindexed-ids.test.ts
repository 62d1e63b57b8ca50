import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnindexedIds } from './unindexed-ids.ts'

const idOf = (start: number): string => `${start.toString(16).padStart(8, '0')}-0000-5000-8000-000000000000`

/** Few distinct starts, so that many collide: at both ends of the range and in the middle. */
const starts = fc.oneof(fc.nat(20), fc.integer({ min: 2 ** 32 - 20, max: 2 ** 32 - 1 }), fc.nat(2 ** 32 - 1))

test('every id is found at its place, also after a clear', () => {
  fc.assert(
    fc.property(fc.array(starts, { maxLength: 40 }), fc.array(starts, { maxLength: 40 }), (before, after) => {
      const ids = new UnindexedIds()
      before.forEach((start, i) => expect(ids.add(idOf(start))).toBe(i))
      ids.clear()
      after.forEach((start, i) => expect(ids.add(idOf(start))).toBe(before.length + i))
      expect(ids.size).toBe(after.length)
      for (const start of [...before, ...after]) {
        const places = after.flatMap((entryId, i) => (entryId === start ? [before.length + i] : []))
        expect(ids.placesOf(idOf(start))).toEqual(places)
      }
    }),
  )
})

test('entries are sorted by the start of their id, then by place', () => {
  fc.assert(
    fc.property(
      fc.array(starts, { maxLength: 60 }),
      fc.integer({ min: 1, max: 70 }),
      (idStarts, entriesMax) => {
        const ids = new UnindexedIds()
        for (const start of idStarts) ids.add(idOf(start))
        const lists = [...ids.sortedChunks(entriesMax)]
        const expected = idStarts
          .map((start, place) => ({ idStart: idOf(start).slice(0, 8), place }))
          .sort((a, b) => (a.idStart < b.idStart ? -1 : a.idStart > b.idStart ? 1 : a.place - b.place))
        expect(lists.flat()).toEqual(expected)
        expect(lists.every((list) => list.length <= entriesMax)).toBe(true)
      },
    ),
  )
})

test('thousands of ids are found', () => {
  const ids = new UnindexedIds()
  const idStarts = Array.from({ length: 5000 }, (_, i) => idOf((i * 2_654_435_761) % 2 ** 32))
  for (const id of idStarts) ids.add(id)
  idStarts.forEach((id, place) => expect(ids.placesOf(id)).toContain(place))
  expect(ids.placesOf(idOf(12_345))).toEqual([])
})
