// Simple traces, annotations and invocations: three views of the same records. They differ in the trace type that they
// read and write, and in the producer that they create. The record and its span are in tracing/simple/.
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../kernel/clock.ts'
import { AssayError, type FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { SentRow, SpanRow, SpanStore } from '../../storage/contract/contract.ts'
import { nextWindowing, type Window } from '../../tracing/filter/windowing.ts'
import { unixNanoOf } from '../../tracing/canonical/record-input.ts'
import { readRules, rulesText } from '../../tracing/ingest/rules.ts'
import { isoOfRow } from '../../tracing/ingest/rows/span-row.ts'
import { addressedSpan, editedSpan, type SimpleEdit } from '../../tracing/simple/edit.ts'
import { simplePage, type SimpleQuery } from '../../tracing/simple/query.ts'
import {
  originOf,
  simpleRecord,
  simpleRecordInSlices,
  simpleSpan,
  type NewSimpleTrace,
  type SimpleContent,
  type SimpleClassification,
} from '../../tracing/simple/record.ts'
import { isObject, nearestJson, type ValueObject } from '../../tracing/value.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import type { SandboxPool } from '../../kernel/work/calls.ts'
import { inferSchema, refuseMismatch } from '../../programs/outputs-schema.ts'
import { outputsSchema, producerOf, type TraceReferences } from './producers.ts'

export interface SimpleTraceParts {
  readonly clock: Clock
  readonly engine: Engine
  readonly spans: SpanStore
  readonly traceWrites: TraceWrites
  /** Validates outputs against schemas. */
  readonly sandboxPool: SandboxPool
}

export interface SimpleView {
  /** The key of a record in requests and responses. */
  readonly name: 'trace' | 'annotation' | 'invocation'
  /** The trace type that this view writes and shows; undefined: it shows any, and links decide the type it writes. */
  readonly traceType: 'annotation' | 'invocation' | undefined
  /** The kind of producer that is created for an unknown slug. */
  readonly producerKind: Kind
  readonly shouldCheckOutputs: boolean
}

export const simpleViews = {
  trace: { name: 'trace', traceType: undefined, producerKind: kinds.evaluator, shouldCheckOutputs: false },
  annotation: {
    name: 'annotation',
    traceType: 'annotation',
    producerKind: kinds.evaluator,
    shouldCheckOutputs: true,
  },
  invocation: {
    name: 'invocation',
    traceType: 'invocation',
    producerKind: kinds.application,
    shouldCheckOutputs: false,
  },
} as const satisfies Record<string, SimpleView>

const labels = { trace: 'Trace', annotation: 'Annotation', invocation: 'Invocation' } as const

/** A trace, or one of its spans; without a span id, the first root. Invalid ids are undefined. */
export interface Address {
  readonly traceId: string | undefined
  readonly spanId?: string | undefined
}

interface SimpleTraceRequest {
  readonly parts: SimpleTraceParts
  readonly view: SimpleView
  readonly scope: Scope
  /** The ids of a new record; absent: random ones. */
  readonly span?: Pick<NewSimpleTrace, 'traceId' | 'spanId'>
  /** The location of the outputs in the request. */
  readonly outputsLoc?: FieldError['loc']
}

type AnnotationContent = Pick<SimpleContent, 'data' | 'references' | 'links'>

/**
 * An evaluator created on the fly gets a schema inferred from its first outputs. If redaction hides names of
 * outputs in traces, the schema omits them, too.
 */
async function inferredEvaluator(scope: Scope, data: ValueObject): Promise<JsonObject> {
  const outputSchema = inferSchema(nearestJson(data['outputs'] ?? {}))
  const { redactor } = readRules(await rulesText(scope.store.read, scope.projectId))
  const isPrivate = !isDeepStrictEqual(
    redactor.valueAtPath(['ag', 'data', 'outputs'], outputSchema),
    outputSchema,
  )
  return {
    uri: 'agenta:custom:feedback:v0',
    schemas: { outputs: isPrivate ? { type: 'object' } : outputSchema },
  }
}

/** Only objects are references; other values are stored with the span and reference nothing. */
const namedReferences = (references: ValueObject): TraceReferences =>
  Object.fromEntries(Object.entries(references).filter(([, value]) => isObject(value))) as TraceReferences

/** Checks the outputs against the schema of the evaluator, and completes the references. */
async function checkProducer(
  { parts, view, scope, outputsLoc }: SimpleTraceRequest,
  content: AnnotationContent,
): Promise<ValueObject> {
  const { data, links } = content
  const { engine } = parts
  let references = namedReferences(content.references)
  if (view.producerKind === kinds.application) {
    const create = { data: undefined }
    references = (await producerOf({ engine, scope, kind: kinds.application, references, create })).references
  }
  const canCreateEvaluator = view.producerKind === kinds.evaluator && links.items.length > 0
  const create = canCreateEvaluator ? { data: await inferredEvaluator(scope, data) } : undefined
  const evaluator = await producerOf({ engine, scope, kind: kinds.evaluator, references, create })
  if (view.shouldCheckOutputs && evaluator.revision !== undefined) {
    const schema = await outputsSchema({ engine, scope }, evaluator.revision)
    const loc = outputsLoc ?? ['body', view.name, 'data', 'outputs']
    const outputs = nearestJson(data['outputs'] ?? {})
    if (schema !== undefined) {
      await refuseMismatch(
        { sandboxPool: parts.sandboxPool, project: scope.projectId },
        { schema, outputs, loc },
      )
    }
  }
  return { ...content.references, ...storedReferences(evaluator.references) }
}

/** Refuses outputs that do not match the evaluator's schema. Writes nothing. */
export const validateOutputs = async (
  request: SimpleTraceRequest,
  content: AnnotationContent,
): Promise<void> => {
  await checkProducer(request, content)
}

/** Omits undefined members. */
const storedReferences = (references: TraceReferences): ValueObject =>
  Object.fromEntries(
    Object.entries(references).map(([key, reference]) => [
      key,
      Object.fromEntries(Object.entries(reference).filter(([, member]) => member !== undefined)),
    ]),
  )

export async function createSimpleTrace(
  request: SimpleTraceRequest,
  content: SimpleClassification & SimpleContent,
): Promise<ValueObject> {
  const { parts, view, scope } = request
  const { clock, traceWrites } = parts
  const references = await checkProducer(request, content)
  const trace = {
    ...content,
    references,
    traceId: request.span?.traceId ?? clock.hex(32),
    spanId: request.span?.spanId ?? clock.hex(16),
    at: clock.now(),
    traceType: view.traceType,
  }
  scope.recordResource(view.name, trace.traceId)
  await traceWrites.write(scope, async () => ({ records: [simpleSpan(trace)], origin: originOf(content) }))
  const row = await findSpan(request, trace)
  if (row === undefined) throw notFound(view)
  return simpleRecordInSlices(row)
}

const notFound = (view: SimpleView): AssayError =>
  new AssayError('not_found', `${labels[view.name]} not found.`)

/** The span at the address, if the view sees its trace. */
async function findSpan(
  { parts, view, scope }: SimpleTraceRequest,
  { traceId, spanId }: Address,
): Promise<SpanRow | undefined> {
  if (traceId === undefined) return undefined
  const row = addressedSpan(await parts.spans.trace(scope.projectId, traceId), spanId)
  return view.traceType === undefined || row?.trace_type === view.traceType ? row : undefined
}

export async function fetchSimpleTrace(
  request: SimpleTraceRequest,
  address: Address,
): Promise<ValueObject | undefined> {
  const row = await findSpan(request, address)
  return row && simpleRecordInSlices(row)
}

/** The content of the record after the edit, for validation. */
function contentAfter(row: SpanRow, edit: SimpleEdit): AnnotationContent {
  const { data, references, links } = simpleRecord(row)
  const { selector: _, ...previous } = isObject(references) ? references : {}
  const size = Array.isArray(links) ? links.length : Object.keys(links ?? {}).length
  const items = Array.from({ length: size }, () => ({ traceId: '', spanId: '' }))
  return {
    data: edit.data ?? (isObject(data) ? data : {}),
    references: edit.references ?? previous,
    links: edit.links ?? { form: 'list', items },
  }
}

export async function editSimpleTrace(
  request: SimpleTraceRequest,
  { address, edit }: { readonly address: Address; readonly edit: SimpleEdit },
): Promise<ValueObject> {
  const { parts, view, scope } = request
  scope.recordResource(view.name, address.traceId ?? '')
  const before = await findSpan(request, address)
  if (before === undefined) throw notFound(view)
  const hasContentChange = edit.data !== undefined || edit.references !== undefined
  const references = hasContentChange ? await checkProducer(request, contentAfter(before, edit)) : undefined
  const completeEdit = edit.references === undefined ? edit : { ...edit, references }
  await parts.traceWrites.write(scope, async () => {
    const row = await findSpan(request, address)
    if (row === undefined) throw notFound(view)
    const { record, origin } = editedSpan(row, { ...completeEdit, traceType: view.traceType })
    return { records: [record], origin }
  })
  const after = await findSpan(request, address)
  if (after === undefined) throw notFound(view)
  return simpleRecordInSlices(after)
}

/** Deletes the trace, or one span of it. Returns the deleted record. */
export async function deleteSimpleTrace(
  request: SimpleTraceRequest,
  address: Address,
): Promise<ValueObject | undefined> {
  const { parts, view, scope } = request
  const { projectId } = scope
  scope.recordResource(view.name, address.traceId ?? '')
  await parts.traceWrites.waitForIngest(projectId)
  const row = await findSpan(request, address)
  if (row === undefined) return undefined
  if (address.spanId === undefined) await parts.traceWrites.deleteTraces(projectId, [row.trace_id])
  else await parts.traceWrites.deleteSpan(projectId, { traceId: row.trace_id, spanId: row.span_id })
  return simpleRecordInSlices(row)
}

export interface SimplePage {
  readonly records: readonly ValueObject[]
  readonly windowing: JsonObject | undefined
}

export async function querySimpleTraces(
  { parts, view, scope }: SimpleTraceRequest,
  { query, window }: { readonly query: SimpleQuery; readonly window: Window },
): Promise<SimplePage> {
  const page = simplePage({ ...query, traceType: view.traceType }, window)
  const { rows, last } = await parts.spans.queries.page({ projectId: scope.projectId, columns: 'sent' }, page)
  const cursor = last && { time: unixNanoOf(isoOfRow(last.start_time)) ?? 0n, id: last.span_id }
  return {
    records: rows.map((row) => simpleRecord(row as SentRow)),
    windowing: cursor && nextWindowing(window, cursor),
  }
}
