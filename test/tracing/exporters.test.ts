// Standard exporters against a server with default settings, on the standard OTLP ports.
import { compressionAlgorithms, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { Client } from '@grpc/grpc-js'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMessage } from '../../src/tracing/otlp/schema.fixture.ts'
import { newProject, type Api } from '../support/api.ts'
import {
  logsProtobufOf,
  protobufOf,
  messageLog,
  sendBytes,
  waitForReceipt,
  span,
  spansOf,
  text,
} from '../support/otlp.ts'
import { freePort } from '../support/postgres.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'

const MiB = 1024 * 1024
const protobufType = { 'Content-Type': 'application/x-protobuf' }
let server: RunningServer
let api: Api
let httpPort: number
let grpcPort: number

beforeAll(async () => {
  httpPort = await freePort()
  grpcPort = await freePort()
  server = await startServer({
    env: {
      ASSAY_OTLP_HTTP_PORT: String(httpPort),
      ASSAY_OTLP_GRPC_PORT: String(grpcPort),
      ASSAY_INGEST_BYTES_MAX: String(MiB),
      ASSAY_INGEST_INFLATED_BYTES_MAX: String(4 * MiB),
    },
  })
  api = await newProject(server.url, { seedDefaults: false })
})
afterAll(async () => {
  expect(await server.stop()).toBe(0)
  removeDataDir(server)
})

/** Creates a root with 30 children, exported in batches of 7. Returns the trace id. */
async function run(exporter: SpanExporter): Promise<string> {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shop' }),
    spanProcessors: [new BatchSpanProcessor(exporter, { maxExportBatchSize: 7, maxQueueSize: 100 })],
  })
  const tracer = provider.getTracer('shop')
  const root = tracer.startSpan('root')
  const { traceId } = root.spanContext()
  for (let i = 0; i < 30; i++) {
    const context = trace.setSpan((await import('@opentelemetry/api')).ROOT_CONTEXT, root)
    tracer.startSpan(`child ${i}`, { attributes: { 'ag.metrics.unit.tokens.prompt': 1 } }, context).end()
  }
  root.end()
  await provider.forceFlush()
  await provider.shutdown()
  return traceId
}

async function expectWholeTrace(id: string): Promise<void> {
  await expect.poll(async () => (await spansOf(api, id)).size, { interval: 50 }).toBe(31)
  await expect
    .poll(
      async () => {
        const { body } = await api.get(`/traces/${id}`)
        return body.trace.spans.root?.attributes.ag.metrics.tokens.cumulative?.prompt as number
      },
      { interval: 50 },
    )
    .toBe(30)
}

type GrpcCompression = NonNullable<NonNullable<ConstructorParameters<typeof GrpcExporter>[0]>['compression']>

const headers = () => ({ Authorization: `ApiKey ${api.key}` })

describe('the OpenTelemetry JS SDK', () => {
  test('its protobuf exporter delivers to the OTLP port', async () => {
    const url = `http://127.0.0.1:${httpPort}/v1/traces`
    await expectWholeTrace(await run(new ProtobufExporter({ url, headers: headers() })))
  })

  test('its JSON exporter delivers to the main port', async () => {
    const url = `${server.url}/v1/traces`
    await expectWholeTrace(await run(new JsonExporter({ url, headers: headers() })))
  })

  test.each(['none', 'gzip'] as const)(
    'its gRPC exporter with compression %s delivers',
    async (compression) => {
      const metadata = new Metadata()
      metadata.set('authorization', `Bearer ${api.key}`)
      const exporter = new GrpcExporter({
        url: `http://127.0.0.1:${grpcPort}`,
        credentials: credentials.createInsecure(),
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the package that exports the enum is no dependency
        compression: compression as GrpcCompression,
        metadata,
      })
      await expectWholeTrace(await run(exporter))
    },
  )
})

test('the OTLP port serves the routes of exporters only', async () => {
  const otlp = { url: `http://127.0.0.1:${httpPort}`, key: api.key }
  const sentSpan = span()
  const answer = await sendBytes(otlp, '/v1/traces', gzipSync(protobufOf(sentSpan)), {
    'Content-Type': 'application/x-protobuf',
    'Content-Encoding': 'gzip',
  })
  expect(answer.status).toBe(200)
  expect((await waitForReceipt(api, answer)).status).toBe('stored')
  expect((await sendBytes(otlp, '/api/otlp/v1/traces', '{}')).status).toBe(404)
})

interface Outcome {
  readonly error: ServiceError | null
  readonly bytes: Buffer
  readonly receipt: string | undefined
}

function exportOver(
  key: string,
  message: Uint8Array,
  { service = 'trace.v1.TraceService', gzip = false } = {},
): Promise<Outcome> {
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure(), {
    'grpc.default_compression_algorithm': compressionAlgorithms[gzip ? 'gzip' : 'identity'],
  })
  const metadata = new Metadata()
  metadata.set('authorization', key)
  let receipt: string | undefined
  return new Promise((resolve) => {
    const call = client.makeUnaryRequest(
      `/opentelemetry.proto.collector.${service}/Export`,
      (value: Uint8Array) => Buffer.from(value),
      (value: Buffer) => value,
      message,
      metadata,
      (error, bytes) => {
        client.close()
        resolve({ error, bytes: bytes ?? Buffer.alloc(0), receipt })
      },
    )
    call.on('metadata', (initial: Metadata) => {
      receipt = initial.get('x-assay-receipt')[0]?.toString()
    })
  })
}

describe('OTLP over gRPC', () => {
  test('answers with a receipt and the number of refused spans', async () => {
    const { error, bytes, receipt } = await exportOver(api.key, protobufOf(span(), span({ spanId: 'ab' })))
    expect(error).toBeNull()
    expect(decodeMessage('Response', bytes)).toMatchObject({ partialSuccess: { rejectedSpans: '1' } })
    const receiptState = await waitForReceipt(api, {
      headers: new Headers({ 'X-Assay-Receipt': receipt ?? '' }),
    })
    expect(receiptState).toMatchObject({ status: 'rejected', received: 2, stored: 1 })
  })

  test('refuses unknown keys, viewers, undecodable bodies and bodies that are too large', async () => {
    expect((await exportOver('nobody', protobufOf())).error?.code).toBe(status.UNAUTHENTICATED)
    const viewer = await api.as('viewer')
    expect((await exportOver(viewer.key, protobufOf())).error?.code).toBe(status.PERMISSION_DENIED)
    expect((await exportOver(api.key, Buffer.from([0xff]))).error?.code).toBe(status.INVALID_ARGUMENT)
    const large = await exportOver(api.key, Buffer.alloc(1.5 * MiB))
    expect(large.error?.code).toBe(status.RESOURCE_EXHAUSTED)
    expect(large.error?.metadata.get('grpc-status-details-bin')).toEqual([])
  })

  test('limits the received and the decompressed size separately', async () => {
    // Longer than the limit of received bytes, but sent compressed.
    const long = protobufOf(span({ attributes: [text('long', 'x'.repeat(1.5 * MiB))] }))
    expect((await exportOver(api.key, long, { gzip: true })).error).toBeNull()
    const bombAnswer = await exportOver(api.key, Buffer.alloc(5 * MiB), { gzip: true })
    expect(bombAnswer.error).toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
      details: expect.stringContaining('4MB limit after decompression') as string,
    })
  })

  test('records attempts in the audit log as over HTTP, including those of viewers', async () => {
    const viewer = await api.as('viewer')
    await exportOver(viewer.key, protobufOf(span()))
    await exportOver(api.key, Buffer.from([0xff]))
    await exportOver(api.key, protobufOf(span()))
    await exportOver(viewer.key, Buffer.alloc(0), { service: 'metrics.v1.MetricsService' })
    const { body } = await api.post('/audit/query', {
      entry: { path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export' },
      windowing: { limit: 3 },
    })
    expect(body.entries).toMatchObject([
      { operation: 'export_traces_grpc', status_code: 200, actor_prefix: api.key.slice(0, 8) },
      { operation: 'export_traces_grpc', status_code: 400, remote_address: '127.0.0.1' },
      { operation: 'export_traces_grpc', status_code: 403, actor_prefix: viewer.key.slice(0, 8) },
    ])
    const metrics = await api.post('/audit/query', {
      entry: { path: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export' },
    })
    expect(metrics.body.count).toBe(0)
  })

  test('refuses an unknown key before it reads the body', async () => {
    expect(await rawCall({ authorization: 'nobody' }, undefined)).toMatchObject({ 'grpc-status': '16' })
  })

  test('refuses unknown compressions, bodies and methods, and names them', async () => {
    const authHeaders = { authorization: api.key }
    const frame = (flag: number, message: Uint8Array): Buffer => {
      const prefix = Buffer.from([flag, 0, 0, 0, 0])
      prefix.writeUInt32BE(message.length, 1)
      return Buffer.concat([prefix, message])
    }
    const compressedFrame = frame(1, Buffer.from('no gzip'))
    const answers = [
      await rawCall({ ...authHeaders, 'grpc-encoding': 'br' }, compressedFrame),
      await rawCall({ ...authHeaders, 'grpc-encoding': 'gzip' }, compressedFrame),
      await rawCall(authHeaders, Buffer.alloc(3)),
      await rawCall(authHeaders, Buffer.concat([frame(0, protobufOf()), frame(0, protobufOf())])),
      await rawCall({ ...authHeaders, ':path': '/nothing/Here' }, frame(0, protobufOf())),
    ]
    expect(answers.map((one) => Number(one['grpc-status']))).toEqual([
      status.UNIMPLEMENTED,
      status.INVALID_ARGUMENT,
      status.INVALID_ARGUMENT,
      status.INVALID_ARGUMENT,
      status.UNIMPLEMENTED,
    ])
    expect(answers[0]?.['grpc-message']).toBe("Content-Encoding 'br' is not supported.")
    expect(await rawCall({ ...authHeaders, 'content-type': 'text/plain' }, undefined)).toMatchObject({
      ':status': 415,
    })
    // An uncompressed message in a call that could be compressed.
    const plain = await rawCall({ ...authHeaders, 'grpc-encoding': 'gzip' }, frame(0, protobufOf(span())))
    expect(plain).toMatchObject({ ':status': 200, 'x-assay-receipt': expect.any(String) as string })
  })

  test('accepts metrics and stores nothing', async () => {
    const service = 'metrics.v1.MetricsService'
    const { error, bytes } = await exportOver(api.key, Buffer.from([1, 2, 3]), { service })
    expect(error).toBeNull()
    expect(bytes).toHaveLength(0)
  })

  test('adds the content of logs to their spans, and counts the ignored logs', async () => {
    const service = 'logs.v1.LogsService'
    const sentSpan = span()
    await waitForReceipt(api, await sendBytes(api, '/v1/traces', protobufOf(sentSpan), protobufType))
    const logs = logsProtobufOf(messageLog('user', 'Hi', sentSpan), { body: { stringValue: 'GET /' } })
    const { error, bytes, receipt } = await exportOver(api.key, logs, { service, gzip: true })
    expect(error).toBeNull()
    expect(decodeMessage('Response', bytes)).toMatchObject({
      // The first field of both messages is the number of rejected items.
      partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringMatching(/^1 log record/) as string },
    })
    const headers = new Headers({ 'X-Assay-Receipt': receipt ?? '' })
    expect(await waitForReceipt(api, { headers })).toMatchObject({
      kind: 'logs',
      status: 'stored',
      stored: 1,
    })
    expect((await spansOf(api, sentSpan.traceId)).get(sentSpan.spanId)?.attributes.ag.data).toEqual({
      inputs: { prompt: [{ role: 'user', content: 'Hi' }] },
    })
    const viewer = await api.as('viewer')
    expect((await exportOver(viewer.key, logs, { service })).error?.code).toBe(status.PERMISSION_DENIED)
    const invalidAnswer = await exportOver(api.key, Buffer.from([0xff]), { service })
    expect(invalidAnswer.error?.code).toBe(status.INVALID_ARGUMENT)
    const bombAnswer = await exportOver(api.key, Buffer.alloc(5 * MiB), { service, gzip: true })
    expect(bombAnswer.error?.code).toBe(status.RESOURCE_EXHAUSTED)
  })
})

/** A call as bytes. Returns the first headers of the answer. Without a body the call is not ended. */
function rawCall(headers: IncomingHttpHeaders, body: Uint8Array | undefined): Promise<IncomingHttpHeaders> {
  const client = connect(`http://127.0.0.1:${grpcPort}`)
  const stream = client.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  })
  if (body !== undefined) stream.end(body)
  return new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.once('response', (answer) => {
      resolve(answer)
      client.destroy()
    })
  })
}
