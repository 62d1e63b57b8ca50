import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssayError } from '../../kernel/errors.ts'
import { decodeLogs, logAddresses, type DecodedLogs, type LogAddress } from './logs.ts'
import { request, type AnyValueJson, type KeyValueJson } from './request.fixture.ts'
import { encodeMessage } from './schema.fixture.ts'

const traceId = '0db4076d6a20174a720af586dc588c6c'
const spanId = '3a0be5f49672f8a7'

interface LogJson {
  readonly traceId?: string
  readonly spanId?: string
  readonly eventName?: string
  readonly timeUnixNano?: string
  readonly observedTimeUnixNano?: string
  readonly droppedAttributesCount?: number
  readonly attributes?: readonly KeyValueJson[]
  readonly body?: AnyValueJson
}

const text = (key: string, stringValue: string): KeyValueJson => ({ key, value: { stringValue } })
const logOf = (over: LogJson = {}): LogJson => ({
  traceId,
  spanId,
  eventName: 'gen_ai.choice',
  timeUnixNano: '1794733200000000001',
  ...over,
})

const base64 = (hex = ''): string => Buffer.from(hex, 'hex').toString('base64')
const jsonOf = (...logRecords: readonly unknown[]): Uint8Array =>
  Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }))
const protobufOf = (...logs: readonly LogJson[]): Uint8Array =>
  encodeMessage('LogsRequest', {
    resourceLogs: [
      {
        resource: { attributes: [text('service.name', 'shop')] },
        scopeLogs: [
          {
            scope: { name: 'openai', attributes: [text('a', 'b')] },
            logRecords: logs.map((log) => ({
              ...log,
              traceId: base64(log.traceId),
              spanId: base64(log.spanId),
            })),
          },
        ],
      },
    ],
  })

const decoders: Readonly<Record<string, (...logs: readonly LogJson[]) => DecodedLogs>> = {
  protobuf: (...logs) => decodeLogs('protobuf', protobufOf(...logs)),
  JSON: (...logs) => decodeLogs('json', jsonOf(...logs)),
}

describe.each(Object.entries(decoders))('logs in %s', (_, decode) => {
  test('become events of the spans that they name', () => {
    const content = {
      kvlistValue: { values: [text('content', 'Hi'), { key: 'n', value: { intValue: '7' } }] },
    }
    const { logs, ignoredCount } = decode(
      logOf({
        eventName: 'gen_ai.user.message',
        attributes: [text('gen_ai.system', 'openai')],
        body: content,
      }),
      logOf({ timeUnixNano: '0', observedTimeUnixNano: '1794733200000000009', droppedAttributesCount: 2 }),
    )
    expect(ignoredCount).toBe(0)
    expect(logs).toEqual([
      {
        index: 0,
        traceId,
        spanId,
        event: {
          name: 'gen_ai.user.message',
          timeUnixNano: 1794733200000000001n,
          attributes: { 'gen_ai.system': 'openai', 'gen_ai.event.content': { content: 'Hi', n: 7 } },
        },
      },
      {
        index: 1,
        traceId,
        spanId,
        event: {
          name: 'gen_ai.choice',
          timeUnixNano: 1794733200000000009n,
          attributes: {},
          droppedAttributesCount: 2,
        },
      },
    ])
  })

  test('may have their name in an attribute, and any kind of body', () => {
    const { logs } = decode(
      logOf({
        eventName: '',
        attributes: [text('event.name', 'gen_ai.choice')],
        body: { stringValue: 'Hi' },
      }),
      logOf({ attributes: [text('gen_ai.event.content', '{}')], body: { boolValue: true } }),
    )
    expect(logs.map(({ event }) => event.attributes)).toEqual([
      { 'event.name': 'gen_ai.choice', 'gen_ai.event.content': 'Hi' },
      { 'gen_ai.event.content': '{}', body: true },
    ])
    expect(logs[0]?.event.name).toBe('gen_ai.choice')
  })

  test('without a span, or without a model call, are counted as ignored', () => {
    const { logs, ignoredCount } = decode(
      logOf({ traceId: '' }),
      logOf({ spanId: '0'.repeat(16) }),
      logOf({ spanId: 'abcd' }),
      logOf({ eventName: '' }),
      logOf({ eventName: 'gen_ai' }),
      logOf({ eventName: 'http.request', attributes: [text('event.name', 'gen_ai.choice')] }),
      logOf(),
    )
    expect(ignoredCount).toBe(6)
    expect(logs.map(({ index }) => index)).toEqual([6])
  })

  test('keep attributes named like inherited members of objects', () => {
    const { logs } = decode(logOf({ attributes: [text('__proto__', 'a'), text('constructor', 'b')] }))
    expect(Object.entries(logs[0]?.event.attributes ?? {})).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })
})

test('JSON may use snake_case names, and values that are not records are counted', () => {
  const { logs, ignoredCount } = decodeLogs(
    'json',
    Buffer.from(
      JSON.stringify({
        resource_logs: [
          {
            scope_logs: [
              {
                log_records: [
                  { trace_id: traceId, span_id: spanId, event_name: 'gen_ai.choice', time_unix_nano: '5' },
                  null,
                  'text',
                ],
              },
            ],
          },
        ],
      }),
    ),
  )
  expect(logs[0]?.event).toEqual({ name: 'gen_ai.choice', timeUnixNano: 5n, attributes: {} })
  expect(ignoredCount).toBe(2)
})

const outcomeOf = (read: () => DecodedLogs<LogAddress>) => {
  try {
    const { logs, ignoredCount } = read()
    return {
      ignored: ignoredCount,
      logs: logs.map((log) => ({ index: log.index, traceId: log.traceId, spanId: log.spanId })),
    }
  } catch (error) {
    if (error instanceof AssayError) return error.code
    throw error
  }
}

/** Records with the attributes and texts of random spans; most of them are model calls. */
const logs = request.map(({ resourceSpans }) =>
  resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span): LogJson => ({
        traceId: span.traceId,
        spanId: span.spanId,
        eventName: span.kind > 2 ? `gen_ai.${span.name}` : '',
        attributes: [...span.attributes, text('event.name', span.kind > 1 ? 'gen_ai.choice' : span.name)],
        ...(span.attributes[0] === undefined ? {} : { body: span.attributes[0].value }),
      })),
    ),
  ),
)

/** A field of bytes, fewer than 128 of them. */
const messageField = (field: number, body: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from([(field << 3) | 2, body.length]), body])

describe('the walk over the addresses of logs', () => {
  test('accepts and ignores the same records as the decoder, for any bytes', () => {
    const damage = fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), {
      maxLength: 3,
    })
    fc.assert(
      fc.property(logs, damage, fc.nat(), (input, damages, cut) => {
        const bytes = Buffer.from(protobufOf(...input))
        for (const { at, byte } of damages) if (bytes.length > 0) bytes[at % bytes.length] = byte
        const body = cut % 3 === 0 ? bytes.subarray(0, cut % (bytes.length + 1)) : bytes
        expect(outcomeOf(() => logAddresses('protobuf', body))).toEqual(
          outcomeOf(() => decodeLogs('protobuf', body)),
        )
      }),
      { numRuns: 500 },
    )
    const record = encodeMessage('LogRecord', {
      traceId: base64(traceId),
      spanId: base64(spanId),
      eventName: 'gen_ai.choice',
    })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 48 }), (rest) => {
        const body = messageField(1, messageField(2, messageField(2, Buffer.concat([record, rest]))))
        expect(outcomeOf(() => logAddresses('protobuf', body))).toEqual(
          outcomeOf(() => decodeLogs('protobuf', body)),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('a request that is not a message is undecodable', () => {
    expect(outcomeOf(() => logAddresses('protobuf', Buffer.from([0xff])))).toBe('payload_undecodable')
    expect(outcomeOf(() => logAddresses('json', Buffer.from('{')))).toBe('payload_undecodable')
    expect(outcomeOf(() => logAddresses('json', Buffer.from('[]')))).toBe('payload_undecodable')
  })
})
