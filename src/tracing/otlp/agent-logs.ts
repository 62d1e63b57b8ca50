// Extracts the spans of coding agents from a request of logs in either encoding. Records with a span id are skipped: an
// agent that sends spans describes the same work in them.
import { isObject, type Value } from '../value.ts'
import { agentSpan, type AgentSpan, type LogRecord } from './agent-events.ts'
import { resourceOf, scopeOf } from './json.ts'
import { attributesOf, hexId, list, objects, parsedBody } from './json-members.ts'
import { jsonRecord, readRecord, type LogEncoding } from './logs.ts'
import { RequestDecoder } from './protobuf.ts'
import type { CheckedIds, SentIds } from './request-walk.ts'
import { ItemBudget, SpanError, type OtlpSpan } from './span.ts'

/** Spans of the events of coding agents. Each root covers the time of the other spans of its trace in this request. */
export function agentSpans(encoding: LogEncoding, body: Uint8Array): readonly OtlpSpan[] {
  if (!agentNames.some((name) => Buffer.from(body.buffer, body.byteOffset, body.length).includes(name)))
    return []
  const spans =
    encoding === 'json' ? jsonSpans(body) : new AgentLogDecoder(body, new ItemBudget()).walk().spans
  const ends = new Map<string, bigint>()
  for (const { traceId, endTimeUnixNano: end } of spans) {
    if (end > (ends.get(traceId) ?? 0n)) ends.set(traceId, end)
  }
  return spans.map((span) =>
    span.parentSpanId === undefined
      ? { ...span, endTimeUnixNano: ends.get(span.traceId) ?? span.endTimeUnixNano }
      : span,
  )
}

/** Most requests of logs have neither name and are not decoded a second time. */
const agentNames = ['claude_code.', 'codex.']

const allZero = /^0*$/

function spanOf(record: LogRecord, ids: Pick<SentIds, 'traceId' | 'spanId'>): AgentSpan {
  const span = allZero.test(ids.traceId) && allZero.test(ids.spanId) ? agentSpan(record) : undefined
  if (span === undefined) throw new SpanError('the record is not an event of a coding agent')
  return span
}

class AgentLogDecoder extends RequestDecoder {
  protected override span(end: number, ids: SentIds): (checked: CheckedIds) => OtlpSpan {
    const span = spanOf(readRecord(this.wire, end, ids), ids)
    ids.traceId = span.traceId
    ids.spanId = span.spanId
    const surroundings = this.surroundings()
    return ({ index }) => ({ ...span, index, ...surroundings })
  }
}

function jsonSpans(body: Uint8Array): readonly OtlpSpan[] {
  const budget = new ItemBudget()
  const spans: OtlpSpan[] = []
  for (const resourceLogs of objects(parsedBody(Buffer.from(body).toString('utf8')), 'resourceLogs')) {
    const resource = resourceOf(resourceLogs, budget)
    for (const scopeLogs of objects(resourceLogs, 'scopeLogs')) {
      const scope = scopeOf(scopeLogs)
      for (const source of list(scopeLogs, 'logRecords')) {
        budget.take()
        const span = jsonSpan(source)
        if (span !== undefined) spans.push({ ...span, index: spans.length, resource, scope })
      }
    }
  }
  return spans
}

function jsonSpan(source: Value): AgentSpan | undefined {
  if (!isObject(source)) return undefined
  try {
    const ids = {
      traceId: hexId(source, 'traceId', 'trace_id'),
      spanId: hexId(source, 'spanId', 'span_id'),
    }
    return spanOf(jsonRecord(source, { ...attributesOf(source) }), ids)
  } catch (error) {
    if (error instanceof SpanError) return undefined
    throw error
  }
}
