// Event streams end with the key or the session that opened them.
import { describe, expect, test } from 'vitest'
import { admin, backends, newProject, serverOf, type Api } from '../support/api.ts'
import { makeRun } from '../support/evaluations.ts'
import { openStream } from '../support/event-stream.ts'

type Stream = Awaited<ReturnType<typeof openStream>>

/** Opens all event streams with these headers. */
async function streamsOf(api: Api, headers: Readonly<Record<string, string>>): Promise<readonly Stream[]> {
  const run = await makeRun(api)
  const json = { ...headers, 'Content-Type': 'application/json' }
  const streams = await Promise.all([
    openStream(api, `/evaluations/runs/${run.id}/events`, { headers }),
    openStream(api, '/otlp/health/events', { headers }),
    openStream(api, '/spans/tail', { method: 'POST', headers: json, body: '{}' }),
  ])
  expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200])
  return streams
}

const withKey = (api: Api, key = api.key) => streamsOf(api, { Authorization: `ApiKey ${key}` })

/** Resolves when all streams have ended. */
const waitForEnd = (streams: readonly Stream[]): Promise<unknown> =>
  Promise.all(
    streams.map(async ({ next }) => {
      while ((await next()) !== undefined);
    }),
  )

describe.each(backends)('streams of events on %s', (backend) => {
  test('end when their key is revoked; streams of other keys continue', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const viewer = await api.as('viewer')
    const [streams, ownStream] = [
      await withKey(api, viewer.key),
      await openStream(api, '/otlp/health/events'),
    ]
    await api.call('DELETE', `/keys/${viewer.key.slice(0, 8)}`)
    await waitForEnd(streams)
    for (let index = 0; index < 3; index++) expect((await ownStream.next())?.event).toBe('health')
    await ownStream.cancel()
  })

  test('end when their key expires', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const expiryTime = new Date(Date.now() + 3000).toISOString()
    const { body: key } = await api.post('/keys', {
      name: 'short',
      role: 'viewer',
      expiration_date: expiryTime,
    })
    await waitForEnd(await withKey(api, key))
  })

  test('end when their project is archived', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const streams = await withKey(api)
    await admin(api.url, 'POST', `/projects/${api.projectId}/archive`)
    await waitForEnd(streams)
  })

  test('end when the session that opened them is signed out', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const { headers } = await api.post('/session')
    const page = {
      Cookie: (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '',
      Origin: new URL(api.url).origin,
      'X-Assay-Session': '1',
    }
    const streams = await streamsOf(api, page)
    const signOut = await fetch(`${api.url}/api/session`, { method: 'DELETE', headers: page })
    expect(signOut.status).toBe(204)
    await waitForEnd(streams)
  })
})
