// OTLP over gRPC: the Export calls of traces, and those of metrics and logs, which succeed and store nothing. Messages are
// taken as bytes and read by the same decoder as over HTTP, so no definitions are loaded.
import {
  Metadata,
  Server,
  ServerCredentials,
  status as rpcStatus,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
} from '@grpc/grpc-js'
import { AuditTrail } from '../../access/audit.ts'
import { AssayError } from '../../errors.ts'
import { roleReaches } from '../../scope.ts'
import type { Ingest } from '../../tracing/ingest/accept.ts'
import { exportResponseProtobuf, retryStatusProtobuf } from '../../tracing/otlp/encode.ts'
import { callerOf, requestLimit } from '../auth.ts'
import type { Caller } from '../route.ts'
import { mebibytes, type ServerParts } from '../server.ts'
import { refusedMessage, rpcCode, sentence } from './otlp.ts'

export interface GrpcParts extends ServerParts {
  readonly ingest: Ingest
}

type Call = ServerUnaryCall<Buffer, Buffer>

const asBytes = (value: Buffer): Buffer => value

const serviceOf = (signal: 'trace' | 'metrics' | 'logs', name: string): ServiceDefinition => ({
  Export: {
    path: `/opentelemetry.proto.collector.${signal}.v1.${name}/Export`,
    requestStream: false,
    responseStream: false,
    requestSerialize: asBytes,
    requestDeserialize: asBytes,
    responseSerialize: asBytes,
    responseDeserialize: asBytes,
  },
})

/** The failure as a gRPC status; with RetryInfo where trying again helps. */
function failureOf(error: unknown): {
  readonly code: number
  readonly details: string
  readonly metadata: Metadata
} {
  const metadata = new Metadata()
  if (!(error instanceof AssayError)) {
    return { code: rpcStatus.INTERNAL, details: 'An unexpected error occurred.', metadata }
  }
  const [code, details] = [rpcCode(error), sentence(error)]
  const retrySeconds = Number(error.headers['Retry-After'] ?? 1)
  if (error.status === 429 || error.status === 503) {
    const retry = retryStatusProtobuf(code, details, retrySeconds)
    metadata.set('grpc-status-details-bin', Buffer.from(retry))
  }
  return { code, details, metadata }
}

/** A message that came uncompressed is bounded like a body as received. */
function refuseLarge(call: Call, bytesMax: number): void {
  const encoding = call.metadata.get('grpc-encoding')[0] ?? 'identity'
  if (encoding !== 'identity' || call.request.length <= bytesMax) return
  const text = `OTLP batch size exceeds ${mebibytes(bytesMax)} limit. The limit is ingest_bytes_max (${bytesMax} bytes).`
  throw new AssayError('payload_too_large', text)
}

export function createGrpcServer(parts: GrpcParts): Server {
  const { config } = parts
  const limit = requestLimit(config.requestsPerMinuteMax)

  async function editorOf(call: Call): Promise<Caller> {
    const caller = await callerOf(parts, call.metadata.get('authorization')[0]?.toString())
    limit(caller.key.id)
    if (!roleReaches(caller.key.role, 'editor')) {
      throw new AssayError(
        'forbidden',
        `This needs a key with role editor; this one has role ${caller.key.role}.`,
      )
    }
    return caller
  }

  function trailOf(call: Call, { key, project }: Caller): AuditTrail {
    return new AuditTrail(parts.store, parts.clock, {
      projectId: project.id,
      actorId: key.id,
      actorPrefix: key.prefix,
      method: 'POST',
      path: call.getPath(),
      operation: 'export_traces_grpc',
      remoteAddress: call.getPeer(),
      requestId: parts.clock.id(),
    })
  }

  async function exportTraces(call: Call): Promise<Buffer> {
    const caller = await editorOf(call)
    refuseLarge(call, config.ingestBytesMax)
    const taken = await parts.ingest.accept(
      { ...caller.scope, store: trailOf(call, caller).store },
      { form: 'otlp_protobuf', bytes: call.request, someNeeded: false },
    )
    const metadata = new Metadata()
    metadata.set('x-assay-receipt', taken.receiptId)
    call.sendMetadata(metadata)
    return Buffer.from(
      exportResponseProtobuf({ rejectedSpans: taken.refused.length, errorMessage: refusedMessage(taken) }),
    )
  }

  async function exportNothing(call: Call): Promise<Buffer> {
    await editorOf(call)
    return Buffer.alloc(0)
  }

  async function respond(
    operation: string,
    answer: () => Promise<Buffer>,
  ): Promise<Parameters<sendUnaryData<Buffer>>> {
    const started = performance.now()
    const observe = (status: number): void =>
      parts.metrics.observe('gRPC', operation, status, performance.now() - started)
    try {
      const bytes = await answer()
      observe(200)
      return [null, bytes]
    } catch (error) {
      const known = error instanceof AssayError
      observe(known ? error.status : 500)
      if (!known) parts.logger.error({ err: error }, 'internal error')
      return [failureOf(error)]
    }
  }

  const answering =
    (operation: string, answer: (call: Call) => Promise<Buffer>) =>
    (call: Call, done: sendUnaryData<Buffer>): void => {
      const finish = async (): Promise<void> => done(...(await respond(operation, () => answer(call))))
      void finish()
    }

  const server = new Server({
    'grpc.max_receive_message_length': config.ingestInflatedBytesMax,
    'grpc.max_send_message_length': 1024 * 1024,
  })
  server.addService(serviceOf('trace', 'TraceService'), {
    Export: answering('export_traces_grpc', exportTraces),
  })
  server.addService(serviceOf('metrics', 'MetricsService'), {
    Export: answering('export_metrics_grpc', exportNothing),
  })
  server.addService(serviceOf('logs', 'LogsService'), {
    Export: answering('export_logs_grpc', exportNothing),
  })
  return server
}

/** Listens and answers the port. */
export const listenGrpc = (server: Server, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port)
      else reject(error)
    })
  })

/** Finishes the calls under way; those that do not end are cut after a while. */
export const closeGrpc = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), 5_000)
    server.tryShutdown(() => {
      clearTimeout(timer)
      resolve()
    })
  })
