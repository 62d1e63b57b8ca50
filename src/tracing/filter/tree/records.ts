// Parses partial elements of the record lists of a span (references, links, events, hashes) in a condition.
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import type { RecordField } from '../fields.ts'
import { unsupportedValue } from '../problems.ts'
import { readSpanId, readTime, readTraceId, readUuid, timeText } from '../values.ts'
import { ownMember, setOwn } from '../../../kernel/own.ts'

/** A member in stored form. `unreadable` is a value of the right type that cannot be parsed. */
type Member = { readonly value: Json } | { readonly unreadable: Json } | undefined

type MemberReader = (value: Json) => Member

const text: MemberReader = (value) => (typeof value === 'string' ? { value } : undefined)

const version: MemberReader = (value) =>
  typeof value === 'string' || typeof value === 'number' ? { value: String(value) } : undefined

const attributes: MemberReader = (value) =>
  isJsonObject(value) && Object.keys(value).length > 0 ? { value } : undefined

const canonical =
  (read: (value: unknown) => string | undefined): MemberReader =>
  (value) => {
    if (typeof value !== 'string') return undefined
    const form = read(value)
    return form === undefined ? { unreadable: value } : { value: form }
  }

const time: MemberReader = (value) => {
  const nanoseconds = readTime(value)
  return nanoseconds === undefined ? { unreadable: value } : { value: timeText(nanoseconds) }
}

const members: Readonly<Record<RecordField, Readonly<Record<string, MemberReader>>>> = {
  references: { id: text, slug: text, version, attributes },
  links: { trace_id: canonical(readTraceId), span_id: canonical(readSpanId), attributes },
  events: { name: text, timestamp: time, attributes },
  hashes: { id: canonical(readUuid), attributes },
}

/** The element in stored form, or the message of the refusal. */
export type RecordElement = { readonly element: JsonObject } | { readonly refusal: string }

/** Null members count as absent. An unknown member is refused: ignoring it would widen the match. */
export function readRecordElement(field: RecordField, input: Json): RecordElement {
  const refusal = `'${field}' value must be one or more (possibly partial) ${field}.`
  const fields = field === 'hashes' && typeof input === 'string' ? { id: input } : input
  if (!isJsonObject(fields)) return { refusal }
  const element: Record<string, Json> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue
    const readers = members[field]
    const member = ownMember(readers, name)?.(value)
    if (member === undefined) return { refusal }
    if ('unreadable' in member) return { refusal: unsupportedValue(member.unreadable) }
    setOwn(element, name, member.value)
  }
  return Object.keys(element).length === 0 ? { refusal } : { element }
}
