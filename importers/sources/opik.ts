// Imports from Opik: traces, spans and dataset items as its API returns them, and files with a trace and its spans.
import { filesIn, type ImportInput } from '../files.ts'
import { fault, slugOf, unmapped, type Importer, type ImportItem, type Place } from '../importer.ts'
import {
  annotation,
  metaField,
  outputsField,
  type Origin,
  type AnnotatedSpan,
} from '../mapping/annotation.ts'
import { caseRow } from '../mapping/case-row.ts'
import { mapRecords, type RecordContext } from '../mapping/map-records.ts'
import type { Fields } from '../reading/fields.ts'
import { bareName } from '../reading/paths.ts'
import type { Record } from '../reading/record.ts'

const spanTypes = new Map([
  ['llm', 'chat'],
  ['tool', 'tool'],
])

const origins: ReadonlyMap<unknown, Origin> = new Map([
  ['ui', 'human'],
  ['online_scoring', 'auto'],
  ['sdk', 'custom'],
])

const rootOf = (traceId: string): string => `${traceId}/root`

function* feedbackOf(from: Fields, { at, startNs, ...target }: AnnotatedSpan): Generator<ImportItem> {
  for (const feedback of from.each('feedback_scores')) {
    const name = feedback.text('span_name', 'name') ?? 'score'
    const origin = origins.get(feedback.peek('source'))
    if (origin !== undefined) feedback.text('ag.flags.origin', 'source')
    yield annotation({
      at,
      kind: 'score',
      id: `${target.spanId}/${name}`,
      name,
      startNs: feedback.time('start_time', 'created_at') ?? startNs,
      target,
      origin,
      outputs: {
        score: feedback.number(outputsField, 'value'),
        label: feedback.text(`${outputsField}.label`, 'category_name'),
        comment: feedback.text(`${outputsField}.comment`, 'reason'),
      },
      from: feedback,
    })
  }
}

/** Attributes of a trace or a span. The tokens and costs of a trace are the sums of its spans. */
function attributesOf(from: Fields, isTrace: boolean): Record {
  const usage = from.nested('usage')
  return {
    'ag.type.span': isTrace ? 'workflow' : (spanTypes.get(from.text('span_type', 'type') ?? '') ?? 'task'),
    ...from.mapped({
      'ag.data.inputs': ['json', 'input'],
      'ag.data.outputs': ['json', 'output'],
      'ag.meta.opik': ['json', 'metadata'],
      'ag.session.id': ['text', 'thread_id'],
      'gen_ai.request.model': ['text', 'model'],
      'gen_ai.system': ['text', 'provider'],
    }),
    ...(isTrace
      ? {}
      : {
          ...usage.mapped({
            'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens'],
            'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens'],
            'ag.metrics.unit.tokens.total': ['number', 'total_tokens'],
          }),
          ...from.mapped({ 'ag.metrics.unit.costs.total': ['number', 'total_estimated_cost', 'total_cost'] }),
        }),
    [metaField]: from.rest(metaField),
  }
}

/** A trace becomes the root span of its spans. */
function* span(from: Fields, at: Place): Generator<ImportItem> {
  const isTrace = !from.has('trace_id')
  const traceId = from.text('trace_id', 'trace_id', 'id') ?? ''
  const spanId = isTrace ? rootOf(traceId) : (from.text('span_id', 'id') ?? '')
  const startNs = from.time('start_time', 'start_time')
  if (startNs === undefined) {
    from.leave('its start_time is no time')
    return yield fault('its start_time is no time', at)
  }
  yield* feedbackOf(from, { at, traceId, spanId, startNs })
  const error = from.nested('error_info')
  const isFailed = from.has('error_info')
  yield {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: isTrace ? undefined : (from.text('parent_id', 'parent_span_id') ?? rootOf(traceId)),
      name: from.text('span_name', 'name') ?? (isTrace ? 'trace' : 'span'),
      startNs,
      endNs: from.time('end_time', 'end_time') ?? startNs,
      failed: isFailed ? (error.text('status_message', 'message', 'exception_type') ?? '') : undefined,
      attributes: attributesOf(from, isTrace),
    },
  }
}

const itemNames = { inputs: ['input'], outputs: ['expected_output', 'expected'], tags: ['metadata'] }

/** A dataset item has any columns; `data` may hold them. */
function item(from: Fields, { at, testset }: { readonly at: Place; readonly testset: string }): ImportItem {
  const row = caseRow(from, from.has('input') ? itemNames : { ...itemNames, inputs: ['data'] })
  if (row !== undefined) return { at, kind: 'row', testset, row }
  const dedupId = from.text('dedup id', 'id')
  return { at, kind: 'row', testset, row: { data: from.all('columns'), dedupId } }
}

function* itemsOf(from: Fields, { at, file }: RecordContext): Generator<ImportItem> {
  if (from.has('trace') && from.each('spans').length > 0) {
    yield* span(from.nested('trace'), at)
    for (const spanFields of from.each('spans')) yield* span(spanFields, at)
    return
  }
  if (from.has('start_time')) return yield* span(from, at)
  const items = from.each('items')
  if (items.length > 0) {
    const testset = slugOf(from.text('testset', 'name', 'dataset_name') ?? bareName(file.path))
    for (const itemFields of items) yield item(itemFields, { at, testset })
    return
  }
  if (from.has('input', 'expected_output', 'data'))
    return yield item(from, { at, testset: slugOf(bareName(file.path)) })
  yield unmapped('records that are neither traces, spans nor items of datasets', at)
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({ files: filesIn(inputs), map: itemsOf })

export const opik: Importer = { source: 'opik', read }
