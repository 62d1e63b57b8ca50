// Errors as answers: the one place where a failure becomes a status and a body.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { AssayError } from '../../kernel/errors.ts'

/** A request that Fastify itself refuses for a reason not named above is wrong all the same, and no fault of the server. */
function refusedByFastify({ statusCode }: FastifyError): AssayError | undefined {
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return undefined
  return new AssayError('payload_undecodable', 'The request cannot be read.')
}

/** Failures that Fastify itself finds before a handler runs. */
function asAssayError(error: unknown): AssayError | undefined {
  if (error instanceof AssayError) return error
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_STATIC_FORBIDDEN_PATH':
      return new AssayError('route_not_found', 'Not Found')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AssayError('payload_undecodable', 'The body is shorter or longer than its Content-Length.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AssayError('unsupported_media_type', 'The Content-Type cannot be read.')
    case 'ECONNRESET':
      return new AssayError('payload_undecodable', 'The client went away while sending.')
    default:
      return String(error.code).startsWith('FST_') ? refusedByFastify(error as FastifyError) : undefined
  }
}

const secretRoute = /^\/api\/(secrets|keys|admin)\b/

/** On routes that carry secrets a fault does not repeat what was sent. */
const withoutInputs = (detail: AssayError['detail']): unknown =>
  Array.isArray(detail) ? detail.map(({ input: _, ...fault }) => fault) : detail

/** The failure in the words that its operation has for a store that does not answer. */
export function inWordsOf(sentence: string | undefined, error: AssayError): AssayError {
  const { code, detail, headers } = error
  return sentence === undefined || code !== 'unavailable' || detail === sentence
    ? error
    : new AssayError(code, sentence, { cause: error, headers })
}

/** Nothing of what happened is shown; the log has it under the id of the request. */
const unexpected = ({ id }: FastifyRequest): AssayError =>
  new AssayError('internal_error', { message: 'An unexpected error occurred.', request_id: id })

/** The failure that the client is told of; what it is not told of is in the log. */
export function failureTold(request: FastifyRequest, error: unknown): AssayError {
  const failure = asAssayError(error)
  if (failure === undefined) request.log.error({ err: error }, 'internal error')
  const words = request.routeOptions.config?.route?.unavailable
  const known = failure === undefined ? unexpected(request) : inWordsOf(words, failure)
  if (known.cause !== undefined) request.log.warn({ err: known.cause, code: known.code }, known.message)
  request.errorCode = known.code
  return known
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const route = request.routeOptions.config?.route
  const known = failureTold(request, error)
  for (const [name, value] of Object.entries(known.headers)) void reply.header(name, value)
  if ((known.status === 429 || known.status === 503) && !reply.hasHeader('Retry-After')) {
    void reply.header('Retry-After', '1')
  }
  if (route?.answerError !== undefined) {
    const { contentType, body } = route.answerError.write(known, request)
    return reply.code(known.status).type(contentType).send(body)
  }
  const detail = secretRoute.test(request.url) ? withoutInputs(known.detail) : known.detail
  return reply.code(known.status).send({ code: known.code, detail, ...known.extra })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers failures, and paths without a route. The result is the refusal of a path: 405 with the methods it has, else 404. */
export function answerErrors(app: FastifyInstance): (request: FastifyRequest) => AssayError {
  const known = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 1000 })
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if ((methods as readonly string[]).includes(method)) {
        known.on(method as 'GET', route.url, () => undefined)
      }
    }
  })
  const unserved = ({ url, method }: FastifyRequest): AssayError => {
    const path = url.split('?', 1)[0] ?? '/'
    const allowed = methods.filter((one) => known.find(one, path) !== null)
    return allowed.length === 0 || allowed.includes(method as 'GET')
      ? new AssayError('route_not_found', 'Not Found')
      : new AssayError('method_not_allowed', 'Method Not Allowed', { headers: { Allow: allowed.join(', ') } })
  }
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error))
  app.setNotFoundHandler((request, reply) => sendError(request, reply, unserved(request)))
  return unserved
}
