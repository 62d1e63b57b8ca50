// Facts about stored spans of traces that receive new spans, and the stored spans that must be rewritten.
import {
  replacingVersion,
  type FactsRow,
  type NewSpan,
  type SpanPlace,
  type SpanRow,
} from '../../../storage/contract/contract.ts'
import { identitiesOf, type SpanIdentity } from '../../canonical/identities.ts'
import { identityMembers } from '../../canonical/record.ts'
import { rolledUpAttributes, rollUpMetrics, type TraceRollUp } from '../../canonical/roll-up.ts'
import { isObject, type ValueObject } from '../../value.ts'
import {
  readFacts,
  recordOfRow,
  rollUpColumns,
  rollUpOf,
  rollUpText,
  rowOfRecord,
  type RolledUp,
} from './span-row.ts'

/** A key of a trace that is unique across projects. */
export const traceKey = (projectId: string, traceId: string): string => `${projectId}${traceId}`

/** A stored span that must be rewritten because its trace changed. */
export interface ChangedSpan extends SpanPlace {
  readonly rolledUp: RolledUp
}

/** The stored spans of traces, by trace. */
export type FactsByTrace = ReadonlyMap<string, readonly FactsRow[]>

export const groupByTrace = (rows: readonly FactsRow[]): FactsByTrace =>
  Map.groupBy(rows, ({ project_id, trace_id }) => traceKey(project_id, trace_id))

export function rolledUpSpan({ traceType, spans }: TraceRollUp, spanId: string): RolledUp | undefined {
  const rollUp = spans.get(spanId)
  return rollUp && { traceType, rollUp }
}

/** Adds a stored span to the list if the roll-up of its trace changes it. */
export function pushIfChanged(changedSpans: ChangedSpan[], row: FactsRow, trace: TraceRollUp): void {
  const rolledUp = rolledUpSpan(trace, row.span_id)
  if (rolledUp === undefined || rollUpText(rolledUp) === row.roll_up) return
  const { project_id, trace_id, span_id, start_time } = row
  changedSpans.push({ project_id, trace_id, span_id, start_time, rolledUp })
}

/** Whether a span is no root or head of its trace and has no session or user id. */
export function isPlainSpan(row: FactsRow): boolean {
  const { parentId, identities } = readFacts(row)
  const isHead = (rollUpOf(row)?.rollUp.head ?? false) !== false
  return (
    parentId !== undefined && !isHead && identities?.session === undefined && identities?.user === undefined
  )
}

/** Stored spans whose roll-up differs from that of all stored spans of their trace. */
export function unsettledSpans(storedFacts: readonly FactsRow[]): readonly ChangedSpan[] {
  const changedSpans: ChangedSpan[] = []
  for (const rows of groupByTrace(storedFacts).values()) {
    const rollUp = rollUpMetrics(rows.map(readFacts))
    for (const row of rows) pushIfChanged(changedSpans, row, rollUp)
  }
  return changedSpans
}

/** Stored rows with their new roll-up. */
export function rerolledRows(
  rows: readonly SpanRow[],
  changedSpans: readonly ChangedSpan[],
): readonly NewSpan[] {
  const rollUps = new Map(
    changedSpans.map(({ trace_id, span_id, rolledUp }) => [trace_id + span_id, rolledUp]),
  )
  return rows.flatMap((row) => {
    const rolledUp = rollUps.get(row.trace_id + row.span_id)
    return rolledUp === undefined ? [] : [rewrittenRow(row, rolledUp)]
  })
}

/** The record with the ids of its trace if it is a root: its own ids, then those of other spans. */
export function withTraceIdentities(
  record: ValueObject,
  attributes: ValueObject,
  rollUp: SpanIdentity,
): ValueObject {
  const { session_id: _, user_id: __, agent_id: ___, ...ownMembers } = record
  if ((record['parent_id'] ?? null) !== null) return ownMembers
  return { ...ownMembers, ...identityMembers({ ...rollUp.inferred, ...identitiesOf(attributes['ag']) }) }
}

function rewrittenRow(row: SpanRow, rolledUp: RolledUp): NewSpan {
  const { traceType, rollUp } = rolledUp
  const { attributes: storedAttributes, ...record } = recordOfRow(row)
  const attributes = isObject(storedAttributes) ? rolledUpAttributes(storedAttributes, traceType, rollUp) : {}
  return rowOfRecord(
    {
      ...withTraceIdentities(record, attributes, rollUp),
      trace_type: traceType,
      attributes,
    },
    {
      project_id: row.project_id,
      created_at: row.created_at,
      created_by_id: row.created_by_id,
      updated_at: row.updated_at,
      updated_by_id: row.updated_by_id,
      form: row.form,
      native: row.native,
      facts: row.facts,
      ...rollUpColumns(rolledUp),
      receipt_id: row.receipt_id,
      // One above the version that was read: content that replaced it in the meantime has a higher version and wins.
      version: replacingVersion(row.version, 1n).toString(),
    },
  )
}
