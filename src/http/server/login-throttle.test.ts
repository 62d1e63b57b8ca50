import { expect, test } from 'vitest'
import { createLoginThrottle } from './login-throttle.ts'

const validKey = 'valid'
const lookup = (secret: string) => async () => (secret === validKey ? 'project' : undefined)

/** A throttle with a clock, and a function that returns the outcome of a key from an address. */
function setup(perMinuteMax: number) {
  const clock = { ms: 0 }
  const throttle = createLoginThrottle(perMinuteMax, () => clock.ms)
  const outcome = (address: string, secret: string): Promise<unknown> =>
    throttle.check({ address, secret }, lookup(secret)).then(
      (result) => result ?? 'refused',
      (error: Error) => error.message,
    )
  return { clock, outcome, throttle }
}

const tooMany =
  'More than 2 wrong keys came from this address in a minute (setting wrong_keys_per_minute_max).'

test('above the limit no key of an address is looked up until the minute ends', async () => {
  const { clock, outcome } = setup(2)
  const outcomes = []
  for (const secret of ['a', 'b', 'c', validKey]) outcomes.push(await outcome('192.0.2.1', secret))
  expect(outcomes).toEqual(['refused', 'refused', tooMany, tooMany])
  clock.ms = 60_000
  expect(await outcome('192.0.2.1', validKey)).toBe('project')
})

test('other addresses are not affected', async () => {
  const { outcome } = setup(2)
  for (const secret of ['a', 'b', 'c']) await outcome('192.0.2.1', secret)
  expect(await outcome('192.0.2.2', validKey)).toBe('project')
})

test('addresses of one IPv6 network count as one', async () => {
  const { outcome } = setup(2)
  for (const [at, secret] of ['a', 'b'].entries()) await outcome(`2001:db8:1:2::${at}`, secret)
  expect(await outcome('2001:db8:1:2:ffff::1', 'c')).toBe(tooMany)
  expect(await outcome('2001:db8:1:3::1', 'c')).toBe('refused')
})

test('a key that succeeded from an address stays usable there, but only while it is valid', async () => {
  const { outcome, throttle } = setup(2)
  await outcome('192.0.2.1', validKey)
  for (const secret of ['a', 'b', 'c']) await outcome('192.0.2.1', secret)
  expect(await outcome('192.0.2.1', validKey)).toBe('project')
  const revokedCheck = throttle.check({ address: '192.0.2.1', secret: validKey }, async () => undefined)
  expect(await revokedCheck).toBeUndefined()
  expect(await outcome('192.0.2.1', validKey)).toBe(tooMany)
})

test('parallel requests do not exceed the limit', async () => {
  const { throttle } = setup(2)
  let lookups = 0
  const attempts = Array.from({ length: 50 }, (_, at) =>
    throttle.check({ address: '192.0.2.1', secret: `k${at}` }, async () => {
      lookups += 1
      return undefined
    }),
  )
  const results = await Promise.allSettled(attempts)
  expect(lookups).toBe(2)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(48)
})

test('valid keys and failing lookups do not count against the limit', async () => {
  const { outcome, throttle } = setup(2)
  for (let at = 0; at < 5; at++) {
    await throttle.check({ address: '192.0.2.1', secret: `good ${at}` }, async () => 'project')
    await throttle
      .check({ address: '192.0.2.1', secret: 'x' }, () =>
        Promise.reject(new Error('the store is unavailable')),
      )
      .catch(() => undefined)
  }
  expect(await outcome('192.0.2.1', 'a')).toBe('refused')
})
