// Refuses requests before any other hook reads them: methods that no route has, and hosts that form no valid
// URL.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'

const servedMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
])

/**
 * A name or an address, with or without a port. No user, path or query: a URL built from the host would
 * inherit them.
 */
const hostShape = /^[\w.~%:[\]!$&'()*+;=-]+$/

/** Whether `http://<host>` is a valid URL. */
export const isHost = (host: string): boolean => hostShape.test(host) && URL.canParse(`http://${host}`)

/** Several hosts are refused: a proxy and this server could choose different ones. */
const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1

/**
 * The host under which the client reached this server. An HTTP/1.0 request may have none; then the address of the
 * socket is used.
 */
export function hostOf({ host, socket, raw }: FastifyRequest): string {
  if (host !== '' || raw.httpVersionMajor > 1 || raw.httpVersionMinor > 0) return host
  const { localAddress = '127.0.0.1', localPort = 80, localFamily } = socket
  return localFamily === 'IPv6' ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
}

/** `protocol` and `host` come from the trusted proxy, if there is one. */
function hostRefusal(request: FastifyRequest): AssayError | undefined {
  const isValid =
    isHost(hostOf(request)) &&
    !hasSeveralHosts(request.raw) &&
    (request.protocol === 'http' || request.protocol === 'https')
  return isValid ? undefined : new AssayError('payload_undecodable', 'The Host of the request is not valid.')
}

/** `refusalOf` returns the refusal of a path by its method. */
export function checkRequests(
  app: FastifyInstance,
  refusalOf: (request: FastifyRequest) => AssayError,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(servedMethods.has(request.method) ? hostRefusal(request) : refusalOf(request))
  })
}
