import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const at = (max: number, partiesMax = 100) => {
  const clock = { ms: 0 }
  const quotas = createRateLimiter({ max, windowMs: 60_000, partiesMax, nowMs: () => clock.ms })
  return { clock, quotas, granted: (party: string) => quotas.consume(party).isAllowed }
}

test('a party has a quota per minute that starts with its first request', () => {
  const { clock, quotas } = at(2)
  clock.ms = 30_000
  expect(quotas.consume('a')).toEqual({ isGranted: true, left: 1, secondsLeft: 60 })
  clock.ms = 80_500
  expect(quotas.consume('a')).toEqual({ isGranted: true, left: 0, secondsLeft: 10 })
  expect(quotas.consume('a')).toEqual({ isGranted: false, left: 0, secondsLeft: 10 })
  clock.ms = 90_000
  expect(quotas.consume('a')).toEqual({ isGranted: true, left: 1, secondsLeft: 60 })
})

test('parties have separate quotas', () => {
  const { granted } = at(1)
  expect([granted('a'), granted('a'), granted('b')]).toEqual([true, false, true])
})

test('a refunded request can be used again', () => {
  const { quotas, granted } = at(1)
  granted('a')
  quotas.refund('a')
  quotas.refund('a')
  expect([granted('a'), granted('a')]).toEqual([true, false])
})

test('above the limit of parties the oldest window is dropped', () => {
  const { granted } = at(1, 2)
  expect(['a', 'b', 'c'].map(granted)).toEqual([true, true, true])
  expect([granted('c'), granted('b'), granted('a')]).toEqual([false, false, true])
})

test('expired windows are dropped first', () => {
  const { clock, granted } = at(1, 2)
  granted('a')
  clock.ms = 59_000
  granted('b')
  clock.ms = 61_000
  granted('c')
  expect([granted('b'), granted('c')]).toEqual([false, false])
})
