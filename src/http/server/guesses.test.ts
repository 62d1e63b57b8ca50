import { expect, test } from 'vitest'
import { createGuesses } from './guesses.ts'

const right = 'right'
const look = (secret: string) => async () => (secret === right ? 'project' : undefined)

/** What comes of secrets that an address sends, one after another. */
function tries(perMinuteMax: number) {
  const clock = { ms: 0 }
  const guesses = createGuesses(perMinuteMax, () => clock.ms)
  const outcome = (address: string, secret: string): Promise<unknown> =>
    guesses.checked({ address, secret }, look(secret)).then(
      (found) => found ?? 'refused',
      (error: Error) => error.message,
    )
  return { clock, outcome, guesses }
}

const tooMany =
  'More than 2 wrong keys came from this address in a minute (setting wrong_keys_per_minute_max).'

test('beyond so many wrong ones nothing of an address is looked at, until the minute is over', async () => {
  const { clock, outcome } = tries(2)
  const told = []
  for (const secret of ['a', 'b', 'c', right]) told.push(await outcome('192.0.2.1', secret))
  expect(told).toEqual(['refused', 'refused', tooMany, tooMany])
  clock.ms = 60_000
  expect(await outcome('192.0.2.1', right)).toBe('project')
})

test('other addresses are not concerned', async () => {
  const { outcome } = tries(2)
  for (const secret of ['a', 'b', 'c']) await outcome('192.0.2.1', secret)
  expect(await outcome('192.0.2.2', right)).toBe('project')
})

test('addresses of one IPv6 network count as one', async () => {
  const { outcome } = tries(2)
  for (const [at, secret] of ['a', 'b'].entries()) await outcome(`2001:db8:1:2::${at}`, secret)
  expect(await outcome('2001:db8:1:2:ffff::1', 'c')).toBe(tooMany)
  expect(await outcome('2001:db8:1:3::1', 'c')).toBe('refused')
})

test('a key that was let in from an address stays welcome there, and only while it is good', async () => {
  const { outcome, guesses } = tries(2)
  await outcome('192.0.2.1', right)
  for (const secret of ['a', 'b', 'c']) await outcome('192.0.2.1', secret)
  expect(await outcome('192.0.2.1', right)).toBe('project')
  const revoked = guesses.checked({ address: '192.0.2.1', secret: right }, async () => undefined)
  expect(await revoked).toBeUndefined()
  expect(await outcome('192.0.2.1', right)).toBe(tooMany)
})

test('of many that come at once no more are looked at', async () => {
  const { guesses } = tries(2)
  let looks = 0
  const sent = Array.from({ length: 50 }, (_, at) =>
    guesses.checked({ address: '192.0.2.1', secret: `k${at}` }, async () => {
      looks += 1
      return undefined
    }),
  )
  const ended = await Promise.allSettled(sent)
  expect(looks).toBe(2)
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(48)
})

test('right keys, and stores that are away, use nothing up', async () => {
  const { outcome, guesses } = tries(2)
  for (let at = 0; at < 5; at++) {
    await guesses.checked({ address: '192.0.2.1', secret: `good ${at}` }, async () => 'project')
    await guesses
      .checked({ address: '192.0.2.1', secret: 'x' }, () => Promise.reject(new Error('away')))
      .catch(() => undefined)
  }
  expect(await outcome('192.0.2.1', 'a')).toBe('refused')
})
