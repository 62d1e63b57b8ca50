// What is kept of each request: a line in the log and a count. Paths without their query, keys by their prefix, no bodies.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    told: boolean
    /** Of the table of errors, once it is known. */
    errorCode: string | undefined
  }
}

/** What other servers log when the client closed the connection before it had its answer. */
const abandonedStatus = 499

/** Each request leaves one line in the log and is counted once, whether or not its client waited for the answer. */
export function tellOfRequests(app: FastifyInstance, metrics: Metrics): void {
  // A member of the request: a set of requests, even a weak one, makes the collector look at each of them again and again.
  app.decorateRequest('told', false)
  app.decorateRequest('errorCode', undefined)
  const tell = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    if (request.told) return
    request.told = true
    const route = request.routeOptions.config?.route
    metrics.observe({
      method: request.method,
      operation: route?.operationId ?? (request.is404 ? 'unknown' : 'static'),
      status,
      ms: reply.elapsedTime,
      isStream: String(reply.getHeader('content-type')).startsWith('text/event-stream'),
    })
    if (request.errorCode !== undefined) metrics.failed(request.errorCode)
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        key: request.caller?.key.prefix,
        address: request.ip,
      },
      'request',
    )
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => tell(request, reply, abandonedStatus))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    tell(request, reply, reply.statusCode)
    done()
  })
}
