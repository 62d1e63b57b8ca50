// A stop under load: all active requests end before the stores close, also those of disconnected clients.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routeParts } from '../../scripts/route-parts.ts'
import { openRoute } from '../../src/http/route.ts'
import { createServer } from '../../src/http/server/server.ts'
import { newProject, type Api } from '../support/api.ts'
import { requestOf, span } from '../support/otlp.ts'
import { removeDataDir, startServer } from '../support/process.ts'
import { inDeep } from '../support/tier.ts'

/** One call of each kind: a page with a session, spans, writes, queries, streams. */
const callsOf = (cookie: string): readonly (readonly [string, unknown, object?])[] => [
  ['/projects/current', undefined, { Cookie: cookie, Authorization: '' }],
  ['/otlp/v1/traces', requestOf(span())],
  [
    '/simple/testsets/',
    { testset: { slug: crypto.randomUUID(), data: { testcases: [{ data: { a: 1 } }] } } },
  ],
  ['/spans/query', {}],
  ['/spans/tail', {}],
  ['/otlp/health/events', undefined],
  ['/secrets/', undefined],
]

/** Starts several calls of each kind at once. They end with the signal, with the server, or when they are complete. */
function startLoad(api: Api, cookie: string, signal: AbortSignal): readonly Promise<unknown>[] {
  return Array.from({ length: 8 }, () => callsOf(cookie)).flatMap((calls) =>
    calls.map(async ([path, body, headers]) => {
      const answer = await fetch(`${api.url}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `ApiKey ${api.key}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      })
      await answer.text()
    }),
  )
}

test('the stop waits for a request of a disconnected client', async () => {
  const firstByte = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const events: string[] = []
  const route = openRoute({
    method: 'GET',
    path: '/waiting',
    operationId: 'waiting',
    summary: 'A route that waits.',
    access: 'public',
    answer: z.object({}),
    handle: async () => {
      firstByte.resolve()
      await release.promise
      events.push('written')
      return {}
    },
  })
  const parts = routeParts({})
  const app = createServer(parts, [route])
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const disconnect = new AbortController()
  const call = fetch(`${url}/api/waiting`, { signal: disconnect.signal }).catch(() => undefined)
  await firstByte.promise
  disconnect.abort()
  await call
  await app.close()
  const workEnd = parts.work.waitForAll().then(() => events.push('ended'))
  release.resolve()
  await workEnd
  expect(events).toEqual(['written', 'ended'])
})

inDeep(() => {
  test('a server that is stopped while clients disconnect exits without errors', async () => {
    const server = await startServer({ env: { ASSAY_LOG_LEVEL: 'info' } })
    const api = await newProject(server.url, { seedDefaults: false })
    const session = await api.call('POST', '/session')
    const cookie = (session.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const disconnect = new AbortController()
    const load = startLoad(api, cookie, disconnect.signal)
    // After the first answer the other requests are active.
    await Promise.any(load)
    const exitCode = server.stop()
    disconnect.abort()
    expect(await exitCode, server.output()).toBe(0)
    await Promise.allSettled(load)
    const lines = server.output().split('\n')
    expect(
      lines.filter((line) =>
        /not open|after calling end|already been destroyed|"level":[56]0|^\w*Error/.test(line),
      ),
    ).toEqual([])
    expect(server.output()).toContain('"msg":"stopped"')
    removeDataDir(server)
  })
})
