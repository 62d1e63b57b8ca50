import { expect, test } from 'vitest'
import { StepFailure } from '../failure.ts'
import { createLimiter } from './limiter.ts'

/** Calls that end on demand, and the largest number in flight. */
function calls() {
  const ends: (() => void)[] = []
  const state = { running: 0, most: 0, started: 0 }
  const call = async (): Promise<void> => {
    state.started += 1
    state.running += 1
    state.most = Math.max(state.most, state.running)
    await new Promise<void>((resolve) => ends.push(resolve))
    state.running -= 1
  }
  return { call, state, endOne: () => ends.shift()?.() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a provider gets at most inFlightMax calls at a time, and all in the end', async () => {
  const limiter = createLimiter({ inFlightMax: 2 })
  const { call, state, endOne } = calls()
  const all = Promise.all(Array.from({ length: 5 }, () => limiter.admit('a', call)))
  for (let i = 0; i < 5; i += 1) {
    await settled()
    endOne()
  }
  await all
  expect(state).toEqual({ running: 0, most: 2, started: 5 })
})

test('providers do not wait for each other', async () => {
  const limiter = createLimiter({ inFlightMax: 1 })
  const { call, state, endOne } = calls()
  const all = Promise.all([limiter.admit('a', call), limiter.admit('b', call)])
  await settled()
  expect(state.most).toBe(2)
  endOne()
  endOne()
  await all
})

test('a rate limit pauses the provider for all of its calls', async () => {
  const pauses: number[] = []
  const limiter = createLimiter({
    inFlightMax: 1,
    now: () => 1000,
    world: { sleep: async (ms) => void pauses.push(ms) },
  })
  const refused = async (): Promise<never> => {
    throw new StepFailure('rate_limited', 'too many', { retryable: true, retryAfterMs: 5000 })
  }
  await expect(limiter.admit('a', refused)).rejects.toThrow('too many')
  expect(await limiter.admit('a', async () => 'fine')).toBe('fine')
  expect(await limiter.admit('b', async () => 'fine')).toBe('fine')
  expect(pauses).toEqual([5000])
})

test('no pause is longer than a minute, even if the provider requests it', async () => {
  const pauses: number[] = []
  const limiter = createLimiter({
    inFlightMax: 1,
    now: () => 1000,
    world: { sleep: async (ms) => void pauses.push(ms) },
  })
  const refused = async (): Promise<never> => {
    throw new StepFailure('rate_limited', 'too many', { retryable: true, retryAfterMs: 86_400_000 })
  }
  await expect(limiter.admit('a', refused)).rejects.toThrow('too many')
  await limiter.admit('a', async () => 'fine')
  expect(pauses).toEqual([60_000])
})

test('calls of a provider are spread over the minute', async () => {
  let nowMs = 0
  const starts: number[] = []
  const limiter = createLimiter({
    inFlightMax: 10,
    perMinuteMax: 60,
    now: () => nowMs,
    world: {
      sleep: async (ms) => {
        nowMs += ms
      },
    },
  })
  for (let i = 0; i < 3; i += 1) await limiter.admit('a', async () => starts.push(nowMs))
  nowMs = 10_000
  await limiter.admit('a', async () => starts.push(nowMs))
  expect(starts).toEqual([0, 1000, 2000, 10_000])
})

test('a call that is aborted while waiting is never sent, and the next call is sent', async () => {
  const limiter = createLimiter({ inFlightMax: 1 })
  const { call, state, endOne } = calls()
  const first = limiter.admit('a', call)
  const stop = new AbortController()
  const secondCall = limiter.admit('a', call, stop.signal)
  const third = limiter.admit('a', call)
  stop.abort(new Error('stopped'))
  await expect(secondCall).rejects.toThrow('stopped')
  endOne()
  await settled()
  endOne()
  await Promise.all([first, third])
  expect(state).toEqual({ running: 0, most: 1, started: 2 })
})
