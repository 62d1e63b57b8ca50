import { expect, test } from 'vitest'
import { AssayError } from '../../kernel/errors.ts'
import { requestLimit } from './request-limit.ts'

test('every answer reports the remaining requests, and a refusal the time to retry', () => {
  let ms = 0
  const count = requestLimit(2, () => ms)
  const policy = { 'RateLimit-Policy': '"requests";q=2;w=60' }
  expect(count('a')).toEqual({ ...policy, RateLimit: '"requests";r=1;t=60' })
  ms = 15_200
  expect(count('a')).toEqual({ ...policy, RateLimit: '"requests";r=0;t=45' })
  expect(count('b')).toMatchObject({ RateLimit: '"requests";r=1;t=60' })
  const refusalOf = (): unknown => {
    try {
      return count('a')
    } catch (error) {
      return error instanceof AssayError ? [error.status, error.headers] : error
    }
  }
  expect(refusalOf()).toEqual([429, { ...policy, RateLimit: '"requests";r=0;t=45', 'Retry-After': '45' }])
  ms = 60_000
  expect(count('a')).toMatchObject({ RateLimit: '"requests";r=1;t=60' })
})

test('without a limit no headers are sent', () => {
  const count = requestLimit(0)
  expect([count('a'), count('a')]).toEqual([{}, {}])
})
