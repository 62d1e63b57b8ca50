// Payloads for benches: LLM spans of about 2 kB as instrumentations of the gen_ai conventions send them, in OTLP
// protobuf.
import { randomBytes } from 'node:crypto'
import { encodeMessage } from '../../src/tracing/otlp/schema.fixture.ts'

export const spansPerBatch = 100
const spansPerTraceDefault = 8

const vocabulary =
  'the customer asked about order status refund delivery invoice payment account please check system answer question agent tool result model temperature latency document search retrieval context summary policy shipping address name email support ticket urgent resolved pending'.split(
    ' ',
  )
const words = (characters: number): string => {
  let text = ''
  while (text.length < characters) text += `${vocabulary[Math.floor(Math.random() * vocabulary.length)]} `
  return text.slice(0, characters)
}

export interface TextAttribute {
  readonly key: string
  readonly value: { readonly stringValue: string }
}

export const text = (name: string, stringValue: string): TextAttribute => ({
  key: name,
  value: { stringValue },
})
const int = (name: string, value: number) => ({ key: name, value: { intValue: String(value) } })
const messages = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }], finish_reason: 'stop' }])

export interface Template {
  readonly bytes: Buffer
  /** The offsets of trace ids, by trace, and of span ids, by span; a child also has the id of its parent. */
  readonly traceIdAt: readonly (readonly number[])[]
  readonly spanIdAt: readonly (readonly number[])[]
}

/** Placeholders of ids; their offsets are found after encoding. */
const placeholderId = (kind: number, index: number, bytes: number): Buffer => {
  const id = Buffer.alloc(bytes, kind)
  id.writeUInt16BE(index + 1, bytes - 2)
  return id
}

function offsetsOf(bytes: Buffer, id: Buffer): readonly number[] {
  const offsets: number[] = []
  for (let at = bytes.indexOf(id); at !== -1; at = bytes.indexOf(id, at + 1)) offsets.push(at)
  return offsets
}

export interface TemplateOptions {
  readonly spansPerTrace?: number
  /** More attributes of a span, by its position in the batch. */
  readonly extraAttributes?: (span: number) => readonly TextAttribute[]
}

/** A body whose ids are replaced in each copy, so that copies cost the generator little. */
export function template({
  spansPerTrace = spansPerTraceDefault,
  extraAttributes = () => [],
}: TemplateOptions = {}): Template {
  const nowMs = Date.now()
  const spans = Array.from({ length: spansPerBatch }, (_, i) => {
    const trace = Math.floor(i / spansPerTrace)
    const start = BigInt(nowMs) * 1_000_000n + BigInt(i * 1000)
    const isRoot = i % spansPerTrace === 0
    return {
      traceId: placeholderId(0xa5, trace, 16).toString('base64'),
      spanId: placeholderId(0xc3, i, 8).toString('base64'),
      parentSpanId: isRoot ? '' : placeholderId(0xc3, trace * spansPerTrace, 8).toString('base64'),
      name: isRoot ? 'support' : 'chat gpt-4o-mini',
      kind: 3,
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(start + 800_000_000n),
      status: { code: 1 },
      attributes: [
        text('gen_ai.operation.name', 'chat'),
        text('gen_ai.provider.name', 'openai'),
        text('gen_ai.request.model', 'gpt-4o-mini'),
        text('gen_ai.response.model', 'gpt-4o-mini-2024-07-18'),
        text('gen_ai.response.id', `chatcmpl-${i}`),
        int('gen_ai.usage.input_tokens', Math.floor(Math.random() * 2000)),
        int('gen_ai.usage.output_tokens', Math.floor(Math.random() * 400)),
        int('gen_ai.usage.cache_read.input_tokens', 100),
        { key: 'gen_ai.request.temperature', value: { doubleValue: 0.7 } },
        int('gen_ai.request.max_tokens', 400),
        text('gen_ai.input.messages', messages('user', words(800))),
        text('gen_ai.output.messages', messages('assistant', words(500))),
        text('gen_ai.conversation.id', `session-${i % 50}`),
        text('server.address', 'api.openai.com'),
        int('server.port', 443),
        ...extraAttributes(i),
      ],
    }
  })
  const request = {
    resourceSpans: [
      {
        resource: {
          attributes: [text('service.name', 'support-api'), text('deployment.environment', 'production')],
        },
        scopeSpans: [{ scope: { name: 'openai-instrumentation', version: '1.2.0' }, spans }],
      },
    ],
  }
  const bytes = Buffer.from(encodeMessage('Request', request))
  const traces = Math.ceil(spansPerBatch / spansPerTrace)
  return {
    bytes,
    traceIdAt: Array.from({ length: traces }, (_, i) => offsetsOf(bytes, placeholderId(0xa5, i, 16))),
    spanIdAt: Array.from({ length: spansPerBatch }, (_, i) => offsetsOf(bytes, placeholderId(0xc3, i, 8))),
  }
}

/** A copy with new ids, and the id of its last trace. */
export function batchOf({ bytes, traceIdAt, spanIdAt }: Template): {
  readonly body: Buffer
  readonly lastTraceId: string
} {
  const body = Buffer.from(bytes)
  const ids = randomBytes(traceIdAt.length * 16 + spanIdAt.length * 8)
  let usedBytes = 0
  const write = (offsets: readonly number[], length: number): void => {
    for (const at of offsets) ids.copy(body, at, usedBytes, usedBytes + length)
    usedBytes += length
  }
  for (const at of traceIdAt) write(at, 16)
  const lastTraceId = ids.subarray(usedBytes - 16, usedBytes).toString('hex')
  for (const at of spanIdAt) write(at, 8)
  return { body, lastTraceId }
}
