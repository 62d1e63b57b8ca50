// How the server stops: requests that it has begun are answered, new ones are refused, and no connection stays open.
import type { FastifyInstance } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'

const stoppingRefusal = (): AssayError =>
  new AssayError('unavailable', 'The server is stopping.', { headers: { 'Retry-After': '5' } })

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to stop: answers without an end end now. */
    readonly stopping: AbortSignal
  }
}

/** The share of a stop that requests in flight have; the rest is for giving back leases and closing stores. */
export const drainShare = 0.7

/** In time connections are cut: a client that never finishes its request does not hold the stop. */
export function stopInOrder(app: FastifyInstance, secondsMax: number): void {
  let stopping = false
  const stop = new AbortController()
  app.decorate('stopping', stop.signal)
  app.addHook('preClose', async () => {
    stopping = true
    stop.abort()
    setTimeout(() => app.server.closeAllConnections(), drainShare * secondsMax * 1000).unref()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(stopping ? stoppingRefusal() : undefined)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) void reply.header('Connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    done()
    // An answer that was being sent when the stop began has promised its client to keep the connection, and would
    // hold the server until the keep-alive time is over.
    if (stopping) setImmediate(() => app.server.closeIdleConnections())
  })
}
