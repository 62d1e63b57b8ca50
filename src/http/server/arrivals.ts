// Clients that keep the server waiting: bodies that trickle in or never come, with or without a key, and answers that
// nobody takes. Each is given a time; then its connection is closed, so that waiting costs the client as much as us.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** A slower body counts as not coming: single bytes now and then hold a connection as well as silence does. */
const bytesPerSecondMin = 1024

/**
 * Where a body is: on its way; here, but not read yet, so that it is not the client who is slow; no longer wanted, for its
 * request was answered; or over.
 */
export type Stage = 'arriving' | 'unread' | 'answered' | 'over'

export interface Arrival {
  readonly stage: () => Stage
  /** What came so far; only differences count. */
  readonly bytes: () => number
  readonly cut: () => void
}

export interface Arrivals {
  /**
   * To be called as soon as it is over: until then it is kept, with all that it reaches. Thousands of finished requests that
   * wait to be noticed grow old in memory, which costs more than answering them.
   */
  readonly watch: (arrival: Arrival) => () => void
  readonly stop: () => void
}

interface Watched {
  readonly arrival: Arrival
  sinceMs: number
  bytes: number
  wasAnswered: boolean
}

/** Cuts what falls behind within any `secondsMax`. One timer for all, by the clock that never jumps. */
export function watchArrivals(secondsMax: number): Arrivals {
  const windowMs = secondsMax * 1000
  const bytesMin = secondsMax * bytesPerSecondMin
  const all = new Set<Watched>()

  const isSlow = ({ arrival, bytes, wasAnswered }: Watched, stage: Stage): boolean =>
    stage === 'answered' ? wasAnswered : stage === 'arriving' && arrival.bytes() - bytes < bytesMin

  function look(watched: Watched, nowMs: number): void {
    const { arrival } = watched
    const stage = arrival.stage()
    if (stage === 'over') {
      all.delete(watched)
      return
    }
    if (nowMs - watched.sinceMs < windowMs) return
    if (isSlow(watched, stage)) {
      all.delete(watched)
      arrival.cut()
      return
    }
    watched.sinceMs = nowMs
    watched.bytes = arrival.bytes()
    watched.wasAnswered = stage === 'answered'
  }

  const timer = setInterval(
    () => {
      const nowMs = performance.now()
      for (const watched of all) look(watched, nowMs)
    },
    Math.min(5000, windowMs / 4),
  ).unref()
  return {
    watch: (arrival) => {
      const watched = { arrival, sinceMs: performance.now(), bytes: arrival.bytes(), wasAnswered: false }
      all.add(watched)
      return () => void all.delete(watched)
    },
    stop: () => clearInterval(timer),
  }
}

/** What the runtime says of headers that do not come in time; said of bodies too. */
const timedOut = (): Error =>
  Object.assign(new Error('The request did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

function bodyArrival(server: Server, request: IncomingMessage, response: ServerResponse): Arrival {
  const { socket } = request
  return {
    stage: () => {
      if (request.complete || socket.destroyed) return 'over'
      if (response.writableFinished) return 'answered'
      return request.readableLength > 0 ? 'unread' : 'arriving'
    },
    bytes: () => socket.bytesRead,
    cut: () => {
      // An answer that has begun cannot be followed by a refusal.
      if (response.headersSent) socket.destroy()
      else server.emit('clientError', timedOut(), socket)
    },
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Answers that fit into the buffers of the connection leave in any case. */
const answerBytesMin = 64 * 1024

/** An answer of which the client takes nothing for so long is given up, and what makes it ends. */
function dropUntaken(app: FastifyInstance, secondsMax: number): void {
  app.addHook('onSend', (_request, reply, payload: unknown, done) => {
    const isLong =
      payload instanceof Readable ||
      ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= answerBytesMin)
    if (isLong) {
      const { raw } = reply
      // Nothing may be under way because nothing was made yet.
      raw.setTimeout(secondsMax * 1000, () => {
        if (raw.socket !== null && raw.socket.writableLength > 0) raw.destroy()
      })
    }
    done(null, payload)
  })
}

export function cutSlowClients(app: FastifyInstance, secondsMax: number): void {
  const { server } = app
  const arrivals = watchArrivals(secondsMax)
  server.headersTimeout = secondsMax * 1000
  server.on('request', (request, response) => {
    if (!hasBody(request)) return
    const arrival = bodyArrival(server, request, response)
    const forget = arrivals.watch(arrival)
    request.once('close', () => {
      if (arrival.stage() === 'over') forget()
    })
  })
  dropUntaken(app, secondsMax)
  app.addHook('onClose', async () => arrivals.stop())
}
