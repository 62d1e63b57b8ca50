// OTLP over gRPC: the Export calls for traces, logs and metrics; metrics succeed but are not stored. The
// decoder is the one for HTTP, so no protobuf definitions are loaded.
import { AuditTrail } from '../../../access/audit.ts'
import { AssayError } from '../../../kernel/errors.ts'
import { notQueued, type Ingest } from '../../../tracing/ingest/accept.ts'
import { exportResponseProtobuf, retryStatusProtobuf } from '../../../tracing/otlp/encode.ts'
import { withUnavailableMessage } from '../../server/answers.ts'
import { callerOf } from '../../server/auth.ts'
import { requireRole, type Caller } from '../../route.ts'
import { boundConnections, connectionLimits } from '../../server/connections.ts'
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
  const error = withUnavailableMessage(writes ? notQueued : undefined, thrown)
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

export function createGrpcServer(parts: GrpcParts): UnaryServer {
  const { config } = parts
  function trailOf(call: UnaryCall, operation: Operation, { key, project }: Caller): AuditTrail {
    return new AuditTrail(parts.store, parts.clock, {
      projectId: project.id,
      actorId: key.id,
      actorPrefix: key.prefix,
      method: 'POST',
      path: call.path,
      operation: operation.name,
      remoteAddress: call.remoteAddress,
      requestId: parts.clock.id(),
    })
  }

  const tooLarge = (): AssayError =>
    new AssayError(
      'payload_too_large',
      `OTLP batch size exceeds ${mebibytes(config.ingestBytesMax)} limit. ` +
        `The limit is ingest_bytes_max (${config.ingestBytesMax} bytes).`,
    )
  const malformed = (what: string): AssayError =>
    new AssayError('payload_undecodable', `Failed to parse OTLP stream. ${what}`)

  const messageOf = (call: UnaryCall) =>
    call.message({ bytesMax: config.ingestBytesMax, memory: parts.bodyMemory, tooLarge, malformed })

  async function exportTraces(call: UnaryCall, { scope }: Caller): Promise<UnaryAnswer> {
    const { bytes: received, encoding } = await messageOf(call)
    const batch = await whileInflated(received, encoding, config.ingestInflatedBytesMax, (bytes) =>
      parts.ingest.accept(scope, { form: 'otlp_protobuf', bytes, requiresSpans: false }),
    )
    const partial = { rejected: batch.refused.length, errorMessage: refusedMessage(batch) }
    return {
      message: exportResponseProtobuf(partial),
      metadata: { 'x-assay-receipt': batch.receiptId },
    }
  }

  async function exportLogs(call: UnaryCall, { scope }: Caller): Promise<UnaryAnswer> {
    const { bytes: received, encoding } = await messageOf(call)
    const batch = await whileInflated(received, encoding, config.ingestInflatedBytesMax, (bytes) =>
      parts.ingest.acceptLogs(scope, { form: 'logs_protobuf', bytes }),
    )
    return {
      message: exportResponseProtobuf({ rejected: batch.ignored, errorMessage: ignoredMessage(batch) }),
      ...(batch.receiptId === undefined ? {} : { metadata: { 'x-assay-receipt': batch.receiptId } }),
    }
  }

  async function exportNothing(call: UnaryCall): Promise<UnaryAnswer> {
    await messageOf(call)
    return {}
  }

  const operations: ReadonlyMap<string, Operation> = new Map(
    [
      { service: 'trace.v1.TraceService', name: 'export_traces_grpc', writes: true, answer: exportTraces },
      {
        service: 'metrics.v1.MetricsService',
        name: 'export_metrics_grpc',
        writes: false,
        answer: exportNothing,
      },
      { service: 'logs.v1.LogsService', name: 'export_logs_grpc', writes: true, answer: exportLogs },
    ].map(({ service, ...operation }) => [`/opentelemetry.proto.collector.${service}/Export`, operation]),
  )

  /** Authenticates the caller before it reads the message. */
  async function answerCall(call: UnaryCall, operation: Operation): Promise<UnaryAnswer> {
    const { authorization } = call.headers
    const caller = await callerOf(parts, { authorization, address: call.remoteAddress })
    parts.countRequest(caller.key.id)
    const trail = operation.writes ? trailOf(call, operation, caller) : undefined
    try {
      requireRole(caller, { access: 'editor', programs: true })
      const store = trail?.store ?? caller.scope.store
      const answer = await operation.answer(call, { ...caller, scope: { ...caller.scope, store } })
      await finishTrail(trail, 200)
      return answer
    } catch (error) {
      await finishTrail(trail, error instanceof AssayError ? error.status : 500)
      throw error
    }
  }

  /** The client gets its answer even if the audit entry cannot be stored. */
  const finishTrail = (trail: AuditTrail | undefined, status: number): Promise<void> | undefined =>
    trail?.finish(status).catch((error: unknown) => {
      parts.logger.error({ err: error }, 'the audit entry of this request could not be written')
    })

  const answer = async (call: UnaryCall): Promise<UnaryAnswer> => {
    const started = performance.now()
    const operation = operations.get(call.path)
    if (operation === undefined) {
      return { failure: { code: unimplemented, details: `Unknown method ${call.path}.` } }
    }
    let status = 200
    try {
      return await answerCall(call, operation)
    } catch (error) {
      status = error instanceof AssayError ? error.status : 500
      parts.metrics.failed(error instanceof AssayError ? error.code : 'internal_error')
      if (status === 500) parts.logger.error({ err: error }, 'internal error')
      return failureOf(error, operation)
    } finally {
      const ms = performance.now() - started
      parts.metrics.observe({ method: 'gRPC', operation: operation.name, status, ms, isStream: false })
      parts.logger.info(
        {
          method: 'gRPC',
          path: call.path,
          status,
          ms: Math.round(ms * 10) / 10,
          address: call.remoteAddress,
        },
        'request',
      )
    }
  }
  return createUnaryServer({
    clientSecondsMax: config.clientSecondsMax,
    trustProxy: config.trustProxy,
    bound: (server) => boundConnections(server, connectionLimits(config), parts.logger),
    answer: (call) => parts.work.track(answer(call)),
  })
}
