import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionsOfUsers, type Distribution } from './work-list.ts'

const users = ['ann', 'bob', 'cid', 'dan']

const distribution = (isSequential: fc.Arbitrary<boolean>): fc.Arbitrary<Distribution> =>
  fc.record({
    userIds: fc.integer({ min: 1, max: 4 }).map((count) => [users.slice(0, count)]),
    batchSize: fc.integer({ min: 1, max: 5 }),
    batchOffset: fc.integer({ min: 0, max: 10 }),
    isSequential,
  })

test('every scenario from the offset on is assigned to exactly one user of a repeat', () => {
  fc.assert(
    fc.property(distribution(fc.boolean()), fc.integer({ min: 0, max: 40 }), (split, count) => {
      const positions = users
        .flatMap((user) => [...positionsOfUsers(split, { count, userIds: [user] })])
        .sort((a, b) => a - b)
      const dueItems = Array.from(
        { length: Math.max(count - split.batchOffset, 0) },
        (_, i) => i + split.batchOffset,
      )
      expect(positions).toEqual(dueItems)
    }),
  )
})

test('contiguous shares do not interleave', () => {
  fc.assert(
    fc.property(distribution(fc.constant(true)), fc.integer({ min: 0, max: 40 }), (split, count) => {
      for (const user of users) {
        const positions = [...positionsOfUsers(split, { count, userIds: [user] })].sort((a, b) => a - b)
        const [first = 0] = positions
        expect(positions).toEqual(positions.map((_, i) => first + i))
      }
    }),
  )
})

test('the work of several users and repeats is merged', () => {
  const split = { userIds: [['ann', 'bob'], ['cid']], batchSize: 1, batchOffset: 0, isSequential: false }
  expect([...positionsOfUsers(split, { count: 4, userIds: ['ann'] })]).toEqual([0, 2])
  expect(positionsOfUsers(split, { count: 4, userIds: ['cid'] }).size).toBe(4)
  expect(positionsOfUsers(split, { count: 4, userIds: ['ann', 'bob'] }).size).toBe(4)
})
