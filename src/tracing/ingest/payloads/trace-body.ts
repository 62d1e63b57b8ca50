// Parses a full trace from a request body: one tree with one root, validated before anything is stored.
import { fieldErrorsMax } from '../../../kernel/bounded-field-errors.ts'
import { AssayError, invalid, limitExceeded, type FieldError } from '../../../kernel/errors.ts'
import { recordIds, traceIdOf } from '../../canonical/record-input.ts'
import { bodyLoc, placedRecords } from './record-trees.ts'
import { isObject, valueText, type Value, type ValueObject } from '../../value.ts'
import { exactBody } from './exact-body.ts'
import { recordFieldErrors } from './record-field-errors.ts'

export interface TracePayload {
  readonly traceId: string
  /** The records as JSON text, as the inbox stores them. */
  readonly payload: Uint8Array
  /** Ids of the spans in the order sent, each once. */
  readonly spanIds: readonly string[]
}

/** Spans of the trace as a tree or a list, and their location in the body. */
interface SentSpans {
  readonly spans: Value
  readonly loc: readonly (string | number)[]
}

interface SentTrace {
  readonly sources: readonly SentSpans[]
  /** The trace id that the body has next to the spans. */
  readonly sentId?: { readonly value: Value; readonly loc: readonly (string | number)[] }
}

const invalidTrace = (detail: string): AssayError => new AssayError('trace_invalid', detail)

const isEmpty = (spans: Value): boolean =>
  spans === null || (typeof spans === 'object' && Object.keys(spans).length === 0)

/** `{"trace": {"trace_id"?, "spans"}}`, or the trace by itself. */
function sentTrace(body: ValueObject): SentTrace {
  const wrappedTrace = body['trace'] ?? null
  const trace = wrappedTrace ?? body
  const loc = wrappedTrace === null ? [] : ['trace']
  if (!isObject(trace)) {
    throw invalid([{ type: 'dict_type', loc: ['body', ...loc], msg: 'Input should be an object.' }])
  }
  return {
    sources: [{ spans: trace['spans'] ?? null, loc: [...loc, 'spans'] }],
    sentId: { value: trace['trace_id'] ?? null, loc: [...loc, 'trace_id'] },
  }
}

/** `{"spans": […]}` and `{"traces": {"<trace_id>": {"spans"}}}`, either or both, of one trace. */
function sentKeyedTrace(body: ValueObject): SentTrace {
  const traces = body['traces'] ?? {}
  if (!isObject(traces)) {
    throw invalid([{ type: 'dict_type', loc: ['body', 'traces'], msg: 'Input should be an object.' }])
  }
  const [first, ...otherTraces] = Object.entries(traces)
  if (otherTraces.length > 0) throw invalidTrace('Too many traces')
  const listedSpans: SentSpans = { spans: body['spans'] ?? null, loc: ['spans'] }
  if (first === undefined) return { sources: [listedSpans] }
  const [id, trace] = first
  const tree: SentSpans = {
    spans: isObject(trace) ? (trace['spans'] ?? null) : null,
    loc: ['traces', id, 'spans'],
  }
  return { sources: [listedSpans, tree], sentId: { value: id, loc: ['traces', id] } }
}

/** The form of the trace in the body; `either` is keyed if it has `traces`. */
export interface TraceForm {
  readonly layout: 'nested' | 'keyed' | 'either'
  /** The id in the path. */
  readonly pathId?: string
  /** Bounds the answer: the main thread reads the stored trace for it. */
  readonly spansMax: number
}

/**
 * Reads the body of a written trace. Throws a 422 that lists every field error, else a 400 for spans that are not one
 * trace.
 */
export function tracePayload({ layout, ...form }: TraceForm, bytes: Uint8Array): TracePayload {
  const body = exactBody(bytes)
  const isKeyed = layout === 'keyed' || (layout === 'either' && body['traces'] !== undefined)
  const trace = isKeyed ? sentKeyedTrace(body) : sentTrace(body)
  return parseTrace(trace, form)
}

function parseTrace(
  { sources, sentId }: SentTrace,
  { pathId, spansMax }: Omit<TraceForm, 'layout'>,
): TracePayload {
  const nonEmptySources = sources.filter(({ spans }) => !isEmpty(spans))
  if (nonEmptySources.length === 0) throw invalidTrace('Missing trace')
  const fieldErrors: FieldError[] = []
  const traceId = sentId && idOf(sentId.value, { loc: sentId.loc, fieldErrors })
  const placedSpans = nonEmptySources.flatMap(({ spans, loc }) =>
    placedRecords(spans, bodyLoc(...loc), fieldErrors),
  )
  for (const placedSpan of placedSpans) {
    if (fieldErrors.length >= fieldErrorsMax) break
    fieldErrors.push(...recordFieldErrors(placedSpan))
  }
  if (fieldErrors.length > 0) throw invalid(fieldErrors)
  if (placedSpans.length > spansMax) {
    throw limitExceeded({
      type: 'too_long',
      loc: ['body', ...(nonEmptySources[0]?.loc ?? [])],
      msg: `A trace is written with at most ${spansMax} spans; send larger traces through OTLP.`,
      limit: spansMax,
      setting: 'trace_spans_max',
    })
  }
  return consistentTrace(
    placedSpans.map(({ record }) => record),
    { sentId: traceId, pathId },
  )
}

function idOf(
  value: Value,
  { loc, fieldErrors }: { readonly loc: readonly (string | number)[]; readonly fieldErrors: FieldError[] },
): string | undefined {
  if (value === null) return undefined
  const id = traceIdOf(value)
  const msg = 'Input should be a trace id: 32 hex digits or a UUID.'
  if (id === undefined) {
    const type = typeof value === 'string' ? 'value_error' : 'string_type'
    fieldErrors.push({ type, loc: ['body', ...loc], msg })
  }
  return id
}

/** Checks for one root, and for the same trace id in the path, the body and every span. */
function consistentTrace(
  records: readonly ValueObject[],
  { sentId, pathId }: { readonly sentId: string | undefined; readonly pathId: string | undefined },
): TracePayload {
  const ids = records.map(recordIds)
  const [root, ...otherRoots] = ids.filter(({ parentSpanId }) => parentSpanId === undefined)
  if (root === undefined) throw invalidTrace('Missing root span')
  if (otherRoots.length > 0) throw invalidTrace('Too many root spans')
  const traceId = sentId ?? root.traceId
  if (pathId !== undefined && pathId !== traceId) {
    throw new AssayError('id_mismatch', `Path trace_id '${pathId}' does not match payload trace_id.`)
  }
  for (const span of ids) {
    if (span.traceId !== traceId) {
      throw invalidTrace(
        `Span '${span.spanId}' has trace_id '${span.traceId}', which does not match payload trace_id.`,
      )
    }
  }
  return {
    traceId,
    payload: Buffer.from(valueText(records)),
    spanIds: [...new Set(ids.map(({ spanId }) => spanId))],
  }
}
