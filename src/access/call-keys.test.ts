import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { createCallKeys, type CallKeys } from './call-keys.ts'

const clock = systemClock()
const secretsKey = randomBytes(32)
let nowMs = Date.parse('2026-11-15T09:00:00Z')
const keysOf = (key = secretsKey): CallKeys =>
  createCallKeys({ secretsKeys: { current: key }, clock, callMsMax: 60_000, nowMs: () => nowMs })

const call = { projectId: '01900000-0000-7000-8000-000000000001', traceId: 'a'.repeat(32) }
const secretIn = (authorization: string): string => authorization.replace('ApiKey ', '')

describe('a call-scoped key', () => {
  test('contains the project and the trace of its call', async () => {
    const keys = keysOf()
    await keys.use(call, async (authorization) => {
      expect(keys.read(secretIn(authorization))).toMatchObject(call)
    })
  })

  test('expires with the call, also when the call fails', async () => {
    const keys = keysOf()
    let issuedKey = ''
    const failedCall = keys.use(call, async (authorization) => {
      issuedKey = secretIn(authorization)
      throw new Error('broken')
    })
    await expect(failedCall).rejects.toThrow('broken')
    expect(keys.read(issuedKey)).toBeUndefined()
  })

  test('is different for each call', async () => {
    const keys = keysOf()
    const issuedKeys = await Promise.all(
      [1, 2].map(() => keys.use(call, async (authorization) => authorization)),
    )
    expect(new Set(issuedKeys).size).toBe(2)
  })

  test('is accepted by another process with the same secrets key until the call times out', async () => {
    const otherProcess = keysOf()
    const secret = await keysOf().use(call, async (authorization) => secretIn(authorization))
    expect(otherProcess.read(secret)).toMatchObject(call)
    nowMs += 66_000
    expect(otherProcess.read(secret)).toBeUndefined()
  })

  test('is refused by a process with another secrets key', async () => {
    await keysOf().use(call, async (authorization) => {
      expect(keysOf(randomBytes(32)).read(secretIn(authorization))).toBeUndefined()
    })
  })

  test.each([
    ['another trace', (text: string) => text.replace('aaaa', 'bbbb')],
    ['a later expiry', (text: string) => text.replace(/"until":\d/, '"until":9')],
  ])('is refused when it is altered to %s', async (_, change) => {
    const keys = keysOf()
    await keys.use(call, async (authorization) => {
      const [, text = '', signature = ''] = secretIn(authorization).split('.')
      const changedText = change(Buffer.from(text, 'base64url').toString())
      expect(keys.read(`lent.${Buffer.from(changedText).toString('base64url')}.${signature}`)).toBeUndefined()
    })
  })

  test.each(['', 'lent.', 'lent.x', 'lent.x.y', 'lent..', 'abcdefgh.0123'])(
    "is not read from the text '%s'",
    (secret) => {
      expect(keysOf().read(secret)).toBeUndefined()
    },
  )
})
