// Graceful shutdown: requests in flight are answered, new ones are refused, and no connection stays open.
import type { FastifyInstance } from 'fastify'
import { AssayError } from '../../../kernel/errors.ts'

const stoppingRefusal = (): AssayError =>
  new AssayError('unavailable', 'The server is stopping.', { headers: { 'Retry-After': '5' } })

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the shutdown begins, so that endless answers end. */
    readonly stopping: AbortSignal
  }
}

/**
 * The share of the shutdown time for requests in flight; the rest is for releasing leases and closing stores.
 */
export const drainShare = 0.7

/**
 * Cuts all connections when the drain time ends, so a client that never finishes its request cannot block the
 * shutdown.
 */
export function stopGracefully(app: FastifyInstance, secondsMax: number): void {
  let isStopping = false
  const stop = new AbortController()
  app.decorate('stopping', stop.signal)
  app.addHook('preClose', async () => {
    isStopping = true
    stop.abort()
    setTimeout(() => app.server.closeAllConnections(), drainShare * secondsMax * 1000).unref()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isStopping ? stoppingRefusal() : undefined)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) void reply.header('Connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    done()
    // An answer that was already being sent has announced keep-alive; its idle connection would delay the
    // shutdown.
    if (isStopping) setImmediate(() => app.server.closeIdleConnections())
  })
}
