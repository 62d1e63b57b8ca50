// Stored rows as the JSON text that is answered. The large parts of a row are JSON text already and go out as they
// are: parsing and writing them again took most of the time of a page.
import type { SpanRow } from '../../storage/contract/contract.ts'
import { isoOfRow, shownIdentities } from '../ingest/rows/span-row.ts'
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
    `"parent_id":${row.parent_id === '' ? 'null' : quoted(row.parent_id)}`,
    `"trace_type":${quoted(row.trace_type)}`,
    `"span_type":${quoted(row.span_type)}`,
    `"span_kind":${quoted(row.span_kind)}`,
    `"span_name":${quoted(row.span_name)}`,
    `"start_time":"${isoOfRow(row.start_time)}"`,
    `"end_time":"${isoOfRow(row.end_time)}"`,
    `"status_code":${quoted(row.status_code)}`,
    ...optional('status_message', row.status_message),
    ...shownIdentities(row).flatMap(([name, id]) => optional(name, id)),
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

type Piece = string | RowSpan

/** Siblings by name, a list where several share one, names in the order of their first span. */
function siblingPieces(siblings: readonly RowSpan[]): readonly Piece[] {
  const byName = Map.groupBy(siblings, ({ row }) => row.span_name)
  const named = [...byName].flatMap(([name, spans], i): readonly Piece[] => [
    `${i === 0 ? '' : ','}${quoted(name)}:${spans.length === 1 ? '' : '['}`,
    ...spans.flatMap((span, at): readonly Piece[] => (at === 0 ? [span] : [',', span])),
    spans.length === 1 ? '' : ']',
  ])
  return ['{', ...named, '}']
}

/**
 * The nested `spans` of a trace. Any depth is safe and costs the same: pieces are written one after another, without
 * recursion, and joined once.
 */
export function treeText(rows: readonly SpanRow[]): string {
  const { roots, children } = forestOf(rows.map(asForestSpan))
  const written: string[] = []
  // What is still to be written, the next piece last.
  const waiting: Piece[] = siblingPieces(roots).toReversed()
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    if (typeof piece === 'string') {
      written.push(piece)
      continue
    }
    const below = children.get(piece.spanId)
    written.push(`{${members(piece.row).join(',')}${below === undefined ? '}' : ',"spans":'}`)
    if (below === undefined) continue
    waiting.push('}')
    for (const each of siblingPieces(below).toReversed()) waiting.push(each)
  }
  return written.join('')
}

/** A trace as it is answered everywhere. */
export const traceText = (traceId: string, rows: readonly SpanRow[]): string =>
  `{"trace_id":"${traceId}","spans":${treeText(rows)}}`
