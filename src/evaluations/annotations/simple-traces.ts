// Simple traces, annotations and invocations: three views of the same records, which differ in the type of trace they
// see and declare, and in what they make on the fly. The record itself and its span are tracing/simple/.
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../kernel/clock.ts'
import { AssayError, type Fault } from '../../kernel/errors.ts'
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
  simpleSpan,
  type NewSimpleTrace,
  type SimpleContent,
  type SimpleWords,
} from '../../tracing/simple/record.ts'
import { isObject, nearestJson, type ValueObject } from '../../tracing/value.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import type { Workshop } from '../../kernel/work/calls.ts'
import { inferredSchema, refuseMismatch } from '../../programs/outputs-schema.ts'
import { outputsSchema, producerOf, type TraceReferences } from './producers.ts'

export interface SimpleTraceParts {
  readonly clock: Clock
  readonly engine: Engine
  readonly spans: SpanStore
  readonly traceWrites: TraceWrites
  /** Where outputs are compared with schemas. */
  readonly workshop: Workshop
}

export interface SimpleView {
  /** The key of a record in requests and answers. */
  readonly name: 'trace' | 'annotation' | 'invocation'
  /** The type that is declared, and the only one that is seen; undefined: any, and the links decide. */
  readonly traceType: 'annotation' | 'invocation' | undefined
  /** What is made when its slug is unknown. */
  readonly makes: Kind
  readonly checksOutputs: boolean
}

export const simpleViews = {
  trace: { name: 'trace', traceType: undefined, makes: kinds.evaluator, checksOutputs: false },
  annotation: { name: 'annotation', traceType: 'annotation', makes: kinds.evaluator, checksOutputs: true },
  invocation: { name: 'invocation', traceType: 'invocation', makes: kinds.application, checksOutputs: false },
} as const satisfies Record<string, SimpleView>

const labels = { trace: 'Trace', annotation: 'Annotation', invocation: 'Invocation' } as const

/** Which trace, and which of its spans if not the first root. Ids that are none are undefined. */
export interface Address {
  readonly traceId: string | undefined
  readonly spanId?: string | undefined
}

interface Asking {
  readonly parts: SimpleTraceParts
  readonly view: SimpleView
  readonly scope: Scope
  /** Where a new record is written; absent: at an address of its own. */
  readonly span?: Pick<NewSimpleTrace, 'traceId' | 'spanId'>
  /** Where the outputs stand in the request. */
  readonly outputsLoc?: Fault['loc']
}

type Judged = Pick<SimpleContent, 'data' | 'references' | 'links'>

/**
 * Evaluators made on the fly are described by the first outputs they gave; where names of these are hidden in traces, they
 * are not told here either.
 */
async function madeEvaluator(scope: Scope, data: ValueObject): Promise<JsonObject> {
  const inferred = inferredSchema(nearestJson(data['outputs'] ?? {}))
  const { redactor } = readRules(await rulesText(scope.store.read, scope.projectId))
  const isPrivate = !isDeepStrictEqual(redactor.at(['ag', 'data', 'outputs'], inferred), inferred)
  return {
    uri: 'agenta:custom:feedback:v0',
    schemas: { outputs: isPrivate ? { type: 'object' } : inferred },
  }
}

/** Only objects are references; what else was sent is kept with the span and names nothing. */
const namedReferences = (references: ValueObject): TraceReferences =>
  Object.fromEntries(Object.entries(references).filter(([, value]) => isObject(value))) as TraceReferences

/** The references completed, after the outputs were found to match what the evaluator is known to give. */
async function producedBy({ parts, view, scope, outputsLoc }: Asking, judged: Judged): Promise<ValueObject> {
  const { data, links } = judged
  const { engine } = parts
  let references = namedReferences(judged.references)
  if (view.makes === kinds.application) {
    const make = { data: undefined }
    references = (await producerOf({ engine, scope, kind: kinds.application, references, make })).references
  }
  const makesEvaluator = view.makes === kinds.evaluator && links.items.length > 0
  const make = makesEvaluator ? { data: await madeEvaluator(scope, data) } : undefined
  const evaluator = await producerOf({ engine, scope, kind: kinds.evaluator, references, make })
  if (view.checksOutputs && evaluator.revision !== undefined) {
    const schema = await outputsSchema({ engine, scope }, evaluator.revision)
    const loc = outputsLoc ?? ['body', view.name, 'data', 'outputs']
    const outputs = nearestJson(data['outputs'] ?? {})
    if (schema !== undefined) {
      await refuseMismatch({ workshop: parts.workshop, project: scope.projectId }, { schema, outputs, loc })
    }
  }
  return { ...judged.references, ...storedReferences(evaluator.references) }
}

/** Refuses outputs that do not have the form which the evaluator asks for. Writes nothing. */
export const refuseMisfit = async (asking: Asking, judged: Judged): Promise<void> => {
  await producedBy(asking, judged)
}

/** Members that are not there are left out. */
const storedReferences = (references: TraceReferences): ValueObject =>
  Object.fromEntries(
    Object.entries(references).map(([key, reference]) => [
      key,
      Object.fromEntries(Object.entries(reference).filter(([, member]) => member !== undefined)),
    ]),
  )

export async function createSimpleTrace(
  asking: Asking,
  sent: SimpleWords & SimpleContent,
): Promise<ValueObject> {
  const { parts, view, scope } = asking
  const { clock, traceWrites } = parts
  const references = await producedBy(asking, sent)
  const trace = {
    ...sent,
    references,
    traceId: asking.span?.traceId ?? clock.hex(32),
    spanId: asking.span?.spanId ?? clock.hex(16),
    at: clock.now(),
    traceType: view.traceType,
  }
  scope.touched(view.name, trace.traceId)
  await traceWrites.write(scope, async () => ({ records: [simpleSpan(trace)], origin: originOf(sent) }))
  const stored = await found(asking, trace)
  if (stored === undefined) throw notFound(view)
  return simpleRecord(stored)
}

const notFound = (view: SimpleView): AssayError =>
  new AssayError('not_found', `${labels[view.name]} not found.`)

/** The span of the address, when the view sees its trace. */
async function found(
  { parts, view, scope }: Asking,
  { traceId, spanId }: Address,
): Promise<SpanRow | undefined> {
  if (traceId === undefined) return undefined
  const row = addressedSpan(await parts.spans.trace(scope.projectId, traceId), spanId)
  return view.traceType === undefined || row?.trace_type === view.traceType ? row : undefined
}

export async function fetchSimpleTrace(asking: Asking, address: Address): Promise<ValueObject | undefined> {
  const row = await found(asking, address)
  return row && simpleRecord(row)
}

/** What the record holds after the edit, for those who check it. */
function judgedAfter(row: SpanRow, edit: SimpleEdit): Judged {
  const { data, references, links } = simpleRecord(row)
  const { selector: _, ...stored } = isObject(references) ? references : {}
  const size = Array.isArray(links) ? links.length : Object.keys(links ?? {}).length
  const items = Array.from({ length: size }, () => ({ traceId: '', spanId: '' }))
  return {
    data: edit.data ?? (isObject(data) ? data : {}),
    references: edit.references ?? stored,
    links: edit.links ?? { form: 'list', items },
  }
}

export async function editSimpleTrace(
  asking: Asking,
  address: Address,
  edit: SimpleEdit,
): Promise<ValueObject> {
  const { parts, view, scope } = asking
  scope.touched(view.name, address.traceId ?? '')
  const before = await found(asking, address)
  if (before === undefined) throw notFound(view)
  const isJudged = edit.data !== undefined || edit.references !== undefined
  const references = isJudged ? await producedBy(asking, judgedAfter(before, edit)) : undefined
  const completed = edit.references === undefined ? edit : { ...edit, references }
  await parts.traceWrites.write(scope, async () => {
    const row = await found(asking, address)
    if (row === undefined) throw notFound(view)
    const { record, origin } = editedSpan(row, { ...completed, traceType: view.traceType })
    return { records: [record], origin }
  })
  const after = await found(asking, address)
  if (after === undefined) throw notFound(view)
  return simpleRecord(after)
}

/** Removes the trace, or the one span that was asked for; answers the record as it was. */
export async function deleteSimpleTrace(asking: Asking, address: Address): Promise<ValueObject | undefined> {
  const { parts, view, scope } = asking
  const { projectId } = scope
  scope.touched(view.name, address.traceId ?? '')
  await parts.traceWrites.caughtUp(projectId)
  const row = await found(asking, address)
  if (row === undefined) return undefined
  if (address.spanId === undefined) await parts.traceWrites.deleteTraces(projectId, [row.trace_id])
  else await parts.traceWrites.deleteSpan(projectId, { traceId: row.trace_id, spanId: row.span_id })
  return simpleRecord(row)
}

export interface SimplePage {
  readonly records: readonly ValueObject[]
  readonly windowing: JsonObject | undefined
}

export async function querySimpleTraces(
  { parts, view, scope }: Asking,
  query: SimpleQuery,
  window: Window,
): Promise<SimplePage> {
  const page = simplePage({ ...query, traceType: view.traceType }, window)
  const { rows, last } = await parts.spans.queries.page({ projectId: scope.projectId, columns: 'sent' }, page)
  const cursor = last && { time: unixNanoOf(isoOfRow(last.start_time)) ?? 0n, id: last.span_id }
  return {
    records: rows.map((row) => simpleRecord(row as SentRow)),
    windowing: cursor && nextWindowing(window, cursor),
  }
}
