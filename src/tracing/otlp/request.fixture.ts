// Random OTLP/JSON requests and their expected decoded form.
import { setOwn } from '../../kernel/own.ts'
import * as fc from 'fast-check'
import { doubleOf, exactInteger, type OpenObject, type Value } from '../value.ts'

export interface AnyValueJson {
  readonly stringValue?: string
  readonly boolValue?: boolean
  readonly intValue?: string
  readonly doubleValue?: number
  readonly bytesValue?: string
  readonly arrayValue?: { readonly values: readonly AnyValueJson[] }
  readonly kvlistValue?: { readonly values: readonly KeyValueJson[] }
}
export interface KeyValueJson {
  readonly key: string
  readonly value: AnyValueJson
}

/** Lone surrogates have no UTF-8 form, so no exporter can send them. */
export const text = fc.string({ unit: 'binary', maxLength: 12 }).map((s) => s.toWellFormed())

const { keyValue } = fc.letrec<{ anyValue: AnyValueJson; keyValue: KeyValueJson }>((tie) => ({
  anyValue: fc.oneof(
    { maxDepth: 3 },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String) }),
    fc.record({ intValue: fc.integer().map(String) }),
    fc.record({ doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0) }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 9 }).map((b) => Buffer.from(b).toString('base64')) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('anyValue'), { maxLength: 4 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(tie('keyValue'), { maxLength: 4 }) }) }),
  ),
  keyValue: fc.record({ key: fc.oneof(text, fc.constant('__proto__')), value: tie('anyValue') }),
}))

const id = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((b) => Buffer.from(b).toString('hex'))
    .filter((hex) => !/^0+$/.test(hex))
const nanoseconds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
const attributes = fc.array(keyValue, { maxLength: 5 })
const count = fc.oneof(fc.constant(0), fc.nat(), fc.constant(0xffff_ffff))

const span = fc.record({
  traceId: id(16),
  spanId: id(8),
  parentSpanId: fc.oneof(fc.constant(''), fc.constant('0000000000000000'), id(8)),
  traceState: text,
  name: text,
  kind: fc.integer({ min: 0, max: 9 }),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: count,
  events: fc.array(
    fc.record({ timeUnixNano: nanoseconds, name: text, attributes, droppedAttributesCount: count }),
    { maxLength: 3 },
  ),
  droppedEventsCount: count,
  links: fc.array(
    fc.record({
      traceId: id(16),
      spanId: id(8),
      traceState: text,
      attributes,
      droppedAttributesCount: count,
      flags: count,
    }),
    { maxLength: 2 },
  ),
  droppedLinksCount: count,
  status: fc.record({ message: text, code: fc.integer({ min: 0, max: 4 }) }),
  flags: count,
})

const entityRef = fc.record({
  schemaUrl: text,
  type: text,
  idKeys: fc.array(text, { maxLength: 2 }),
  descriptionKeys: fc.array(text, { maxLength: 2 }),
})

export const request = fc.record({
  resourceSpans: fc.array(
    fc.record({
      schemaUrl: text,
      resource: fc.record({
        attributes,
        droppedAttributesCount: count,
        entityRefs: fc.array(entityRef, { maxLength: 2 }),
      }),
      scopeSpans: fc.array(
        fc.record({
          schemaUrl: text,
          scope: fc.record({ name: text, version: text, attributes, droppedAttributesCount: count }),
          spans: fc.array(span, { maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
})
export type RequestJson = typeof request extends fc.Arbitrary<infer T> ? T : never

const idBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

/** The same request for the oracle, whose ids are base64. */
export const oracleRequest = (json: RequestJson) => ({
  resourceSpans: json.resourceSpans.map((rs) => ({
    ...rs,
    scopeSpans: rs.scopeSpans.map((ss) => ({
      ...ss,
      spans: ss.spans.map((s) => ({
        ...s,
        notYetInvented: 'skipped',
        traceId: idBase64(s.traceId),
        spanId: idBase64(s.spanId),
        parentSpanId: idBase64(s.parentSpanId),
        links: s.links.map((l) => ({ ...l, traceId: idBase64(l.traceId), spanId: idBase64(l.spanId) })),
      })),
    })),
  })),
})

function expectedValue(value: AnyValueJson): Value {
  if (value.stringValue !== undefined) return value.stringValue
  if (value.boolValue !== undefined) return value.boolValue
  if (value.intValue !== undefined) return exactInteger(BigInt(value.intValue))
  if (value.doubleValue !== undefined) return doubleOf(value.doubleValue)
  if (value.bytesValue !== undefined) return value.bytesValue
  if (value.arrayValue !== undefined) return value.arrayValue.values.map(expectedValue)
  if (value.kvlistValue !== undefined) return expectedAttributes(value.kvlistValue.values)
  return null
}

function expectedAttributes(entries: readonly KeyValueJson[]): OpenObject {
  const members: OpenObject = {}
  for (const { key, value } of entries) setOwn(members, key, expectedValue(value))
  return members
}

/** Removes members with default values. */
const definedMembers = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== 0 && value !== '' && !isEmptyList(value)),
  ) as Partial<T>
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** The expected decoded spans of a request. */
export const expectedSpans = (json: RequestJson) =>
  json.resourceSpans
    .flatMap((rs) =>
      rs.scopeSpans.flatMap((ss) =>
        ss.spans.map(({ status, parentSpanId, ...s }) => ({
          ...s,
          ...(/^0*$/.test(parentSpanId) ? {} : { parentSpanId }),
          statusCode: status.code,
          statusMessage: status.message,
          startTimeUnixNano: BigInt(s.startTimeUnixNano),
          endTimeUnixNano: BigInt(s.endTimeUnixNano),
          attributes: expectedAttributes(s.attributes),
          events: s.events.map(({ droppedAttributesCount, ...e }) => ({
            ...e,
            ...definedMembers({ droppedAttributesCount }),
            timeUnixNano: BigInt(e.timeUnixNano),
            attributes: expectedAttributes(e.attributes),
          })),
          links: s.links.map(({ traceState, flags, droppedAttributesCount, ...l }) => ({
            ...l,
            ...definedMembers({ traceState, flags, droppedAttributesCount }),
            attributes: expectedAttributes(l.attributes),
          })),
          resource: {
            ...definedMembers({ ...rs.resource, schemaUrl: rs.schemaUrl }),
            attributes: expectedAttributes(rs.resource.attributes),
          },
          scope: {
            name: ss.scope.name,
            version: ss.scope.version,
            ...definedMembers({
              droppedAttributesCount: ss.scope.droppedAttributesCount,
              schemaUrl: ss.schemaUrl,
            }),
            attributes: expectedAttributes(ss.scope.attributes),
          },
        })),
      ),
    )
    .map((s, index) => ({ index, ...s }))
