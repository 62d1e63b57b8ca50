// The HTTP server: registers routes, and around each of them the request id, the key, the audit trail, the checks of
// request and answer, metrics and one log line.
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
import { boundFaults } from '../../kernel/bounded-faults.ts'
import { AssayError, invalid, type Fault } from '../../kernel/errors.ts'
import type { RunningWork } from '../../kernel/running-work.ts'
import { jsonText } from '../../kernel/json/lazy-list.ts'
import { parse } from '../../kernel/validation.ts'
import { answerErrors, sendError } from './answers.ts'
import { refuseAllButOperator, requestCaller, type KeyParts } from './auth.ts'
import { cutSlowClients } from './arrivals.ts'
import { begun } from './begun.ts'
import { readBodies, type TakenBody } from '../bodies/body.ts'
import type { HeldBodies } from '../bodies/held.ts'
import { compressAnswers } from './compress.ts'
import { boundConnections, connectionLimits } from './connections.ts'
import { allowOrigins } from './cors.ts'
import { hostOf, refuseAtDoor } from './door.ts'
import { refuseMalformed } from './malformed.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { canonicalUrl, routerPaths } from '../openapi/paths.ts'
import type { CountRequest } from './request-limit.ts'
import { tellOfRequests } from './request-log.ts'
import { JsonText, refuseOthers, type Caller, type Route } from '../route.ts'
import { addSafetyHeaders, sendSafely } from './safety-headers.ts'
import { stopInOrder } from './stopping.ts'
import { ownMember } from '../../kernel/own.ts'

export interface ServerParts extends KeyParts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  /** Bodies in memory, over all ports. */
  readonly heldBodies: HeldBodies
  readonly countRequest: CountRequest
  readonly metrics: Metrics
  /** Requests and streams are added to it. */
  readonly work: RunningWork
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly route?: Route
    readonly takesBody?: TakenBody | undefined
    /** Most values of its JSON body. */
    readonly valuesMax?: number
    readonly keepsIntegers?: boolean
  }
  interface FastifyInstance {
    /** Requests, streams and what they leave behind; a stop waits for it. */
    readonly work: RunningWork
  }
  interface FastifyRequest {
    caller: Caller | undefined
    trail: AuditTrail | undefined
  }
}

/** Printable, at most 128 characters. */
const requestIdShape = /^[\x20-\x7e]{1,128}$/

function requestId(clock: Clock, request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && requestIdShape.test(sent) ? sent : clock.id()
}

/** `10MB`, as exporters print it. */
export const mebibytes = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 100) / 100}MB`

/** Successors of deprecated spellings of a path, by request. */
const deprecatedSpelling = new WeakMap<IncomingMessage, string>()

export function createServer(parts: ServerParts, routes: readonly Route[]): FastifyInstance {
  const { config, clock, logger } = parts
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(clock, request),
    rewriteUrl: (request) => {
      const { url, successor } = canonicalUrl(request.url ?? '/')
      if (successor !== undefined) deprecatedSpelling.set(request, successor)
      return url
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    // Paths that cannot be read never reach a hook: the headers of all answers are set here.
    frameworkErrors: (error, request, reply) => {
      void reply.header('X-Request-Id', request.id)
      addSafetyHeaders(request, reply)
      void sendError(request, reply, error)
    },
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, clock.id()),
    // Sizes are bounded by the body reader, which also knows about compression.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Headers that do not come are looked for this often.
    http: { connectionsCheckingInterval: Math.min(5000, config.clientSecondsMax * 250) },
    keepAliveTimeout: 72_000,
    // Each trusted proxy adds the address that it sees as the last one. Addresses before those were sent by the client.
    trustProxy: config.trustProxy > 0 && ((_: string, hop: number) => hop < config.trustProxy),
  })
  app.decorate('work', parts.work)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('trail', undefined)
  const unserved = answerErrors(app)
  readBodies(app, {
    json: { bytesMax: config.bodyBytesMax, setting: 'body_bytes_max' },
    bytes: {
      bytesMax: config.ingestBytesMax,
      setting: 'ingest_bytes_max',
      sentence: `OTLP batch size exceeds ${mebibytes(config.ingestBytesMax)} limit.`,
    },
    held: parts.heldBodies,
  })
  trackStreams(app)
  sendSafely(app)
  compressAnswers(app)
  boundConnections(app.server, connectionLimits(config), logger)
  cutSlowClients(app, config.clientSecondsMax)
  // Hooks of every request call back: a hook that answers a promise costs one more turn of the microtasks each.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('X-Request-Id', request.id)
    const successor = deprecatedSpelling.get(request.raw)
    if (successor !== undefined) markDeprecated(reply, successor)
    done()
  })
  allowOrigins(app, config.corsOrigins)
  refuseAtDoor(app, unserved)
  stopInOrder(app, config.stopSecondsMax)
  tellOfRequests(app, parts.metrics)
  recordAttempts(app)
  void app.register(async (scoped) => {
    const pathOf = routerPaths(routes.map(fullPath))
    for (const route of routes) register(scoped, parts, route, pathOf(fullPath(route)))
  })
  return app
}

/** The path that takes the place of this request's, with its ids. */
const successorOf = (path: string, { params }: FastifyRequest): string =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ownMember(params as Readonly<Record<string, string>>, name) ?? ''),
  )}`

function markDeprecated(reply: FastifyReply, successor: string): void {
  void reply.header('Deprecation', 'true')
  void reply.header('Link', `<${successor}>; rel="successor-version"`)
}

/** A streamed answer reads from the stores until its stream is closed, which is with its connection at the latest. */
function trackStreams(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable && !payload.closed) {
      void app.work.track(new Promise<void>((resolve) => payload.once('close', resolve)))
      // Compression does not pass on that its reader is gone.
      if (reply.raw.closed) payload.destroy()
      else reply.raw.once('close', () => payload.destroy())
    }
    done(null, payload)
  })
}

/**
 * Every attempt is in the audit log before its answer leaves. Writes brought their entry along; a secret that was read
 * stays here when that cannot be recorded.
 */
function recordAttempts(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { trail } = request
    if (trail === undefined) {
      done(null, payload)
      return
    }
    request.trail = undefined
    let kept: Error | undefined
    app.work
      .track(trail.finish(reply.statusCode))
      .catch((error: Error) => {
        request.log.error({ err: error }, 'the audit entry of this request could not be written')
        const isRead = request.routeOptions.config.route?.writes === false
        if (isRead && reply.statusCode < 400) kept = error
      })
      .finally(() => (kept === undefined ? done(null, payload) : done(kept)))
  })
}

const takenBody = (route: Route): TakenBody | undefined => {
  if (route.form !== undefined) return 'form'
  if (route.bytesOf !== undefined) return route.inflates ? 'inflated' : 'bytes'
  return route.body === undefined ? undefined : 'json'
}

/** Rows, spans and records are written with many values: the largest body, with 13 bytes for each value. */
const writtenValuesFactor = 50

const fullPath = (route: Route): string => `${route.outside ? '' : '/api'}${route.path}`

function register(app: FastifyInstance, parts: ServerParts, route: Route, url: string): void {
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (route.deprecatedFor !== undefined) markDeprecated(reply, successorOf(route.deprecatedFor, request))
    if (route.access === 'public') return
    if (route.access === 'operator') {
      await refuseAllButOperator(parts, parts.config.adminKey, request)
      if (route.audited) request.trail = auditTrail(parts, request, undefined)
      return
    }
    const publicUrl = (): string => publicUrlOf(parts, request)
    const caller = await requestCaller(parts, request, { route, publicUrl })
    void reply.headers(parts.countRequest(caller.key.id))
    request.caller = route.audited ? auditedCaller(parts, request, caller) : caller
    refuseOthers(caller, route)
  }
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await answerOf(parts, route, request, reply)
    if (reply.sent) return reply
    if (route.status === 204) return reply.code(204).send()
    // Its client left before the end of the answer: it is not sent, and nothing more can be.
    if (answer === undefined) return reply
    return reply.code(route.status).type('application/json; charset=utf-8').send(answer)
  }
  app.route({
    method: route.method,
    url,
    config: {
      route,
      takesBody: takenBody(route),
      valuesMax: parts.config.bodyValuesMax * (route.writes ? writtenValuesFactor : 1),
      keepsIntegers: route.keepsIntegers,
    },
    onRequest: (request, reply) => parts.work.track(admit(request, reply)),
    handler: (request, reply) => parts.work.track(respond(request, reply)),
  })
}

/** Without a caller: the operator acts. */
function auditTrail(parts: ServerParts, request: FastifyRequest, caller: Caller | undefined): AuditTrail {
  return new AuditTrail(parts.store, parts.clock, {
    projectId: caller?.project.id,
    actorId: caller?.key.id ?? operator.actorId,
    actorPrefix: caller?.key.prefix ?? operator.withAdminKey,
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '',
    operation: request.routeOptions.config.route?.operationId ?? 'unknown',
    remoteAddress: request.ip,
    requestId: request.id,
  })
}

function auditedCaller(parts: ServerParts, request: FastifyRequest, caller: Caller): Caller {
  const trail = auditTrail(parts, request, caller)
  request.trail = trail
  return {
    ...caller,
    scope: { ...caller.scope, store: trail.store, touched: (kind, id) => trail.touched(kind, id) },
  }
}

const compiledSchemas = new WeakMap<z.ZodType, z.ZodType>()

/**
 * Reads what is right by generated code, and what is wrong by the schema itself, whose faults stay as they are: the
 * body of a retrieve in 1.7 instead of 3.1 µs, with 2 instead of 5.5 kB. Made on first use, for it takes milliseconds.
 */
function compiled(schema: z.ZodType): z.ZodType {
  let found = compiledSchemas.get(schema)
  if (found === undefined) {
    found = z.compile(boundFaults(schema))
    compiledSchemas.set(schema, found)
  }
  return found
}

/** Path, query string and body read by their schemas; the faults of all three are listed at once. */
function checkedParts(route: Route, request: FastifyRequest) {
  const faults: Fault[] = []
  const read = (schema: z.ZodType | undefined, value: unknown, root: string): unknown => {
    try {
      return schema === undefined ? undefined : parse(compiled(schema), value, [root])
    } catch (error) {
      if (!(error instanceof AssayError) || error.code !== 'validation_failed') throw error
      faults.push(...(error.detail as readonly Fault[]))
      return undefined
    }
  }
  const params = read(route.params, request.params, 'path')
  const query = read(route.query, request.query, 'query')
  const body = read(route.body, request.body === undefined ? {} : request.body, 'body')
  if (faults.length > 0) throw invalid(faults)
  return { params, query, body }
}

/** The address under which the client reached this server. */
const publicUrlOf = ({ config }: ServerParts, request: FastifyRequest): string =>
  (config.publicUrl ?? `${request.protocol}://${hostOf(request)}`).replace(/\/$/, '')

/** Undefined when there is nothing to send: the route has none, or has answered by itself. */
async function answerOf(
  parts: ServerParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (route.body !== undefined && !route.bodyOptional && request.body === undefined) {
    throw invalid([{ type: 'missing', loc: ['body'], msg: 'Field required.' }])
  }
  const { params, query, body } = checkedParts(route, request)
  const publicUrl = publicUrlOf(parts, request)
  const answer = await route.handle({ body, query, params, publicUrl, request, reply }, request.caller)
  if (answer === undefined || reply.sent || route.status === 204) return undefined
  if (parts.config.checkAnswers) refuseUndocumented(route, answer)
  const text = answer instanceof JsonText ? answer.text : jsonText(answer)
  return typeof text === 'string' ? text : Readable.from(await begun(text), { objectMode: false })
}

/** An answer that its schema does not allow is a fault of the program. */
function refuseUndocumented(route: Route, answer: unknown): void {
  const checked = route.answer.safeParse(answer instanceof JsonText ? JSON.parse(answer.text) : answer)
  if (checked.success) return
  throw new Error(`${route.operationId} answered what its schema does not allow`, { cause: checked.error })
}
