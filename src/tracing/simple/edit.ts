// Edits of simple traces. Each member of the edit replaces the stored member; the others stay. The span retains its
// origin, its other content and its declared type.
import type { SpanRow } from '../../storage/contract/contract.ts'
import type { RowOrigin } from '../ingest/rows/batch.ts'
import { isoOfRow, readFacts, recordOfRow } from '../ingest/rows/span-row.ts'
import type { SpanFacts } from '../canonical/facts.ts'
import type { TraceType } from '../attributes/vocabularies.ts'
import { unixNanoOf } from '../canonical/record-input.ts'
import { forestOf } from '../tree.ts'
import { isList, isObject, valueAt, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { sentData, linkRecords, noteOf, originOf, simpleName, type SimpleContent } from './record.ts'
import { setOwn } from '../../kernel/own.ts'

/** Undefined leaves a member unchanged. Null clears tags or meta. */
export interface SimpleEdit {
  readonly data?: ValueObject | undefined
  readonly references?: ValueObject | undefined
  /** Part of the references and replaced with them. */
  readonly selector?: ValueObject | undefined
  readonly links?: SimpleContent['links'] | undefined
  readonly tags?: ValueObject | null | undefined
  readonly meta?: ValueObject | null | undefined
  /** The type that the trace declares from now on. */
  readonly traceType?: TraceType | undefined
}

/**
 * The span that a flat view of the trace shows: the requested one, else the first root, else the first span of the
 * tree.
 */
export function addressedSpan(rows: readonly SpanRow[], spanId: string | undefined): SpanRow | undefined {
  if (spanId !== undefined) return rows.find(({ span_id }) => span_id === spanId)
  const { roots } = forestOf(
    rows.map((row) => ({
      row,
      spanId: row.span_id,
      ...(row.parent_id === '' ? {} : { parentId: row.parent_id }),
      startTimeUnixNano: unixNanoOf(isoOfRow(row.start_time)) ?? 0n,
    })),
  )
  return (roots.find(({ row }) => row.parent_id === '') ?? roots[0])?.row
}

/** The record without the members that other spans of the trace contribute. */
function ownRecord(row: SpanRow): ValueObject {
  const { trace_type: _, session_id: __, user_id: ___, agent_id: ____, ...otherMembers } = recordOfRow(row)
  return otherMembers
}

/** The span record after the edit, and the origin for its row. */
export function editedSpan(
  row: SpanRow,
  edit: SimpleEdit,
): { readonly record: ValueObject; readonly origin: RowOrigin } {
  const { references, ...record } = ownRecord(row)
  const attributes = isObject(record['attributes']) ? record['attributes'] : {}
  const links = edit.links === undefined ? undefined : linkRecords(edit.links)
  const facts = readFacts(row)
  const storedAg = isObject(attributes['ag']) ? attributes['ag'] : {}
  const data = edit.data ?? sentData(row, storedAg)
  // If the row has a note on its original data, the data passes through the canonical form again.
  const ag = editedAg(storedAg, noteOf(row) === undefined ? edit : { ...edit, data }, facts)
  const editedRecord: OpenObject = {
    ...record,
    attributes: { ...attributes, ag },
    ...(references === undefined || edit.references !== undefined ? {} : { references }),
    ...(links === undefined ? {} : { links }),
  }
  if (noteOf(row) === undefined) return { record: editedRecord, origin: originOfRow(row) }
  const items = isList(editedRecord['links']) ? editedRecord['links'] : []
  const name = simpleName(
    {
      references: isObject(ag['references']) ? ag['references'] : {},
      links: { form: 'list', items: items.map(() => ({ traceId: '', spanId: '' })) },
    },
    edit.traceType ?? facts.declaredTraceType,
  )
  return { record: { ...editedRecord, span_name: name }, origin: editedOrigin(row, { ...edit, data }) }
}

const originOfRow = ({ form, native, adapters }: SpanRow): RowOrigin => ({ form, native, adapters })

/** The origin note of a row after an edit. */
function editedOrigin(row: SpanRow, edit: SimpleEdit & Pick<SimpleContent, 'data'>): RowOrigin {
  const note = noteOf(row)
  const original = (name: 'tags' | 'meta'): ValueObject | undefined => {
    const member = edit[name]
    if (member !== undefined) return member ?? undefined
    return note?.empty.includes(name) === true ? {} : undefined
  }
  const links = edit.links ?? { form: note?.links ?? 'object', items: [] }
  return originOf({ data: edit.data, links, tags: original('tags'), meta: original('meta') })
}

function editedAg(ag: ValueObject, edit: SimpleEdit, facts: SpanFacts): OpenObject {
  const replacements: Readonly<Record<string, ValueObject | null | undefined>> = {
    data: edit.data,
    tags: edit.tags,
    meta: edit.meta,
    ...(edit.references === undefined
      ? {}
      : { references: edit.references, selector: edit.selector ?? null }),
  }
  const declaredType = edit.traceType ?? facts.declaredTraceType
  const editedAg: OpenObject = { ...ag }
  const unsupportedMembers: OpenObject = { ...(isObject(ag['unsupported']) ? ag['unsupported'] : {}) }
  for (const [name, value] of Object.entries(replacements)) {
    if (value === undefined) continue
    delete editedAg[name]
    // Values set aside belong to the replaced member.
    delete unsupportedMembers[name]
    if (value !== null) setOwn(editedAg, name, value)
  }
  return {
    ...editedAg,
    unsupported: unsupportedMembers,
    metrics: statedMetrics(ag['metrics'] ?? {}, facts.sent),
    type: {
      span: valueAt(ag, ['type', 'span']) ?? 'task',
      ...(declaredType === undefined ? {} : { trace: declaredType }),
    },
  }
}

/** Only the metrics that the client stated. Otherwise the sums of the server would count as the client's. */
function statedMetrics(metrics: Value, sentMetrics: SpanFacts['sent']): ValueObject {
  const side = (name: 'tokens' | 'costs'): ValueObject => {
    const metric = valueAt(metrics, [name])
    const { cumulative: _, ...ownMembers } = isObject(metric) ? metric : {}
    const cumulativeMetric = sentMetrics[name]
    return { ...ownMembers, ...(cumulativeMetric === undefined ? {} : { cumulative: cumulativeMetric }) }
  }
  return {
    tokens: side('tokens'),
    costs: side('costs'),
  }
}
