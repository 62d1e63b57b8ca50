// Stock exporters against a server as its users start it, on the ports that exporters know.
import { credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { Client } from '@grpc/grpc-js'
import { gzipSync } from 'node:zlib'
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeMessage } from '../src/tracing/otlp/schema.fixture.ts'
import { newProject, type Api } from './support/api.ts'
import { protobufOf, sendBytes, settled, span, spansOf } from './support/otlp.ts'
import { freePort } from './support/postgres.ts'
import { removeDataDir, startServer, type RunningServer } from './support/process.ts'

let server: RunningServer
let api: Api
let httpPort: number
let grpcPort: number

beforeAll(async () => {
  httpPort = await freePort()
  grpcPort = await freePort()
  server = await startServer({
    env: { ASSAY_OTLP_HTTP_PORT: String(httpPort), ASSAY_OTLP_GRPC_PORT: String(grpcPort) },
  })
  api = await newProject(server.url, { seedDefaults: false })
})
afterAll(async () => {
  expect(await server.stop()).toBe(0)
  removeDataDir(server)
})

/** Makes a root with 30 children, exported in batches of 7, and gives the id of the trace. */
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
  await expect.poll(async () => (await spansOf(api, id)).size, { timeout: 20_000, interval: 50 }).toBe(31)
  await expect
    .poll(
      async () => {
        const { body } = await api.get(`/traces/${id}`)
        return body.trace.spans.root?.attributes.ag.metrics.tokens.cumulative?.prompt as number
      },
      { timeout: 20_000, interval: 50 },
    )
    .toBe(30)
}

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

  test('its gRPC exporter delivers', async () => {
    const metadata = new Metadata()
    metadata.set('authorization', `Bearer ${api.key}`)
    const exporter = new GrpcExporter({
      url: `http://127.0.0.1:${grpcPort}`,
      credentials: credentials.createInsecure(),
      metadata,
    })
    await expectWholeTrace(await run(exporter))
  })
})

test('the OTLP port serves what exporters know and nothing else', async () => {
  const otlp = { url: `http://127.0.0.1:${httpPort}`, key: api.key }
  const one = span()
  const answer = await sendBytes(otlp, '/v1/traces', gzipSync(protobufOf(one)), {
    'Content-Type': 'application/x-protobuf',
    'Content-Encoding': 'gzip',
  })
  expect(answer.status).toBe(200)
  expect((await settled(api, answer)).status).toBe('stored')
  expect((await sendBytes(otlp, '/api/otlp/v1/traces', '{}')).status).toBe(404)
})

interface Outcome {
  readonly error: ServiceError | null
  readonly bytes: Buffer
  readonly receipt: string | undefined
}

function exportOver(key: string, message: Uint8Array, service = 'trace.v1.TraceService'): Promise<Outcome> {
  const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure())
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
  test('answers with a receipt, and says what was refused', async () => {
    const { error, bytes, receipt } = await exportOver(api.key, protobufOf(span(), span({ spanId: 'ab' })))
    expect(error).toBeNull()
    expect(decodeMessage('Response', bytes)).toMatchObject({ partialSuccess: { rejectedSpans: '1' } })
    const found = await settled(api, { headers: new Headers({ 'X-Assay-Receipt': receipt ?? '' }) })
    expect(found).toMatchObject({ status: 'rejected', received: 2, stored: 1 })
  })

  test('refuses strangers, viewers, what it cannot decode and what is too large', async () => {
    expect((await exportOver('nobody', protobufOf())).error?.code).toBe(status.UNAUTHENTICATED)
    const viewer = await api.as('viewer')
    expect((await exportOver(viewer.key, protobufOf())).error?.code).toBe(status.PERMISSION_DENIED)
    expect((await exportOver(api.key, Buffer.from([0xff]))).error?.code).toBe(status.INVALID_ARGUMENT)
    const large = await exportOver(api.key, Buffer.alloc(11 * 1024 * 1024))
    expect(large.error?.code).toBe(status.RESOURCE_EXHAUSTED)
    expect(large.error?.metadata.get('grpc-status-details-bin')).toEqual([])
  })

  test('takes metrics and logs and stores nothing', async () => {
    for (const service of ['metrics.v1.MetricsService', 'logs.v1.LogsService']) {
      const { error, bytes } = await exportOver(api.key, Buffer.from([1, 2, 3]), service)
      expect(error).toBeNull()
      expect(bytes).toHaveLength(0)
    }
  })
})
