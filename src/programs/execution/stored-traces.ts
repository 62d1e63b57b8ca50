// Stored traces as cells need them: the root span, what the program answered, the whole as tracing shows it.
import { setTimeout as sleep } from 'node:timers/promises'
import { readPath } from '../../kernel/json/path.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { RecordRow, SpanPlace, SpanStore, TraceOutcome } from '../../storage/contract/contract.ts'
import type { Filter } from '../../tracing/filter/ast.ts'
import { compileFilter } from '../../tracing/filter/compile/compile.ts'
import { parsePath } from '../../tracing/filter/path.ts'
import { recordOfRow } from '../../tracing/ingest/rows/span-row.ts'
import { addressedSpan } from '../../tracing/simple/edit.ts'
import { valueText } from '../../tracing/value.ts'
import type { SpanAddress } from '../evaluators/evaluator.ts'

/** A span record as JSON; integers beyond 2^53 become the nearest number. */
const jsonOfRow = (row: RecordRow): JsonObject => JSON.parse(valueText(recordOfRow(row))) as JsonObject

/** What stands in a span as its outputs; undefined when there are none. */
export function spanOutputs(span: JsonObject): Json | undefined {
  const found = readPath(span, 'attributes.ag.data.outputs')
  return found.found ? found.value : undefined
}

/** How many traces are read by one statement: whole spans, and places alone. */
const tracesAtOnce = 500
const placesAtOnce = 2_000

/** The places of the spans that stand for these traces, some traces at a time. */
export async function* rootPlaces(
  spans: Pick<SpanStore, 'roots'>,
  projectId: string,
  traceIds: readonly string[],
  atOnce = placesAtOnce,
): AsyncGenerator<readonly SpanPlace[]> {
  const wanted = [...new Set(traceIds)]
  for (let start = 0; start < wanted.length; start += atOnce) {
    yield await spans.roots(projectId, wanted.slice(start, start + atOnce))
  }
}

/** The root spans of the traces that there are of these, by trace id; the other spans are not read. */
export async function rootSpans(
  spans: Pick<SpanStore, 'roots' | 'spans'>,
  projectId: string,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const roots = new Map<string, JsonObject>()
  for await (const places of rootPlaces(spans, projectId, traceIds, tracesAtOnce)) {
    for (const row of await spans.spans(projectId, places)) roots.set(row.trace_id, jsonOfRow(row))
  }
  return roots
}

/** What came of a trace: outputs and totals of its root span. */
export interface StoredOutcome extends Pick<TraceOutcome, 'duration_ms' | 'errors' | 'tokens' | 'cost'> {
  readonly outputs: Json | undefined
}

/** Traces that are read by one statement; with outputs above a size fewer of them, in a second one. */
const outcomesAtOnce = 10_000
const largeAtOnce = 100
const smallBytes = 8_192
const anyBytes = 2 ** 32 - 1

export interface OutcomesRead {
  /** Whether outputs are read. */
  readonly withOutputs: boolean
  /** Whether totals are; else they are null. */
  readonly withTotals?: boolean
  /** What is held of large ones; absent: all of them. */
  readonly keptOfLarge?: (outputs: Json) => Json
}

/** What came of the traces that there are of these, by trace id. */
export async function traceOutcomes(
  spans: Pick<SpanStore, 'outcomes'>,
  projectId: string,
  traceIds: readonly string[],
  { withOutputs, withTotals = true, keptOfLarge = (outputs) => outputs }: OutcomesRead,
): Promise<ReadonlyMap<string, StoredOutcome>> {
  const outcomes = new Map<string, StoredOutcome>()
  const large: string[] = []
  const read = async (ids: readonly string[], outputBytesMax: number): Promise<void> => {
    for (const row of await spans.outcomes(projectId, ids, { outputBytesMax, withTotals })) {
      const { trace_id, outputs, output_bytes, duration_ms, errors, tokens, cost } = row
      if (output_bytes > outputBytesMax) large.push(trace_id)
      const whole = outputs === '' ? undefined : (JSON.parse(outputs) as Json)
      const value = whole === undefined || output_bytes <= smallBytes ? whole : keptOfLarge(whole)
      outcomes.set(trace_id, { outputs: value, duration_ms, errors, tokens, cost })
    }
  }
  const wanted = [...new Set(traceIds)]
  for (const some of chunks(wanted, outcomesAtOnce)) await read(some, withOutputs ? smallBytes : 0)
  for (const some of chunks([...large], largeAtOnce)) await read(some, anyBytes)
  return outcomes
}

const isRoot: Filter = {
  kind: 'is',
  subject: { kind: 'field', field: 'parent_id' },
  value: null,
  negated: false,
}
const isNoFailure: Filter = {
  kind: 'is',
  subject: { kind: 'field', field: 'status_code' },
  value: 'STATUS_CODE_ERROR',
  negated: true,
}
const hasOutputs: Filter = {
  kind: 'exists',
  subject: { kind: 'attribute', path: parsePath('ag.data.outputs') },
  negated: false,
}
const hasHash = (hashId: string): Filter => ({
  kind: 'records_have',
  field: 'hashes',
  key: 'id',
  value: hashId,
  negated: false,
})

export interface EarlierTrace extends SpanAddress {
  readonly outputs: Json
}

/** Of the traces with this hash that succeeded, the one at this position, oldest first. */
export async function earlierTrace(
  spans: SpanStore,
  projectId: string,
  wanted: { readonly hashId: string; readonly position: number },
): Promise<EarlierTrace | undefined> {
  const { queries } = spans
  const filters = [isRoot, isNoFailure, hasOutputs, hasHash(wanted.hashId)]
  const where = compileFilter(
    { kind: 'group', operator: 'and', filters },
    { source: queries.source, sharded: queries.sharded },
  )
  const bounds = { sql: 'true', params: {} }
  const limit = wanted.position + 1
  const page = { where, bounds, order: 'ascending', limit, isIndexed: true } as const
  const { rows } = await queries.page({ projectId }, page)
  const row = rows[wanted.position]
  const outputs = row && spanOutputs(jsonOfRow(row))
  return outputs === undefined || row === undefined
    ? undefined
    : { traceId: row.trace_id, spanId: row.span_id, outputs }
}

const pollMs = 100

/**
 * The span that stands for a trace which a program says to have sent: the one it named, else the root. Undefined when
 * the trace is not stored in time.
 */
export async function namedTrace(
  spans: SpanStore,
  projectId: string,
  named: { readonly traceId: string; readonly spanId?: string },
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<SpanAddress | undefined> {
  const giveUpAt = Date.now() + waitMs
  for (;;) {
    const rows = await spans.trace(projectId, named.traceId)
    const span = addressedSpan(rows, named.spanId) ?? addressedSpan(rows, undefined)
    if (span !== undefined) return { traceId: named.traceId, spanId: span.span_id }
    if (Date.now() + pollMs > giveUpAt) return undefined
    await sleep(pollMs, undefined, { signal })
  }
}
