// Writes stored rows as the JSON text of responses. The large parts of a row are already JSON text and are copied
// unchanged: parsing and writing them took most of the time of a page.
import { totalNames, type SelectedSpan } from '../../storage/contract/contract.ts'
import type { Json } from '../../kernel/json/value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { atOnce, type Sliced } from '../../kernel/sliced.ts'
import { parseExact } from '../exact-json.ts'
import { parsePath, valueAt } from '../filter/path.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'
import { forestOf, type ForestSpan } from '../tree.ts'
import { isObject, valueText, type OpenObject, type Value } from '../value.ts'
import { attributePrefix, isAttributeMember, type SpanMember, type SelectedMembers } from './fields.ts'

const quoted = (text: string): string => JSON.stringify(text)

const totalsText = ({ duration_ms, errors, tokens, cost }: SelectedSpan): string =>
  JSON.stringify({
    duration: duration_ms ?? undefined,
    errors: errors ?? undefined,
    tokens: tokens ?? undefined,
    cost: cost ?? undefined,
  })

const previewText = ({ inputs_start, outputs_start }: SelectedSpan): string =>
  JSON.stringify({
    inputs: inputs_start === '' ? undefined : inputs_start,
    outputs: outputs_start === '' ? undefined : outputs_start,
  })

/** On heads: the state of the trace and its totals. */
function headText(row: SelectedSpan): string | undefined {
  if (row.is_head !== 1) return undefined
  const { trace_state, trace_totals = [], duration_ms, errors, tokens, cost } = row
  const ownTotals = [duration_ms, errors, tokens, cost]
  const totals = totalNames.map((name, i) => [
    name,
    (trace_totals.length === 0 ? ownTotals : trace_totals)[i] ?? undefined,
  ])
  return JSON.stringify({ state: trace_state, ...Object.fromEntries(totals) })
}

type MemberText = readonly [name: SpanMember, text: (row: SelectedSpan) => string | undefined]

const optional = (text: string | null): string | undefined => (text === null ? undefined : quoted(text))

const list = (items: readonly string[]): string | undefined =>
  items.length === 0 ? undefined : `[${items.join(',')}]`

/**
 * Roots have the ids of the trace as members, and so have heads if a list requests `trace`. Other spans have their own
 * in the attributes.
 */
const identityMember = (name: 'session_id' | 'user_id' | 'agent_id'): MemberText => [
  name,
  (row) => (row.parent_id === '' || row.is_head === 1 ? optional(row[name]) : undefined),
]

/** In the order of the record. The text is undefined if a span has no such member. */
const allMembers: readonly MemberText[] = [
  ['trace_id', (row) => `"${row.trace_id}"`],
  ['span_id', (row) => `"${row.span_id}"`],
  ['parent_id', (row) => (row.parent_id === '' ? 'null' : quoted(row.parent_id))],
  ['trace_type', (row) => quoted(row.trace_type)],
  ['span_type', (row) => quoted(row.span_type)],
  ['span_kind', (row) => quoted(row.span_kind)],
  ['span_name', (row) => quoted(row.span_name)],
  ['start_time', (row) => `"${isoOfRow(row.start_time)}"`],
  ['end_time', (row) => `"${isoOfRow(row.end_time)}"`],
  ['status_code', (row) => quoted(row.status_code)],
  ['status_message', (row) => optional(row.status_message)],
  identityMember('session_id'),
  identityMember('user_id'),
  identityMember('agent_id'),
  ['attributes', (row) => row.attributes],
  ['references', (row) => list(row.references)],
  ['links', (row) => list(row.links)],
  ['hashes', (row) => list(row.hashes)],
  ['events', (row) => list(row.events)],
  ['adapters', (row) => list(row.adapters.map(quoted))],
  ['created_at', (row) => `"${isoOfRow(row.created_at)}"`],
  ['created_by_id', (row) => optional(row.created_by_id)],
  ['updated_at', (row) => (row.updated_at === null ? undefined : `"${isoOfRow(row.updated_at)}"`)],
  ['updated_by_id', (row) => optional(row.updated_by_id)],
  ['totals', totalsText],
  ['preview', previewText],
  ['trace', headText],
]

/** Members that are not part of a record are written only on request. */
const recordMembers = allMembers.filter(
  ([name]) => name !== 'totals' && name !== 'preview' && name !== 'trace',
)

/** Writes `attributes` with only the values at these paths, nested as in the paths. */
function pickedAttributes(names: readonly string[]): MemberText {
  const paths = names.map((name) => parsePath(name.slice(attributePrefix.length)))
  return [
    'attributes',
    (row) => {
      const attributes = parseExact(row.attributes)
      const pickedMembers: OpenObject = {}
      for (const path of paths) {
        // Exact numbers are values of a class; paths lead only through objects and lists.
        const value = valueAt(attributes as Json, path) as Value | undefined
        if (value !== undefined) setAt(pickedMembers, path.segments, value)
      }
      return Object.keys(pickedMembers).length === 0 ? undefined : valueText(pickedMembers)
    },
  ]
}

/** If one path leads through the value of another, the value stays. */
function setAt(root: OpenObject, segments: readonly string[], value: Value): void {
  let current = root
  for (const segment of segments.slice(0, -1)) {
    const member = ownMember(current, segment) ?? {}
    if (!isObject(member)) return
    const copy: OpenObject = { ...member }
    setOwn(current, segment, copy)
    current = copy
  }
  setOwn(current, segments.at(-1) ?? '', value)
}

function membersOf(memberNames: SelectedMembers): readonly MemberText[] {
  if (memberNames === undefined) return recordMembers
  const members = allMembers.filter(([name]) => memberNames.has(name))
  const paths = [...memberNames].filter(isAttributeMember)
  return paths.length === 0 || memberNames.has('attributes') ? members : [...members, pickedAttributes(paths)]
}

/** Writes the members of spans, each as `"name":value`. */
function memberWriter(selectedMembers: SelectedMembers): (row: SelectedSpan) => string {
  const [firstMember, ...otherMembers] = membersOf(selectedMembers).map(([name, text]) => ({
    before: `,"${name}":`,
    text,
  }))
  return (row) => {
    // Ids are first and always included.
    let members =
      firstMember === undefined ? '' : `${firstMember.before.slice(1)}${firstMember.text(row) ?? ''}`
    for (const { before, text } of otherMembers) {
      const value = text(row)
      if (value !== undefined) members += before + value
    }
    return members
  }
}

/** Writes span records. */
export function spanWriter(selectedMembers?: SelectedMembers): (row: SelectedSpan) => string {
  const write = memberWriter(selectedMembers)
  return (row) => `{${write(row)}}`
}

/** A span record. */
export const spanText = (row: SelectedSpan, selectedMembers?: SelectedMembers): string =>
  spanWriter(selectedMembers)(row)

interface RowSpan extends ForestSpan {
  readonly row: SelectedSpan
}

const asForestSpan = (row: SelectedSpan): RowSpan => ({
  row,
  spanId: row.span_id,
  ...(row.parent_id === '' ? {} : { parentId: row.parent_id }),
  // The times of rows sort by time.
  startTimeUnixNano: row.start_time,
})

type Piece = string | RowSpan

/** Spans that are written without a pause. */
const sliceSpans = 200

/** Siblings by name, a list where several share one, names in the order of their first span. */
function siblingPieces(siblings: readonly RowSpan[]): readonly Piece[] {
  const byName = Map.groupBy(siblings, ({ row }) => row.span_name)
  const pieces = [...byName].flatMap(([name, spans], i): readonly Piece[] => [
    `${i === 0 ? '' : ','}${quoted(name)}:${spans.length === 1 ? '' : '['}`,
    ...spans.flatMap((span, at): readonly Piece[] => (at === 0 ? [span] : [',', span])),
    spans.length === 1 ? '' : ']',
  ])
  return ['{', ...pieces, '}']
}

/**
 * The nested `spans` of a trace. Any depth is safe and costs the same: pieces are written iteratively and joined once.
 */
export function* writeTree(rows: readonly SelectedSpan[], members?: SelectedMembers): Sliced<string> {
  const { roots, children } = forestOf(rows.map(asForestSpan))
  const write = memberWriter(members)
  // The engine joins the text once, when it is sent.
  let text = ''
  // Pending pieces, the next one last.
  const pendingPieces: Piece[] = siblingPieces(roots).toReversed()
  let spans = 0
  for (let piece = pendingPieces.pop(); piece !== undefined; piece = pendingPieces.pop()) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    spans += 1
    if (spans % sliceSpans === 0) yield
    const childSpans = children.get(piece.spanId)
    text += `{${write(piece.row)}${childSpans === undefined ? '}' : ',"spans":'}`
    if (childSpans === undefined) continue
    pendingPieces.push('}')
    for (const child of siblingPieces(childSpans).toReversed()) pendingPieces.push(child)
  }
  return text
}

/** A trace in the form of all responses. */
export function* writeTrace(
  { traceId, rows }: { readonly traceId: string; readonly rows: readonly SelectedSpan[] },
  members?: SelectedMembers,
): Sliced<string> {
  return `{"trace_id":"${traceId}","spans":${yield* writeTree(rows, members)}}`
}

/** The same without a pause. */
export const traceText = (traceId: string, rows: readonly SelectedSpan[]): string =>
  atOnce(writeTrace({ traceId, rows }))

/** Span records. */
export function* writeSpanRecords(
  rows: readonly SelectedSpan[],
  selectedMembers?: SelectedMembers,
): Sliced<readonly string[]> {
  const write = spanWriter(selectedMembers)
  const texts: string[] = []
  for (const row of rows) {
    texts.push(write(row))
    if (texts.length % sliceSpans === 0) yield
  }
  return texts
}
