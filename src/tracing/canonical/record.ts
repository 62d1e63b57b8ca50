// The span record as it is answered: wire names, times as text, empty members left out.
import type { OpenObject, Value, ValueObject } from '../value.ts'
import type { CanonicalSpan } from './span.ts'
import { isoTime } from './time.ts'

/** The record of a span without what storage adds (created_at and the like). Write it with `valueText`. */
export function spanRecord(span: CanonicalSpan): ValueObject {
  const members: { readonly [name: string]: Value | undefined } = {
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_id: span.parentId,
    trace_type: span.traceType,
    span_type: span.spanType,
    span_kind: span.spanKind,
    span_name: span.spanName,
    start_time: isoTime(span.startTimeUnixNano),
    end_time: isoTime(span.endTimeUnixNano),
    status_code: span.statusCode,
    status_message: span.statusMessage,
    session_id: span.sessionId,
    user_id: span.userId,
    agent_id: span.agentId,
    attributes: span.attributes,
    references: unlessEmpty(span.references),
    links: unlessEmpty(
      span.links.map(({ traceId, spanId, attributes }) => ({
        trace_id: traceId,
        span_id: spanId,
        ...(attributes === undefined ? {} : { attributes }),
      })),
    ),
    hashes: unlessEmpty(span.hashes.map(({ id, attributes }) => ({ id, attributes }))),
    events: unlessEmpty(
      span.events.map(({ name, timeUnixNano, attributes }) => ({
        name,
        timestamp: isoTime(timeUnixNano),
        ...(attributes === undefined ? {} : { attributes }),
      })),
    ),
    adapters: unlessEmpty(span.adapters),
  }
  const record: OpenObject = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) record[name] = value
  return record
}

const unlessEmpty = (list: readonly Value[]): readonly Value[] | undefined =>
  list.length === 0 ? undefined : list
