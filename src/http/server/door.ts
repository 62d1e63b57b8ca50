// Refuses requests before anything of them is used: methods that no route has, and hosts that no address can be made of.
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

/** A name or an address, with or without a port: no user, path or query, which an address made of it would take over. */
const hostShape = /^[\w.~%:[\]!$&'()*+;=-]+$/

/** Whether `http://<host>` is the address of a server. */
export const isHost = (host: string): boolean => hostShape.test(host) && URL.canParse(`http://${host}`)

/** More than one is for a proxy and us to disagree about. */
const hasSeveralHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1

/** Under which host the client reached this server. HTTP/1.0 needs to name none: then it is the address of the socket. */
export function hostOf({ host, socket, raw }: FastifyRequest): string {
  if (host !== '' || raw.httpVersionMajor > 1 || raw.httpVersionMinor > 0) return host
  const { localAddress = '127.0.0.1', localPort = 80, localFamily } = socket
  return localFamily === 'IPv6' ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
}

/** `protocol` and `host` are those that a trusted proxy names, where there is one. */
function hostRefusal(request: FastifyRequest): AssayError | undefined {
  const isGood =
    isHost(hostOf(request)) &&
    !hasSeveralHosts(request.raw) &&
    (request.protocol === 'http' || request.protocol === 'https')
  return isGood ? undefined : new AssayError('payload_undecodable', 'The Host of the request is not valid.')
}

/** `unserved` is the refusal of a path by its method. */
export function refuseAtDoor(app: FastifyInstance, unserved: (request: FastifyRequest) => AssayError): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(servedMethods.has(request.method) ? hostRefusal(request) : unserved(request))
  })
}
