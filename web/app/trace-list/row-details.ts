// Details of rows besides their span: annotations of the trace or span, and the models that its spans called.
import { isRecord } from '../../ui/records.ts'
import type { Span } from '../spans/span.ts'
import { modelOf } from '../spans/span.ts'

export interface RowAnnotation {
  readonly evaluator: string
  readonly outputs: Readonly<Record<string, unknown>>
  readonly origin: string | undefined
  /** The annotated spans. */
  readonly links: readonly { readonly trace_id: string; readonly span_id: string }[]
}

/** An annotation in the form of the API. */
export interface ApiAnnotation {
  readonly data?: { readonly outputs?: unknown }
  readonly references?: Readonly<Record<string, { readonly slug?: string }>>
  readonly origin?: string
  readonly links?: unknown
}

export interface AnnotationOutput {
  /** The name, such as `helpful.score`; without the output where it is the only one. */
  readonly name: string
  readonly value: unknown
}

/** Outputs that are not an object are one value without a name. */
const outputsOf = (outputs: unknown): Readonly<Record<string, unknown>> =>
  isRecord(outputs) ? outputs : outputs === undefined || outputs === null ? {} : { value: outputs }

export const asRowAnnotation = ({ data, references, origin, links }: ApiAnnotation): RowAnnotation => ({
  evaluator: references?.['evaluator']?.slug ?? 'annotation',
  outputs: outputsOf(data?.outputs),
  origin,
  links: isRecord(links) || Array.isArray(links) ? (Object.values(links) as RowAnnotation['links']) : [],
})

/** In a list of traces an annotation belongs to the trace of its span. */
const rowKey = (span: { readonly trace_id: string; readonly span_id: string }, isSpan: boolean): string =>
  isSpan ? `${span.trace_id}/${span.span_id}` : span.trace_id

export function annotationsByRow(
  annotations: readonly RowAnnotation[],
  isSpan: boolean,
): ReadonlyMap<string, readonly RowAnnotation[]> {
  const byRow = new Map<string, RowAnnotation[]>()
  for (const annotation of annotations) {
    for (const key of new Set(annotation.links.map((link) => rowKey(link, isSpan)))) {
      byRow.set(key, [...(byRow.get(key) ?? []), annotation])
    }
  }
  return byRow
}

/** The mean of several numbers, otherwise the newest value. Annotations are sorted newest first. */
export function outputValue(
  annotations: readonly RowAnnotation[],
  evaluator: string,
  output: string,
): unknown {
  const values = annotations
    .filter((one) => one.evaluator === evaluator && Object.hasOwn(one.outputs, output))
    .map(({ outputs }) => outputs[output])
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length > 0 && numbers.length === values.length) {
    return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  }
  return values[0]
}

/** All outputs, each once, short values only: the page of the trace shows comments. */
export function annotationOutputs(annotations: readonly RowAnnotation[]): readonly AnnotationOutput[] {
  const names = new Map<string, { readonly evaluator: string; readonly output: string }>()
  for (const { evaluator, outputs } of annotations) {
    for (const [output, value] of Object.entries(outputs)) {
      if (typeof value === 'object' || (typeof value === 'string' && value.length > 24)) continue
      names.set(`${evaluator}.${output}`, { evaluator, output })
    }
  }
  const outputsByEvaluator = Map.groupBy(names.values(), ({ evaluator }) => evaluator)
  return [...names.values()].map(({ evaluator, output }) => ({
    name: outputsByEvaluator.get(evaluator)?.length === 1 ? evaluator : `${evaluator}.${output}`,
    value: outputValue(annotations, evaluator, output),
  }))
}

export const outputText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Names of models in the order of their first calls. Spans are sorted newest first. */
export function modelsByRow(spans: readonly Span[], isSpan: boolean): ReadonlyMap<string, readonly string[]> {
  const byRow = new Map<string, string[]>()
  for (const span of spans.toReversed()) {
    const model = modelOf(span)
    const key = rowKey(span, isSpan)
    const models = byRow.get(key) ?? []
    if (model !== undefined && !models.includes(model)) byRow.set(key, [...models, model])
  }
  return byRow
}

export interface RowDetails {
  readonly annotationsOf: (span: Span) => readonly RowAnnotation[]
  readonly modelsOf: (span: Span) => readonly string[]
  /** All loaded annotations: the column picker offers their evaluators and outputs. */
  readonly annotations: readonly RowAnnotation[]
}

const emptyList: readonly never[] = []

export function rowDetails({
  annotations,
  calls,
  isSpans,
}: {
  readonly annotations: readonly RowAnnotation[]
  /** Spans that called a model. */
  readonly calls: readonly Span[]
  readonly isSpans: boolean
}): RowDetails {
  const annotationsOfRow = annotationsByRow(annotations, isSpans)
  const modelsOfRow = modelsByRow(calls, isSpans)
  return {
    annotationsOf: (span) => annotationsOfRow.get(rowKey(span, isSpans)) ?? emptyList,
    modelsOf: (span) => modelsOfRow.get(rowKey(span, isSpans)) ?? emptyList,
    annotations,
  }
}
