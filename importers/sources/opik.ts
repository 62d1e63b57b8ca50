// Imports from Opik: traces, spans and dataset items as its API returns them, and files with a trace and its spans.
import { filesIn, type ImportInput } from '../files.ts'
import {
  faultItem,
  slugOf,
  unmappedItem,
  type Importer,
  type ImportItem,
  type Position,
} from '../importer.ts'
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
import { nameWithoutExtensions } from '../reading/paths.ts'
import type { DataRecord } from '../reading/record.ts'

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

function* feedbackOf(fields: Fields, { at, startNs, ...target }: AnnotatedSpan): Generator<ImportItem> {
  for (const feedback of fields.each('feedback_scores')) {
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
      fields: feedback,
    })
  }
}

/** Attributes of a trace or a span. The tokens and costs of a trace are the sums of its spans. */
function attributesOf(fields: Fields, isTrace: boolean): DataRecord {
  const usage = fields.nested('usage')
  return {
    'ag.type.span': isTrace ? 'workflow' : (spanTypes.get(fields.text('span_type', 'type') ?? '') ?? 'task'),
    ...fields.mapped({
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
          ...fields.mapped({
            'ag.metrics.unit.costs.total': ['number', 'total_estimated_cost', 'total_cost'],
          }),
        }),
    [metaField]: fields.rest(metaField),
  }
}

/** A trace becomes the root span of its spans. */
function* span(fields: Fields, at: Position): Generator<ImportItem> {
  const isTrace = !fields.has('trace_id')
  const traceId = fields.text('trace_id', 'trace_id', 'id') ?? ''
  const spanId = isTrace ? rootOf(traceId) : (fields.text('span_id', 'id') ?? '')
  const startNs = fields.time('start_time', 'start_time')
  if (startNs === undefined) {
    fields.leaveOut('its start_time is not a time')
    return yield faultItem('its start_time is not a time', at)
  }
  yield* feedbackOf(fields, { at, traceId, spanId, startNs })
  const error = fields.nested('error_info')
  const isFailed = fields.has('error_info')
  yield {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: isTrace ? undefined : (fields.text('parent_id', 'parent_span_id') ?? rootOf(traceId)),
      name: fields.text('span_name', 'name') ?? (isTrace ? 'trace' : 'span'),
      startNs,
      endNs: fields.time('end_time', 'end_time') ?? startNs,
      errorMessage: isFailed ? (error.text('status_message', 'message', 'exception_type') ?? '') : undefined,
      attributes: attributesOf(fields, isTrace),
    },
  }
}

const itemNames = { inputs: ['input'], outputs: ['expected_output', 'expected'], tags: ['metadata'] }

/** A dataset item has any columns; `data` may hold them. */
function item(
  fields: Fields,
  { at, testset }: { readonly at: Position; readonly testset: string },
): ImportItem {
  const row = caseRow(fields, fields.has('input') ? itemNames : { ...itemNames, inputs: ['data'] })
  if (row !== undefined) return { at, kind: 'row', testset, row }
  const dedupId = fields.text('dedup id', 'id')
  return { at, kind: 'row', testset, row: { data: fields.takeAll('columns'), dedupId } }
}

function* itemsOf(fields: Fields, { at, file }: RecordContext): Generator<ImportItem> {
  if (fields.has('trace') && fields.each('spans').length > 0) {
    yield* span(fields.nested('trace'), at)
    for (const spanFields of fields.each('spans')) yield* span(spanFields, at)
    return
  }
  if (fields.has('start_time')) return yield* span(fields, at)
  const items = fields.each('items')
  if (items.length > 0) {
    const testset = slugOf(fields.text('testset', 'name', 'dataset_name') ?? nameWithoutExtensions(file.path))
    for (const itemFields of items) yield item(itemFields, { at, testset })
    return
  }
  if (fields.has('input', 'expected_output', 'data'))
    return yield item(fields, { at, testset: slugOf(nameWithoutExtensions(file.path)) })
  yield unmappedItem('records that are neither traces, spans nor items of datasets', at)
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({ files: filesIn(inputs), map: itemsOf })

export const opik: Importer = { source: 'opik', read }
