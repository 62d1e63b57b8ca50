// What every answer tells browsers: to take it as what it says it is, to show it in no frame, to tell nobody where a link
// was followed from. A page may bring a policy of its own. Nothing below /api is kept: any answer may hold what only this
// client may see, keys and secrets among it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Of what is no page and no part of one: nothing is loaded on its behalf. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"
/** Of files that pages load: scripts of workers are held to the policy that they come with. */
const filePolicy = "default-src 'self'; frame-ancestors 'none'"
const fileTypes = /^(?:text\/(?:css|html|javascript)|application\/(?:javascript|wasm)|image\/|font\/)/

function addMissing(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) void reply.header(name, value)
}

export function addSafetyHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const isFile = fileTypes.test(String(reply.getHeader('Content-Type') ?? ''))
  addMissing(reply, 'X-Content-Type-Options', 'nosniff')
  addMissing(reply, 'Content-Security-Policy', isFile ? filePolicy : dataPolicy)
  addMissing(reply, 'Referrer-Policy', 'no-referrer')
  if (request.url.startsWith('/api')) addMissing(reply, 'Cache-Control', 'no-store')
}

export function sendSafely(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    addSafetyHeaders(request, reply)
    done(null, payload)
  })
}
