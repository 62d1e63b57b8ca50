// Logs and counts each request: one log line, one metric and, if enabled, one span. They contain the path without its
// query and the prefix of the key, but no body.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import type { RequestSpans } from './request-spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isLogged: boolean
    /** The error code of the answer, once known. */
    errorCode: string | undefined
  }
}

/** The status that other servers log when the client disconnects before the answer. */
const disconnectedStatus = 499

/** Logs and counts each request once, whether or not its client waited for the answer. */
export function requestLogging(
  app: FastifyInstance,
  {
    metrics,
    requestSpans: spans,
  }: { readonly metrics: Metrics; readonly requestSpans?: RequestSpans | undefined },
): void {
  // Stored on the request: a set of requests, even a weak one, costs the garbage collector repeated scans.
  app.decorateRequest('isLogged', false)
  app.decorateRequest('errorCode', undefined)
  const logOnce = (
    request: FastifyRequest,
    { reply, status }: { readonly reply: FastifyReply; readonly status: number },
  ): void => {
    if (request.isLogged) return
    request.isLogged = true
    const route = request.routeOptions.config?.route
    metrics.observe({
      method: request.method,
      operation: route?.operationId ?? (request.is404 ? 'unknown' : 'static'),
      status,
      ms: reply.elapsedTime,
      isStream: String(reply.getHeader('content-type')).startsWith('text/event-stream'),
    })
    if (request.errorCode !== undefined) metrics.onError(request.errorCode)
    if (route !== undefined)
      spans?.record(request, { operation: route.operationId, status, ms: reply.elapsedTime })
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
    reply.raw.once('close', () => logOnce(request, { reply, status: disconnectedStatus }))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logOnce(request, { reply, status: reply.statusCode })
    done()
  })
}
