import { expect, test } from 'vitest'
import { StepFailure } from '../failure.ts'
import { createLimiter } from './limiter.ts'

/** Calls that end on demand, and the largest number in flight. */
function controlledCalls() {
  const ends: (() => void)[] = []
  const state = { running: 0, runningMax: 0, started: 0 }
  const call = async (): Promise<void> => {
    state.started += 1
    state.running += 1
    state.runningMax = Math.max(state.runningMax, state.running)
    await new Promise<void>((resolve) => ends.push(resolve))
    state.running -= 1
  }
  return { call, state, endOne: () => ends.shift()?.() }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a provider gets at most inFlightMax calls at a time, and every call ends', async () => {
  const limiter = createLimiter({ inFlightMax: 2 })
  const { call, state, endOne } = controlledCalls()
  const allCalls = Promise.all(Array.from({ length: 5 }, () => limiter.admit('a', call)))
  for (let i = 0; i < 5; i += 1) {
    await nextTurn()
    endOne()
  }
  await allCalls
  expect(state).toEqual({ running: 0, runningMax: 2, started: 5 })
})

test('providers do not wait for each other', async () => {
  const limiter = createLimiter({ inFlightMax: 1 })
  const { call, state, endOne } = controlledCalls()
  const bothCalls = Promise.all([limiter.admit('a', call), limiter.admit('b', call)])
  await nextTurn()
  expect(state.runningMax).toBe(2)
  endOne()
  endOne()
  await bothCalls
})

test('a rate limit pauses the provider for all of its calls', async () => {
  const pauses: number[] = []
  const limiter = createLimiter({
    inFlightMax: 1,
    now: () => 1000,
    retryEnvironment: { sleep: async (ms) => void pauses.push(ms) },
  })
  const rateLimited = async (): Promise<never> => {
    throw new StepFailure('rate_limited', 'too many', { isRetryable: true, retryAfterMs: 5000 })
  }
  await expect(limiter.admit('a', rateLimited)).rejects.toThrow('too many')
  expect(await limiter.admit('a', async () => 'fine')).toBe('fine')
  expect(await limiter.admit('b', async () => 'fine')).toBe('fine')
  expect(pauses).toEqual([5000])
})

test('no pause is longer than a minute, even if the provider requests it', async () => {
  const pauses: number[] = []
  const limiter = createLimiter({
    inFlightMax: 1,
    now: () => 1000,
    retryEnvironment: { sleep: async (ms) => void pauses.push(ms) },
  })
  const rateLimited = async (): Promise<never> => {
    throw new StepFailure('rate_limited', 'too many', { isRetryable: true, retryAfterMs: 86_400_000 })
  }
  await expect(limiter.admit('a', rateLimited)).rejects.toThrow('too many')
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
    retryEnvironment: {
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
  const { call, state, endOne } = controlledCalls()
  const firstCall = limiter.admit('a', call)
  const stop = new AbortController()
  const secondCall = limiter.admit('a', call, stop.signal)
  const thirdCall = limiter.admit('a', call)
  stop.abort(new Error('stopped'))
  await expect(secondCall).rejects.toThrow('stopped')
  endOne()
  await nextTurn()
  endOne()
  await Promise.all([firstCall, thirdCall])
  expect(state).toEqual({ running: 0, runningMax: 1, started: 2 })
})
