// Security headers of every answer: no content sniffing, no framing, no referrer. A page may set its own
// policy. Answers below /api are not cached: they may contain data for this client only, even keys and secrets.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The policy of answers that are neither a page nor part of one: they load nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"
/** The policy of files that pages load: a worker script is bound by the policy of its own response. */
const filePolicy = "default-src 'self'; frame-ancestors 'none'"
const fileTypes = /^(?:text\/(?:css|html|javascript)|application\/(?:javascript|wasm)|image\/|font\/)/

function addMissing(
  reply: FastifyReply,
  { name, value }: { readonly name: string; readonly value: string },
): void {
  if (!reply.hasHeader(name)) void reply.header(name, value)
}

export function addSafetyHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const isFile = fileTypes.test(String(reply.getHeader('Content-Type') ?? ''))
  addMissing(reply, { name: 'X-Content-Type-Options', value: 'nosniff' })
  addMissing(reply, { name: 'Content-Security-Policy', value: isFile ? filePolicy : dataPolicy })
  addMissing(reply, { name: 'Referrer-Policy', value: 'no-referrer' })
  if (request.url.startsWith('/api')) addMissing(reply, { name: 'Cache-Control', value: 'no-store' })
}

export function addSafetyHeadersToAll(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    addSafetyHeaders(request, reply)
    done(null, payload)
  })
}
