import { expect, test } from 'vitest'
import { AssayError } from '../kernel/errors.ts'
import { readiness } from './readiness.ts'

const failing = (error: Error) => async (): Promise<void> => {
  throw error
}

test('a store that works is not complained about', async () => {
  expect(await readiness({ name: 'trace', check: async () => undefined }, 1000)()).toBeUndefined()
})

test('a store that fails is named, in its own words where those are ours', async () => {
  const cause = new AssayError('unavailable', 'The disk of the trace store is full.')
  expect(await readiness({ name: 'trace', check: failing(cause) }, 1000)()).toEqual({
    sentence: 'The trace store does not answer. The disk of the trace store is full.',
    cause,
  })
})

test('nothing is told of what somebody else says', async () => {
  const ask = readiness({ name: 'relational', check: failing(new Error('password of u@host')) }, 1000)
  expect((await ask())?.sentence).toBe('The relational store does not answer.')
})

test('a store that never answers is named when its time is over', async () => {
  const ask = readiness({ name: 'relational', check: () => new Promise(() => undefined) }, 10)
  expect((await ask())?.sentence).toBe('The relational store does not answer.')
})

test('one check is under way at a time, however many ask', async () => {
  let checks = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = (): Promise<void> => {
    checks += 1
    return promise
  }
  const ask = readiness({ name: 'trace', check }, 60_000)
  const answers = [ask(), ask(), ask()]
  resolve()
  await Promise.all(answers)
  expect(checks).toBe(1)
})

test('a check that failed is made again for the next who asks', async () => {
  let isBroken = true
  const check = async (): Promise<void> => {
    if (isBroken) throw new Error('away')
  }
  const ask = readiness({ name: 'trace', check }, 60_000)
  expect(await ask()).toBeDefined()
  isBroken = false
  expect(await ask()).toBeUndefined()
})
