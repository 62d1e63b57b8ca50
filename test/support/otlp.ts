// Spans in OTLP/JSON, and functions that wait until they are stored.
import { randomBytes } from 'node:crypto'
import { encodeMessage } from '../../src/tracing/otlp/schema.fixture.ts'
import type { Answer, Api, Body } from './api.ts'
import { eventually } from './eventually.ts'

export const traceId = (): string => randomBytes(16).toString('hex')
export const spanId = (): string => randomBytes(8).toString('hex')

export interface TestSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name?: string
  readonly startTimeUnixNano?: string
  readonly endTimeUnixNano?: string
  readonly attributes?: readonly object[]
  readonly status?: object
  readonly kind?: number
}

export const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
export const int = (key: string, value: number | string) => ({ key, value: { intValue: String(value) } })

/** A span of two seconds. Its ids are random unless they are overridden. */
export const span = (overrides: Partial<TestSpan> = {}): TestSpan => ({
  traceId: traceId(),
  spanId: spanId(),
  name: 'answer',
  startTimeUnixNano: '1794733200000000001',
  endTimeUnixNano: '1794733202000000001',
  attributes: [],
  ...overrides,
})

export const requestOf = (...spans: readonly TestSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', 'support-api')] },
      scopeSpans: [{ scope: { name: 'shop', version: '1.2.0' }, spans }],
    },
  ],
})

const base64 = (hex: string | undefined): string => Buffer.from(hex ?? '', 'hex').toString('base64')

/** The same request in protobuf, encoded by a library. */
export function protobufOf(...spans: readonly TestSpan[]): Uint8Array {
  const [resource] = requestOf(...spans).resourceSpans
  return encodeMessage('Request', {
    resourceSpans: [
      {
        ...resource,
        scopeSpans: [
          {
            spans: spans.map((testSpan) => ({
              ...testSpan,
              traceId: base64(testSpan.traceId),
              spanId: base64(testSpan.spanId),
              parentSpanId: base64(testSpan.parentSpanId),
            })),
          },
        ],
      },
    ],
  })
}

/** A record of OTLP logs about a span. */
export interface TestLog {
  readonly traceId?: string
  readonly spanId?: string
  readonly eventName?: string
  readonly timeUnixNano?: string
  readonly attributes?: readonly object[]
  readonly body?: object
}

/** A message to the model in the format of instrumentations. */
export const messageLog = (
  role: 'system' | 'user',
  content: string,
  about: Pick<TestSpan, 'traceId' | 'spanId'>,
  overrides: TestLog = {},
): TestLog => ({
  traceId: about.traceId,
  spanId: about.spanId,
  eventName: `gen_ai.${role}.message`,
  timeUnixNano: '1794733200000000005',
  attributes: [text('gen_ai.system', 'openai')],
  body: { kvlistValue: { values: [text('content', content)] } },
  ...overrides,
})

export const logsRequestOf = (...logRecords: readonly TestLog[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [text('service.name', 'support-api')] },
      scopeLogs: [{ scope: { name: 'openai', version: '2' }, logRecords }],
    },
  ],
})

/** The same request in protobuf. */
export const logsProtobufOf = (...logs: readonly TestLog[]): Uint8Array =>
  encodeMessage(
    'LogsRequest',
    logsRequestOf(
      ...logs.map((log) => ({ ...log, traceId: base64(log.traceId), spanId: base64(log.spanId) })),
    ),
  )

export const links = (...spans: readonly TestSpan[]) =>
  spans.map((testSpan) => ({ trace_id: testSpan.traceId, span_id: testSpan.spanId }))

/** Sends bytes unchanged. */
export async function sendBytes(
  api: Pick<Api, 'url' | 'key'>,
  path: string,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer & { readonly bytes: Uint8Array }> {
  const response = await fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${api.key}`, ...headers },
    body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(body),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined,
  }
}

export const sendJson = (api: Pick<Api, 'url' | 'key'>, ...spans: readonly TestSpan[]) =>
  sendBytes(api, '/api/otlp/v1/traces', JSON.stringify(requestOf(...spans)), {
    'Content-Type': 'application/json',
  })

export const sendLogs = (api: Pick<Api, 'url' | 'key'>, ...logs: readonly TestLog[]) =>
  sendBytes(api, '/v1/logs', JSON.stringify(logsRequestOf(...logs)), { 'Content-Type': 'application/json' })

/** The receipt of an answer, once it is no longer pending. */
export async function waitForReceipt(api: Api, answer: Pick<Answer, 'headers'>): Promise<Body> {
  const id = answer.headers.get('X-Assay-Receipt') ?? ''
  return eventually(async () => {
    const { body } = await api.get(`/otlp/receipts/${id}`)
    return body.receipt?.status === 'pending' ? undefined : body.receipt
  }, 'a receipt that is not pending')
}

/** Every span of a trace as answered, by span id. */
export async function spansOf(api: Api, id: string): Promise<ReadonlyMap<string, Body>> {
  const { body } = await api.get(`/traces/${id}`)
  const spansById = new Map<string, Body>()
  const visit = (spans: Body): void => {
    for (const value of Object.values(spans ?? {}) as Body[]) {
      for (const root of Array.isArray(value) ? value : [value]) {
        const { spans: below, ...record } = root
        spansById.set(record.span_id as string, record)
        visit(below)
      }
    }
  }
  visit(body.trace?.spans)
  return spansById
}
