// The reference implementation of filters over spans in memory. It is written to be compared with docs/filters.md, not
// to be fast; tests prove that the SQL of compile.ts agrees with it.
import { unreachable } from '../../kernel/errors.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Condition, Filter, Ordered, SpanFilter, SpanRelation, Subject } from './ast.ts'
import { identitiesOf, type Identities } from '../canonical/identities.ts'
import { contentMatches, eachScalarText, SearchableText } from './content.ts'
import { fields, type ScalarField } from './fields.ts'
import { valueAt } from './path.ts'
import { lowerScopes, totalPaths } from './trace-scope.ts'
import type { TraceTotals } from '../canonical/head.ts'
import { textMatches } from './text-match.ts'
import { compareText, readTime, timeText } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

/** The members of a span record that filters can see. */
export interface FilterSpan {
  readonly trace_id: string
  readonly span_id: string
  /** Null is absent. */
  readonly parent_id?: string | null
  readonly trace_type: string
  readonly span_type: string
  readonly span_kind: string
  readonly span_name: string
  readonly start_time: string
  readonly end_time: string
  readonly status_code: string
  readonly status_message?: string
  readonly session_id?: string
  readonly user_id?: string
  readonly agent_id?: string
  readonly attributes: JsonObject
  readonly references?: readonly JsonObject[]
  readonly links?: readonly JsonObject[]
  readonly events?: readonly JsonObject[]
  readonly hashes?: readonly JsonObject[]
  readonly adapters?: readonly string[]
  readonly created_at: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  /** Set by the roll-up of the trace. Not part of the record. */
  readonly is_head?: boolean
  readonly trace_totals?: TraceTotals
}

/** Whether the span matches the filter. `trace` has all spans of its trace and of its annotations, including itself. */
export const matchesFilter = (filter: Filter, span: FilterSpan, trace: readonly FilterSpan[]): boolean =>
  matches(lowerScopes(filter), span, trace)

function matches(filter: SpanFilter, span: FilterSpan, trace: readonly FilterSpan[]): boolean {
  switch (filter.kind) {
    case 'group': {
      // An empty list restricts nothing, for any operator.
      if (filter.filters.length === 0) return true
      const holds = (part: SpanFilter) => matches(part, span, trace)
      if (filter.operator === 'and') return filter.filters.every(holds)
      if (filter.operator === 'or') return filter.filters.some(holds)
      if (filter.operator === 'nand') return !filter.filters.every(holds)
      return !filter.filters.some(holds)
    }
    case 'not':
      return !matches(filter.filter, span, trace)
    case 'related':
      return trace.some(
        (candidate) =>
          isRelated(filter.relation, span, candidate) && matches(filter.filter, candidate, trace),
      )
    default:
      return matchesCondition(filter, span)
  }
}

function isRelated(relation: SpanRelation, span: FilterSpan, otherSpan: FilterSpan): boolean {
  const isOfTrace = otherSpan.trace_id === span.trace_id
  switch (relation) {
    case 'any':
      return isOfTrace
    case 'head':
      return isOfTrace && otherSpan.is_head === true
    case 'root':
      return isOfTrace && (otherSpan.parent_id ?? null) === null
    case 'parent':
      return isOfTrace && otherSpan.span_id === span.parent_id
    case 'child':
      return isOfTrace && otherSpan.parent_id === span.span_id
    case 'annotation':
      return (
        otherSpan.trace_type === 'annotation' &&
        (otherSpan.links ?? []).some(
          (link) => link['trace_id'] === span.trace_id && link['span_id'] === span.span_id,
        )
      )
    default:
      return unreachable(relation)
  }
}

function matchesCondition(condition: Condition, span: FilterSpan): boolean {
  switch (condition.kind) {
    case 'is':
      return isValue(read(condition.subject, span), condition.value) !== condition.negated
    case 'in':
      return isInList(read(condition.subject, span), condition) !== condition.negated
    case 'exists':
      return isPresent(read(condition.subject, span)) !== condition.negated
    case 'compare': {
      const order = compareOrdered(read(condition.subject, span), condition.value)
      if (order === undefined) return false
      return {
        eq: order === 0,
        neq: order !== 0,
        gt: order > 0,
        lt: order < 0,
        gte: order >= 0,
        lte: order <= 0,
      }[condition.operator]
    }
    case 'between': {
      const value = read(condition.subject, span)
      const low = compareOrdered(value, condition.low)
      const high = compareOrdered(value, condition.high)
      return low !== undefined && high !== undefined && low >= 0 && high <= 0
    }
    case 'text': {
      const text = textOf(read(condition.subject, span))
      return text !== undefined && textMatches(text, condition)
    }
    case 'records_in':
      return recordsIn(span[condition.field] ?? [], condition) !== condition.negated
    case 'records_have':
      return (
        (span[condition.field] ?? []).some((element) => elementHas(element, condition)) !== condition.negated
      )
    case 'records_exist':
      return (span[condition.field] ?? []).length > 0 !== condition.negated
    case 'content':
      return contentMatches(spanContent(span), condition.query)
    default:
      return unreachable(condition)
  }
}

/** Identities come from the span's own attributes; only for roots from the record. */
const identityFields: ReadonlyMap<ScalarField, keyof Identities> = new Map([
  ['session_id', 'session'],
  ['user_id', 'user'],
  ['agent_id', 'agent'],
])

/** Times as nanoseconds, everything else as in the record. */
function read(subject: Subject, span: FilterSpan): Json | bigint | undefined {
  if (subject.kind === 'total' && span.trace_totals !== undefined) {
    return span.trace_totals[totalPaths.get(subject.path.text) ?? 'cost']
  }
  if (subject.kind !== 'field') return valueAt(span.attributes, subject.path)
  return readField(subject.field, span)
}

function readField(field: ScalarField, span: FilterSpan): string | bigint | boolean | undefined {
  if (field === 'is_head') return span.is_head ?? false
  const identity = identityFields.get(field)
  const ownIdentity = identity && identitiesOf(span.attributes['ag'])?.[identity]
  const value = span[field] ?? ownIdentity
  return fields[field].type === 'time' ? readTime(value) : value
}

const isPresent = (value: Json | bigint | undefined): value is Json | bigint =>
  value !== undefined && value !== null

function isValue(storedValue: Json | bigint | undefined, value: Json | bigint): boolean {
  if (value === null) return !isPresent(storedValue)
  if (typeof value === 'bigint' || typeof storedValue === 'bigint') return storedValue === value
  return contains(storedValue, value)
}

/**
 * Typed equality of scalars. For an object, every given member must be contained, recursively; for an array, every
 * given element must be contained in some stored element.
 */
function contains(storedValue: Json | undefined, part: Json): boolean {
  if (Array.isArray(part)) {
    const requiredItems: readonly Json[] = part
    const elements: readonly Json[] | undefined = isJsonList(storedValue) ? storedValue : undefined
    return (
      elements !== undefined &&
      requiredItems.every((item) => elements.some((element) => contains(element, item)))
    )
  }
  if (isJsonObject(part)) {
    return (
      isJsonObject(storedValue) &&
      Object.keys(part).every(
        (key) =>
          Object.hasOwn(storedValue, key) &&
          contains(ownMember(storedValue, key), ownMember(part, key) ?? null),
      )
    )
  }
  return storedValue === part
}

function isInList(
  storedValue: Json | bigint | undefined,
  condition: { readonly values: readonly (Json | bigint)[]; readonly all: boolean },
): boolean {
  const { values, all } = condition
  if (values.length === 0) return false
  if (typeof storedValue === 'bigint' || !isJsonList(storedValue))
    return values.some((value) => isValue(storedValue, value))
  const holds = (value: Json | bigint) => storedValue.some((element) => isValue(element, value))
  return all ? values.every(holds) : values.some(holds)
}

/** Undefined for different types, so that every ordered comparison is false. */
function compareOrdered(storedValue: Json | bigint | undefined, value: Ordered): number | undefined {
  if (typeof storedValue === 'string' && typeof value === 'string') return compareText(storedValue, value)
  if (typeof storedValue === 'number' && typeof value === 'number') return storedValue - value
  if (typeof storedValue === 'bigint' && typeof value === 'bigint') {
    return storedValue === value ? 0 : storedValue < value ? -1 : 1
  }
  return undefined
}

/** Strings unchanged, times as in responses, everything else as compact JSON text. */
function textOf(storedValue: Json | bigint | undefined): string | undefined {
  if (!isPresent(storedValue)) return undefined
  if (typeof storedValue === 'string') return storedValue
  return typeof storedValue === 'bigint' ? timeText(storedValue) : JSON.stringify(storedValue)
}

function recordsIn(
  storedRecords: readonly JsonObject[],
  condition: { readonly elements: readonly JsonObject[]; readonly all: boolean },
): boolean {
  const { elements, all } = condition
  if (elements.length === 0) return false
  const isContained = (element: JsonObject) => storedRecords.some((record) => contains(record, element))
  return all ? elements.every(isContained) : elements.some(isContained)
}

function elementHas(
  element: JsonObject,
  condition: Extract<Condition, { readonly kind: 'records_have' }>,
): boolean {
  if (condition.key === 'id') return element['id'] === condition.value
  return contains(valueAt(element['attributes'] ?? null, condition.key), condition.value)
}

/** The searchable text of a span: its attributes, and the names and attributes of its events. */
function spanContent(span: FilterSpan): string {
  const searchableText = new SearchableText()
  eachScalarText(span.attributes, (text) => searchableText.add(text))
  eachEventText(span, (text) => searchableText.add(text))
  return searchableText.text()
}

export function eachEventText({ events }: FilterSpan, visit: (text: string) => void): void {
  for (const { name, attributes } of events ?? []) {
    eachScalarText(name ?? null, visit)
    eachScalarText(attributes ?? null, visit)
  }
}
