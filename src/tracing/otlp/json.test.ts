import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssayError } from '../../kernel/errors.ts'
import { decodeJson } from './json.ts'
import { expectedSpans, request } from './request.fixture.ts'
import { ItemBudget } from './span.ts'

const ids = { traceId: '5B8EFFF798038103D269B633813FC60C', spanId: 'eee19b7ec3c1b174' }
const bodyOf = (...spans: readonly unknown[]) =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
const attributesOf = (...values: readonly string[]) =>
  decodeJson(
    `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${ids.traceId}","spanId":"${ids.spanId}","attributes":[${values
      .map((value, i) => `{"key":"${i}","value":${value}}`)
      .join(',')}]}]}]}]}`,
  ).spans[0]?.attributes

const isUndecodable = (body: string | Uint8Array) => {
  try {
    decodeJson(body)
    return false
  } catch (error) {
    return error instanceof AssayError && error.code === 'payload_undecodable'
  }
}

describe('the JSON decoder', () => {
  test('decodes every valid request', () => {
    fc.assert(
      fc.property(request, (json) => {
        const { spans, refusedSpans } = decodeJson(Buffer.from(JSON.stringify(json)))
        expect(refusedSpans).toEqual([])
        expect(spans).toEqual(expectedSpans(json))
      }),
    )
  })

  test('fails on JSON of any shape only with payload_undecodable', () => {
    const key = fc.constantFrom(
      'resourceSpans',
      'scopeSpans',
      'spans',
      'attributes',
      'value',
      'arrayValue',
      'values',
      'events',
      'traceId',
    )
    const anything = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 6 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('any')),
        fc.dictionary(key, tie('any')),
      ),
    })).any
    fc.assert(
      fc.property(anything, (value) => {
        const body = JSON.stringify({ resourceSpans: [value, { scopeSpans: [{ spans: [value] }] }] })
        if (isUndecodable(body)) return
        const { spans, refusedSpans } = decodeJson(body)
        expect(spans.length + refusedSpans.length).toBeGreaterThan(0)
      }),
    )
  })

  test.each([
    '{',
    '[]',
    '7',
    '{"resourceSpans":7}',
    '{"resourceSpans":[7]}',
    '{"resourceSpans":[{"scopeSpans":[{"spans":{}}]}]}',
    '{"resourceSpans":[{"resource":"shop"}]}',
    '{"resourceSpans":[{"resource":{"attributes":{}}}]}',
    '{"resourceSpans":[{"scopeSpans":[{"scope":7}]}]}',
  ])('%s is undecodable', (body) => {
    expect(isUndecodable(body)).toBe(true)
  })

  test('an empty body has no spans', () => {
    expect(decodeJson('')).toEqual({ spans: [], refusedSpans: [] })
  })

  test('64-bit integers are exact as text and as numbers', () => {
    expect(
      attributesOf('{"intValue":"9007199254740993"}', '{"intValue":-9223372036854775808}', '{"int_value":5}'),
    ).toEqual({ 0: 9007199254740993n, 1: -9223372036854775808n, 2: 5 })
  })

  test('doubles without a JSON number stay texts', () => {
    expect(
      attributesOf('{"doubleValue":"NaN"}', '{"doubleValue":"-Infinity"}', '{"doubleValue":"1.5"}'),
    ).toEqual({
      0: 'NaN',
      1: '-Infinity',
      2: 1.5,
    })
    expect(attributesOf('{"doubleValue":1e400}', '{"doubleValue":-1e400}')).toEqual({
      0: 'Infinity',
      1: '-Infinity',
    })
  })

  test('a byte order mark before the text is ignored', () => {
    expect(decodeJson(Buffer.from(`\uFEFF${bodyOf(ids)}`)).spans).toHaveLength(1)
  })

  test('snake_case keys, enum names and times as bare numbers are read', () => {
    const [span] = decodeJson(
      `{"resource_spans":[{"scope_spans":[{"spans":[{"trace_id":"${ids.traceId}","span_id":"${ids.spanId}",
        "kind":"SPAN_KIND_CLIENT","status":{"code":"STATUS_CODE_ERROR"},"start_time_unix_nano":1700000000000000001}]}]}]}`,
    ).spans
    expect(span).toMatchObject({
      traceId: ids.traceId.toLowerCase(),
      kind: 3,
      statusCode: 2,
      startTimeUnixNano: 1700000000000000001n,
    })
  })

  test.each([
    [{ ...ids, traceId: 'abc' }, 'trace_id is not in hex'],
    [{ ...ids, traceId: 'W47/95gDgQPSabYzgT/GDA==' }, 'trace_id is not in hex'],
    [{ ...ids, spanId: '00' }, 'span_id has 1 bytes; 8 are needed'],
    [{ ...ids, startTimeUnixNano: 'noon' }, 'start_time_unix_nano is not a 64-bit count of nanoseconds'],
    [
      { ...ids, endTimeUnixNano: '18446744073709551616' },
      'end_time_unix_nano is not a 64-bit count of nanoseconds',
    ],
    [{ ...ids, events: [5] }, 'events holds something that is not an object'],
    [{ ...ids, attributes: { a: 1 } }, 'attributes is not a list'],
    [{ ...ids, attributes: ['a'] }, 'attributes holds something that is not an object'],
    [{ ...ids, events: [{ attributes: 5 }] }, 'attributes is not a list'],
    [{ ...ids, status: 'ERROR' }, 'status is not an object'],
    [7, 'the span is not an object'],
  ])('refuses %j and accepts its neighbours', (bad, reason) => {
    const { spans, refusedSpans } = decodeJson(bodyOf(ids, bad, ids))
    expect(spans.map(({ index }) => index)).toEqual([0, 2])
    expect(refusedSpans).toMatchObject([{ index: 1, reason, source: JSON.stringify(bad) }])
  })

  test('values nested deeper than the limit become JSON text', () => {
    const levels = 30_000
    const deep = '{"arrayValue":{"values":['.repeat(levels) + '{"boolValue":true}' + ']}}'.repeat(levels)
    expect(JSON.stringify(attributesOf(deep))).toContain('arrayValue')
  })

  test('more items than the budget are refused as too large', () => {
    const body = bodyOf(...Array.from({ length: 5 }, () => ({})))
    expect(() => decodeJson(body, new ItemBudget(4))).toThrow(/more than 4/)
  })
})
