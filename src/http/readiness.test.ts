import { expect, test } from 'vitest'
import { AssayError } from '../kernel/errors.ts'
import { readiness } from './readiness.ts'

const failWith = (error: Error) => async (): Promise<void> => {
  throw error
}

test('a working store has no failure', async () => {
  expect(await readiness({ name: 'trace', check: async () => undefined }, 1000)()).toBeUndefined()
})

test('the failure names the store and has the message of an AssayError', async () => {
  const cause = new AssayError('unavailable', 'The disk of the trace store is full.')
  expect(await readiness({ name: 'trace', check: failWith(cause) }, 1000)()).toEqual({
    message: 'The trace store does not answer. The disk of the trace store is full.',
    cause,
  })
})

test('the message of an unexpected error is not revealed', async () => {
  const checkStore = readiness({ name: 'relational', check: failWith(new Error('password of u@host')) }, 1000)
  expect((await checkStore())?.message).toBe('The relational store does not answer.')
})

test('a store that never answers is named after the time limit', async () => {
  const checkStore = readiness({ name: 'relational', check: () => new Promise(() => undefined) }, 10)
  expect((await checkStore())?.message).toBe('The relational store does not answer.')
})

test('only one check runs at a time', async () => {
  let checks = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = (): Promise<void> => {
    checks += 1
    return promise
  }
  const checkStore = readiness({ name: 'trace', check }, 60_000)
  const answers = [checkStore(), checkStore(), checkStore()]
  resolve()
  await Promise.all(answers)
  expect(checks).toBe(1)
})

test('a failed check is repeated for the next request', async () => {
  let isBroken = true
  const check = async (): Promise<void> => {
    if (isBroken) throw new Error('unavailable')
  }
  const checkStore = readiness({ name: 'trace', check }, 60_000)
  expect(await checkStore()).toBeDefined()
  isBroken = false
  expect(await checkStore()).toBeUndefined()
})
