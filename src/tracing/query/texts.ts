// Stored rows as the JSON text that is answered. The large parts of a row are JSON text already and go out as they
// are: parsing and writing them again took most of the time of a page.
import type { ShownSpan } from '../../storage/contract/contract.ts'
import { isoOfRow, shownIdentities } from '../ingest/rows/span-row.ts'
import type { SpanMember, WantedMembers } from './fields.ts'
import { forestOf, type ForestSpan } from '../tree.ts'

const quoted = (text: string): string => JSON.stringify(text)

const totalsText = ({ duration_ms, errors, tokens, cost }: ShownSpan): string =>
  JSON.stringify({
    duration: duration_ms ?? undefined,
    errors: errors ?? undefined,
    tokens: tokens ?? undefined,
    cost: cost ?? undefined,
  })

const previewText = ({ inputs_start, outputs_start }: ShownSpan): string =>
  JSON.stringify({
    inputs: inputs_start === '' ? undefined : inputs_start,
    outputs: outputs_start === '' ? undefined : outputs_start,
  })

/** The members of a span record that are wanted, each as `"name":value`; `spans` is for the children. */
function members(row: ShownSpan, wanted: WantedMembers): readonly string[] {
  const texts: string[] = []
  const add = (name: SpanMember, text: string): void => {
    if (wanted === undefined || wanted.has(name)) texts.push(`"${name}":${text}`)
  }
  const optional = (name: SpanMember, text: string | null): void => {
    if (text !== null) add(name, quoted(text))
  }
  const list = (name: SpanMember, items: readonly string[]): void => {
    if (items.length > 0) add(name, `[${items.join(',')}]`)
  }
  add('trace_id', `"${row.trace_id}"`)
  add('span_id', `"${row.span_id}"`)
  add('parent_id', row.parent_id === '' ? 'null' : quoted(row.parent_id))
  add('trace_type', quoted(row.trace_type))
  add('span_type', quoted(row.span_type))
  add('span_kind', quoted(row.span_kind))
  add('span_name', quoted(row.span_name))
  add('start_time', `"${isoOfRow(row.start_time)}"`)
  add('end_time', `"${isoOfRow(row.end_time)}"`)
  add('status_code', quoted(row.status_code))
  optional('status_message', row.status_message)
  for (const [name, id] of shownIdentities(row)) optional(name, id)
  add('attributes', row.attributes)
  list('references', row.references)
  list('links', row.links)
  list('hashes', row.hashes)
  list('events', row.events)
  list('adapters', row.adapters.map(quoted))
  add('created_at', `"${isoOfRow(row.created_at)}"`)
  optional('created_by_id', row.created_by_id)
  optional('updated_at', row.updated_at === null ? null : isoOfRow(row.updated_at))
  optional('updated_by_id', row.updated_by_id)
  // What is not part of a record stands there only where it was asked for.
  if (wanted?.has('totals') === true) add('totals', totalsText(row))
  if (wanted?.has('preview') === true) add('preview', previewText(row))
  return texts
}

/** A span record. */
export const spanText = (row: ShownSpan, wanted?: WantedMembers): string =>
  `{${members(row, wanted).join(',')}}`

interface RowSpan extends ForestSpan {
  readonly row: ShownSpan
}

const asForestSpan = (row: ShownSpan): RowSpan => ({
  row,
  spanId: row.span_id,
  ...(row.parent_id === '' ? {} : { parentId: row.parent_id }),
  // Rows write times in the order of time.
  startTimeUnixNano: row.start_time,
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
export function treeText(rows: readonly ShownSpan[], wanted?: WantedMembers): string {
  const { roots, children } = forestOf(rows.map(asForestSpan))
  // Joined by the engine at once, when it is sent.
  let written = ''
  // What is still to be written, the next piece last.
  const waiting: Piece[] = siblingPieces(roots).toReversed()
  for (let piece = waiting.pop(); piece !== undefined; piece = waiting.pop()) {
    if (typeof piece === 'string') {
      written += piece
      continue
    }
    const below = children.get(piece.spanId)
    written += `{${members(piece.row, wanted).join(',')}${below === undefined ? '}' : ',"spans":'}`
    if (below === undefined) continue
    waiting.push('}')
    for (const each of siblingPieces(below).toReversed()) waiting.push(each)
  }
  return written
}

/** A trace as it is answered everywhere. */
export const traceText = (traceId: string, rows: readonly ShownSpan[], wanted?: WantedMembers): string =>
  `{"trace_id":"${traceId}","spans":${treeText(rows, wanted)}}`
