// The limit on wrong keys per address and minute. The server trusts a proxy, so that tests can send requests from any
// address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, request, unauthorized, type Answer, type Api } from '../support/api.ts'
import { adminKey, removeDataDir, startServer, type RunningServer } from '../support/process.ts'

const wrongMax = 5

let server: RunningServer
let api: Api
beforeAll(async () => {
  server = await startServer({
    env: { ASSAY_WRONG_KEYS_PER_MINUTE_MAX: String(wrongMax), ASSAY_TRUST_PROXY: 'true' },
  })
  api = await newProject(server.url, { seedDefaults: false })
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server)
})

interface KeyRequest {
  readonly path: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
}

const sendFrom = (address: string, { path, method = 'GET', headers }: KeyRequest): Promise<Answer> =>
  request(`${server.url}/api${path}`, { method, headers: { ...headers, 'X-Forwarded-For': address } })

const withKey = (key: string, path = '/projects/current', method = 'GET'): KeyRequest => ({
  path,
  method,
  headers: { Authorization: `ApiKey ${key}` },
})
const asOperator = (key: string): KeyRequest => ({
  path: '/admin/projects/',
  headers: { Authorization: `Access ${key}` },
})
const withCookie = (token: string, path = '/projects/current'): KeyRequest => ({
  path,
  headers: { Cookie: `assay_session_${api.projectId}=${token}` },
})

async function statusesOf(address: string, requests: readonly KeyRequest[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const keyRequest of requests) statuses.push((await sendFrom(address, keyRequest)).status)
  return statuses
}

const wrongKeys = (requestWith: (secret: string) => KeyRequest): readonly KeyRequest[] =>
  Array.from({ length: wrongMax }, (_, i) => requestWith(`guess-${i}`.padEnd(43, 'x')))

describe('wrong keys', () => {
  test.each([
    ['of projects', '198.51.100.1', (secret: string) => withKey(secret), 401],
    ['to sign in with', '198.51.100.2', (secret: string) => withKey(secret, '/session', 'POST'), 401],
    ['of the operator', '198.51.100.3', asOperator, 401],
    ['of sessions', '198.51.100.4', (secret: string) => withCookie(secret), 401],
    ['of sessions, where they are listed', '198.51.100.5', (s: string) => withCookie(s, '/session'), 200],
  ])(
    '%s are refused beyond the limit, even when the key is valid',
    async (_, address, requestWith, wrongStatus) => {
      expect(await statusesOf(address, wrongKeys(requestWith))).toEqual(Array(wrongMax).fill(wrongStatus))
      const refusal = await sendFrom(address, requestWith('one-more'.padEnd(43, 'x')))
      expect(refusal.status).toBe(429)
      expect(refusal.body).toEqual({
        code: 'too_many_requests',
        detail:
          'More than 5 wrong keys came from this address in a minute (setting wrong_keys_per_minute_max).',
      })
      expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(await statusesOf(address, [withKey(api.key), asOperator(adminKey)])).toEqual([429, 429])
    },
  )

  test('do not affect other addresses', async () => {
    await statusesOf('198.51.100.10', [...wrongKeys(withKey), withKey('another')])
    expect(await statusesOf('198.51.100.11', [withKey(api.key), asOperator(adminKey)])).toEqual([200, 200])
  })

  test('do not affect a key that succeeded from their address', async () => {
    const address = '198.51.100.12'
    expect(await statusesOf(address, [withKey(api.key), asOperator(adminKey)])).toEqual([200, 200])
    const otherProject = await newProject(server.url, { seedDefaults: false })
    await statusesOf(address, wrongKeys(withKey))
    const requests = [withKey(api.key), asOperator(adminKey), withKey(otherProject.key), withKey('another')]
    expect(await statusesOf(address, requests)).toEqual([200, 200, 429, 429])
  })

  test('count for the address from the proxy, not for an address that the client sends', async () => {
    const statuses = await Promise.all(
      wrongKeys(withKey).map(
        async (request, at) => (await sendFrom(`203.0.113.${at}, 198.51.100.13`, request)).status,
      ),
    )
    expect(statuses).toEqual(Array(wrongMax).fill(401))
    expect((await sendFrom('203.0.113.99, 198.51.100.13', withKey('another'))).status).toBe(429)
  })

  test('do not include requests without a key', async () => {
    const requestWithoutKey = { path: '/projects/current', headers: {} }
    const requests = Array.from({ length: 2 * wrongMax }, () => requestWithoutKey)
    expect(await statusesOf('198.51.100.14', requests)).toEqual(Array(2 * wrongMax).fill(401))
    expect((await sendFrom('198.51.100.14', withKey('first guess'))).body).toEqual(unauthorized)
  })
})
