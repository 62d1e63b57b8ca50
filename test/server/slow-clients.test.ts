// Clients that keep the server waiting, open too many connections, or fill its memory are disconnected or refused, and
// other clients are served.
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from '../support/api.ts'
import { freePort } from '../support/postgres.ts'
import { firstKey, removeDataDir, startServer, type RunningServer } from '../support/process.ts'

function openConnection(url: string): Socket {
  const { hostname, port } = new URL(url)
  // The server may reset a connection that it closes; tests wait only for the end.
  return connect(Number(port), hostname).on('error', () => undefined)
}

/** Reads until the connection ends. A client that is still sending receives a reset. */
function untilClosed(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

/** The headers of a request whose body does not arrive. */
const headersOnly = (path: string, authorization: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`

const timeoutBody = JSON.stringify({
  code: 'payload_undecodable',
  detail: 'The request did not arrive in time.',
})

describe('a server that waits one second for clients', () => {
  let server: RunningServer
  let grpcPort: number
  beforeAll(async () => {
    grpcPort = await freePort()
    server = await startServer({
      env: {
        ASSAY_CLIENT_SECONDS_MAX: '1',
        ASSAY_OTLP_GRPC_PORT: String(grpcPort),
        ASSAY_BODY_BYTES_MAX: '100000',
        ASSAY_TESTSETS_UPLOAD_BYTES_MAX: '100000',
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
  })

  test.each([
    ['whose headers do not end', 'POST /api/applications/query HTTP/1.1\r\nHost: x\r\n'],
    ['whose body does not arrive', headersOnly('/api/applications/query', firstKey)],
  ])('refuses a request %s, and closes the connection', async (_, requestText) => {
    const socket = openConnection(server.url)
    socket.write(requestText)
    const answer = await untilClosed(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer.endsWith(timeoutBody)).toBe(true)
  })

  test('closes an unused connection without an answer', async () => {
    expect(await untilClosed(openConnection(server.url))).toBe('')
  })

  test('refuses a body that arrives too slowly', async () => {
    const socket = openConnection(server.url)
    socket.write(headersOnly('/api/applications/query', firstKey))
    const timer = setInterval(() => socket.write(' '), 100)
    const answer = await untilClosed(socket)
    clearInterval(timer)
    expect(answer.endsWith(timeoutBody)).toBe(true)
  })

  test('accepts a slow body above the minimum rate', async () => {
    const clientRequest = httpRequest(`${server.url}/api/applications/query`, {
      method: 'POST',
      headers: { Authorization: firstKey, 'Content-Type': 'application/json' },
    })
    const responseEvent = once(clientRequest, 'response') as Promise<[IncomingMessage]>
    clientRequest.write('{')
    for (let i = 0; i < 15; i++) {
      clientRequest.write(' '.repeat(2000))
      // time: the limit under test is a rate, so the client has to be slow.
      await sleep(200)
    }
    clientRequest.end('}')
    const [response] = await responseEvent
    expect(response.statusCode).toBe(200)
    response.resume()
  })

  test('closes the connection of a request without a valid key whose body does not arrive', async () => {
    const socket = openConnection(server.url)
    socket.write(headersOnly('/api/applications/query', 'nobody'))
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('closes the connection of a client that continues to send a refused body', async () => {
    const socket = openConnection(server.url)
    socket.write(
      'POST /api/applications/query HTTP/1.1\r\nHost: x\r\nAuthorization: nobody\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    const timer = setInterval(() => socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`), 50)
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 401 /)
    clearInterval(timer)
  })

  test('ends a gRPC call whose message does not arrive', async () => {
    const session = connectHttp2(`http://127.0.0.1:${grpcPort}`)
    const call = session.request({
      ':method': 'POST',
      ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      'content-type': 'application/grpc',
      authorization: firstKey,
    })
    call.write(Buffer.alloc(4))
    const [headers] = (await once(call, 'response')) as [Readonly<Record<string, string>>]
    expect(headers['grpc-message']).toBe('Failed to parse OTLP stream. The message did not arrive in time.')
    session.destroy()
  })

  test('abandons an answer that the client does not read', async () => {
    const socket = openConnection(server.url)
    // Twenty pipelined requests on one connection.
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
    // The client reads nothing, so the buffers of both sides fill.
    socket.pause()
    await expect.poll(server.output).toMatch(/"path":"\/openapi.json","status":499/)
    socket.destroy()
  })

  const boundary = 'part-of-a-form'
  const inForm = (text: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f.csv"\r\n\r\n${text}\r\n--${boundary}--\r\n`
  const jsonBody = {
    path: '/api/applications/query',
    type: 'application/json',
    bodyOf: (filler: string) => JSON.stringify({ filling: filler }),
  }
  const formBody = {
    path: '/api/simple/testsets/upload',
    type: `multipart/form-data; boundary=${boundary}`,
    bodyOf: (filler: string) => inForm(`a\n${filler}`),
  }
  const identity = { encoding: 'identity', encode: (bytes: Buffer): Buffer => bytes }
  const gzip = { encoding: 'gzip', encode: (bytes: Buffer): Buffer => gzipSync(bytes) }
  test.each([
    ['of JSON', { ...jsonBody, ...identity }],
    ['of compressed JSON', { ...jsonBody, ...gzip }],
    ['with a file', { ...formBody, ...identity }],
    ['with a file, compressed', { ...formBody, ...gzip }],
  ])(
    'serves the next request of a connection after a body %s that is too large',
    async (_, { path, type, bodyOf, encoding, encode }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const send = async (
        to: string,
        bytes: Uint8Array,
        headers: Readonly<Record<string, string>>,
      ): Promise<unknown> => {
        const clientRequest = httpRequest(`${server.url}${to}`, {
          method: 'POST',
          agent,
          headers: { Authorization: firstKey, ...headers },
        })
        clientRequest.end(bytes)
        const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
        response.resume()
        await once(response, 'end')
        return response.statusCode
      }
      // Random text cannot be compressed, so much of the body is not sent yet when it is refused.
      const largeBody = bodyOf(randomBytes(480_000).toString('base64'))
      const headers = { 'Content-Type': type, 'Content-Encoding': encoding, 'Transfer-Encoding': 'chunked' }
      expect(await send(path, encode(Buffer.from(largeBody)), headers)).toBe(413)
      expect(await send(jsonBody.path, Buffer.from('{}'), { 'Content-Type': jsonBody.type })).toBe(200)
      agent.destroy()
    },
  )
})

describe('a server with few connections and little memory for bodies', () => {
  // Some more than the connections of the test of bodies.
  const connectionsMax = 10
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({
      env: {
        ASSAY_CONNECTIONS_PER_ADDRESS_MAX: String(connectionsMax),
        ASSAY_CONNECTIONS_MAX: '20',
        ASSAY_BODIES_BYTES_MAX: String(1024 * 1024),
      },
    })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
  })

  test('closes further connections of an address above the limit, and serves it again when some have ended', async () => {
    const sockets = Array.from({ length: connectionsMax }, () => openConnection(server.url))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const furtherSocket = openConnection(server.url)
    furtherSocket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await untilClosed(furtherSocket)).toBe('')
    for (const socket of sockets) socket.destroy()
    const isServed = (): Promise<boolean> =>
      request(`${server.url}/health`, { method: 'GET' }).then(
        ({ status }) => status === 200,
        () => false,
      )
    await expect.poll(isServed).toBe(true)
    expect(server.output()).toContain('"setting":"connections_per_address_max"')
  })

  test('refuses a body while other bodies fill the memory, and accepts it afterwards', async () => {
    let firstRequest: ClientRequest | undefined
    // If this body is the refused one, it is sent again.
    const fill = (): void => {
      firstRequest = httpRequest(`${server.url}/api/applications/query`, {
        method: 'POST',
        headers: { Authorization: firstKey, 'Content-Type': 'application/json' },
      })
      firstRequest.on('error', () => undefined).once('response', fill)
      firstRequest.write(`{${' '.repeat(900_000)}`)
    }
    fill()
    const sendBody = () =>
      request(`${server.url}/api/applications/query`, {
        method: 'POST',
        authorization: firstKey,
        body: `{${' '.repeat(500_000)}}`,
      })
    await expect
      .poll(async () => (await sendBody()).body)
      .toEqual({
        code: 'too_many_requests',
        detail: expect.stringContaining('bodies_bytes_max (1048576 bytes)'),
      })
    firstRequest?.destroy()
    await expect.poll(async () => (await sendBody()).status).toBe(200)
  })
})
