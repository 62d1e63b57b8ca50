// OTLP over gRPC: the Export calls for traces, logs and metrics; metrics succeed but are not stored. The
// decoder is the one for HTTP, so no protobuf definitions are loaded.
import { AuditTrail } from '../../../access/audit.ts'
import { AssayError } from '../../../kernel/errors.ts'
import { queueFailureMessage, type Ingest } from '../../../tracing/ingest/accept.ts'
import { exportResponseProtobuf, retryStatusProtobuf } from '../../../tracing/otlp/encode.ts'
import { withUnavailableMessage } from '../../server/answers.ts'
import { callerOf } from '../../server/auth.ts'
import { requireRole, type Caller } from '../../route.ts'
import { limitConnections, connectionLimits } from '../../server/connections/connections.ts'
import { mebibytes, type ServerParts } from '../../server/server.ts'
import { whileInflated } from './inflate.ts'
import { ignoredMessage, refusedMessage, rpcCode, messageOf } from './otlp-answers.ts'
import { createUnaryServer, type UnaryAnswer, type UnaryCall, type UnaryServer } from './unary.ts'

export interface GrpcParts extends ServerParts {
  readonly ingest: Ingest
}

/** Codes of google.rpc.Code. */
const unimplemented = 12
const internal = 13

/** The failure as a gRPC status, with RetryInfo if a retry can help. */
function failureOf(thrown: unknown, { writes }: Operation): UnaryAnswer {
  if (!(thrown instanceof AssayError)) {
    return { failure: { code: internal, details: 'An unexpected error occurred.' } }
  }
  const error = withUnavailableMessage(writes ? queueFailureMessage : undefined, thrown)
  // HTTP answers an unknown compression as a client error; gRPC has its own status for it.
  const code = error.code === 'unsupported_media_type' ? unimplemented : rpcCode(error)
  const details = messageOf(error)
  if (error.status !== 429 && error.status !== 503) return { failure: { code, details } }
  const retry = retryStatusProtobuf(code, details, Number(error.headers['Retry-After'] ?? 1))
  const metadata = { 'grpc-status-details-bin': Buffer.from(retry).toString('base64') }
  return { failure: { code, details }, metadata }
}

/** One of the services, and its name in metrics, log and audit. */
interface Operation {
  readonly name: string
  /** Each call of a writing operation is in the audit log. */
  readonly writes: boolean
  readonly answer: (call: UnaryCall, caller: Caller) => Promise<UnaryAnswer>
}

interface GrpcCall {
  readonly parts: GrpcParts
  readonly call: UnaryCall
  readonly operation: Operation
}

function trailOf({ parts, call, operation }: GrpcCall, { key, project }: Caller): AuditTrail {
  return new AuditTrail(parts.store, {
    clock: parts.clock,
    attempt: {
      projectId: project.id,
      actorId: key.id,
      actorPrefix: key.prefix,
      method: 'POST',
      path: call.path,
      operation: operation.name,
      remoteAddress: call.remoteAddress,
      requestId: parts.clock.id(),
    },
  })
}

const malformed = (message: string): AssayError =>
  new AssayError('payload_undecodable', `Failed to parse OTLP stream. ${message}`)

function readMessage({ config, bodyMemory }: GrpcParts, call: UnaryCall) {
  const bytesMax = config.ingestBytesMax
  const tooLarge = (): AssayError =>
    new AssayError(
      'payload_too_large',
      `OTLP batch size exceeds ${mebibytes(bytesMax)} limit. ` +
        `The limit is ingest_bytes_max (${bytesMax} bytes).`,
    )
  return call.message({ bytesMax, memory: bodyMemory, tooLarge, malformed })
}

/** The services, by the path of their Export call. */
function operationsOf(parts: GrpcParts): ReadonlyMap<string, Operation> {
  const { ingest, config } = parts
  const exportTraces: Operation['answer'] = async (call, { scope }) => {
    const { bytes: messageBytes, encoding } = await readMessage(parts, call)
    const batch = await whileInflated(messageBytes, {
      contentEncoding: encoding,
      bytesMax: config.ingestInflatedBytesMax,
      use: (bytes) => ingest.accept(scope, { form: 'otlp_protobuf', bytes, requiresSpans: false }),
    })
    const partial = { rejected: batch.refusedSpans.length, errorMessage: refusedMessage(batch) }
    return {
      message: exportResponseProtobuf(partial),
      metadata: { 'x-assay-receipt': batch.receiptId },
    }
  }
  const exportLogs: Operation['answer'] = async (call, { scope }) => {
    const { bytes: messageBytes, encoding } = await readMessage(parts, call)
    const batch = await whileInflated(messageBytes, {
      contentEncoding: encoding,
      bytesMax: config.ingestInflatedBytesMax,
      use: (bytes) => ingest.acceptLogs(scope, { form: 'logs_protobuf', bytes }),
    })
    return {
      message: exportResponseProtobuf({ rejected: batch.ignoredCount, errorMessage: ignoredMessage(batch) }),
      ...(batch.receiptId === undefined ? {} : { metadata: { 'x-assay-receipt': batch.receiptId } }),
    }
  }
  const exportNothing: Operation['answer'] = async (call) => {
    await readMessage(parts, call)
    return {}
  }
  const path = (service: string): string => `/opentelemetry.proto.collector.${service}/Export`
  return new Map<string, Operation>([
    [path('trace.v1.TraceService'), { name: 'export_traces_grpc', writes: true, answer: exportTraces }],
    [
      path('metrics.v1.MetricsService'),
      { name: 'export_metrics_grpc', writes: false, answer: exportNothing },
    ],
    [path('logs.v1.LogsService'), { name: 'export_logs_grpc', writes: true, answer: exportLogs }],
  ])
}

/** Authenticates the caller before it reads the message. */
async function answerCall(grpcCall: GrpcCall): Promise<UnaryAnswer> {
  const { parts, call, operation } = grpcCall
  const { authorization } = call.headers
  const caller = await callerOf(parts, { authorization, address: call.remoteAddress })
  parts.countRequest(caller.key.id)
  const trail = operation.writes ? trailOf(grpcCall, caller) : undefined
  // The client gets its answer even if the audit entry cannot be stored.
  const finishTrail = (status: number): Promise<void> | undefined =>
    trail?.finish(status).catch((error: unknown) => {
      parts.logger.error({ err: error }, 'the audit entry of this request could not be written')
    })
  try {
    requireRole(caller, { access: 'editor', programs: true })
    const store = trail?.store ?? caller.scope.store
    const answer = await operation.answer(call, { ...caller, scope: { ...caller.scope, store } })
    await finishTrail(200)
    return answer
  } catch (error) {
    await finishTrail(error instanceof AssayError ? error.status : 500)
    throw error
  }
}

/** Answers a call, counts and logs it. */
async function answerAndLog(grpcCall: GrpcCall): Promise<UnaryAnswer> {
  const { parts, call, operation } = grpcCall
  const startedMs = performance.now()
  let status = 200
  try {
    return await answerCall(grpcCall)
  } catch (error) {
    status = error instanceof AssayError ? error.status : 500
    parts.metrics.onError(error instanceof AssayError ? error.code : 'internal_error')
    if (status === 500) parts.logger.error({ err: error }, 'internal error')
    return failureOf(error, operation)
  } finally {
    const ms = performance.now() - startedMs
    parts.metrics.observe({ method: 'gRPC', operation: operation.name, status, ms, isStream: false })
    parts.logger.info(
      { method: 'gRPC', path: call.path, status, ms: Math.round(ms * 10) / 10, address: call.remoteAddress },
      'request',
    )
  }
}

export function createGrpcServer(parts: GrpcParts): UnaryServer {
  const { config } = parts
  const operations = operationsOf(parts)
  const answer = async (call: UnaryCall): Promise<UnaryAnswer> => {
    const operation = operations.get(call.path)
    return operation === undefined
      ? { failure: { code: unimplemented, details: `Unknown method ${call.path}.` } }
      : answerAndLog({ parts, call, operation })
  }
  return createUnaryServer({
    clientSecondsMax: config.clientSecondsMax,
    trustProxy: config.trustProxy,
    limitConnections: (server) =>
      limitConnections(server, { connectionLimits: connectionLimits(config), logger: parts.logger }),
    answer: (call) => parts.work.track(answer(call)),
  })
}
