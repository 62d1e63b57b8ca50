// Reads stored traces for cells: root spans, outputs, full traces in wire form.
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
import { isFailureCode, type ResultError } from '../failure.ts'

/** A span record as JSON; integers beyond 2^53 become the nearest double. */
const jsonOfRow = (row: RecordRow): JsonObject => JSON.parse(valueText(recordOfRow(row)))

/** The outputs of a span; undefined when it has none. */
export function spanOutputs(span: JsonObject): Json | undefined {
  const result = readPath(span, 'attributes.ag.data.outputs')
  return result.exists ? result.value : undefined
}

/** The outcome that the trace of a cell records; undefined: its root span is not stored. */
export async function storedResult(
  spans: Pick<SpanStore, 'trace'>,
  { projectId, traceId, spanId }: SpanAddress & { readonly projectId: string },
): Promise<{ readonly outputs: Json } | { readonly error: ResultError } | undefined> {
  const row = (await spans.trace(projectId, traceId)).find(({ span_id }) => span_id === spanId)
  if (row === undefined) return undefined
  const span = jsonOfRow(row)
  if (span['status_code'] !== 'STATUS_CODE_ERROR') return { outputs: spanOutputs(span) ?? null }
  const code = readPath(span, 'events.0.attributes.exception.type')
  const storedCode = code.exists ? code.value : undefined
  const message = typeof span['status_message'] === 'string' ? span['status_message'] : 'The step failed.'
  return { error: { code: isFailureCode(storedCode) ? storedCode : 'not_runnable', message } }
}

/** Traces per statement, when full spans are read, and when only positions are read. */
const tracesPerRead = 500
const positionsPerRead = 2_000

/** The positions of the representing spans of these traces, in chunks. */
export async function* rootPositions(
  spans: Pick<SpanStore, 'roots'>,
  {
    projectId,
    traceIds,
    perRead = positionsPerRead,
  }: {
    readonly projectId: string
    readonly traceIds: readonly string[]
    readonly perRead?: number | undefined
  },
): AsyncGenerator<readonly SpanPlace[]> {
  const uniqueIds = [...new Set(traceIds)]
  for (let start = 0; start < uniqueIds.length; start += perRead) {
    yield await spans.roots(projectId, uniqueIds.slice(start, start + perRead))
  }
}

/** The root spans of those traces that exist, by trace id; other spans are not read. */
export async function rootSpans(
  spans: Pick<SpanStore, 'roots' | 'spans'>,
  { projectId, traceIds }: { readonly projectId: string; readonly traceIds: readonly string[] },
): Promise<ReadonlyMap<string, JsonObject>> {
  const roots = new Map<string, JsonObject>()
  for await (const positions of rootPositions(spans, { projectId, traceIds, perRead: tracesPerRead })) {
    for (const row of await spans.spans(projectId, positions)) roots.set(row.trace_id, jsonOfRow(row))
  }
  return roots
}

/** The outcome of a trace: outputs and totals of its root span. */
export interface StoredOutcome extends Pick<TraceOutcome, 'duration_ms' | 'errors' | 'tokens' | 'cost'> {
  readonly outputs: Json | undefined
}

/** Traces per statement. Traces with large outputs are read afterwards, fewer at a time. */
const outcomesPerRead = 10_000
const largePerRead = 100
const smallBytes = 8_192
const anyBytes = 2 ** 32 - 1

export interface OutcomeOptions {
  /** Whether outputs are read. */
  readonly withOutputs: boolean
  /** Whether totals are read; otherwise they are null. */
  readonly withTotals?: boolean
  /** Reduces large outputs before they stay in memory; absent: they stay complete. */
  readonly reduceLarge?: (outputs: Json) => Json
}

/** The outcomes of those traces that exist, by trace id. */
export async function traceOutcomes(
  spans: Pick<SpanStore, 'outcomes'>,
  {
    projectId,
    traceIds,
    outcomeOptions: { withOutputs, withTotals = true, reduceLarge = (outputs) => outputs },
  }: {
    readonly projectId: string
    readonly traceIds: readonly string[]
    readonly outcomeOptions: OutcomeOptions
  },
): Promise<ReadonlyMap<string, StoredOutcome>> {
  const outcomes = new Map<string, StoredOutcome>()
  const largeIds: string[] = []
  const read = async (ids: readonly string[], outputBytesMax: number): Promise<void> => {
    for (const row of await spans.outcomes(projectId, ids, { outputBytesMax, withTotals })) {
      const { trace_id, outputs, output_bytes, duration_ms, errors, tokens, cost } = row
      if (output_bytes > outputBytesMax) largeIds.push(trace_id)
      const output: Json | undefined = outputs === '' ? undefined : JSON.parse(outputs)
      const value = output === undefined || output_bytes <= smallBytes ? output : reduceLarge(output)
      outcomes.set(trace_id, { outputs: value, duration_ms, errors, tokens, cost })
    }
  }
  const uniqueIds = [...new Set(traceIds)]
  for (const ids of chunks(uniqueIds, outcomesPerRead)) await read(ids, withOutputs ? smallBytes : 0)
  for (const ids of chunks([...largeIds], largePerRead)) await read(ids, anyBytes)
  return outcomes
}

const rootFilter: Filter = {
  kind: 'is',
  subject: { kind: 'field', field: 'parent_id' },
  value: null,
  negated: false,
}
const successFilter: Filter = {
  kind: 'is',
  subject: { kind: 'field', field: 'status_code' },
  value: 'STATUS_CODE_ERROR',
  negated: true,
}
const outputsFilter: Filter = {
  kind: 'exists',
  subject: { kind: 'attribute', path: parsePath('ag.data.outputs') },
  negated: false,
}
const hashFilter = (hashId: string): Filter => ({
  kind: 'records_have',
  field: 'hashes',
  key: 'id',
  value: hashId,
  negated: false,
})

export interface PreviousTrace extends SpanAddress {
  readonly outputs: Json
}

/** The successful trace with this hash at this position, oldest first. */
export async function previousTrace(
  spans: SpanStore,
  {
    projectId,
    cacheKey,
  }: {
    readonly projectId: string
    readonly cacheKey: { readonly hashId: string; readonly position: number }
  },
): Promise<PreviousTrace | undefined> {
  const { queries } = spans
  const filters = [rootFilter, successFilter, outputsFilter, hashFilter(cacheKey.hashId)]
  const condition = compileFilter(
    { kind: 'group', operator: 'and', filters },
    { source: queries.source, sharded: queries.sharded },
  )
  const bounds = { sql: 'true', params: {} }
  const limit = cacheKey.position + 1
  const page = { where: condition, bounds, order: 'ascending', limit, isIndexed: true } as const
  const { rows } = await queries.page({ projectId }, page)
  const row = rows[cacheKey.position]
  const outputs = row && spanOutputs(jsonOfRow(row))
  return outputs === undefined || row === undefined
    ? undefined
    : { traceId: row.trace_id, spanId: row.span_id, outputs }
}

const pollMs = 100

/**
 * The span of a trace that a program reported: the reported span, else the root. Undefined when the trace is not stored
 * in time.
 */
export async function reportedTrace(
  spans: SpanStore,
  {
    projectId,
    reportedSpan,
    waitMs,
    signal,
  }: {
    readonly projectId: string
    readonly reportedSpan: { readonly traceId: string; readonly spanId?: string }
    readonly waitMs: number
    readonly signal: AbortSignal
  },
): Promise<SpanAddress | undefined> {
  const deadlineMs = performance.now() + waitMs
  for (;;) {
    const rows = await spans.trace(projectId, reportedSpan.traceId)
    const span = addressedSpan(rows, reportedSpan.spanId) ?? addressedSpan(rows, undefined)
    if (span !== undefined) return { traceId: reportedSpan.traceId, spanId: span.span_id }
    if (performance.now() + pollMs > deadlineMs) return undefined
    await sleep(pollMs, undefined, { signal })
  }
}
