import { describe, expect, test } from 'vitest'
import { failureOf, serviceKeyOf, tokenRate } from './program.ts'

describe('the service that runs a payload', () => {
  test.each([
    [{ uri: 'agenta:builtin:chat:v0', url: 'http://here/api/services/chat/v0' }, 'chat'],
    [{ uri: 'assay:custom:hook:v0', url: 'http://there' }, 'hook'],
    [{ uri: 'user:custom:mine:v1', url: 'http://there' }, 'hook'],
    [{ url: 'http://there' }, 'hook'],
    [{ script: 'x', runtime: 'javascript' }, 'code'],
    [{ parameters: { prompt: {} } }, 'completion'],
  ])('of %j is %s', (data, key) => {
    expect(serviceKeyOf(data)).toBe(key)
  })
})

describe('a failure has a title for people', () => {
  test.each([
    [{ code: 424, type: 'not_runnable' }, 'The provider is not configured', true],
    [
      { code: 502, type: 'http_status', message: 'No.', upstream_status: 401 },
      'The provider rejected the key',
      true,
    ],
    [
      { code: 502, type: 'http_status', message: 'status 401', upstream_status: 500 },
      'The provider rejected the call',
      false,
    ],
    [{ code: 502, type: 'rate_limited' }, 'Rate limited by the provider', false],
    [{ code: 504, type: 'timeout' }, 'Timed out', false],
    [{ code: 400, type: 'not_runnable' }, 'Inputs are missing or invalid', false],
    [{ code: 422, type: 'not_runnable' }, 'The settings are invalid', false],
    [{ code: 500, type: 'constructor' }, 'The call failed', false],
  ])('%j', (status, title, needsKey) => {
    expect(failureOf({ status })).toMatchObject({ title, needsKey })
  })
})

test.each([
  [80, 2000, 40],
  [80, 0, undefined],
  [0, 1000, undefined],
  [undefined, 1000, undefined],
])('%s tokens in %s ms are %s tokens per second', (tokens, ms, rate) => {
  expect(tokenRate(tokens, ms)).toBe(rate)
})
