import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { context, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, SimpleSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import { describe, expect, test } from 'vitest'
import { decodeJson } from './json.ts'
import { decodeProtobuf } from './protobuf.ts'
import type { DecodedTraces, OtlpSpan } from './span.ts'

const linkContext = {
  traceId: '0db4076d6a20174a720af586dc588c6c',
  spanId: '3a0be5f49672f8a7',
  traceFlags: TraceFlags.SAMPLED,
}

/** Runs a stock exporter against a local server and returns the bodies that it sent. */
async function exportBodies(exporterFor: (url: string) => SpanExporter): Promise<readonly Buffer[]> {
  const bodies: Buffer[] = []
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks))
      answer.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'support-api' }),
    spanProcessors: [new SimpleSpanProcessor(exporterFor(`http://127.0.0.1:${port}/v1/traces`))],
  })
  const tracer = provider.getTracer('shop', '1.2.0')
  const root = tracer.startSpan('support', { kind: SpanKind.SERVER, startTime: [1_700_000_000, 123_456_789] })
  const child = tracer.startSpan(
    'ask',
    {
      kind: SpanKind.CLIENT,
      startTime: [1_700_000_000, 123_456_790],
      attributes: {
        'gen_ai.usage.input_tokens': 12,
        ratio: 0.5,
        ok: true,
        names: ['a', 'b'],
        text: 'größer 😀',
      },
      links: [{ context: linkContext, attributes: { key: 'invocation' } }],
    },
    trace.setSpan(context.active(), root),
  )
  child.addEvent('exception', { 'exception.message': 'no such order' }, [1_700_000_001, 1])
  child.setStatus({ code: SpanStatusCode.ERROR, message: 'failed' })
  child.end([1_700_000_002, 7])
  root.end([1_700_000_003, 8])
  await provider.forceFlush()
  await provider.shutdown()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return bodies
}

function expectBothSpans(bodies: readonly Buffer[], decode: (body: Buffer) => DecodedTraces): void {
  const decodedBodies = bodies.map((body) => decode(body))
  expect(decodedBodies.flatMap(({ refusedSpans }) => refusedSpans)).toEqual([])
  const spans = new Map(
    decodedBodies.flatMap(({ spans }) => spans).map((span): [string, OtlpSpan] => [span.name, span]),
  )
  const root = spans.get('support')
  expect(root).toMatchObject({ kind: 2, startTimeUnixNano: 1_700_000_000_123_456_789n, statusCode: 0 })
  expect(root?.parentSpanId).toBeUndefined()
  expect(spans.get('ask')).toMatchObject({
    traceId: root?.traceId,
    parentSpanId: root?.spanId,
    kind: 3,
    startTimeUnixNano: 1_700_000_000_123_456_790n,
    endTimeUnixNano: 1_700_000_002_000_000_007n,
    statusCode: 2,
    statusMessage: 'failed',
    attributes: {
      'gen_ai.usage.input_tokens': 12,
      ratio: 0.5,
      ok: true,
      names: ['a', 'b'],
      text: 'größer 😀',
    },
    events: [
      {
        name: 'exception',
        timeUnixNano: 1_700_000_001_000_000_001n,
        attributes: { 'exception.message': 'no such order' },
      },
    ],
    links: [{ traceId: linkContext.traceId, spanId: linkContext.spanId, attributes: { key: 'invocation' } }],
    resource: { attributes: { 'service.name': 'support-api' } },
    scope: { name: 'shop', version: '1.2.0' },
  })
}

describe('the OpenTelemetry JS SDK', () => {
  test('its protobuf exporter is decoded exactly to the nanosecond', async () => {
    expectBothSpans(await exportBodies((url) => new ProtobufExporter({ url })), decodeProtobuf)
  })

  test('its JSON exporter is decoded exactly to the nanosecond', async () => {
    expectBothSpans(await exportBodies((url) => new JsonExporter({ url })), decodeJson)
  })
})
