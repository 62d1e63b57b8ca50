import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placesOf, type Dealing } from './work-list.ts'

const users = ['ann', 'bob', 'cid', 'dan']

const dealing = (isSequential: fc.Arbitrary<boolean>): fc.Arbitrary<Dealing> =>
  fc.record({
    userIds: fc.integer({ min: 1, max: 4 }).map((count) => [users.slice(0, count)]),
    batchSize: fc.integer({ min: 1, max: 5 }),
    batchOffset: fc.integer({ min: 0, max: 10 }),
    isSequential,
  })

test('every scenario from the offset on is the work of exactly one user of a repeat', () => {
  fc.assert(
    fc.property(dealing(fc.boolean()), fc.integer({ min: 0, max: 40 }), (dealt, count) => {
      const places = users.flatMap((user) => [...placesOf(dealt, count, [user])]).sort((a, b) => a - b)
      const due = Array.from(
        { length: Math.max(count - dealt.batchOffset, 0) },
        (_, i) => i + dealt.batchOffset,
      )
      expect(places).toEqual(due)
    }),
  )
})

test('in contiguous shares nobody has work between the work of another', () => {
  fc.assert(
    fc.property(dealing(fc.constant(true)), fc.integer({ min: 0, max: 40 }), (dealt, count) => {
      for (const user of users) {
        const places = [...placesOf(dealt, count, [user])].sort((a, b) => a - b)
        const [first = 0] = places
        expect(places).toEqual(places.map((_, i) => first + i))
      }
    }),
  )
})

test('the work of several users, and of several repeats, is joined', () => {
  const dealt = { userIds: [['ann', 'bob'], ['cid']], batchSize: 1, batchOffset: 0, isSequential: false }
  expect([...placesOf(dealt, 4, ['ann'])]).toEqual([0, 2])
  expect(placesOf(dealt, 4, ['cid']).size).toBe(4)
  expect(placesOf(dealt, 4, ['ann', 'bob']).size).toBe(4)
})
