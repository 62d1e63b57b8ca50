import { describe, expect, test } from 'vitest'
import { failureOf, serviceKeyOf } from './program.ts'

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

describe('a failure is said in words', () => {
  test.each([
    [{ code: 424, type: 'not_runnable' }, 'The provider is not set up', true],
    [
      { code: 502, type: 'http_status', message: 'The server responded with status 401: no' },
      'The provider does not accept the key',
      true,
    ],
    [
      { code: 502, type: 'http_status', message: 'The server responded with status 500.' },
      'The provider refused the call',
      false,
    ],
    [{ code: 502, type: 'rate_limited' }, 'The provider says that these are too many calls', false],
    [{ code: 504, type: 'timeout' }, 'There was no answer in time', false],
    [{ code: 400, type: 'not_runnable' }, 'Inputs are missing or wrong', false],
    [{ code: 422, type: 'not_runnable' }, 'This cannot be run as it is set', false],
    [{ code: 500, type: 'constructor' }, 'The call failed', false],
  ])('%j', (status, title, needsKey) => {
    expect(failureOf({ status })).toMatchObject({ title, needsKey })
  })
})
