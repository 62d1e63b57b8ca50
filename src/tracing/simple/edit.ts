// Changes of simple traces: members sent replace the stored ones whole, the others stay. The span keeps how it came, what
// else it holds, and the type that it declared.
import type { SpanRow } from '../../storage/contract/contract.ts'
import type { RowOrigin } from '../ingest/rows/batch.ts'
import { isoOfRow, readFacts, recordOfRow } from '../ingest/rows/span-row.ts'
import type { SpanFacts } from '../canonical/facts.ts'
import type { TraceType } from '../attributes/vocabularies.ts'
import { unixNanoOf } from '../canonical/record-input.ts'
import { forestOf } from '../tree.ts'
import { isObject, valueAt, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { givenData, linkRecords, noteOf, originOf, simpleName, type SimpleContent } from './record.ts'
import { setOwn } from '../../kernel/own.ts'

/** Undefined: kept. Tags and meta: null clears. */
export interface SimpleEdit {
  readonly data?: ValueObject | undefined
  readonly references?: ValueObject | undefined
  /** Belongs to the references: replaced with them. */
  readonly selector?: ValueObject | undefined
  readonly links?: SimpleContent['links'] | undefined
  readonly tags?: ValueObject | null | undefined
  readonly meta?: ValueObject | null | undefined
  /** Declared from now on. */
  readonly traceType?: TraceType | undefined
}

/** The span that a flat view of the trace shows: the one asked for, else the first root, else the first span of the tree. */
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

/** The record without what other spans of the trace gave it. */
function ownRecord(row: SpanRow): ValueObject {
  const { trace_type: _, session_id: __, user_id: ___, agent_id: ____, ...own } = recordOfRow(row)
  return own
}

/** The span record after the edit, and what its row keeps. */
export function editedSpan(
  row: SpanRow,
  edit: SimpleEdit,
): { readonly record: ValueObject; readonly origin: RowOrigin } {
  const { references: listed, ...record } = ownRecord(row)
  const attributes = isObject(record['attributes']) ? record['attributes'] : {}
  const links = edit.links === undefined ? undefined : linkRecords(edit.links)
  const facts = readFacts(row)
  const stored = isObject(attributes['ag']) ? attributes['ag'] : {}
  const data = edit.data ?? givenData(row, stored)
  // Where the note says how the data was given, it goes through the canonical form again, from the same beginning.
  const ag = editedAg(stored, noteOf(row) === undefined ? edit : { ...edit, data }, facts)
  const edited: OpenObject = {
    ...record,
    attributes: { ...attributes, ag },
    ...(listed === undefined || edit.references !== undefined ? {} : { references: listed }),
    ...(links === undefined ? {} : { links }),
  }
  if (noteOf(row) === undefined) return { record: edited, origin: keptOrigin(row) }
  const items = (edited['links'] ?? []) as readonly Value[]
  const name = simpleName(
    {
      references: isObject(ag['references']) ? ag['references'] : {},
      links: { form: 'list', items: items.map(() => ({ traceId: '', spanId: '' })) },
    },
    edit.traceType ?? facts.declaredTraceType,
  )
  return { record: { ...edited, span_name: name }, origin: editedOrigin(row, { ...edit, data }) }
}

const keptOrigin = ({ form, native, adapters }: SpanRow): RowOrigin => ({ form, native, adapters })

/** What a row says of the form in which its members were given, after those of the edit. */
function editedOrigin(row: SpanRow, edit: SimpleEdit & Pick<SimpleContent, 'data'>): RowOrigin {
  const note = noteOf(row)
  const given = (name: 'tags' | 'meta'): ValueObject | undefined => {
    const sent = edit[name]
    if (sent !== undefined) return sent ?? undefined
    return note?.empty.includes(name) === true ? {} : undefined
  }
  const links = edit.links ?? { form: note?.links ?? 'object', items: [] }
  return originOf({ data: edit.data, links, tags: given('tags'), meta: given('meta') })
}

function editedAg(ag: ValueObject, edit: SimpleEdit, facts: SpanFacts): OpenObject {
  const replaced: Readonly<Record<string, ValueObject | null | undefined>> = {
    data: edit.data,
    tags: edit.tags,
    meta: edit.meta,
    ...(edit.references === undefined
      ? {}
      : { references: edit.references, selector: edit.selector ?? null }),
  }
  const declared = edit.traceType ?? facts.declaredTraceType
  const edited: OpenObject = { ...ag }
  const setAside: OpenObject = { ...(isObject(ag['unsupported']) ? ag['unsupported'] : {}) }
  for (const [name, value] of Object.entries(replaced)) {
    if (value === undefined) continue
    delete edited[name]
    // What did not fit went with what is replaced.
    delete setAside[name]
    if (value !== null) setOwn(edited, name, value)
  }
  return {
    ...edited,
    unsupported: setAside,
    metrics: statedMetrics(ag['metrics'] ?? {}, facts.sent),
    type: {
      span: valueAt(ag, ['type', 'span']) ?? 'task',
      ...(declared === undefined ? {} : { trace: declared }),
    },
  }
}

/** Metrics as the client stated them: what the server added up would otherwise be taken for the client's. */
function statedMetrics(metrics: Value, sent: SpanFacts['sent']): ValueObject {
  const side = (name: 'tokens' | 'costs'): ValueObject => {
    const found = valueAt(metrics, [name])
    const { cumulative: _, ...own } = isObject(found) ? found : {}
    const cumulative = sent[name]
    return { ...own, ...(cumulative === undefined ? {} : { cumulative }) }
  }
  return {
    tokens: side('tokens'),
    costs: side('costs'),
  }
}
