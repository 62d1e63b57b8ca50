// Converts canonical spans to rows of the span store, and rows to the records of responses.
import { ownMember, setOwn } from '../../../kernel/own.ts'
import { totalNames, type NewSpan, type RecordRow, type SpanRow } from '../../../storage/contract/contract.ts'
import { spanRecord } from '../../canonical/record.ts'
import type { SpanFacts } from '../../canonical/facts.ts'
import { leadsBits } from '../../canonical/identities.ts'
import type { Head } from '../../canonical/head.ts'
import type { SpanRollUp } from '../../canonical/roll-up.ts'
import type { CanonicalSpan } from '../../canonical/span.ts'
import type { TraceType } from '../../attributes/vocabularies.ts'
import { parseExact } from '../../exact-json.ts'
import { derivedColumns, identityColumns } from '../../filter/columns/columns.ts'
import type { FilterSpan } from '../../filter/evaluate.ts'
import {
  isList,
  Double,
  isObject,
  plainNumber,
  valueText,
  type OpenObject,
  type Value,
  type ValueObject,
} from '../../value.ts'

/** `2026-11-15T09:00:00.000000Z` -> `2026-11-15 09:00:00.000000000`. */
export const rowTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, -1).padEnd(18, '0')}`

/** The inverse: six fractional digits, or nine if the time has nanoseconds. */
export const isoOfRow = (time: string): string =>
  `${time.slice(0, 10)}T${time.endsWith('000') ? time.slice(11, -3) : time.slice(11)}Z`

/** The columns that storage adds to a span. */
export type Lifecycle = Pick<
  SpanRow,
  | 'project_id'
  | 'created_at'
  | 'created_by_id'
  | 'updated_at'
  | 'updated_by_id'
  | 'form'
  | 'native'
  | 'receipt_id'
  | 'version'
>

export interface RolledUp {
  readonly traceType: TraceType
  readonly rollUp: SpanRollUp
}

export const rollUpText = ({ traceType, rollUp }: RolledUp): string =>
  JSON.stringify({ type: traceType, ...rollUp })

/** Parses the text of rollUpText. Undefined for a row without one. */
export function rollUpOf({ roll_up }: Pick<SpanRow, 'roll_up'>): RolledUp | undefined {
  if (roll_up === '') return undefined
  const { type, ...rollUp } = JSON.parse(roll_up) as SpanRollUp & { readonly type: TraceType }
  return { traceType: type, rollUp }
}

/** Nanoseconds are text, because JSON numbers would round them. The row already has the span id. */
export const factsText = ({ spanId: _, ...facts }: SpanFacts): string =>
  JSON.stringify({
    ...facts,
    startTimeUnixNano: facts.startTimeUnixNano.toString(),
    endTimeUnixNano: facts.endTimeUnixNano.toString(),
  })

export function readFacts(row: Pick<SpanRow, 'span_id' | 'facts'>): SpanFacts {
  const facts = JSON.parse(row.facts) as Omit<SpanFacts, 'startTimeUnixNano' | 'endTimeUnixNano'> & {
    readonly startTimeUnixNano: string
    readonly endTimeUnixNano: string
  }
  return {
    ...facts,
    spanId: row.span_id,
    startTimeUnixNano: BigInt(facts.startTimeUnixNano),
    endTimeUnixNano: BigInt(facts.endTimeUnixNano),
  }
}

/** The row of a rolled-up span. */
export const rowOfSpan = (
  span: CanonicalSpan,
  rolledUp: RolledUp | undefined,
  lifecycle: Lifecycle,
): NewSpan =>
  rowOfRecord(spanRecord(span), {
    facts: factsText(span.facts),
    ...rollUpColumns(rolledUp),
    ...lifecycle,
  })

/** The columns of a row that depend on its trace, besides its record. */
type TraceColumns = Pick<NewSpan, 'roll_up' | 'leads' | 'is_head' | 'trace_totals'>

export const rollUpColumns = (rolledUp: RolledUp | undefined): TraceColumns => ({
  roll_up: rolledUp === undefined ? '' : rollUpText(rolledUp),
  leads: rolledUp?.rollUp.leads ?? 0,
  ...headColumns(rolledUp?.rollUp.head ?? false),
})

const headColumns = (head: Head): Pick<NewSpan, 'is_head' | 'trace_totals'> => ({
  is_head: head === false ? 0 : 1,
  trace_totals: typeof head === 'boolean' ? [] : totalNames.map((name) => head[name] ?? null),
})

/** The same for a stored row. In rows of earlier versions without a head, roots are heads. */
export function storedTraceColumns(
  row: Pick<SpanRow, 'roll_up' | 'parent_id' | 'session_id' | 'user_id'>,
): TraceColumns {
  const head = rollUpOf(row)?.rollUp.head
  return {
    roll_up: row.roll_up,
    leads: storedLeads(row),
    ...headColumns(head ?? row.parent_id === ''),
  }
}

/** The lead bits of a stored row, from its roll-up. In rows of earlier versions without them, roots lead. */
function storedLeads(row: Pick<SpanRow, 'roll_up' | 'parent_id' | 'session_id' | 'user_id'>): number {
  const { leads } = (row.roll_up === '' ? {} : JSON.parse(row.roll_up)) as { readonly leads?: number }
  if (leads !== undefined || row.parent_id !== '') return leads ?? 0
  return (row.session_id === null ? 0 : leadsBits.session) + (row.user_id === null ? 0 : leadsBits.user)
}

type OtherColumns = Lifecycle & TraceColumns & Pick<NewSpan, 'facts'>

/** The row of a record with its other columns. */
export function rowOfRecord(record: ValueObject, otherColumns: OtherColumns): NewSpan {
  try {
    return columnsOf(record as unknown as FilterSpan, otherColumns)
  } catch (error) {
    // JSON.stringify refuses a bigint. Such spans are rare enough to be built twice.
    if (!(error instanceof TypeError)) throw error
    return {
      ...columnsOf(withoutBigints(record) as unknown as FilterSpan, otherColumns),
      ...exactTexts(record),
    }
  }
}

const columnsOf = (record: FilterSpan, otherColumns: OtherColumns) => ({
  trace_id: record.trace_id,
  span_id: record.span_id,
  parent_id: record.parent_id ?? '',
  trace_type: record.trace_type,
  span_type: record.span_type,
  span_kind: record.span_kind,
  span_name: record.span_name,
  status_code: record.status_code,
  status_message: record.status_message ?? null,
  ...identityColumns(record),
  start_time: rowTime(record.start_time),
  end_time: rowTime(record.end_time),
  adapters: record.adapters ?? [],
  ...derivedColumns(record),
  ...otherColumns,
})

/** The texts of responses have exact integers; the columns that only filters read have doubles. */
function exactTexts(record: ValueObject): object {
  const elements = (name: string): readonly string[] => {
    const list = ownMember(record, name)
    return isList(list) ? list.map(valueText) : []
  }
  return {
    attributes: valueText(record['attributes'] ?? {}),
    links: elements('links'),
    events: elements('events'),
  }
}

function withoutBigints(value: Value): Value {
  if (typeof value === 'bigint' || value instanceof Double) return Number(plainNumber(value))
  if (isList(value)) return value.map(withoutBigints)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutBigints(member)]))
}

const parseText = (text: string): Value => parseExact(text)

/** The record of a stored span for responses. Write it with `valueText`, because it may have integers beyond 2^53. */
export function recordOfRow(row: RecordRow): ValueObject {
  const record: OpenObject = {
    trace_id: row.trace_id,
    span_id: row.span_id,
    parent_id: row.parent_id === '' ? null : row.parent_id,
    trace_type: row.trace_type,
    span_type: row.span_type,
    span_kind: row.span_kind,
    span_name: row.span_name,
    start_time: isoOfRow(row.start_time),
    end_time: isoOfRow(row.end_time),
    status_code: row.status_code,
    attributes: parseText(row.attributes),
  }
  const optionalMembers: readonly (readonly [string, Value | null])[] = [
    ['status_message', row.status_message],
    ...wireIdentities(row),
    ['references', unlessEmpty(row.references.map(parseText))],
    ['links', unlessEmpty(row.links.map(parseText))],
    ['hashes', unlessEmpty(row.hashes.map(parseText))],
    ['events', unlessEmpty(row.events.map(parseText))],
    ['adapters', unlessEmpty(row.adapters)],
    ['created_at', isoOfRow(row.created_at)],
    ['created_by_id', row.created_by_id],
    ['updated_at', row.updated_at === null ? null : isoOfRow(row.updated_at)],
    ['updated_by_id', row.updated_by_id],
  ]
  for (const [name, value] of optionalMembers) if (value !== null) setOwn(record, name, value)
  return record
}

/** Roots have the ids of the trace as members; other spans have their own among the attributes. */
const wireIdentities = (
  row: RecordRow,
): readonly (readonly [name: 'session_id' | 'user_id' | 'agent_id', id: string | null])[] =>
  row.parent_id === ''
    ? [
        ['session_id', row.session_id],
        ['user_id', row.user_id],
        ['agent_id', row.agent_id],
      ]
    : []

const unlessEmpty = (list: readonly Value[]): readonly Value[] | null => (list.length === 0 ? null : list)
