import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const createTestLimiter = (max: number, partiesMax = 100) => {
  const clock = { ms: 0 }
  const limiter = createRateLimiter({ max, windowMs: 60_000, partiesMax, nowMs: () => clock.ms })
  return { clock, limiter, isAllowed: (party: string) => limiter.consume(party).isAllowed }
}

test('a party has a quota per minute that starts with its first request', () => {
  const { clock, limiter } = createTestLimiter(2)
  clock.ms = 30_000
  expect(limiter.consume('a')).toEqual({ isAllowed: true, remaining: 1, secondsUntilReset: 60 })
  clock.ms = 80_500
  expect(limiter.consume('a')).toEqual({ isAllowed: true, remaining: 0, secondsUntilReset: 10 })
  expect(limiter.consume('a')).toEqual({ isAllowed: false, remaining: 0, secondsUntilReset: 10 })
  clock.ms = 90_000
  expect(limiter.consume('a')).toEqual({ isAllowed: true, remaining: 1, secondsUntilReset: 60 })
})

test('parties have separate quotas', () => {
  const { isAllowed } = createTestLimiter(1)
  expect([isAllowed('a'), isAllowed('a'), isAllowed('b')]).toEqual([true, false, true])
})

test('a refunded request can be used again', () => {
  const { limiter, isAllowed } = createTestLimiter(1)
  isAllowed('a')
  limiter.refund('a')
  limiter.refund('a')
  expect([isAllowed('a'), isAllowed('a')]).toEqual([true, false])
})

test('above the limit of parties the oldest window is dropped', () => {
  const { isAllowed } = createTestLimiter(1, 2)
  expect(['a', 'b', 'c'].map(isAllowed)).toEqual([true, true, true])
  expect([isAllowed('c'), isAllowed('b'), isAllowed('a')]).toEqual([false, false, true])
})

test('expired windows are dropped first', () => {
  const { clock, isAllowed } = createTestLimiter(1, 2)
  isAllowed('a')
  clock.ms = 59_000
  isAllowed('b')
  clock.ms = 61_000
  isAllowed('c')
  expect([isAllowed('b'), isAllowed('c')]).toEqual([false, false])
})
