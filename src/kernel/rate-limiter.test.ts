import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limiter.ts'

const at = (max: number, partiesMax = 100) => {
  const clock = { ms: 0 }
  const quotas = createRateLimiter({ max, windowMs: 60_000, partiesMax, nowMs: () => clock.ms })
  return { clock, quotas, granted: (party: string) => quotas.consume(party).isAllowed }
}

test('a party has its quota in a minute that begins with its first, and another after it', () => {
  const { clock, quotas } = at(2)
  clock.ms = 30_000
  expect(quotas.consume('a')).toEqual({ isGranted: true, left: 1, secondsLeft: 60 })
  clock.ms = 80_500
  expect(quotas.consume('a')).toEqual({ isGranted: true, left: 0, secondsLeft: 10 })
  expect(quotas.consume('a')).toEqual({ isGranted: false, left: 0, secondsLeft: 10 })
  clock.ms = 90_000
  expect(quotas.consume('a')).toEqual({ isGranted: true, left: 1, secondsLeft: 60 })
})

test('what one party takes is not taken from another', () => {
  const { granted } = at(1)
  expect([granted('a'), granted('a'), granted('b')]).toEqual([true, false, true])
})

test('what is given back can be taken again', () => {
  const { quotas, granted } = at(1)
  granted('a')
  quotas.refund('a')
  quotas.refund('a')
  expect([granted('a'), granted('a')]).toEqual([true, false])
})

test('of more parties than may be remembered the one that began first is forgotten', () => {
  const { granted } = at(1, 2)
  expect(['a', 'b', 'c'].map(granted)).toEqual([true, true, true])
  expect([granted('c'), granted('b'), granted('a')]).toEqual([false, false, true])
})

test('parties whose time is over make room first', () => {
  const { clock, granted } = at(1, 2)
  granted('a')
  clock.ms = 59_000
  granted('b')
  clock.ms = 61_000
  granted('c')
  expect([granted('b'), granted('c')]).toEqual([false, false])
})
