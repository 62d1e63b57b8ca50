// CSV values that come from other spans: outputs of annotations, and the models that the spans of a trace called.
import type { Json } from '../../kernel/json/value.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { QueryScope, SelectedSpan, SpanQueries } from '../../storage/contract/contract.ts'
import { parseExact } from '../exact-json.ts'
import type { Filter } from '../filter/ast.ts'
import { parsePath, valueAt } from '../filter/path.ts'
import type { NamedOutput } from '../filter/text/annotation-output.ts'
import { readTime } from '../filter/values.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'
import { isObject, valueText, type Value } from '../value.ts'
import { exportedPages } from './export.ts'
import { columnsFor } from './fields.ts'

export interface RowDetails {
  /** For several annotations: the mean of numbers, else the newest value. */
  readonly outputOf: (span: SelectedSpan, output: NamedOutput) => Value | undefined
  /** All short outputs: `helpful.score: 0.5`. */
  readonly scoresOf: (span: SelectedSpan) => string
  readonly modelsOf: (span: SelectedSpan) => readonly string[]
}

interface Annotation {
  readonly evaluator: string
  readonly outputs: Json
}

/** In rows of traces an annotation belongs to the trace of its span. */
const keyOf = (ids: { readonly trace_id: string; readonly span_id: string }, isPerTrace: boolean): string =>
  isPerTrace ? ids.trace_id : `${ids.trace_id}/${ids.span_id}`

const member = (value: Json | undefined, path: string): Json | undefined =>
  value === undefined ? undefined : valueAt(value, parsePath(path))

/** Annotations and calls start after the spans that they belong to, so older spans are not searched. */
async function relatedSpans(
  queries: SpanQueries,
  scope: QueryScope,
  rows: readonly SelectedSpan[],
  { filter, columns }: { readonly filter: Filter; readonly columns: QueryScope['columns'] },
): Promise<readonly SelectedSpan[]> {
  const first = rows.reduce(
    (earliestTime, { start_time: at }) => (at < earliestTime ? at : earliestTime),
    rows[0]?.start_time ?? '',
  )
  const oldest = readTime(isoOfRow(first))
  const query = {
    filter,
    windowing: { ...(oldest === undefined ? {} : { oldest }), sent: {} },
    isWindowed: true,
  }
  return (await Array.fromAsync(exportedPages(queries, { ...scope, columns }, query))).flat()
}

const annotationsOf = (traceIds: readonly string[]): Filter => ({
  kind: 'group',
  operator: 'and',
  filters: [
    { kind: 'is', subject: { kind: 'field', field: 'trace_type' }, value: 'annotation', negated: false },
    {
      kind: 'records_in',
      field: 'links',
      elements: traceIds.map((trace_id) => ({ trace_id })),
      all: false,
      negated: false,
    },
  ],
})

/** Ids per filter. */
const tracesAtOnce = 200

const modelPath = 'ag.meta.request.model'

const modelCallsOf = (traceIds: readonly string[]): Filter => ({
  kind: 'group',
  operator: 'and',
  filters: [
    {
      kind: 'in',
      subject: { kind: 'field', field: 'trace_id' },
      values: traceIds,
      all: false,
      negated: false,
    },
    { kind: 'exists', subject: { kind: 'attribute', path: parsePath(modelPath) }, negated: false },
  ],
})

const slugOf = (references: readonly string[]): string => {
  const records = references.map((text) => JSON.parse(text) as Json)
  const evaluator = records.find((record) => member(record, 'attributes.key') === 'evaluator')
  const slug = member(evaluator, 'slug')
  return typeof slug === 'string' ? slug : 'annotation'
}

function byRow<T>(
  spans: readonly SelectedSpan[],
  keysOf: (span: SelectedSpan) => readonly string[],
  valueOf: (span: SelectedSpan) => T,
): ReadonlyMap<string, readonly T[]> {
  const rows = new Map<string, T[]>()
  for (const span of spans) {
    const value = valueOf(span)
    for (const key of new Set(keysOf(span))) {
      const values = rows.get(key)
      if (values === undefined) rows.set(key, [value])
      else values.push(value)
    }
  }
  return rows
}

function outputOf(annotations: readonly Annotation[], { slug, name }: NamedOutput): Value | undefined {
  const values = annotations
    .filter(({ evaluator }) => evaluator === slug)
    .map(({ outputs }) => member(outputs, name) as Value | undefined)
    .filter((value) => value !== undefined)
  const numbers = values.map(Number)
  const areNumbers = values.every(
    (value) => value !== null && ['number', 'bigint'].includes(typeof value.valueOf()),
  )
  if (values.length > 1 && areNumbers)
    return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  return values[0]
}

/** Longer outputs are comments, which have their own columns. */
const scoreCharactersMax = 24

function scoresOf(annotations: readonly Annotation[]): string {
  const names = new Map<string, NamedOutput>()
  for (const { evaluator, outputs } of annotations) {
    const entries = isObject(outputs) ? Object.entries(outputs) : []
    for (const [name, value] of entries) {
      const isShort =
        typeof value === 'string' ? value.length <= scoreCharactersMax : typeof value !== 'object'
      if (isShort) names.set(`${evaluator}.${name}`, { slug: evaluator, name })
    }
  }
  return [...names]
    .map(([label, output]) => {
      const value = outputOf(annotations, output)
      return `${label}: ${typeof value === 'string' ? value : value === undefined ? '' : valueText(value)}`
    })
    .join('; ')
}

export async function rowDetails(
  queries: SpanQueries,
  scope: QueryScope,
  rows: readonly SelectedSpan[],
  { annotations, models, heads: isPerTrace }: Readonly<Record<'annotations' | 'models' | 'heads', boolean>>,
): Promise<RowDetails> {
  const traceIds = [...new Set(rows.map(({ trace_id }) => trace_id))]
  const columns = columnsFor(
    new Set(['trace_id', 'span_id', 'start_time', 'attributes', 'references', 'links'] as const),
  )
  const find = async (isWanted: boolean, filterOf: (traceIds: readonly string[]) => Filter) => {
    const spans: SelectedSpan[] = []
    for (const ids of chunks(isWanted ? traceIds : [], tracesAtOnce)) {
      spans.push(...(await relatedSpans(queries, scope, rows, { filter: filterOf(ids), columns })))
    }
    return spans
  }
  const annotationsByRow = byRow(
    await find(annotations, annotationsOf),
    ({ links }) =>
      links.map((text) => keyOf(JSON.parse(text) as { trace_id: string; span_id: string }, isPerTrace)),
    ({ references, attributes }): Annotation => ({
      evaluator: slugOf(references),
      outputs: member(parseExact(attributes) as Json, 'ag.data.outputs') ?? null,
    }),
  )
  const modelsByRow = byRow(
    await find(models, modelCallsOf),
    (span) => [keyOf(span, isPerTrace)],
    ({ attributes }) => {
      const model = member(parseExact(attributes) as Json, modelPath)
      return typeof model === 'string' ? model : ''
    },
  )
  const annotationsAt = (span: SelectedSpan) => annotationsByRow.get(keyOf(span, isPerTrace)) ?? []
  return {
    outputOf: (span, output) => outputOf(annotationsAt(span), output),
    scoresOf: (span) => scoresOf(annotationsAt(span)),
    // Spans are ordered newest first; the first model called comes first.
    modelsOf: (span) => [...new Set((modelsByRow.get(keyOf(span, isPerTrace)) ?? []).toReversed())],
  }
}
