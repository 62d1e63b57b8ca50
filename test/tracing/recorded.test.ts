// Recorded exports of other languages (test/recorded/README.md), and the stored spans.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseExact } from '../../src/tracing/exact-json.ts'
import { backends, newProject, serverOf, type Body } from '../support/api.ts'
import { sendBytes, waitForReceipt } from '../support/otlp.ts'

const trace_id = '0db4076d6a20174a720af586dc588c6c'
const [rootId, childId] = ['3a0be5f49672f8a7', '5e0f6a1b2c3d4e5f']
const linkTarget = { trace_id: '6c9a9c69ddb297406e3e2380e347910e', span_id: '1d6628d5d6f67dfd' }
const tokens = { prompt: 1200, completion: 300, total: 1500 }

/** The attributes that the language adds to every span. */
interface Language {
  readonly name: string
  readonly resource: object
  readonly flags: number
  readonly linkFlags: number
}

const otelOf = ({ resource, flags }: Language) => ({
  resource: { service: { name: 'support-api', instance: { id: 'one' } }, host: { cpus: 4 }, ...resource },
  scope: {
    name: 'shop',
    version: '1.2.0',
    attributes: { team: 'care' },
    schema_url: 'https://opentelemetry.io/schemas/1.30.0',
  },
  flags,
})

const rootOf = (language: Language) => ({
  trace_id,
  span_id: rootId,
  parent_id: null,
  trace_type: 'invocation',
  span_type: 'chat',
  span_kind: 'SPAN_KIND_SERVER',
  span_name: 'answer',
  start_time: '2026-11-15T09:00:00.000000001Z',
  end_time: '2026-11-15T09:00:02.000000001Z',
  status_code: 'STATUS_CODE_OK',
  attributes: {
    ag: {
      type: { trace: 'invocation', span: 'chat' },
      data: {},
      metrics: {
        duration: { incremental: 1800, cumulative: 2000 },
        errors: { cumulative: 1 },
        tokens: { incremental: tokens, cumulative: tokens },
        costs: {},
      },
      meta: { request: { model: 'a-model-without-a-price' } },
    },
    gen_ai: {
      operation: { name: 'chat' },
      request: { model: 'a-model-without-a-price' },
      usage: { input_tokens: 1200, output_tokens: 300 },
    },
    order: { number: 9_007_199_254_740_993n, lowest: -9_223_372_036_854_775_808n },
    share: 0.1,
    unknown: 'NaN',
    is_new: true,
    greeting: 'Grüße, 世界 🌍',
    empty: '',
    tags: ['a', 'b'],
    counts: [1, 2, 3],
    otel: otelOf(language),
  },
  links: [{ ...linkTarget, attributes: { key: 'invocation', weight: 0.5 }, flags: language.linkFlags }],
  hashes: [{ id: 'b795f6f9-42e3-4da6-bb1b-da844a57c7be', attributes: { key: 'indirect' } }],
  adapters: ['gen_ai'],
})

const exception = { 'exception.type': 'KeyError', 'exception.message': '17', attempt: 2 }

const childOf = (language: Language) => ({
  trace_id,
  span_id: childId,
  parent_id: rootId,
  trace_type: 'invocation',
  span_type: 'tool',
  span_kind: 'SPAN_KIND_CLIENT',
  span_name: 'find order',
  start_time: '2026-11-15T09:00:00.100000001Z',
  end_time: '2026-11-15T09:00:00.300000001Z',
  status_code: 'STATUS_CODE_ERROR',
  status_message: 'no such order',
  attributes: {
    ag: {
      type: { trace: 'invocation', span: 'tool' },
      data: { inputs: { order: 17 } },
      metrics: {
        duration: { incremental: 200, cumulative: 200 },
        errors: { incremental: 1, cumulative: 1 },
        tokens: {},
        costs: {},
      },
      exception: { type: 'KeyError', message: '17' },
    },
    otel: otelOf(language),
  },
  events: [{ name: 'exception', timestamp: '2026-11-15T09:00:00.299871204Z', attributes: exception }],
})

const python: Language = {
  name: 'python',
  resource: { telemetry: { sdk: { language: 'python', name: 'opentelemetry', version: '1.45.2' } } },
  flags: 0x100,
  linkFlags: 0x300,
}
const go: Language = {
  name: 'go',
  resource: {},
  flags: 0x101,
  linkFlags: 0x301,
}

const protobuf = { 'Content-Type': 'application/x-protobuf' }

const recordings: readonly (readonly [file: string, Language, headers: Readonly<Record<string, string>>])[] =
  [
    ['python-http', python, { ...protobuf, 'Content-Encoding': 'gzip' }],
    ['python-grpc', python, protobuf],
    ['go-http', go, protobuf],
    ['go-grpc', go, protobuf],
  ]

describe.each(backends)('on %s', (backend) => {
  test.each(recordings)('%s is returned as the program sent it', async (file, language, headers) => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const bytes = readFileSync(join(import.meta.dirname, '../recorded', `${file}.bin`))
    const response = await sendBytes(api, '/v1/traces', bytes, headers)
    expect([response.status, response.bytes.length]).toEqual([200, 0])
    expect(await waitForReceipt(api, response)).toMatchObject({ status: 'stored', received: 2, stored: 2 })
    const answer = await fetch(`${api.url}/api/spans/?trace_id=${trace_id}`, {
      headers: { Authorization: api.key },
    })
    // Integers are read as text: one of them is too large for a double.
    const { count, spans } = parseExact(await answer.text()) as Body
    expect(count).toBe(2)
    const [root, child] = spans.map(({ created_at, created_by_id, ...record }: Body) => {
      expect([created_at, created_by_id]).toEqual([expect.any(String), expect.any(String)])
      return record as unknown
    })
    expect(root).toEqual(rootOf(language))
    expect(child).toEqual(childOf(language))
  })
})
