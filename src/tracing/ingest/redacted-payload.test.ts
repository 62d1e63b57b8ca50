import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpanPayloadForm } from '../../storage/contract/contract.ts'
import { spanRecord } from '../canonical/record.ts'
import { options } from '../canonical/span.fixture.ts'
import { oracleRequest, request } from '../otlp/request.fixture.ts'
import { encodeMessage } from '../otlp/schema.fixture.ts'
import { Redactor } from '../redaction/redact.ts'
import { valueText } from '../value.ts'
import { addressedPayload, addressedRequest, decodedPayload } from './payloads/payload.ts'
import { redactedPayload } from './redacted-payload.ts'

/** Rules whose repeated application would be visible. */
const redactor = new Redactor([
  { kind: 'pattern', pattern: 'a', replacement: 'aa' },
  { kind: 'path', path: 'ag.session.id', replacement: '#' },
])

const mapped = (form: SpanPayloadForm, bytes: Uint8Array): readonly unknown[] =>
  decodedPayload(form, bytes).spans.map(({ index, canonical }) => {
    const { span, native } = canonical(options, redactor)
    return { index, native, record: valueText(spanRecord(span)) }
  })

describe('a payload that is redacted before it is stored', () => {
  test('yields the same spans as the original payload, in either encoding of OTLP', () => {
    fc.assert(
      fc.property(request, fc.boolean(), (json, isJson) => {
        const form = isJson ? 'otlp_json' : 'otlp_protobuf'
        const bytes = isJson
          ? Buffer.from(JSON.stringify(json))
          : encodeMessage('Request', oracleRequest(json))
        const redacted = redactedPayload(form, { bytes, redactor })
        expect(mapped(form, redacted)).toEqual(mapped(form, bytes))
        expect(addressedPayload(form, redacted).spans).toMatchObject(
          addressedPayload(form, bytes).spans.map(({ traceId, spanId }) => ({ traceId, spanId })),
        )
      }),
    )
  })

  test('yields the same records as the original payload, at the same indexes', () => {
    const records = [
      { trace_id: 'no id', span_id: 'a secret' },
      {
        trace_id: '1'.repeat(32),
        span_id: 'a'.repeat(16),
        session_id: 's',
        attributes: { a: 'a', n: 2 ** 60 },
      },
    ]
    const bytes = Buffer.from(JSON.stringify(records))
    const redacted = redactedPayload('records', { bytes, redactor })
    expect(mapped('records', redacted)).toEqual(mapped('records', bytes))
    expect(mapped('records', redacted)).toMatchObject([{ index: 1 }])
    expect(Buffer.from(redacted).toString()).not.toContain('secret')
  })

  test.each<SpanPayloadForm>(['otlp_json', 'otlp_protobuf', 'records'])(
    'cannot be sent by a client as %s',
    (form) => {
      const redacted = redactedPayload(form, { bytes: Buffer.from(form === 'records' ? '[]' : ''), redactor })
      expect(() => addressedRequest(form, redacted)).toThrow('Failed to parse OTLP stream')
    },
  )
})
