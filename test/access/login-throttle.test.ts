// The limit on guesses of keys, by address and minute. The server trusts a proxy here, so that requests of a test come
// from any address.
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

interface Sent {
  readonly path: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
}

const from = (address: string, { path, method = 'GET', headers }: Sent): Promise<Answer> =>
  request(`${server.url}/api${path}`, { method, headers: { ...headers, 'X-Forwarded-For': address } })

const withKey = (key: string, path = '/projects/current', method = 'GET'): Sent => ({
  path,
  method,
  headers: { Authorization: `ApiKey ${key}` },
})
const asOperator = (key: string): Sent => ({
  path: '/admin/projects/',
  headers: { Authorization: `Access ${key}` },
})
const withCookie = (token: string, path = '/projects/current'): Sent => ({
  path,
  headers: { Cookie: `assay_session_${api.projectId}=${token}` },
})

async function statusesOf(address: string, sent: readonly Sent[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const one of sent) statuses.push((await from(address, one)).status)
  return statuses
}

const guesses = (form: (secret: string) => Sent): readonly Sent[] =>
  Array.from({ length: wrongMax }, (_, at) => form(`guess-${at}`.padEnd(43, 'x')))

describe('keys that are guessed', () => {
  test.each([
    ['of projects', '198.51.100.1', (secret: string) => withKey(secret), 401],
    ['to sign in with', '198.51.100.2', (secret: string) => withKey(secret, '/session', 'POST'), 401],
    ['of the operator', '198.51.100.3', asOperator, 401],
    ['of sessions', '198.51.100.4', (secret: string) => withCookie(secret), 401],
    ['of sessions, where they are listed', '198.51.100.5', (s: string) => withCookie(s, '/session'), 200],
  ])('%s are refused beyond the limit, even when the key is valid', async (_, address, form, wrong) => {
    expect(await statusesOf(address, guesses(form))).toEqual(Array(wrongMax).fill(wrong))
    const refused = await from(address, form('one-more'.padEnd(43, 'x')))
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      code: 'too_many_requests',
      detail:
        'More than 5 wrong keys came from this address in a minute (setting wrong_keys_per_minute_max).',
    })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await statusesOf(address, [withKey(api.key), asOperator(adminKey)])).toEqual([429, 429])
  })

  test('do not affect other addresses', async () => {
    await statusesOf('198.51.100.10', [...guesses(withKey), withKey('another')])
    expect(await statusesOf('198.51.100.11', [withKey(api.key), asOperator(adminKey)])).toEqual([200, 200])
  })

  test('do not affect a key that succeeded from their address', async () => {
    const address = '198.51.100.12'
    expect(await statusesOf(address, [withKey(api.key), asOperator(adminKey)])).toEqual([200, 200])
    const stranger = await newProject(server.url, { seedDefaults: false })
    await statusesOf(address, guesses(withKey))
    const requests = [withKey(api.key), asOperator(adminKey), withKey(stranger.key), withKey('another')]
    expect(await statusesOf(address, requests)).toEqual([200, 200, 429, 429])
  })

  test('count for the address from the proxy, not for one sent by the client', async () => {
    const statuses = await Promise.all(
      guesses(withKey).map(async (sent, at) => (await from(`203.0.113.${at}, 198.51.100.13`, sent)).status),
    )
    expect(statuses).toEqual(Array(wrongMax).fill(401))
    expect((await from('203.0.113.99, 198.51.100.13', withKey('another'))).status).toBe(429)
  })

  test('do not include requests without a key', async () => {
    const bare = { path: '/projects/current', headers: {} }
    const requests = Array.from({ length: 2 * wrongMax }, () => bare)
    expect(await statusesOf('198.51.100.14', requests)).toEqual(Array(2 * wrongMax).fill(401))
    expect((await from('198.51.100.14', withKey('first guess'))).body).toEqual(unauthorized)
  })
})
