// CORS: off unless the settings list origins.
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Response headers that a page of another origin may read. */
const exposedHeaders = [
  'X-Request-Id',
  'X-Assay-Receipt',
  'X-Assay-Revision-Id',
  'Content-Disposition',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
  'Deprecation',
  'Link',
].join(', ')
const methods = 'GET, POST, PUT, PATCH, DELETE'
const defaultRequestHeaders = 'Authorization, Content-Type, Content-Encoding, X-Request-Id'
const headerNames = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowsAll = origins.includes('*')
  app.addHook('onRequest', (request, reply, done) => {
    // Refused origins get the header, too: a cache must not serve their answer to an allowed origin.
    addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !(allowsAll || origins.includes(origin))) {
      done()
      return
    }
    void reply.header('Access-Control-Allow-Origin', origin)
    void reply.header('Access-Control-Expose-Headers', exposedHeaders)
    if (request.method !== 'OPTIONS') {
      done()
      return
    }
    addVary(reply, 'Access-Control-Request-Headers')
    void reply.header('Access-Control-Allow-Methods', methods)
    void reply.header(
      'Access-Control-Allow-Headers',
      allowedRequestHeaders(request.headers['access-control-request-headers']),
    )
    void reply.header('Access-Control-Max-Age', '600')
    void reply.code(204).send()
  })
}

/** Allows any requested header: generated clients and tracers add their own. */
function allowedRequestHeaders(requestedHeaders: string | readonly string[] | undefined): string {
  return typeof requestedHeaders === 'string' && headerNames.test(requestedHeaders)
    ? requestedHeaders
    : defaultRequestHeaders
}

/** Appends a header name to `Vary`. */
export function addVary(reply: FastifyReply, header: string): void {
  const current = reply.getHeader('Vary')
  void reply.header('Vary', current === undefined ? header : `${String(current)}, ${header}`)
}
