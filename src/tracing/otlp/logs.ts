// OTLP logs, of which we want few: records of the gen_ai conventions that name their span. Instrumentations put prompts
// and answers there, and to us such a record is an event of its span. Events of coding agents become spans
// (agent-logs.ts). All others are passed over and counted. The way to
// a record is the same as to a span: ExportLogsServiceRequest numbers its fields as ExportTraceServiceRequest does.
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
import { checkedIds, ItemBudget, SpanFault, type Attributes, type Open, type OtlpEvent } from './span.ts'
import type { Wire } from './wire.ts'

/** A record that belongs to a span. */
export interface OtlpLog {
  /** Position among all records of the request, the others counted. */
  readonly index: number
  readonly traceId: string
  readonly spanId: string
  readonly event: OtlpEvent
}

export type LogAddress = Omit<OtlpLog, 'event'>

export interface DecodedLogs<Log = OtlpLog> {
  readonly logs: readonly Log[]
  /** How many others there were. */
  readonly ignored: number
}

export type LogEncoding = 'protobuf' | 'json'

/** Decodes a whole request. Undecodable: payload_undecodable; too many records: payload_too_large. */
export const decodeLogs = (encoding: LogEncoding, body: Uint8Array): DecodedLogs =>
  encoding === 'json' ? jsonLogs(body) : counted(new LogDecoder(body, new ItemBudget()))

/** Which spans the records of a request belong to: as decodeLogs, without what they say. */
export const logAddresses = (encoding: LogEncoding, body: Uint8Array): DecodedLogs<LogAddress> =>
  encoding === 'json' ? jsonLogs(body) : counted(new LogAddressReader(body, new ItemBudget()))

const isOurs = (name: string): boolean => name.startsWith('gen_ai.')

/** Why a record is passed over. */
const notOurs = (): SpanFault => new SpanFault('the record is no gen_ai event')

/** Older exporters tell the name of an event as an attribute. */
const nameIn = (attributes: Attributes): string => {
  const name = attributes['event.name']
  return typeof name === 'string' ? name : ''
}

/** The attribute under which an event keeps what a record says in its body; some instrumentations use it themselves. */
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
    else if (tag === logFields.attributes) readKeyValue(wire, wire.span(), record.attributes)
    else if (tag === logFields.body) record.body = anyValue(wire, wire.span())
    else if (tag === logFields.timeUnixNano) record.time = wire.fixed64()
    else if (tag === logFields.observedTimeUnixNano) record.observed = wire.fixed64()
    else if (tag === logFields.droppedAttributesCount) record.dropped = wire.uint32()
    else wire.skip(tag)
  }
  return record
}

function counted<Log>(walk: RequestWalk<Log>): DecodedLogs<Log> {
  const { spans, refused } = walk.walk()
  return { logs: spans, ignored: refused.length }
}

/** What stands around a record says nothing that its span does not say. */
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
    const named: OpenObject = {}
    let name = ''
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === logFields.traceId) ids.traceId = wire.hex(end)
      else if (tag === logFields.spanId) ids.spanId = wire.hex(end)
      else if (tag === logFields.eventName) name = wire.name()
      else if (tag === logFields.attributes) this.#attribute(named)
      else if (tag === logFields.body) checkAnyValue(wire, wire.span())
      else wire.skip(tag)
    }
    if (!isOurs(name === '' ? nameIn(named) : name)) throw notOurs()
    return ({ index, traceId, spanId }) => ({ index, traceId, spanId })
  }

  #attribute(named: OpenObject): void {
    const { wire } = this
    const end = wire.span()
    const start = wire.pos
    const key = readKey(wire, end)
    wire.pos = start
    if (key === 'event.name') readKeyValue(wire, end, named)
    else checkKeyValue(wire, end)
  }
}

class LogDecoder extends LogWalk<OtlpLog> {
  protected override span(end: number, ids: SentIds): (checked: CheckedIds) => OtlpLog {
    const record = readRecord(this.wire, end, ids)
    const name = record.name === '' ? nameIn(record.attributes) : record.name
    if (!isOurs(name)) throw notOurs()
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
  return { logs, ignored: index - logs.length }
}

/** Undefined for records that are passed over. */
function logOf(source: Value, index: number): OtlpLog | undefined {
  if (!isObject(source)) return undefined
  try {
    const attributes: OpenObject = { ...attributesOf(source) }
    const name = text(source, 'eventName') || nameIn(attributes)
    if (!isOurs(name)) return undefined
    const { traceId, spanId } = checkedIds({
      traceId: hexId(source, 'traceId', 'trace_id'),
      spanId: hexId(source, 'spanId', 'span_id'),
      parentSpanId: '',
    })
    return { index, traceId, spanId, event: eventOf({ ...jsonRecord(source, attributes), name }) }
  } catch (error) {
    if (error instanceof SpanFault) return undefined
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
