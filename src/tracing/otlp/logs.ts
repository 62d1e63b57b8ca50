// Decodes OTLP logs. Only records of the gen_ai conventions with a span id are used: instrumentations put prompts and
// responses there, and each becomes an event of its span. Events of coding agents become spans (agent-logs.ts). All
// other records are skipped and counted. ExportLogsServiceRequest numbers its fields as ExportTraceServiceRequest
// does, so the same walk reaches its records.
import { ownMember } from '../../kernel/own.ts'
import type { OpenObject, Value, ValueObject } from '../value.ts'
import { isObject } from '../value.ts'
import type { LogRecord } from './agent-events.ts'
import { anyValue, checkAnyValue, checkKeyValue, readKey, readKeyValue } from './any-value.ts'
import {
  attributesOf,
  droppedOf,
  hexId,
  list,
  nanoseconds,
  objects,
  parsedBody,
  text,
  valueOf,
} from './json-members.ts'
import { logFields, RequestWalk, type CheckedIds, type SentIds } from './request-walk.ts'
import { checkedIds, ItemBudget, SpanError, type Attributes, type Open, type OtlpEvent } from './span.ts'
import type { Wire } from './wire.ts'

/** A record that belongs to a span. */
export interface OtlpLog {
  /** Position among all records of the request, including skipped ones. */
  readonly index: number
  readonly traceId: string
  readonly spanId: string
  readonly event: OtlpEvent
}

export type LogAddress = Omit<OtlpLog, 'event'>

export interface DecodedLogs<Log = OtlpLog> {
  readonly logs: readonly Log[]
  /** The number of skipped records. */
  readonly ignoredCount: number
}

export type LogEncoding = 'protobuf' | 'json'

/** Decodes a request. Undecodable: payload_undecodable; too many records: payload_too_large. */
export const decodeLogs = (encoding: LogEncoding, body: Uint8Array): DecodedLogs =>
  encoding === 'json' ? jsonLogs(body) : decodedBy(new LogDecoder(body, new ItemBudget()))

/** The spans to which the records of a request belong: as decodeLogs, without the content. */
export const logAddresses = (encoding: LogEncoding, body: Uint8Array): DecodedLogs<LogAddress> =>
  encoding === 'json' ? jsonLogs(body) : decodedBy(new LogAddressReader(body, new ItemBudget()))

const isGenAiEvent = (name: string): boolean => name.startsWith('gen_ai.')

/** The reason to skip a record. */
const skippedRecord = (): SpanError => new SpanError('the record is not a gen_ai event')

/** Older exporters send the name of an event as an attribute. */
const nameIn = (attributes: Attributes): string => {
  const name = attributes['event.name']
  return typeof name === 'string' ? name : ''
}

/** The event attribute that stores the body of a record. Some instrumentations use it themselves. */
const contentKey = 'gen_ai.event.content'

function eventOf({ name, time, observed, attributes, body, dropped }: LogRecord): OtlpEvent {
  if (body !== null) attributes[Object.hasOwn(attributes, contentKey) ? 'body' : contentKey] = body
  return {
    name,
    timeUnixNano: time || observed,
    attributes,
    ...(dropped === undefined || dropped === 0 ? {} : { droppedAttributesCount: dropped }),
  }
}

/** Reads a record up to `end`, its ids into `ids`. */
export function readRecord(wire: Wire, end: number, ids: SentIds): LogRecord {
  const record: Open<LogRecord> = { name: '', time: 0n, observed: 0n, attributes: {}, body: null }
  for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
    if (tag === logFields.traceId) ids.traceId = wire.hex(end)
    else if (tag === logFields.spanId) ids.spanId = wire.hex(end)
    else if (tag === logFields.eventName) record.name = wire.name()
    else if (tag === logFields.attributes) readKeyValue(wire, wire.fieldEnd(), record.attributes)
    else if (tag === logFields.body) record.body = anyValue(wire, wire.fieldEnd())
    else if (tag === logFields.timeUnixNano) record.time = wire.fixed64()
    else if (tag === logFields.observedTimeUnixNano) record.observed = wire.fixed64()
    else if (tag === logFields.droppedAttributesCount) record.dropped = wire.uint32()
    else wire.skip(tag)
  }
  return record
}

function decodedBy<Log>(walk: RequestWalk<Log>): DecodedLogs<Log> {
  const { spans, refusedSpans } = walk.walk()
  return { logs: spans, ignoredCount: refusedSpans.length }
}

/** Skips the resource and the scope, because the span already has them. */
abstract class LogWalk<Log> extends RequestWalk<Log> {
  protected override enterResource(): void {}
  protected override resource(end: number): void {
    this.wire.pos = end
  }
  protected override resourceSchema(end: number): void {
    this.wire.pos = end
  }
  protected override enterScope(): void {}
  protected override scope(end: number): void {
    this.wire.pos = end
  }
  protected override scopeSchema(end: number): void {
    this.wire.pos = end
  }
}

class LogAddressReader extends LogWalk<LogAddress> {
  protected override span(end: number, ids: SentIds): (checked: CheckedIds) => LogAddress {
    const { wire } = this
    const attributes: OpenObject = {}
    let name = ''
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === logFields.traceId) ids.traceId = wire.hex(end)
      else if (tag === logFields.spanId) ids.spanId = wire.hex(end)
      else if (tag === logFields.eventName) name = wire.name()
      else if (tag === logFields.attributes) this.#attribute(attributes)
      else if (tag === logFields.body) checkAnyValue(wire, wire.fieldEnd())
      else wire.skip(tag)
    }
    if (!isGenAiEvent(name === '' ? nameIn(attributes) : name)) throw skippedRecord()
    return ({ index, traceId, spanId }) => ({ index, traceId, spanId })
  }

  #attribute(attribute: OpenObject): void {
    const { wire } = this
    const end = wire.fieldEnd()
    const start = wire.pos
    const key = readKey(wire, end)
    wire.pos = start
    if (key === 'event.name') readKeyValue(wire, end, attribute)
    else checkKeyValue(wire, end)
  }
}

class LogDecoder extends LogWalk<OtlpLog> {
  protected override span(end: number, ids: SentIds): (checked: CheckedIds) => OtlpLog {
    const record = readRecord(this.wire, end, ids)
    const name = record.name === '' ? nameIn(record.attributes) : record.name
    if (!isGenAiEvent(name)) throw skippedRecord()
    return ({ index, traceId, spanId }) => ({ index, traceId, spanId, event: eventOf({ ...record, name }) })
  }
}

function jsonLogs(body: Uint8Array): DecodedLogs {
  const budget = new ItemBudget()
  const logs: OtlpLog[] = []
  let index = 0
  for (const resourceLogs of objects(parsedBody(Buffer.from(body).toString('utf8')), 'resourceLogs')) {
    for (const scopeLogs of objects(resourceLogs, 'scopeLogs')) {
      for (const source of list(scopeLogs, 'logRecords')) {
        budget.take()
        const log = logOf(source, index)
        if (log !== undefined) logs.push(log)
        index += 1
      }
    }
  }
  return { logs, ignoredCount: index - logs.length }
}

/** Undefined for skipped records. */
function logOf(source: Value, index: number): OtlpLog | undefined {
  if (!isObject(source)) return undefined
  try {
    const attributes: OpenObject = { ...attributesOf(source) }
    const name = text(source, 'eventName') || nameIn(attributes)
    if (!isGenAiEvent(name)) return undefined
    const { traceId, spanId } = checkedIds({
      traceId: hexId(source, 'traceId', 'trace_id'),
      spanId: hexId(source, 'spanId', 'span_id'),
      parentSpanId: '',
    })
    return { index, traceId, spanId, event: eventOf({ ...jsonRecord(source, attributes), name }) }
  } catch (error) {
    if (error instanceof SpanError) return undefined
    throw error
  }
}

export const jsonRecord = (source: ValueObject, attributes: OpenObject): LogRecord => ({
  name: text(source, 'eventName'),
  time: nanoseconds(source, 'timeUnixNano'),
  observed: nanoseconds(source, 'observedTimeUnixNano'),
  attributes,
  body: valueOf(ownMember(source, 'body')),
  dropped: droppedOf(source).droppedAttributesCount,
})
