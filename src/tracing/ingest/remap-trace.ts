// Maps or prices stored spans again after an adapter or a price table improved. The client's attributes are stored
// beside the canonical ones, and its own `ag.*` in a column of the row, so nothing needs to be sent again.
import { isDeepStrictEqual } from 'node:util'
import { replacingVersion, type NewSpan, type SpanRow } from '../../storage/contract/contract.ts'
import { canonicalRecord } from '../canonical/record-input.ts'
import type { SpanFacts } from '../canonical/facts.ts'
import { identitiesOf } from '../canonical/identities.ts'
import { rolledUpAttributes, rollUpMetrics } from '../canonical/roll-up.ts'
import { canonicalSpan, type CanonicalOptions, type CanonicalSpan } from '../canonical/span.ts'
import { spanRecord } from '../canonical/record.ts'
import { parseExact } from '../exact-json.ts'
import { valueText, type ValueObject } from '../value.ts'
import type { ProjectRules } from './rows/batch.ts'
import { factsText, readFacts, recordOfRow, rollUpColumns, rowOfRecord } from './rows/span-row.ts'
import { nanosecondsOf, objectAt, otlpSpanOf } from './rows/stored-otlp.ts'
import { withTraceIdentities } from './rows/stored-traces.ts'

/** `remap`: the mapping of conventions and everything that follows from it. `reprice`: only costs. */
export type Remapping = 'remap' | 'reprice'

function remappedSpan(row: SpanRow, rules: ProjectRules): CanonicalSpan {
  const options: CanonicalOptions = {
    receivedAtUnixNano: nanosecondsOf(row.created_at),
    priceTables: rules.prices,
    hide: (ag) => rules.redactor.hidePaths(ag),
  }
  return row.form === 'otlp'
    ? canonicalSpan(otlpSpanOf(row), options)
    : canonicalRecord(recordOfRow(row), options)
}

interface ChangedRecord {
  readonly record: ValueObject
  readonly facts: SpanFacts
}

/** The stored record with the costs of the new one. */
function withCostsOf(repricedSpan: CanonicalSpan, row: SpanRow): ChangedRecord {
  const record = recordOfRow(row)
  const attributes = objectAt(record, 'attributes')
  const ag = objectAt(attributes, 'ag')
  const metrics = objectAt(ag, 'metrics')
  const costs = objectAt(repricedSpan.attributes, 'ag', 'metrics', 'costs')
  return {
    record: { ...record, attributes: { ...attributes, ag: { ...ag, metrics: { ...metrics, costs } } } },
    facts: { ...readFacts(row), costs: repricedSpan.facts.costs },
  }
}

/** Spans of earlier versions did not store identities and facts about model calls. */
function remappedFacts(row: SpanRow, { facts: { call, summarises } }: CanonicalSpan): SpanFacts {
  const identities = identitiesOf(objectAt(parseExact(row.attributes), 'ag'))
  return {
    ...readFacts(row),
    ...(identities === undefined ? {} : { identities }),
    ...(call === undefined ? {} : { call }),
    ...(summarises === undefined ? {} : { summarises }),
  }
}

function changedSpan(
  row: SpanRow,
  { mode, rules }: { readonly mode: Remapping; readonly rules: ProjectRules },
): ChangedRecord {
  const span = remappedSpan(row, rules)
  if (mode === 'reprice') return withCostsOf(span, row)
  // Records are already in canonical form: there is nothing to map, and the list of matching adapters stays.
  return row.form === 'otlp'
    ? { record: spanRecord(span), facts: span.facts }
    : { record: recordOfRow(row), facts: remappedFacts(row, span) }
}

/** Ignores the order of members. */
const isSameJson = (value: ValueObject, text: string): boolean =>
  valueText(value) === text || isDeepStrictEqual(value, parseExact(text))

/** The new rows of the spans of a trace that change. `rows` are all its spans. */
export function remapTrace(
  rows: readonly SpanRow[],
  { mode, rules }: { readonly mode: Remapping; readonly rules: ProjectRules },
): readonly NewSpan[] {
  const changedRows = rows.map((row) => ({ row, ...changedSpan(row, { mode, rules }) }))
  const trace = rollUpMetrics(changedRows.map(({ facts }) => facts))
  return changedRows.flatMap(({ row, record, facts }) => {
    const rollUp = trace.spans.get(row.span_id)
    if (rollUp === undefined) return []
    const { traceType } = trace
    const attributes = rolledUpAttributes(objectAt(record, 'attributes'), traceType, rollUp)
    const columns = rollUpColumns({ traceType, rollUp })
    const isSame =
      isSameJson(attributes, row.attributes) &&
      columns.roll_up === row.roll_up &&
      valueText(record['adapters'] ?? []) === valueText(row.adapters)
    if (isSame) return []
    // One above the version that was read: a span that is sent again in the meantime wins.
    const version = replacingVersion(row.version, 1n).toString()
    const { project_id, created_at, created_by_id, updated_at, updated_by_id, form, native, receipt_id } = row
    return [
      rowOfRecord(
        { ...withTraceIdentities(record, attributes, rollUp), trace_type: traceType, attributes },
        {
          project_id,
          created_at,
          created_by_id,
          updated_at,
          updated_by_id,
          form,
          native,
          receipt_id,
          version,
          facts: factsText(facts),
          ...columns,
        },
      ),
    ]
  })
}
