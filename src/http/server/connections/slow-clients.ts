// Disconnects slow clients: bodies that trickle in or never arrive, and answers that the client does not
// read. Each gets a time limit; then its connection is closed.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * A slower body counts as stalled: a client that sends single bytes holds its connection as long as a silent one.
 */
const bytesPerSecondMin = 1024

/**
 * State of a body: `arriving` from the client; `unread`, received but not read yet, so the client is not the
 * slow party; `answered`, its request was answered before the body ended; or `over`.
 */
export type Stage = 'arriving' | 'unread' | 'answered' | 'over'

export interface Arrival {
  readonly stage: () => Stage
  /** Bytes received so far; only differences count. */
  readonly bytes: () => number
  readonly cut: () => void
}

export interface ArrivalMonitor {
  /**
   * Returns a function that stops the watch. Call it as soon as the arrival is over: the set retains the
   * arrival with all that it references, and thousands of finished requests that age in memory cost more than
   * answering them.
   */
  readonly watch: (arrival: Arrival) => () => void
  readonly stop: () => void
}

interface WatchedArrival {
  readonly arrival: Arrival
  sinceMs: number
  bytes: number
  wasAnswered: boolean
}

/**
 * Disconnects each arrival that is too slow within any window of `secondsMax`. One timer for all, on the
 * monotonic clock.
 */
export function createArrivalMonitor(secondsMax: number): ArrivalMonitor {
  const windowMs = secondsMax * 1000
  const bytesMin = secondsMax * bytesPerSecondMin
  const arrivals = new Set<WatchedArrival>()

  const isSlow = ({ arrival, bytes, wasAnswered }: WatchedArrival, stage: Stage): boolean =>
    stage === 'answered' ? wasAnswered : stage === 'arriving' && arrival.bytes() - bytes < bytesMin

  function check(entry: WatchedArrival, nowMs: number): void {
    const { arrival } = entry
    const stage = arrival.stage()
    if (stage === 'over') {
      arrivals.delete(entry)
      return
    }
    if (nowMs - entry.sinceMs < windowMs) return
    if (isSlow(entry, stage)) {
      arrivals.delete(entry)
      arrival.cut()
      return
    }
    entry.sinceMs = nowMs
    entry.bytes = arrival.bytes()
    entry.wasAnswered = stage === 'answered'
  }

  const timer = setInterval(
    () => {
      const nowMs = performance.now()
      for (const entry of arrivals) check(entry, nowMs)
    },
    Math.min(5000, windowMs / 4),
  ).unref()
  return {
    watch: (arrival) => {
      const entry = { arrival, sinceMs: performance.now(), bytes: arrival.bytes(), wasAnswered: false }
      arrivals.add(entry)
      return () => void arrivals.delete(entry)
    },
    stop: () => clearInterval(timer),
  }
}

/** The error that Node reports for late headers; here it also reports late bodies. */
const timeoutError = (): Error =>
  Object.assign(new Error('The request did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

function bodyArrival(
  server: Server,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Arrival {
  const { socket } = request
  return {
    stage: () => {
      if (request.complete || socket.destroyed) return 'over'
      if (response.writableFinished) return 'answered'
      return request.readableLength > 0 ? 'unread' : 'arriving'
    },
    bytes: () => socket.bytesRead,
    cut: () => {
      // No refusal can follow an answer that has started.
      if (response.headersSent) socket.destroy()
      else server.emit('clientError', timeoutError(), socket)
    },
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Shorter answers fit into the buffers of the connection and leave in any case. */
const answerBytesMin = 64 * 1024

/** Closes the connection, and the source of the answer, when the client reads nothing for `secondsMax`. */
function dropUnreadAnswers(app: FastifyInstance, secondsMax: number): void {
  app.addHook('onSend', (_request, reply, payload: unknown, done) => {
    const isLong =
      payload instanceof Readable ||
      ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= answerBytesMin)
    if (isLong) {
      const { raw } = reply
      // Without buffered bytes the server is the slow party: it has produced nothing yet.
      raw.setTimeout(secondsMax * 1000, () => {
        if (raw.socket !== null && raw.socket.writableLength > 0) raw.destroy()
      })
    }
    done(null, payload)
  })
}

export function cutSlowClients(app: FastifyInstance, secondsMax: number): void {
  const { server } = app
  const monitor = createArrivalMonitor(secondsMax)
  server.headersTimeout = secondsMax * 1000
  server.on('request', (request, response) => {
    if (!hasBody(request)) return
    const arrival = bodyArrival(server, { request, response })
    const unwatch = monitor.watch(arrival)
    request.once('close', () => {
      if (arrival.stage() === 'over') unwatch()
    })
  })
  dropUnreadAnswers(app, secondsMax)
  app.addHook('onClose', async () => monitor.stop())
}
