import { describe, expect, test } from 'vitest'
import { SpanError } from '../otlp/span.ts'
import { isObject, type Value, type ValueObject } from '../value.ts'
import { canonicalRecord, unixNanoOf } from './record-input.ts'
import { spanRecord } from './record.ts'
import { rollUpMetrics, withRollUp } from './roll-up.ts'
import { agOf, aloneInTrace, options, otlpSpan } from './span.fixture.ts'

const ids = { trace_id: '0db4076d6a20174a720af586dc588c6c', span_id: '3a0be5f49672f8a7' }
const record = (members: ValueObject = {}): ValueObject => ({ ...ids, ...members })
const agFor = (members: ValueObject): ValueObject => agOf(canonicalRecord(record(members), options))

describe('span records', () => {
  test.each<[string, ValueObject, ValueObject]>([
    [
      'UUIDs and upper case',
      {
        trace_id: '0DB4076D-6A20-174A-720A-F586DC588C6C',
        span_id: '00000000-0000-0000-3A0B-E5F49672F8A7',
        parent_id: '0xC0FFEE0011223344',
      },
      { traceId: ids.trace_id, spanId: ids.span_id, parentId: 'c0ffee0011223344' },
    ],
    [
      '0x',
      { trace_id: `0x${ids.trace_id}`, span_id: `0x${ids.span_id}` },
      { traceId: ids.trace_id, spanId: ids.span_id },
    ],
  ])('ids are parsed from %s', (_, input, expected) => {
    expect(canonicalRecord(input, options)).toMatchObject(expected)
  })

  test.each([null, '', '0000000000000000'])('parent %j means no parent', (parent) => {
    expect(canonicalRecord(record({ parent_id: parent }), options).parentId).toBeUndefined()
  })

  test.each<[ValueObject, string]>([
    [{ trace_id: 'x' }, 'trace_id is neither 32 hexadecimal digits nor a UUID'],
    [{ span_id: '12' }, 'span_id is neither 16 hexadecimal digits nor a UUID'],
    [{ parent_id: 'nobody' }, 'parent_id is neither 16 hexadecimal digits nor a UUID'],
    [{ trace_id: '0'.repeat(32) }, 'trace_id is all zero'],
    [{ span_id: '0'.repeat(16) }, 'span_id is all zero'],
  ])('%j is refused with its reason', (bad, reason) => {
    expect(() => canonicalRecord(record(bad), options)).toThrow(new SpanError(reason))
  })

  test.each<[Value, bigint | undefined]>([
    ['2026-11-15T09:00:00Z', 1_794_733_200_000_000_000n],
    ['2026-11-15T10:00:00.123456789+01:00', 1_794_733_200_123_456_789n],
    ['2026-11-15 09:00:00.5', 1_794_733_200_500_000_000n],
    [1_794_733_200, 1_794_733_200_000_000_000n],
    ['1794733200123', 1_794_733_200_123_000_000n],
    [1_794_733_200_123_456, 1_794_733_200_123_456_000n],
    [1_794_733_200_123_456_789n, 1_794_733_200_123_456_789n],
    ['soon', undefined],
    [12, undefined],
    [true, undefined],
  ])('time %s', (input, expected) => {
    expect(unixNanoOf(input)).toBe(expected)
  })

  test('members of wrong type take their default and are set aside', () => {
    const bad = {
      span_kind: 'SPAN_KIND_WILD',
      status_code: 2,
      start_time: 'soon',
      span_name: 7,
      attributes: [1],
      events: [{ name: 'ok' }, 5],
      links: [{ trace_id: 'x' }],
      session_id: 9,
      exception: 'boom',
    }
    expect(agFor(bad)['unsupported']).toEqual({ span: { ...bad, events: [5] } })
  })

  test('attributes may be nested, flat or mixed, and the nested form wins', () => {
    expect(
      agFor({
        attributes: {
          ag: { data: { inputs: { a: 1 } } },
          'ag.data.inputs': { a: 2 },
          'ag.data.outputs': 'x',
          'ag.tags.k.l': 1,
        },
      }),
    ).toMatchObject({ data: { inputs: { a: 1 }, outputs: 'x' }, tags: { k: { l: 1 } } })
  })

  test('keys inside nested objects are never split', () => {
    expect(agFor({ attributes: { ag: { meta: { 'a.b': 1 } } } })['meta']).toEqual({ 'a.b': 1 })
  })

  test('adapters do not run and marked texts are not decoded', () => {
    const span = canonicalRecord(
      record({ attributes: { 'gen_ai.operation.name': 'chat', 'ag.data.outputs': '@ag.type=json:1' } }),
      options,
    )
    expect(span).toMatchObject({ spanType: 'task', adapters: [] })
    expect(agOf(span)['data']).toEqual({ outputs: '@ag.type=json:1' })
  })

  test('record members fill members that ag does not have', () => {
    const members = {
      trace_type: 'annotation',
      span_type: 'tool',
      session_id: 's',
      user_id: 'u',
      agent_id: 'a',
      exception: { type: 'E' },
    }
    expect(agFor(members)).toMatchObject({
      type: { trace: 'annotation', span: 'tool' },
      session: { id: 's' },
      user: { id: 'u' },
      agent: { id: 'a' },
      exception: { type: 'E' },
    })
    expect(
      agFor({ ...members, attributes: { ag: { type: { node: 'chat' }, session: { id: 'own' } } } }),
    ).toMatchObject({
      type: { span: 'chat' },
      session: { id: 'own' },
    })
  })

  test('a listed reference whose members have wrong types is set aside, and a version is text', () => {
    const bad = [{ id: ['x'] }, { slug: true }, { id: 'x', attributes: 7 }]
    const span = canonicalRecord(
      record({ references: [...bad, { id: 'y', slug: null, version: 3 }] }),
      options,
    )
    expect(span.references).toEqual([{ id: 'y', version: '3' }])
    expect(agOf(span)['unsupported']).toEqual({ span: { references: bad } })
  })

  test('listed references become those of ag, unless ag has its own', () => {
    const references = [{ slug: 'support', attributes: { key: 'application' } }, { id: 'x' }]
    const span = canonicalRecord(record({ references }), options)
    expect(agOf(span)['references']).toEqual({ application: { slug: 'support' } })
    expect(span.references).toEqual(references)
    const ownRecord = canonicalRecord(
      record({ references, attributes: { 'ag.references.query.slug': 'q' } }),
      options,
    )
    expect(agOf(ownRecord)['references']).toEqual({ query: { slug: 'q' } })
  })

  test('the indirect hash is recomputed, others are retained', () => {
    const hashes = [
      { id: 'stale', attributes: { key: 'indirect' } },
      { id: 'mine', attributes: { key: 'other' } },
    ]
    const attributes = { 'ag.references.application.slug': 'support' }
    const hashIds = canonicalRecord(record({ attributes, hashes }), options).hashes.map(({ id }) => id)
    expect(hashIds).toHaveLength(2)
    expect(hashIds[1]).toBe('mine')
    expect(hashIds).not.toContain('stale')
  })

  test('a record from a response is unchanged when it is sent back', () => {
    const span = aloneInTrace(
      otlpSpan({
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.request.model': 'gpt-4o-mini',
          'gen_ai.usage.input_tokens': 1200,
          'ag.foo': 1,
          'ag.references.application.slug': 'support',
          'ag.session.id': 's',
        },
        statusCode: 2,
        events: [
          {
            name: 'exception',
            timeUnixNano: 1_795_000_000_000_000_001n,
            attributes: { 'exception.type': 'E' },
          },
        ],
        links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: { key: 'invocation' } }],
        resource: { attributes: { 'service.name': 'api' } },
      }),
    )
    const answer = spanRecord(span)
    const secondRecord = canonicalRecord(answer, options)
    const rolledUp = withRollUp(secondRecord, rollUpMetrics([secondRecord.facts]))
    expect(isObject(answer['attributes'])).toBe(true)
    // The record from the response declares its trace type; adapters do not run again.
    expect(spanRecord({ ...rolledUp, adapters: span.adapters })).toEqual(answer)
    expect(secondRecord.facts.usageIsInclusive).toBe(true)
  })
})
