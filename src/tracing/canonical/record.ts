// The span record of a response: wire names, times as text, empty members omitted.
import type { OpenObject, ValueObject } from '../value.ts'
import type { Identities } from './identities.ts'
import { droppedMember, linkRecord } from './references.ts'
import type { CanonicalSpan } from './span.ts'
import { isoTime } from './time.ts'

/** The record of a span without the members that storage adds (created_at and the like). Write it with `valueText`. */
export function spanRecord(span: CanonicalSpan): ValueObject {
  const record: OpenObject = { trace_id: span.traceId, span_id: span.spanId }
  if (span.parentId !== undefined) record['parent_id'] = span.parentId
  record['trace_type'] = span.traceType
  record['span_type'] = span.spanType
  record['span_kind'] = span.spanKind
  record['span_name'] = span.spanName
  record['start_time'] = isoTime(span.startTimeUnixNano)
  record['end_time'] = isoTime(span.endTimeUnixNano)
  record['status_code'] = span.statusCode
  if (span.statusMessage !== undefined) record['status_message'] = span.statusMessage
  Object.assign(record, identityMembers(span.identities))
  record['attributes'] = span.attributes
  if (span.references.length > 0) record['references'] = span.references
  if (span.links.length > 0) record['links'] = span.links.map(linkRecord)
  if (span.hashes.length > 0) {
    record['hashes'] = span.hashes.map(({ id, attributes }) => ({ id, attributes }))
  }
  if (span.events.length > 0) record['events'] = span.events.map(eventRecord)
  if (span.adapters.length > 0) record['adapters'] = span.adapters
  return record
}

/** The ids of a trace as members of its root. */
export function identityMembers(identities: Identities | undefined): ValueObject {
  const members: OpenObject = {}
  if (identities === undefined) return members
  const { session, user, agent } = identities
  if (session !== undefined) members['session_id'] = session
  if (user !== undefined) members['user_id'] = user
  if (agent !== undefined) members['agent_id'] = agent
  return members
}

/** An event of a response. */
export const eventRecord = (event: CanonicalSpan['events'][number]): ValueObject => ({
  name: event.name,
  timestamp: isoTime(event.timeUnixNano),
  ...(event.attributes === undefined ? {} : { attributes: event.attributes }),
  ...droppedMember(event.droppedAttributesCount),
})
