// Stored rows as the JSON text that is answered. The large parts of a row are JSON text already and go out as they
// are: parsing and writing them again took most of the time of a page.
import type { SpanRow } from '../../storage/contract.ts'
import { isoOfRow } from '../ingest/span-row.ts'
import { forestOf, type ForestSpan } from '../tree.ts'
import { readTime } from '../filter/values.ts'

const quoted = (text: string): string => JSON.stringify(text)

/** The members of a span record, each as `"name":value`; `spans` is for the children. */
function members(row: SpanRow): readonly string[] {
  const optional = (name: string, text: string | null): readonly string[] =>
    text === null ? [] : [`"${name}":${quoted(text)}`]
  const list = (name: string, texts: readonly string[]): readonly string[] =>
    texts.length === 0 ? [] : [`"${name}":[${texts.join(',')}]`]
  return [
    `"trace_id":"${row.trace_id}"`,
    `"span_id":"${row.span_id}"`,
    ...(row.parent_id === '' ? [] : [`"parent_id":"${row.parent_id}"`]),
    `"trace_type":${quoted(row.trace_type)}`,
    `"span_type":${quoted(row.span_type)}`,
    `"span_kind":${quoted(row.span_kind)}`,
    `"span_name":${quoted(row.span_name)}`,
    `"start_time":"${isoOfRow(row.start_time)}"`,
    `"end_time":"${isoOfRow(row.end_time)}"`,
    `"status_code":${quoted(row.status_code)}`,
    ...optional('status_message', row.status_message),
    ...optional('session_id', row.session_id),
    ...optional('user_id', row.user_id),
    ...optional('agent_id', row.agent_id),
    `"attributes":${row.attributes}`,
    ...list('references', row.references),
    ...list('links', row.links),
    ...list('hashes', row.hashes),
    ...list('events', row.events),
    ...list('adapters', row.adapters.map(quoted)),
    `"created_at":"${isoOfRow(row.created_at)}"`,
    ...optional('created_by_id', row.created_by_id),
    ...optional('updated_at', row.updated_at === null ? null : isoOfRow(row.updated_at)),
    ...optional('updated_by_id', row.updated_by_id),
  ]
}

/** A span record. */
export const spanText = (row: SpanRow): string => `{${members(row).join(',')}}`

interface RowSpan extends ForestSpan {
  readonly row: SpanRow
}

const asForestSpan = (row: SpanRow): RowSpan => ({
  row,
  spanId: row.span_id,
  ...(row.parent_id === '' ? {} : { parentId: row.parent_id }),
  startTimeUnixNano: readTime(isoOfRow(row.start_time)) ?? 0n,
})

/** Siblings by name, a list where several share one, names in the order of their first span. */
function siblingsText(siblings: readonly RowSpan[], texts: ReadonlyMap<string, string>): string {
  const byName = Map.groupBy(siblings, ({ row }) => row.span_name)
  const named = [...byName].map(([name, spans]) => {
    const inside = spans.map(({ spanId }) => texts.get(spanId) ?? '{}').join(',')
    return `${quoted(name)}:${spans.length === 1 ? inside : `[${inside}]`}`
  })
  return `{${named.join(',')}}`
}

/** The nested `spans` of a trace. Any depth is safe: children are written before their parents, without recursion. */
export function treeText(rows: readonly SpanRow[]): string {
  const { roots, children, childrenFirst } = forestOf(rows.map(asForestSpan))
  const texts = new Map<string, string>()
  for (const span of childrenFirst) {
    const below = children.get(span.spanId)
    const record = members(span.row)
    const all = below === undefined ? record : [...record, `"spans":${siblingsText(below, texts)}`]
    texts.set(span.spanId, `{${all.join(',')}}`)
    // The text of a child lives on in that of its parent alone: a deep trace would hold every level else.
    for (const child of below ?? []) texts.delete(child.spanId)
  }
  return siblingsText(roots, texts)
}

/** A trace as it is answered everywhere. */
export const traceText = (traceId: string, rows: readonly SpanRow[]): string =>
  `{"trace_id":"${traceId}","spans":${treeText(rows)}}`
