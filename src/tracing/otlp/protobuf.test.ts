import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssayError } from '../../kernel/errors.ts'
import { nestingLevelsMax, type Value } from '../value.ts'
import { protobufAddresses } from './addresses.ts'
import { decodeProtobuf } from './protobuf.ts'
import { expectedSpans, oracleRequest, request } from './request.fixture.ts'
import { decodeMessage, encodeMessage } from './schema.fixture.ts'
import { ItemBudget } from './span.ts'

const spanMessage = (members: Record<string, unknown>) => ({
  traceId: Buffer.alloc(16, 7).toString('base64'),
  spanId: Buffer.alloc(8, 9).toString('base64'),
  ...members,
})
const requestOf = (...spans: readonly Record<string, unknown>[]) =>
  encodeMessage('Request', { resourceSpans: [{ scopeSpans: [{ spans }] }] })

const header = (field: number, bodyBytes: number): Uint8Array => {
  const length: number[] = []
  let rest = bodyBytes
  for (; rest >= 0x80; rest >>>= 7) length.push((rest & 0x7f) | 0x80)
  return Buffer.from([(field << 3) | 2, ...length, rest])
}
const lengthDelimited = (field: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(parts)
  return Buffer.concat([header(field, body.length), body])
}
/** An AnyValue inside that many arrays. Headers are created from the inside out and joined once. */
const nestedInArrays = (value: Uint8Array, levels: number): Uint8Array => {
  const parts = [value]
  let bytes = value.length
  for (let i = 0; i < levels * 2; i += 1) {
    const outer = header(i % 2 === 0 ? 1 : 5, bytes)
    parts.push(outer)
    bytes += outer.length
  }
  return Buffer.concat(parts.reverse())
}
const requestOfBytes = (...spans: readonly Uint8Array[]) =>
  lengthDelimited(1, lengthDelimited(2, ...spans.map((span) => lengthDelimited(2, span))))

const codeOf = (decode: () => unknown): string | undefined => {
  try {
    decode()
    return undefined
  } catch (error) {
    if (error instanceof AssayError) return error.code
    throw error
  }
}

describe('the protobuf decoder', () => {
  test('decodes every valid request of the general library', () => {
    fc.assert(
      fc.property(request, (json) => {
        const { spans, refusedSpans } = decodeProtobuf(encodeMessage('Request', oracleRequest(json)))
        expect(refusedSpans).toEqual([])
        expect(spans).toEqual(expectedSpans(json))
      }),
    )
  })

  test('reads fields in any order, including a resource after its spans', () => {
    const spans = lengthDelimited(2, lengthDelimited(2, encodeMessage('Span', spanMessage({ name: 'a' }))))
    const attribute = { key: 'service.name', value: { stringValue: 'late' } }
    const resource = lengthDelimited(1, encodeMessage('Resource', { attributes: [attribute] }))
    const [span] = decodeProtobuf(lengthDelimited(1, spans, resource)).spans
    expect(span?.resource.attributes).toEqual({ 'service.name': 'late' })
  })

  test('a resource, scope or status in several pieces is merged', () => {
    const piece = (type: string, message: Record<string, unknown>) =>
      lengthDelimited(1, encodeMessage(type, message))
    const withAttribute = (key: string) => ({ attributes: [{ key, value: { boolValue: true } }] })
    const span = Buffer.concat([
      encodeMessage('Span', spanMessage({ status: { message: 'no such order' } })),
      encodeMessage('Span', { status: { code: 2 } }),
    ])
    const scopes = [
      piece('Scope', { name: 'shop', ...withAttribute('a') }),
      piece('Scope', { version: '2', ...withAttribute('b') }),
    ]
    const body = lengthDelimited(
      1,
      piece('Resource', withAttribute('c')),
      lengthDelimited(2, ...scopes, lengthDelimited(2, span), lengthDelimited(2, Buffer.from([0x00]))),
      piece('Resource', withAttribute('d')),
    )
    const { spans, refusedSpans } = decodeProtobuf(body)
    expect(spans).toMatchObject([
      {
        statusCode: 2,
        statusMessage: 'no such order',
        resource: { attributes: { c: true, d: true } },
        scope: { name: 'shop', version: '2', attributes: { a: true, b: true } },
      },
    ])
    for (const { refusedSpans: refusals } of [{ refusedSpans }, protobufAddresses(body)]) {
      const { resource = '', scope = '' } = refusals[0] ?? {}
      expect(decodeMessage('Resource', Buffer.from(resource))).toMatchObject({
        attributes: [{ key: 'c' }, { key: 'd' }],
      })
      expect(decodeMessage('Scope', Buffer.from(scope))).toMatchObject({
        name: 'shop',
        version: '2',
        attributes: [{ key: 'a' }, { key: 'b' }],
      })
    }
  })

  test('on damaged bytes either throws payload_undecodable or decodes, and accounts for every span', () => {
    fc.assert(
      fc.property(
        request,
        fc.array(fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) }), { minLength: 1, maxLength: 6 }),
        fc.option(fc.nat()),
        (json, damages, cut) => {
          const bytes = Uint8Array.from(encodeMessage('Request', oracleRequest(json)))
          for (const { at, byte } of damages) if (bytes.length > 0) bytes[at % bytes.length] = byte
          const body = cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1))
          const code = codeOf(() => {
            const { spans, refusedSpans } = decodeProtobuf(body)
            const indexes = [...spans, ...refusedSpans].map(({ index }) => index).sort((a, b) => a - b)
            expect(indexes).toEqual(indexes.map((_, i) => i))
          })
          expect([undefined, 'payload_undecodable']).toContain(code)
        },
      ),
    )
  })

  test('the address reader accepts and refuses the same spans as the decoder, for any bytes', () => {
    const damage = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) })
    const outcome = (body: Uint8Array, read: typeof protobufAddresses): object => {
      try {
        const { spans, refusedSpans } = read(body)
        return {
          spans: spans.map(({ index, traceId, spanId, parentSpanId }) => [
            index,
            traceId,
            spanId,
            parentSpanId,
          ]),
          refused: refusedSpans.map(({ index, source }) => [index, source]),
        }
      } catch (error) {
        if (error instanceof AssayError) return { code: error.code }
        throw error
      }
    }
    fc.assert(
      fc.property(request, fc.array(damage, { maxLength: 6 }), (json, damages) => {
        const body = Uint8Array.from(encodeMessage('Request', oracleRequest(json)))
        for (const { at, byte } of damages) if (body.length > 0) body[at % body.length] = byte
        expect(outcome(body, protobufAddresses)).toEqual(outcome(body, decodeProtobuf))
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (inner) => {
        const body = requestOfBytes(Buffer.concat([encodeMessage('Span', spanMessage({})), inner]))
        expect(outcome(body, protobufAddresses)).toEqual(outcome(body, decodeProtobuf))
      }),
      { numRuns: 500 },
    )
  })

  test('decodes all random bytes that the general library decodes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const code = codeOf(() => decodeProtobuf(bytes))
        expect([undefined, 'payload_undecodable']).toContain(code)
        if (code === undefined) return
        // Our decoder also decodes the inside of resources and spans; the oracle must not have found a complete
        // request.
        expect(() => {
          const { resourceSpans = [] } = decodeMessage('Request', bytes) as { resourceSpans?: unknown[] }
          if (resourceSpans.length === 0) throw new Error('nothing to read')
        }).toThrow()
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    [
      'a short trace id',
      { traceId: Buffer.alloc(15, 1).toString('base64') },
      'trace_id has 15 bytes; 16 are needed',
    ],
    ['no trace id', { traceId: '' }, 'trace_id has 0 bytes; 16 are needed'],
    ['a zero trace id', { traceId: Buffer.alloc(16).toString('base64') }, 'trace_id is all zero'],
    [
      'a long span id',
      { spanId: Buffer.alloc(9, 1).toString('base64') },
      'span_id has 9 bytes; 8 are needed',
    ],
    ['a zero span id', { spanId: Buffer.alloc(8).toString('base64') }, 'span_id is all zero'],
    [
      'a short parent id',
      { parentSpanId: Buffer.alloc(7, 1).toString('base64') },
      'parent_span_id has 7 bytes; 8 are needed',
    ],
  ])('refuses a span with %s and accepts its neighbours', (_, bad, reason) => {
    const body = requestOf(spanMessage({ name: 'a' }), spanMessage(bad), spanMessage({ name: 'c' }))
    const { spans, refusedSpans } = decodeProtobuf(body)
    expect(spans.map(({ index, name }) => [index, name])).toEqual([
      [0, 'a'],
      [2, 'c'],
    ])
    expect(refusedSpans).toMatchObject([{ index: 1, reason }])
  })

  test('refuses a span with undecodable bytes, returns them, and accepts its neighbours', () => {
    const good = encodeMessage('Span', spanMessage({ name: 'a' }))
    const bad = Buffer.concat([good, Buffer.from([0x2a, 0x7f])])
    const { spans, refusedSpans } = decodeProtobuf(requestOfBytes(good, bad, good))
    expect(spans.map(({ index }) => index)).toEqual([0, 2])
    expect(refusedSpans).toMatchObject([{ index: 1, spanId: '0909090909090909' }])
    expect(Buffer.from(refusedSpans[0]?.source ?? '')).toEqual(bad)
  })

  test('an id that exceeds the end of its span does not use bytes of the neighbour', () => {
    const good = encodeMessage('Span', spanMessage({ name: 'a' }))
    const body = requestOfBytes(Buffer.from([0x0a, 16, 1, 2, 3]), good)
    for (const read of [decodeProtobuf, protobufAddresses]) {
      const { spans, refusedSpans } = read(body)
      expect(spans).toHaveLength(1)
      expect(refusedSpans).toMatchObject([
        { index: 0, reason: 'the span cannot be decoded: a field runs over the end of its message' },
      ])
      expect(refusedSpans[0]).not.toHaveProperty('traceId')
    }
  })

  test('continues after a span whose first byte is invalid', () => {
    const good = encodeMessage('Span', spanMessage({ name: 'a' }))
    const bad = Buffer.concat([Buffer.from([0x00]), good])
    const { spans, refusedSpans } = decodeProtobuf(requestOfBytes(bad, good))
    expect(spans.map(({ index, name }) => [index, name])).toEqual([[1, 'a']])
    expect(refusedSpans).toMatchObject([
      { index: 0, reason: 'the span cannot be decoded: a field has the number 0' },
    ])
  })

  test('an empty body has no spans', () => {
    expect(decodeProtobuf(new Uint8Array())).toEqual({ spans: [], refusedSpans: [] })
  })

  test('attribute values nested deeper than the limit become JSON text', () => {
    const levels = 20_000
    const value = nestedInArrays(encodeMessage('AnyValue', { intValue: '9007199254740993' }), levels)
    const keyValue = Buffer.concat([lengthDelimited(1, Buffer.from('deep')), lengthDelimited(2, value)])
    const span = Buffer.concat([encodeMessage('Span', spanMessage({})), lengthDelimited(9, keyValue)])
    expect(protobufAddresses(requestOfBytes(span)).spans).toHaveLength(1)
    let decodedValue: Value | undefined = decodeProtobuf(requestOfBytes(span)).spans[0]?.attributes['deep']
    for (let i = 0; i < nestingLevelsMax; i += 1)
      decodedValue = Array.isArray(decodedValue) ? decodedValue[0] : undefined
    const brackets = levels - nestingLevelsMax
    expect(decodedValue).toBe(`${'['.repeat(brackets)}9007199254740993${']'.repeat(brackets)}`)
  })

  test('a kvlist below the limit becomes JSON text with its keys', () => {
    const inner = encodeMessage('AnyValue', {
      kvlistValue: { values: [{ key: 'a', value: { boolValue: true } }, { key: 'b' }] },
    })
    const value = nestedInArrays(inner, nestingLevelsMax)
    const keyValue = Buffer.concat([lengthDelimited(1, Buffer.from('deep')), lengthDelimited(2, value)])
    const span = Buffer.concat([encodeMessage('Span', spanMessage({})), lengthDelimited(9, keyValue)])
    expect(JSON.stringify(decodeProtobuf(requestOfBytes(span)).spans[0]?.attributes)).toContain(
      String.raw`{\"a\":true,\"b\":null}`,
    )
  })

  test('a body of more items than the budget is refused as too large', () => {
    const body = requestOfBytes(...Array.from({ length: 20 }, () => new Uint8Array()))
    expect(codeOf(() => decodeProtobuf(body, new ItemBudget(19)))).toBe('payload_too_large')
    expect(decodeProtobuf(body, new ItemBudget(20)).refusedSpans).toHaveLength(20)
  })
})
