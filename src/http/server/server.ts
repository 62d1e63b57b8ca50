// The HTTP server. Registers the routes and adds to each: request id, authentication, audit trail, validation
// of request and answer, metrics and one log line.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { z } from 'zod'
import { AuditTrail, operator } from '../../access/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Config } from '../../config.ts'
import { boundFieldErrors } from '../../kernel/bounded-field-errors.ts'
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import type { RunningWork } from '../../kernel/running-work.ts'
import { jsonText } from '../../kernel/json/lazy-list.ts'
import { parse, parseInSlices } from '../../kernel/validation.ts'
import { answerErrors, routerOptions, sendError } from './answers.ts'
import { requireOperator, requestCaller, type KeyParts } from './auth.ts'
import { cutSlowClients } from './connections/slow-clients.ts'
import { withFirstChunk } from './streams/first-chunk.ts'
import { readBodies, type BodyKind } from '../bodies/body.ts'
import type { BodyMemory } from '../bodies/body-memory.ts'
import { compressAnswers } from './compress.ts'
import { limitConnections, connectionLimits } from './connections/connections.ts'
import { allowOrigins } from './cors.ts'
import { hostOf, checkRequests } from './request-checks.ts'
import { refuseMalformed } from './connections/malformed.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { canonicalUrl, routerPaths } from '../openapi/paths.ts'
import type { CountRequest } from './request-limit.ts'
import { requestLogging } from './request-log.ts'
import type { RequestSpans } from './request-spans.ts'
import { JsonText, requireRole, type Caller, type Route } from '../route.ts'
import { addSafetyHeaders, addSafetyHeadersToAll } from './safety-headers.ts'
import { stopGracefully } from './connections/stopping.ts'
import type { ValueLimits } from '../../kernel/json/value-count.ts'
import { ownMember } from '../../kernel/own.ts'

export interface ServerParts extends KeyParts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  /** Memory for request bodies, shared by all ports. */
  readonly bodyMemory: BodyMemory
  readonly countRequest: CountRequest
  readonly metrics: Metrics
  /** Absent: requests are not exported as spans. */
  readonly requestSpans?: RequestSpans | undefined
  readonly work: RunningWork
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly route?: Route
    readonly bodyKind?: BodyKind | undefined
    /** The most values that a JSON body may have. */
    readonly valueLimits?: ValueLimits
    readonly keepsIntegers?: boolean
  }
  interface FastifyInstance {
    /** Requests, streams and their background work. A stop waits for them. */
    readonly work: RunningWork
  }
  interface FastifyRequest {
    caller: Caller | undefined
    trail: AuditTrail | undefined
    /** Length of the inflated body; 0 before it is read. */
    bodyBytes: number
  }
}

const requestIdShape = /^[\x20-\x7e]{1,128}$/

function requestId(clock: Clock, request: IncomingMessage): string {
  const header = request.headers['x-request-id']
  return typeof header === 'string' && requestIdShape.test(header) ? header : clock.id()
}

/** `10MB`, the format that exporters print. */
export const mebibytes = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 100) / 100}MB`

/** The current path of each request that used a deprecated spelling. */
const successorPaths = new WeakMap<IncomingMessage, string>()

export function createServer(parts: ServerParts, routes: readonly Route[]): FastifyInstance {
  const { config, clock, logger } = parts
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(clock, request),
    rewriteUrl: (request) => {
      const { url, successor } = canonicalUrl(request.url ?? '/')
      if (successor !== undefined) successorPaths.set(request, successor)
      return url
    },
    routerOptions,
    // Fastify runs no hooks for an unreadable path, so the common headers are set here.
    frameworkErrors: (error, request, reply) => {
      void reply.header('X-Request-Id', request.id)
      addSafetyHeaders(request, reply)
      void sendError(request, { reply, error })
    },
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, clock.id()),
    // The body reader enforces size limits: it also knows the inflated size.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The interval at which Node checks for late headers.
    http: { connectionsCheckingInterval: Math.min(5000, config.clientSecondsMax * 250) },
    keepAliveTimeout: 72_000,
    // Each trusted proxy appends the address that it sees. Earlier addresses come from the client and are not
    // trusted.
    trustProxy: config.trustProxy > 0 && ((_: string, hop: number) => hop < config.trustProxy),
  })
  app.decorate('work', parts.work)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('trail', undefined)
  app.decorateRequest('bodyBytes', 0)
  const refusalOf = answerErrors(app)
  readBodies(app, {
    json: { bytesMax: config.bodyBytesMax, setting: 'body_bytes_max' },
    bytes: {
      bytesMax: config.ingestBytesMax,
      setting: 'ingest_bytes_max',
      sentence: `OTLP batch size exceeds ${mebibytes(config.ingestBytesMax)} limit.`,
    },
    memory: parts.bodyMemory,
  })
  trackStreams(app)
  addSafetyHeadersToAll(app)
  compressAnswers(app)
  limitConnections(app.server, { connectionLimits: connectionLimits(config), logger })
  cutSlowClients(app, config.clientSecondsMax)
  // These hooks use callbacks: a hook that returns a promise costs one more microtask each.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id)
    const successor = successorPaths.get(request.raw)
    if (successor !== undefined) markDeprecated(reply, successor)
    done()
  })
  allowOrigins(app, config.corsOrigins)
  checkRequests(app, refusalOf)
  stopGracefully(app, config.stopSecondsMax)
  requestLogging(app, parts)
  recordAttempts(app)
  void app.register(async (api) => {
    const pathOf = routerPaths(routes.map(fullPath))
    for (const route of routes) register(api, { parts, route, url: pathOf(fullPath(route)) })
  })
  return app
}

/** The path that replaces the path of this request, with its ids filled in. */
const successorOf = (path: string, { params }: FastifyRequest): string =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ownMember(params as Readonly<Record<string, string>>, name) ?? ''),
  )}`

function markDeprecated(reply: FastifyReply, successor: string): void {
  void reply.header('Deprecation', 'true')
  void reply.header('Link', `<${successor}>; rel="successor-version"`)
}

/** Tracks streamed answers as running work: they read from the stores until the stream or the connection closes. */
function trackStreams(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable && !payload.closed) {
      void app.work.track(new Promise<void>((resolve) => payload.once('close', resolve)))
      // Compression does not forward the close of its reader.
      if (reply.raw.closed) payload.destroy()
      else reply.raw.once('close', () => payload.destroy())
    }
    done(null, payload)
  })
}

/**
 * Writes the audit entry before the answer leaves. A write stores its entry in its own transaction. If the
 * entry for a read cannot be stored, the answer is an error: no secret leaves without an audit entry.
 */
function recordAttempts(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { trail } = request
    if (trail === undefined) {
      done(null, payload)
      return
    }
    request.trail = undefined
    let auditError: Error | undefined
    app.work
      .track(trail.finish(reply.statusCode))
      .catch((error: Error) => {
        request.log.error({ err: error }, 'the audit entry of this request could not be written')
        const isRead = request.routeOptions.config.route?.writes === false
        if (isRead && reply.statusCode < 400) auditError = error
      })
      .finally(() => (auditError === undefined ? done(null, payload) : done(auditError)))
  })
}

const bodyKindOf = (route: Route): BodyKind | undefined => {
  if (route.form !== undefined || route.readsBody) return 'handler'
  if (route.bytesOf !== undefined) return route.inflates ? 'inflated' : 'bytes'
  return route.body === undefined ? undefined : 'json'
}

/**
 * Requests that write rows, spans or records may have 50 times as many values: the largest body then has 13
 * bytes per value.
 */
const writeValuesFactor = 50

const fullPath = (route: Route): string => `${route.outside ? '' : '/api'}${route.path}`

function register(
  app: FastifyInstance,
  { parts, route, url }: { readonly parts: ServerParts; readonly route: Route; readonly url: string },
): void {
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (route.deprecatedFor !== undefined) markDeprecated(reply, successorOf(route.deprecatedFor, request))
    if (route.access === 'public') return
    if (route.access === 'operator') {
      await requireOperator(parts, { adminKey: parts.config.adminKey, request })
      if (route.audited) request.trail = auditTrail(parts, { request, caller: undefined })
      return
    }
    const publicUrl = (): string => publicUrlOf(parts, request)
    const caller = await requestCaller(parts, { request, route, publicUrl })
    void reply.headers(parts.countRequest(caller.key.id))
    request.caller = route.audited ? auditedCaller(parts, { request, caller }) : caller
    requireRole(caller, route)
  }
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await answerOf(parts, { route, request, reply })
    if (reply.sent) return reply
    if (route.status === 204) return reply.code(204).send()
    // The client disconnected before the end of the answer; nothing more can be sent.
    if (answer === undefined) return reply
    return reply.code(route.status).type('application/json; charset=utf-8').send(answer)
  }
  app.route({
    method: route.method,
    url,
    config: {
      route,
      bodyKind: bodyKindOf(route),
      valueLimits: {
        valuesMax: parts.config.bodyValuesMax * (route.writes ? writeValuesFactor : 1),
        membersMax: parts.config.bodyValuesMax,
      },
      keepsIntegers: route.keepsIntegers,
    },
    onRequest: (request, reply) => parts.work.track(admit(request, reply)),
    handler: (request, reply) => parts.work.track(respond(request, reply)),
  })
}

/** The audit trail of a request. Without a caller the actor is the operator. */
function auditTrail(
  parts: ServerParts,
  { request, caller }: { readonly request: FastifyRequest; readonly caller: Caller | undefined },
): AuditTrail {
  return new AuditTrail(parts.store, {
    clock: parts.clock,
    attempt: {
      projectId: caller?.project.id,
      actorId: caller?.key.id ?? operator.actorId,
      actorPrefix: caller?.key.prefix ?? operator.withAdminKey,
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      operation: request.routeOptions.config.route?.operationId ?? 'unknown',
      remoteAddress: request.ip,
      requestId: request.id,
    },
  })
}

function auditedCaller(
  parts: ServerParts,
  { request, caller }: { readonly request: FastifyRequest; readonly caller: Caller },
): Caller {
  const trail = auditTrail(parts, { request, caller })
  request.trail = trail
  return {
    ...caller,
    scope: {
      ...caller.scope,
      store: trail.store,
      recordResource: (kind, id) => trail.recordResource(kind, id),
    },
  }
}

const compiledSchemas = new WeakMap<z.ZodType, z.ZodType>()

/**
 * Validates with generated code. Invalid input is parsed again by the schema itself, so the error messages
 * stay the same. A retrieve body takes 1.7 instead of 3.1 µs and 2 instead of 5.5 kB. Compiling takes
 * milliseconds, so it happens on first use.
 */
function compiledSchema(schema: z.ZodType): z.ZodType {
  let validator = compiledSchemas.get(schema)
  if (validator === undefined) {
    validator = z.compile(boundFieldErrors(schema))
    compiledSchemas.set(schema, validator)
  }
  return validator
}

/** Longer bodies are validated in time slices, by the schema itself: generated code cannot pause. */
const slicedBodyBytes = 32 * 1024

/** Parses path, query string and body by their schemas; lists the field errors of all three at once. */
async function parseRequest(route: Route, request: FastifyRequest) {
  const fieldErrors: FieldError[] = []
  const read = async (
    schema: z.ZodType | undefined,
    { value, root }: { readonly value: unknown; readonly root: string },
  ): Promise<unknown> => {
    try {
      if (schema === undefined) return undefined
      const isLong = root === 'body' && request.bodyBytes > slicedBodyBytes
      return isLong
        ? await parseInSlices(schema, value, [root])
        : parse(compiledSchema(schema), value, [root])
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== 'validation_failed') throw error
      fieldErrors.push(...(error.detail as readonly FieldError[]))
      return undefined
    }
  }
  const params = await read(route.params, { value: request.params, root: 'path' })
  const query = await read(route.query, { value: request.query, root: 'query' })
  const body = await read(route.body, { value: request.body === undefined ? {} : request.body, root: 'body' })
  if (fieldErrors.length > 0) throw invalid(fieldErrors)
  return { params, query, body }
}

/** The base URL under which the client reached this server. */
const publicUrlOf = ({ config }: ServerParts, request: FastifyRequest): string =>
  (config.publicUrl ?? `${request.protocol}://${hostOf(request)}`).replace(/\/$/, '')

/** Runs the handler. Undefined: there is nothing to send, because the route has no answer or its handler has sent it. */
async function answerOf(
  parts: ServerParts,
  {
    route,
    request,
    reply,
  }: { readonly route: Route; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<unknown> {
  if (route.body !== undefined && !route.bodyOptional && request.body === undefined) {
    throw invalid([{ type: 'missing', loc: ['body'], msg: 'Field required.' }])
  }
  const { params, query, body } = await parseRequest(route, request)
  const publicUrl = publicUrlOf(parts, request)
  const answer = await route.handle({ body, query, params, publicUrl, request, reply }, request.caller)
  if (answer === undefined || reply.sent || route.status === 204) return undefined
  if (parts.config.checkAnswers) refuseUndocumented(route, answer)
  // The answer to a long body may repeat it: its text begins a new slice.
  if (request.bodyBytes > slicedBodyBytes) await nextTurn()
  const text = answer instanceof JsonText ? answer.text : jsonText(answer)
  return typeof text === 'string' ? text : Readable.from(await withFirstChunk(text), { objectMode: false })
}

/** An answer that violates its schema is a bug of the server. */
function refuseUndocumented(route: Route, answer: unknown): void {
  const result = route.answer.safeParse(answer instanceof JsonText ? JSON.parse(answer.text) : answer)
  if (result.success) return
  throw new Error(`${route.operationId} answered with a value that its schema does not allow`, {
    cause: result.error,
  })
}
