// Pages of other origins: off unless origins are listed.
import type { FastifyInstance, FastifyReply } from 'fastify'

/** What a page may read of an answer besides its body. */
const readable = [
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
const sendable = 'Authorization, Content-Type, Content-Encoding, X-Request-Id'
const headerNames = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const all = origins.includes('*')
  app.addHook('onRequest', (request, reply, done) => {
    // Also for pages that are not allowed: what a cache keeps of theirs must not be given to one that is.
    addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !(all || origins.includes(origin))) {
      done()
      return
    }
    void reply.header('Access-Control-Allow-Origin', origin)
    void reply.header('Access-Control-Expose-Headers', readable)
    if (request.method !== 'OPTIONS') {
      done()
      return
    }
    addVary(reply, 'Access-Control-Request-Headers')
    void reply.header('Access-Control-Allow-Methods', methods)
    void reply.header(
      'Access-Control-Allow-Headers',
      sendableOf(request.headers['access-control-request-headers']),
    )
    void reply.header('Access-Control-Max-Age', '600')
    void reply.code(204).send()
  })
}

/** Whatever the page asks for: generated clients name themselves in headers of their own, and tracers add theirs. */
function sendableOf(asked: string | readonly string[] | undefined): string {
  return typeof asked === 'string' && headerNames.test(asked) ? asked : sendable
}

/** Says that the answer depends on a header of the request, besides those it depends on already. */
export function addVary(reply: FastifyReply, header: string): void {
  const before = reply.getHeader('Vary')
  void reply.header('Vary', before === undefined ? header : `${String(before)}, ${header}`)
}
