// Sends the bytes of the fuzzer unchanged. Libraries would refuse or repair some of them.
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { adminKey, firstKey } from '../support/process.ts'
import type { HostileRequest } from './request.ts'

/** The outcome of a request. A broken connection has no status. */
export interface Outcome {
  readonly status: number | undefined
  /** The beginning of the answer, or the error of the connection. */
  readonly text: string
  readonly ms: number
}

/** An answer that takes longer counts as missing. */
const answerMsMax = 90_000
const textCharactersMax = 500

const authorizationOf = (path: string): string =>
  path.startsWith('/api/admin') ? `Access ${adminKey}` : `ApiKey ${firstKey}`

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

function sendHttp(
  url: string,
  { method, path, headers, body }: HostileRequest,
): Promise<Omit<Outcome, 'ms'>> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const request = httpRequest({
      hostname,
      port,
      method,
      path,
      agent,
      timeout: answerMsMax,
      headers: {
        Authorization: authorizationOf(path),
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': String(body.length) }),
      },
    })
    request.once('timeout', () => request.destroy(new Error('no answer')))
    request.once('error', (error) => resolve({ status: undefined, text: error.message }))
    request.once('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        if (text.length < textCharactersMax) text += chunk.toString('utf8').slice(0, textCharactersMax)
        // A stream of events has no end.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) response.destroy()
      })
      response.once('close', () => resolve({ status: response.statusCode, text }))
      response.once('error', () => undefined)
    })
    request.end(body)
  })
}

function sendGrpc(
  session: ClientHttp2Session,
  { path, body = new Uint8Array() }: HostileRequest,
): Promise<Omit<Outcome, 'ms'>> {
  return new Promise((resolve) => {
    const call = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      authorization: firstKey,
    })
    let status: string | undefined
    const read = (headers: Readonly<Record<string, unknown>>): void => {
      status ??= headers['grpc-status'] as string | undefined
    }
    call
      .on('response', read)
      .on('trailers', read)
      .on('data', () => undefined)
    call.once('error', (error) => resolve({ status: undefined, text: error.message }))
    // INTERNAL and UNKNOWN are errors of the server.
    call.once('close', () =>
      resolve({ status: status === '13' || status === '2' ? 500 : 200, text: `grpc-status ${status}` }),
    )
    const prefix = Buffer.alloc(5)
    prefix.writeUInt32BE(body.length, 1)
    call.end(Buffer.concat([prefix, body]))
  })
}

/** The server may close the connection for bytes that are not a request. Only an answer can be a failure. */
function sendRaw(url: string, { body }: HostileRequest): Promise<Omit<Outcome, 'ms'>> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      if (text.length < textCharactersMax) text += chunk.toString('latin1').slice(0, textCharactersMax)
    })
    socket.on('error', () => undefined)
    socket.once('close', () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 400), text }),
    )
    socket.setTimeout(answerMsMax, () => {
      text = 'no answer'
      socket.destroy()
    })
    socket.write(body ?? '')
  })
}

export interface Sender {
  send(request: HostileRequest): Promise<Outcome>
  close(): void
}

export function createSender(url: string, grpcPort: number): Sender {
  let session: ClientHttp2Session | undefined
  const openSession = (): ClientHttp2Session => {
    if (session === undefined || session.closed || session.destroyed) {
      session = connectHttp2(`http://127.0.0.1:${grpcPort}`)
      session.on('error', () => undefined)
    }
    return session
  }
  return {
    send: async (request) => {
      const startMs = performance.now()
      const outcome =
        request.transport === 'grpc'
          ? await sendGrpc(openSession(), request)
          : request.transport === 'raw'
            ? await sendRaw(url, request)
            : await sendHttp(url, request)
      return { ...outcome, ms: performance.now() - startMs }
    },
    close: () => session?.destroy(),
  }
}

/** Sends a valid request and returns its answer. */
export async function requestJson(
  url: string,
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { Authorization: `ApiKey ${firstKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}
