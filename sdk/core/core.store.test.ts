// Retries, timeouts and aborts of requests, with real servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { at, createCore } from './core.ts'
import { AssayError, ConnectionError, TimeoutError } from './errors.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
}

/** A server that answers with these functions in order; further requests get the last one. */
async function startServer(...answers: ((response: ServerResponse) => void)[]) {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
    request.resume()
    answers[Math.min(requests.length, answers.length) - 1]?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const answer =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

const busyAnswer = answer(
  503,
  { code: 'unavailable', detail: 'Later.' },
  { 'Retry-After': '0', 'X-Request-Id': 'r-1' },
)
const successAnswer = answer(200, { count: 1 })

test('a read is retried after 503', async () => {
  const { url, requests } = await startServer(busyAnswer, busyAnswer, successAnswer)
  expect(await createCore({ url }).json('GET /api/x', {})).toEqual({ count: 1 })
  expect(requests).toHaveLength(3)
})

test('a write is not retried after 503, because it may have been applied', async () => {
  const { url, requests } = await startServer(busyAnswer, successAnswer)
  const error = await createCore({ url })
    .json('POST /api/x', { body: {} })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AssayError)
  expect(error).toMatchObject({ code: 'unavailable', requestId: 'r-1', message: 'Later.' })
  expect(requests).toHaveLength(1)
})

test('the error of a failed program has its message and the complete answer', async () => {
  const body = {
    status: { code: 502, message: 'The server responded with status 401.' },
    trace_id: 'a'.repeat(600),
  }
  const { url } = await startServer(answer(502, body))
  const error = await createCore({ url })
    .json('POST /api/x', { body: {} })
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ status: 502, message: 'The server responded with status 401.', detail: body })
})

test('a write is retried after 429, because it was refused before it had any effect', async () => {
  const fullAnswer = answer(429, { code: 'too_many_requests', detail: 'Full.' }, { 'Retry-After': '0' })
  const { url, requests } = await startServer(fullAnswer, successAnswer)
  await createCore({ url }).json('POST /api/x', { body: {} })
  expect(requests).toHaveLength(2)
})

test('an idempotent write is retried after a broken connection', async () => {
  const { url, requests } = await startServer((response) => response.destroy(), successAnswer)
  await createCore({ url }).json('PUT /api/x', { body: {}, repeatable: true })
  expect(requests).toHaveLength(2)
})

test('the failure of the last retry is thrown', async () => {
  const { url, requests } = await startServer((response) => response.destroy())
  await expect(createCore({ url, retries: 1 }).json('GET /api/x', {})).rejects.toBeInstanceOf(ConnectionError)
  expect(requests).toHaveLength(2)
})

test('a late answer is a timeout', async () => {
  const { url } = await startServer(() => undefined)
  await expect(
    createCore({ url, retries: 0 }).json('GET /api/x', { options: { timeoutMs: 20 } }),
  ).rejects.toBeInstanceOf(TimeoutError)
})

test('an abort ends the call at once, also between two attempts', async () => {
  const laterAnswer = answer(503, { code: 'unavailable', detail: 'Later.' }, { 'Retry-After': '50' })
  const { url, requests } = await startServer(laterAnswer)
  const controller = new AbortController()
  const call = createCore({ url }).json('GET /api/x', { options: { signal: controller.signal } })
  await expect.poll(() => requests.length).toBe(1)
  controller.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('the signal of a client cancels its calls, also those with another signal', async () => {
  const { url, requests } = await startServer(() => undefined)
  const controller = new AbortController()
  const core = createCore({ url, signal: controller.signal })
  const calls = [
    core.json('GET /api/x', {}),
    core.json('GET /api/x', { options: { signal: new AbortController().signal } }),
  ]
  await expect.poll(() => requests.length).toBe(2)
  controller.abort()
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('an error has all members of the answer besides code and detail', async () => {
  const merge = { status: 'conflicts', conflicts: [{ testcase_dedup_id: 'r1' }] }
  const { url } = await startServer(
    answer(409, { code: 'merge_conflict', detail: { message: 'No.' }, merge }),
  )
  const rejection = createCore({ url }).json('POST /api/x', { body: {} })
  await expect(rejection).rejects.toMatchObject({ message: 'No.', extra: { merge } })
})

test('a read is retried when its answer is truncated', async () => {
  const truncatedAnswer = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
    response.write('{"count":', () => response.destroy())
  }
  const { url, requests } = await startServer(truncatedAnswer, successAnswer)
  expect(await createCore({ url }).json('GET /api/x', {})).toEqual({ count: 1 })
  expect(requests).toHaveLength(2)
})

test('a write whose answer is truncated is not retried, and throws', async () => {
  const { url, requests } = await startServer((response) => response.destroy(), successAnswer)
  await expect(createCore({ url }).json('POST /api/x', { body: {} })).rejects.toBeInstanceOf(ConnectionError)
  expect(requests).toHaveLength(1)
})

test('a caller can mark a write as idempotent', async () => {
  const { url, requests } = await startServer((response) => response.destroy(), busyAnswer, successAnswer)
  await createCore({ url }).json('POST /api/x', { body: {}, options: { repeatable: true } })
  expect(requests).toHaveLength(3)
})

test('the time limit includes reading the answer', async () => {
  const { url } = await startServer((response) => response.writeHead(200).write('{"count":'))
  await expect(
    createCore({ url, retries: 0 }).json('GET /api/x', { options: { timeoutMs: 50 } }),
  ).rejects.toBeInstanceOf(TimeoutError)
})

test('a refused connection is retried, also for a write, because nothing was sent', async () => {
  const { url, requests } = await startServer(successAnswer)
  const closedServer = await startServer(successAnswer)
  stops.pop()?.()
  let refusalCount = 0
  // The first two requests go to a server that has been closed.
  const send: typeof fetch = (input, init) =>
    fetch(refusalCount++ < 2 ? `${closedServer.url}/api/x` : input, init)
  await createCore({ url, fetch: send }).json('POST /api/x', { body: {} })
  expect([refusalCount, requests.length]).toEqual([3, 1])
})

test('the client waits for the time of Retry-After', async () => {
  const laterAnswer = answer(429, { code: 'too_many_requests', detail: 'Later.' }, { 'Retry-After': '1' })
  const { url } = await startServer(laterAnswer, successAnswer)
  const startMs = Date.now()
  await createCore({ url }).json('GET /api/x', {})
  expect(Date.now() - startMs).toBeGreaterThanOrEqual(1_000)
})

test('a Retry-After of more than a minute fails the call at once', async () => {
  const laterAnswer = answer(429, { code: 'too_many_requests', detail: 'Later.' }, { 'Retry-After': '3600' })
  const { url, requests } = await startServer(laterAnswer, successAnswer)
  await expect(createCore({ url }).json('GET /api/x', {})).rejects.toMatchObject({
    status: 429,
    retryAfterMs: 3_600_000,
  })
  expect(requests).toHaveLength(1)
})

test('an abort while the answer is read ends the call with the reason', async () => {
  const { url, requests } = await startServer((response) => response.writeHead(200).write('{"count":'))
  const controller = new AbortController()
  const call = createCore({ url }).json('GET /api/x', { options: { signal: controller.signal } })
  await expect.poll(() => requests.length).toBe(1)
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('an aborted stream does not reconnect, whatever the reason', async () => {
  const openStream = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
  }
  const { url, requests } = await startServer(openStream)
  const controller = new AbortController()
  const read = async (): Promise<void> => {
    for await (const _ of createCore({ url }).events('GET /api/x', {
      options: { signal: controller.signal },
    }))
      controller.abort(new Error('enough'))
  }
  await expect(read()).rejects.toThrow('enough')
  expect(requests).toHaveLength(1)
})

test('a page is read only when it is needed', async () => {
  const page = (response: ServerResponse): void =>
    answer(200, { items: [1, 2], windowing: { next: 'a' } })(response)
  const { url, requests } = await startServer(page)
  const list = createCore({ url }).pages<{ items: number[]; windowing?: object }, 'items'>(
    'POST /api/x',
    'items',
    { body: {}, repeatable: true },
  )
  for await (const item of list) if (item === 2) break
  expect(requests).toHaveLength(1)
})

test.each(['', '.', '..'])("'%s' is refused as an id, because it would change the path", (segment) => {
  expect(() => at(segment)).toThrow(TypeError)
})

test('the answer of a proxy is an error with its status', async () => {
  const { url } = await startServer((response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await expect(createCore({ url }).json('GET /api/x', {})).rejects.toMatchObject({
    code: 'http_502',
    status: 502,
  })
})

test('unknown fields of an answer are preserved', async () => {
  const { url } = await startServer(answer(200, { count: 1, invented_later: { deep: [1] } }))
  expect(await createCore({ url }).json('GET /api/x', {})).toEqual({
    count: 1,
    invented_later: { deep: [1] },
  })
})

test('path segments and the query string are escaped', async () => {
  const { url, requests } = await startServer(successAnswer)
  const query = { ids: ['a&b', 'c'], absent: undefined, flags: { is: true } }
  await createCore({ url, key: 'k' }).json('GET /api/x', { query })
  expect(requests[0]?.url).toBe('/api/x?ids=a%26b&ids=c&flags=%7B%22is%22%3Atrue%7D')
  expect(requests[0]?.headers.authorization).toBe('ApiKey k')
})

test('a broken stream resumes after its last event', async () => {
  const firstPart = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(': hello\n\nid: 7\nevent: progress\ndata: {"done":1}\n\n', () =>
      // time: the client reads the event before the connection breaks.
      setTimeout(() => response.destroy(), 20),
    )
  }
  const secondPart = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('event: end\ndata: {}\n\n')
  }
  const { url, requests } = await startServer(firstPart, secondPart)
  const events: unknown[] = []
  for await (const event of createCore({ url }).events('GET /api/x', {})) events.push(event)
  expect(events).toEqual([
    { event: 'progress', id: '7', data: { done: 1 } },
    { event: 'end', id: undefined, data: {} },
  ])
  expect(requests[1]?.headers['last-event-id']).toBe('7')
})
