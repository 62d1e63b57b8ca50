// Turns errors into answers. Only this file maps a failure to a status and a body.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { AssayError } from '../../kernel/errors.ts'

/** Maps the remaining refusals of Fastify: they are errors of the client, not of the server. */
function fastifyRefusal({ statusCode }: FastifyError): AssayError | undefined {
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return undefined
  return new AssayError('payload_undecodable', 'The request cannot be read.')
}

/** Maps errors that Fastify raises before a handler runs. */
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
      return new AssayError('payload_undecodable', 'The client disconnected before the request was complete.')
    default:
      return String(error.code).startsWith('FST_') ? fastifyRefusal(error as FastifyError) : undefined
  }
}

const secretRoute = /^\/api\/(secrets|keys|admin)\b/

/** On routes that carry secrets a field error does not repeat the input. */
const withoutInputs = (detail: AssayError['detail']): unknown =>
  Array.isArray(detail) ? detail.map(({ input: _, ...fieldError }) => fieldError) : detail

/** Replaces the message of `unavailable` by the operation's own message, if it has one. */
export function withUnavailableMessage(message: string | undefined, error: AssayError): AssayError {
  const { code, detail, headers } = error
  return message === undefined || code !== 'unavailable' || detail === message
    ? error
    : new AssayError(code, message, { cause: error, headers })
}

/** Reveals no detail to the client; the log has the error under the request id. */
const unexpectedError = ({ id }: FastifyRequest): AssayError =>
  new AssayError('internal_error', { message: 'An unexpected error occurred.', request_id: id })

/** The error for the client. Details that the client must not see go to the log. */
export function reportFailure(request: FastifyRequest, error: unknown): AssayError {
  const failure = asAssayError(error)
  if (failure === undefined) request.log.error({ err: error }, 'internal error')
  const unavailableMessage = request.routeOptions.config?.route?.unavailable
  const publicError =
    failure === undefined ? unexpectedError(request) : withUnavailableMessage(unavailableMessage, failure)
  if (publicError.cause !== undefined)
    request.log.warn({ err: publicError.cause, code: publicError.code }, publicError.message)
  request.errorCode = publicError.code
  return publicError
}

export function sendError(
  request: FastifyRequest,
  { reply, error }: { readonly reply: FastifyReply; readonly error: unknown },
): FastifyReply {
  const route = request.routeOptions.config?.route
  const publicError = reportFailure(request, error)
  for (const [name, value] of Object.entries(publicError.headers)) void reply.header(name, value)
  if ((publicError.status === 429 || publicError.status === 503) && !reply.hasHeader('Retry-After')) {
    void reply.header('Retry-After', '1')
  }
  if (route?.answerError !== undefined) {
    const { contentType, body } = route.answerError.write(publicError, request)
    return reply.code(publicError.status).type(contentType).send(body)
  }
  const detail = secretRoute.test(request.url) ? withoutInputs(publicError.detail) : publicError.detail
  return reply.code(publicError.status).send({ code: publicError.code, detail, ...publicError.extra })
}

/** The patterns of paths are our own (openapi/paths.ts): a check of each would take a tenth of adding it. */
export const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 1000, allowUnsafeRegex: true }

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Answers failures and unknown paths. Returns a function for the refusal of a path: 405 with the allowed
 * methods, else 404.
 */
export function answerErrors(app: FastifyInstance): (request: FastifyRequest) => AssayError {
  const paths: { readonly method: (typeof methods)[number]; readonly url: string }[] = []
  app.addHook('onRoute', ({ method: routeMethods, url }) => {
    for (const method of methods) if ([routeMethods].flat().includes(method)) paths.push({ method, url })
  })
  // Created for the first refusal: adding all paths takes 40 ms of the start.
  let router: ReturnType<typeof findMyWay> | undefined
  const newRouter = (): ReturnType<typeof findMyWay> => {
    const emptyRouter = findMyWay(routerOptions)
    for (const { method, url } of paths) emptyRouter.on(method, url, () => undefined)
    return emptyRouter
  }
  const refusalOf = ({ url, method }: FastifyRequest): AssayError => {
    const path = url.split('?', 1)[0] ?? '/'
    const allPaths = (router ??= newRouter())
    const allowedMethods = methods.filter((candidate) => allPaths.find(candidate, path) !== null)
    return allowedMethods.length === 0 || allowedMethods.some((allowedMethod) => allowedMethod === method)
      ? new AssayError('route_not_found', 'Not Found')
      : new AssayError('method_not_allowed', 'Method Not Allowed', {
          headers: { Allow: allowedMethods.join(', ') },
        })
  }
  app.setErrorHandler((error, request, reply) => sendError(request, { reply, error }))
  app.setNotFoundHandler((request, reply) => sendError(request, { reply, error: refusalOf(request) }))
  return refusalOf
}
