// OTLP: random requests and recorded ones of real instrumentations, in every encoding, intact and damaged.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { oracleRequest, request } from '../../../src/tracing/otlp/request.fixture.ts'
import { encodeMessage } from '../../../src/tracing/otlp/schema.fixture.ts'
import { recordings, type Recording } from '../../support/recordings.ts'
import { damageBytes, hostileJson, hostileName, hostileText, jsonBytes, corrupt } from '../hostile.ts'
import { post, type HostileRequest, type Target } from '../request.ts'

const recordedRequests = recordings()
const recordedOf = (form: Recording['form']) =>
  fc.constantFrom(...recordedRequests.filter((one) => one.form === form).map(({ bytes }) => bytes))

/** Attributes that adapters look for, with values of any kind. */
const conventionNames = fc.oneof(
  fc.constantFrom(
    'gen_ai.input.messages',
    'gen_ai.prompt.0.content',
    'gen_ai.usage.input_tokens',
    'llm.input_messages.0.message.content',
    'llm.token_count.total',
    'input.value',
    'output.value',
    'ai.prompt.messages',
    'langfuse.observation.input',
    'langsmith.metadata.x',
    'mlflow.spanInputs',
    'traceloop.entity.input',
    'ag.data.inputs',
    'ag.references.application_revision.id',
    'ag.metrics.costs.cumulative.total',
    'ag.type.trace',
    'ag.flags.x',
    'session.id',
  ),
  hostileName,
)
const anyValue = fc.oneof(
  hostileText.map((stringValue) => ({ stringValue })),
  hostileJson.map((value) => ({ stringValue: JSON.stringify(value) })),
  fc.integer().map((number) => ({ intValue: String(number) })),
  fc.constantFrom({ intValue: '9223372036854775807' }, { doubleValue: 1e308 }, { bytesValue: '////' }, {}),
)
const ownSpans = fc
  .array(
    fc.record({
      traceId: fc
        .uint8Array({ minLength: 16, maxLength: 16 })
        .map((bytes) => Buffer.from(bytes).toString('hex')),
      spanId: fc
        .uint8Array({ minLength: 8, maxLength: 8 })
        .map((bytes) => Buffer.from(bytes).toString('hex')),
      parentSpanId: fc.constantFrom('', 'a'.repeat(16)),
      name: hostileText,
      startTimeUnixNano: fc.constantFrom('0', '1794733200000000001', '18446744073709551615'),
      endTimeUnixNano: fc.constantFrom('0', '1794733202000000001', '1'),
      attributes: fc.array(fc.record({ key: conventionNames, value: anyValue }), { maxLength: 8 }),
    }),
    { maxLength: 4 },
  )
  .map((spans) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))

const json = fc.oneof(
  damageBytes(fc.oneof(request, ownSpans).map(jsonBytes)),
  corrupt(fc.oneof(request, ownSpans)).map(jsonBytes),
  damageBytes(recordedOf('otlp_json')),
)
const protobuf = fc.oneof(
  damageBytes(request.map((one) => encodeMessage('Request', oracleRequest(one)))),
  damageBytes(recordedOf('otlp_protobuf')),
)

const encodings: readonly (readonly [string, (bytes: Uint8Array) => Uint8Array])[] = [
  ['identity', (bytes) => bytes],
  ['gzip', (bytes) => gzipSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
  // An unsupported encoding, and a wrong one.
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['gzip', (bytes) => bytes],
  ['zstd', (bytes) => gzipSync(bytes)],
]

const paths = fc.constantFrom('/api/otlp/v1/traces', '/v1/traces', '/v1/logs', '/v1/metrics')

const httpRequests = (type: string, bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<HostileRequest> =>
  fc
    .constantFrom(...encodings)
    .chain(([encoding, encode]) =>
      fc
        .tuple(paths, damageBytes(bytes.map(encode)))
        .map(([path, body]) => post(path, body, { 'Content-Type': type, 'Content-Encoding': encoding })),
    )

const grpcRequests = protobuf.map((body): HostileRequest => ({
  method: 'POST',
  path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  headers: {},
  body,
  transport: 'grpc',
}))

/** The deprecated routes, which take spans as records. */
const recordRequests = fc
  .tuple(
    fc.constantFrom('/api/tracing/spans/ingest', '/api/traces/ingest', '/api/traces/'),
    corrupt(ownSpans),
  )
  .map(([path, body]) => post(path, jsonBytes(body)))

export const otlpTarget: Target = {
  name: 'otlp',
  requests: fc.oneof(
    { weight: 4, arbitrary: httpRequests('application/x-protobuf', protobuf) },
    { weight: 4, arbitrary: httpRequests('application/json', json) },
    { weight: 2, arbitrary: grpcRequests },
    { weight: 1, arbitrary: recordRequests },
  ),
}
