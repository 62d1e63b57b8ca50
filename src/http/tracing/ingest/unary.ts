// A server for unary gRPC calls over HTTP/2, as far as exporters use them: one message in, one message or a status out.
// A general library would not authenticate before it reads the message, bound compressed and inflated sizes separately,
// and map every failure to the status that OTLP defines.
import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { BodyMemory } from '../../bodies/body-memory.ts'
import { createArrivalMonitor, type ArrivalMonitor } from '../../server/connections/slow-clients.ts'

export interface UnaryCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly remoteAddress: string
  /** Reads the message as received. `tooLarge` and `malformed` create the errors of a rejection. */
  readonly message: (limit: MessageLimit) => Promise<ReceivedMessage>
}

export interface MessageLimit {
  readonly bytesMax: number
  /** Memory that the message counts against. */
  readonly memory: BodyMemory
  readonly tooLarge: () => Error
  readonly malformed: (problem: string) => Error
}

export interface ReceivedMessage {
  readonly bytes: Uint8Array
  /** The compression of the bytes. */
  readonly encoding: string
}

export interface UnaryAnswer {
  /** A google.rpc.Code. Undefined: success, with the message. */
  readonly failure?: { readonly code: number; readonly details: string }
  readonly message?: Uint8Array
  /** Sent before the message, or with a failure. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** The bytes before a message: a flag and the length of the message. */
const prefixBytes = 5
/** HTTP/2 flow control: the most unread bytes of a call and of a connection. */
const windowBytes = 1024 * 1024

/** Receives the frame of a call. Uses events, because leaving a `for await` loop early would cut the stream. */
function receiveFrame(
  stream: ServerHttp2Stream,
  {
    monitor,
    messageLimit: { bytesMax, memory, tooLarge, malformed },
  }: { readonly monitor: ArrivalMonitor; readonly messageLimit: MessageLimit },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let hasEnded = false
  // The memory is released when the call is answered or cut.
  stream.once('close', () => memory.release(size))
  return new Promise((resolve, reject) => {
    const refuse = (reason: unknown): void => {
      hasEnded = true
      stream.off('data', onData).pause()
      chunks.length = 0
      reject(reason)
    }
    const onData = (chunk: Buffer): void => {
      try {
        if (size + chunk.length > bytesMax + prefixBytes) throw tooLarge()
        memory.reserve(chunk.length)
      } catch (error) {
        refuse(error)
        return
      }
      size += chunk.length
      chunks.push(chunk)
    }
    const unwatch = monitor.watch({
      stage: () => (hasEnded ? 'over' : 'arriving'),
      bytes: () => size,
      cut: () => refuse(malformed('The message did not arrive in time.')),
    })
    stream.on('data', onData)
    stream.once('end', () => {
      unwatch()
      hasEnded = true
      resolve(Buffer.concat(chunks))
    })
    stream.once('close', () => {
      unwatch()
      refuse(malformed('The call ended before its message.'))
    })
  })
}

interface IncomingStream {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
  readonly monitor: ArrivalMonitor
}

async function messageOf(
  { stream, headers, monitor }: IncomingStream,
  limit: MessageLimit,
): Promise<ReceivedMessage> {
  const frame = await receiveFrame(stream, { monitor, messageLimit: limit })
  if (frame.length < prefixBytes || frame.length !== prefixBytes + frame.readUInt32BE(1)) {
    throw limit.malformed('The call does not contain exactly one message.')
  }
  const grpcEncoding = headers['grpc-encoding']
  const encoding = frame[0] === 1 && typeof grpcEncoding === 'string' ? grpcEncoding : 'identity'
  return { bytes: frame.subarray(prefixBytes), encoding }
}

function frameMessage(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(prefixBytes + message.length)
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, prefixBytes)
  return frame
}

/** Percent-encodes all but printable ASCII; a lone surrogate cannot be encoded. */
const headerText = (text: string): string =>
  text.toWellFormed().replaceAll(/[^ -$&-~]+/gu, (part) => encodeURIComponent(part))

const answerHeaders = {
  ':status': 200,
  'content-type': 'application/grpc+proto',
  'grpc-accept-encoding': 'identity,gzip,deflate,zstd',
} as const

/** Stops a client that is still sending and discards its data, so that the call can end. */
function stopReading(stream: ServerHttp2Stream): void {
  stream.close(constants.NGHTTP2_NO_ERROR)
  stream.resume()
}

function send(stream: ServerHttp2Stream, { failure, message, metadata }: UnaryAnswer): void {
  if (stream.destroyed || stream.closed) return
  if (failure !== undefined) {
    const status = { 'grpc-status': String(failure.code), 'grpc-message': headerText(failure.details) }
    stream.respond({ ...answerHeaders, ...status, ...metadata }, { endStream: true })
    return stopReading(stream)
  }
  stream.respond({ ...answerHeaders, ...metadata }, { waitForTrailers: true })
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(frameMessage(message ?? new Uint8Array()))
}

export interface UnaryServer {
  /** Resolves with the port. */
  readonly listen: (host: string, port: number) => Promise<number>
  /** Finishes the calls in flight; cuts those that do not end in time. */
  readonly close: (afterMs: number) => Promise<void>
}

/** Concurrent calls per connection; clients queue further calls by themselves. */
const callsMax = 100
/** An idle connection is closed after this time; clients reconnect when needed. */
const idleMs = 10 * 60_000

export interface UnaryOptions {
  /** How long the server waits for a message. */
  readonly clientSecondsMax: number
  /** The number of proxies in front that append to X-Forwarded-For. */
  readonly trustProxy: number
  readonly limitConnections: (server: Http2Server) => void
  /** Never rejects: a failure is an answer, too. */
  readonly answer: (call: UnaryCall) => Promise<UnaryAnswer>
}

/** The client address. Addresses before those of trusted proxies come from the client and are not trusted. */
function addressOf(
  stream: ServerHttp2Stream,
  { headers, trustProxy }: { readonly headers: IncomingHttpHeaders; readonly trustProxy: number },
): string {
  const forwardedAddresses = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const trustedAddresses = forwardedAddresses.slice(Math.max(0, forwardedAddresses.length - trustProxy))
  return (trustProxy > 0 ? trustedAddresses[0] : undefined) ?? stream.session?.socket.remoteAddress ?? ''
}

export function createUnaryServer({
  clientSecondsMax,
  trustProxy,
  limitConnections,
  answer,
}: UnaryOptions): UnaryServer {
  const sessions = new Set<ServerHttp2Session>()
  const monitor = createArrivalMonitor(clientSecondsMax)
  const server = createServer({
    settings: { initialWindowSize: windowBytes, maxConcurrentStreams: callsMax },
  })
  limitConnections(server)
  server.on('session', (session) => {
    sessions.add(session)
    session.setLocalWindowSize(windowBytes)
    session.setTimeout(idleMs, () => session.close())
    session.once('close', () => sessions.delete(session))
    // A broken connection ends its calls; nobody is left to answer.
    session.on('error', () => session.destroy())
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    const call: UnaryCall = {
      path: headers[':path'] ?? '',
      headers,
      remoteAddress: addressOf(stream, { headers, trustProxy }),
      message: (limit) => messageOf({ stream, headers, monitor }, limit),
    }
    const respond = async (): Promise<void> => {
      if (headers['content-type']?.startsWith('application/grpc') === true) {
        return send(stream, await answer(call))
      }
      stream.respond({ ':status': 415 }, { endStream: true })
      stopReading(stream)
    }
    void respond()
  })
  return {
    listen: (host, port) => listen(server, { host, port }),
    close: async (ms) => {
      await closeServer(server, { sessions, afterMs: ms })
      monitor.stop()
    },
  }
}

const listen = (
  server: Http2Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

async function closeServer(
  server: Http2Server,
  { sessions, afterMs }: { readonly sessions: ReadonlySet<ServerHttp2Session>; readonly afterMs: number },
): Promise<void> {
  const closePromise = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  for (const session of sessions) session.close()
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy()
  }, afterMs)
  await closePromise
  clearTimeout(timer)
}
