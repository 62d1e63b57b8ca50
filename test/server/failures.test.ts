// Internal errors: clients receive a general message and never the cause.
import { afterEach, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { routeParts } from '../../scripts/route-parts.ts'
import { createApp } from '../../src/http/app.ts'
import { openRoute, untypedAnswer, type Caller } from '../../src/http/route.ts'
import { eventStreamType, eventText, sendEvents } from '../../src/http/server/streams/event-stream.ts'
import { createServer } from '../../src/http/server/server.ts'
import { AssayError } from '../../src/kernel/errors.ts'

const parts = routeParts({ ASSAY_CHECK_ANSWERS: 'true' })
const route = (handle: () => Promise<unknown>) =>
  openRoute({
    method: 'GET',
    path: '/broken',
    operationId: 'broken',
    summary: 'A route that breaks.',
    access: 'public',
    answer: z.object({ count: z.int() }),
    handle: async () => untypedAnswer(await handle()),
  })

describe('an internal error', () => {
  let app: FastifyInstance | undefined
  afterEach(() => app?.close())

  const failures: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['an unexpected error', () => Promise.reject(new TypeError('the secret is x'))],
    ['an answer that its schema does not allow', async () => ({ count: 'one' })],
    ['a thrown value that is no error', () => Promise.reject('text')],
  ]
  test.each(failures)('from %s has the general answer, without the cause', async (_, handle) => {
    app = createServer(parts, [route(handle)])
    const answer = await app.inject({ url: '/api/broken', headers: { 'x-request-id': 'r-1' } })
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { code: 'internal_error', detail: { message: 'An unexpected error occurred.', request_id: 'r-1' } },
    ])
  })

  test('a stream that exceeds its budget ends with a failure event', async () => {
    const access = { hasAccess: async () => true } as Caller
    const streamRoute = openRoute({
      method: 'GET',
      path: '/stream',
      operationId: 'stream',
      summary: 'A stream that exceeds a budget.',
      access: 'public',
      answer: z.string(),
      answerTypes: [eventStreamType],
      handle: async (call) =>
        sendEvents(call, {
          caller: access,
          events: async function* () {
            yield eventText('spans', { data: { count: 0 } })
            throw new AssayError('budget_exceeded', 'The query took more time than query_seconds_max allows.')
          },
        }),
    })
    app = createServer(parts, [streamRoute])
    const { payload } = await app.inject({ url: '/api/stream' })
    expect(payload.split('\n\n').filter((text) => text !== '' && !text.startsWith(':'))).toEqual([
      'event: spans\ndata: {"count":0}',
      'event: failure\ndata: {"status":504,"code":"budget_exceeded",' +
        '"detail":"The query took more time than query_seconds_max allows."}',
    ])
  })

  test('the server is not ready if a store does not answer, and names the store', async () => {
    const checks = [
      { name: 'relational', check: async () => undefined },
      { name: 'trace', check: () => Promise.reject(new Error('no route to host')) },
    ]
    app = createApp({ ...parts, checks })
    const answer = await app.inject({ url: '/ready' })
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([
      503,
      { code: 'unavailable', detail: 'The trace store does not answer.' },
      '1',
    ])
    expect((await app.inject({ url: '/health' })).statusCode).toBe(200)
  })
})
