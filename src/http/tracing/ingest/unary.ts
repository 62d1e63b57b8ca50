// Unary calls of gRPC over HTTP/2, as much of it as exporters use: one message comes, one message or a status goes. Our
// own and not a general library: the caller is known before the message is read, what arrives and what it inflates to are
// bounded apart, and every failure gets the status that OTLP names.
import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { BodyMemory } from '../../bodies/body-memory.ts'
import { createArrivalMonitor, type ArrivalMonitor } from '../../server/slow-clients.ts'

export interface UnaryCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly remoteAddress: string
  /** Reads the message as it came. `tooLarge` and `malformed` make the errors that it rejects with. */
  readonly message: (limit: MessageLimit) => Promise<ReceivedMessage>
}

export interface MessageLimit {
  readonly bytesMax: number
  /** Where bodies are counted while they are in memory. */
  readonly held: BodyMemory
  readonly tooLarge: () => Error
  readonly malformed: (what: string) => Error
}

export interface ReceivedMessage {
  readonly bytes: Uint8Array
  /** How the bytes are compressed. */
  readonly encoding: string
}

export interface UnaryAnswer {
  /** Of google.rpc.Code. Undefined: success, with the message. */
  readonly failure?: { readonly code: number; readonly details: string }
  readonly message?: Uint8Array
  /** Sent before the message; with a failure, in its place. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** A flag and the length of the message. */
const prefixBytes = 5
/** What a client may send of a call before it is read, and of all calls of a connection. */
const windowBytes = 1024 * 1024

/** Not `for await`: leaving it early would cut the stream before it is answered. */
function received(
  stream: ServerHttp2Stream,
  monitor: ArrivalMonitor,
  { bytesMax, held, tooLarge, malformed }: MessageLimit,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let isOver = false
  // What was taken is given back when the call is answered, or cut.
  stream.once('close', () => held.release(size))
  return new Promise((resolve, reject) => {
    const refuse = (reason: unknown): void => {
      isOver = true
      stream.off('data', take).pause()
      chunks.length = 0
      reject(reason)
    }
    const take = (chunk: Buffer): void => {
      try {
        if (size + chunk.length > bytesMax + prefixBytes) throw tooLarge()
        held.reserve(chunk.length)
      } catch (error) {
        refuse(error)
        return
      }
      size += chunk.length
      chunks.push(chunk)
    }
    const forget = monitor.watch({
      stage: () => (isOver ? 'over' : 'arriving'),
      bytes: () => size,
      cut: () => refuse(malformed('It did not arrive in time.')),
    })
    stream.on('data', take)
    stream.once('end', () => {
      forget()
      isOver = true
      resolve(Buffer.concat(chunks))
    })
    stream.once('close', () => {
      forget()
      refuse(malformed('The call ended before its message.'))
    })
  })
}

interface Incoming {
  readonly stream: ServerHttp2Stream
  readonly headers: IncomingHttpHeaders
  readonly monitor: ArrivalMonitor
}

async function messageOf(
  { stream, headers, monitor }: Incoming,
  limit: MessageLimit,
): Promise<ReceivedMessage> {
  const frame = await received(stream, monitor, limit)
  if (frame.length < prefixBytes || frame.length !== prefixBytes + frame.readUInt32BE(1)) {
    throw limit.malformed('The call does not hold one whole message.')
  }
  const named = headers['grpc-encoding']
  const encoding = frame[0] === 1 && typeof named === 'string' ? named : 'identity'
  return { bytes: frame.subarray(prefixBytes), encoding }
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(prefixBytes + message.length)
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, prefixBytes)
  return frame
}

/** Printable ASCII but the percent sign stands for itself; half of a surrogate pair has no form. */
const headerText = (text: string): string =>
  text.toWellFormed().replaceAll(/[^ -$&-~]+/gu, (part) => encodeURIComponent(part))

const answerHeaders = {
  ':status': 200,
  'content-type': 'application/grpc+proto',
  'grpc-accept-encoding': 'identity,gzip,deflate,zstd',
} as const

/** A client that is still sending is told to stop; what is under way is thrown away, so that the call can end. */
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
  stream.end(framed(message ?? new Uint8Array()))
}

export interface UnaryServer {
  /** Answers the port. */
  readonly listen: (host: string, port: number) => Promise<number>
  /** Finishes the calls under way; those that do not end by then are cut. */
  readonly close: (afterMs: number) => Promise<void>
}

/** Calls of one connection at a time; clients keep others waiting by themselves. */
const callsMax = 100
/** A connection without calls is closed after this; clients open another when they need one. */
const idleMs = 10 * 60_000

export interface UnaryOptions {
  /** How long a message may keep the server waiting. */
  readonly clientSecondsMax: number
  /** How many proxies in front add an address to X-Forwarded-For. */
  readonly trustProxy: number
  readonly bound: (server: Http2Server) => void
  /** Never rejects: a failure is an answer too. */
  readonly answer: (call: UnaryCall) => Promise<UnaryAnswer>
}

/** Where a call comes from. Addresses before those that trusted proxies added were sent by the client. */
function addressOf(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, trustProxy: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  const added = forwarded.slice(Math.max(0, forwarded.length - trustProxy))
  return (trustProxy > 0 ? added[0] : undefined) ?? stream.session?.socket.remoteAddress ?? ''
}

export function createUnaryServer({
  clientSecondsMax,
  trustProxy,
  bound,
  answer,
}: UnaryOptions): UnaryServer {
  const sessions = new Set<ServerHttp2Session>()
  const monitor = createArrivalMonitor(clientSecondsMax)
  const server = createServer({
    settings: { initialWindowSize: windowBytes, maxConcurrentStreams: callsMax },
  })
  bound(server)
  server.on('session', (session) => {
    sessions.add(session)
    session.setLocalWindowSize(windowBytes)
    session.setTimeout(idleMs, () => session.close())
    session.once('close', () => sessions.delete(session))
    // A connection that breaks ends its calls; there is nobody to tell.
    session.on('error', () => session.destroy())
  })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    const call: UnaryCall = {
      path: headers[':path'] ?? '',
      headers,
      remoteAddress: addressOf(stream, headers, trustProxy),
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
    listen: (host, port) => listening(server, host, port),
    close: async (ms) => {
      await closed(server, sessions, ms)
      monitor.stop()
    },
  }
}

const listening = (server: Http2Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

async function closed(
  server: Http2Server,
  sessions: ReadonlySet<ServerHttp2Session>,
  afterMs: number,
): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  for (const session of sessions) session.close()
  const timer = setTimeout(() => {
    for (const session of sessions) session.destroy()
  }, afterMs)
  await ended
  clearTimeout(timer)
}
