// How the server stops: requests that it has begun are answered, new ones are refused, and no connection stays open.
import type { FastifyInstance } from 'fastify'
import { AssayError } from '../errors.ts'

/** After `secondsMax` connections are cut: a client that never finishes its request does not hold the stop. */
export function stopInOrder(app: FastifyInstance, secondsMax: number): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    setTimeout(() => app.server.closeAllConnections(), secondsMax * 1000).unref()
  })
  app.addHook('onRequest', async () => {
    if (!stopping) return
    throw new AssayError('unavailable', 'The server is stopping.', { headers: { 'Retry-After': '5' } })
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (stopping) void reply.header('Connection', 'close')
    return payload
  })
  app.addHook('onResponse', async () => {
    // An answer that was being sent when the stop began has promised its client to keep the connection, and would
    // hold the server until the keep-alive time is over.
    if (stopping) setImmediate(() => app.server.closeIdleConnections())
  })
}
