// Results of OpenAI evals as traces with annotations: output items of runs on the platform, and the event log that the
// open-source framework writes.
import { faultItem, unmappedItem, type ImportItem, type Position } from '../importer.ts'
import { annotation, metaField, outputsField } from '../mapping/annotation.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import type { DataRecord } from '../reading/record.ts'

/** A result of the platform. */
export const isOutputItem = (fields: Fields): boolean => fields.peek('object') === 'eval.run.output_item'

/** A line of the event log. */
export const isEvent = (fields: Fields): boolean =>
  fields.has('event_id', 'spec', 'final_report') && !fields.has('input')

function* resultsOf(
  fields: Fields,
  { at, id, startNs }: { readonly at: Position; readonly id: string; readonly startNs: bigint },
): Generator<ImportItem> {
  const target = { traceId: id, spanId: id }
  for (const [i, result] of fields.each('results').entries()) {
    const name = result.text('span_name', 'name') ?? 'result'
    const outputs = {
      score: result.number(outputsField, 'score'),
      success: result.value(`${outputsField}.success`, 'passed'),
    }
    const key = `${id}/${i}`
    yield annotation({
      at,
      kind: 'result',
      id: key,
      name,
      startNs,
      target,
      origin: 'auto',
      outputs,
      fields: result,
    })
  }
}

const sampleAttributes = (fields: Fields): DataRecord => {
  const sample = fields.nested('sample')
  return {
    'ag.type.span': 'chat',
    'ag.type.trace': 'invocation',
    ...fields.mapped({ 'ag.tags.run': ['text', 'run_id'], 'ag.meta.item': ['json', 'datasource_item'] }),
    'ag.data.inputs': { prompt: sample.json('ag.data.inputs.prompt', 'input') },
    'ag.data.outputs': sample.json('ag.data.outputs', 'output'),
    ...sample.mapped({ 'gen_ai.request.model': ['text', 'model'] }),
    ...sample.nested('usage').mapped({
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens'],
      'ag.metrics.unit.tokens.total': ['number', 'total_tokens'],
      'ag.metrics.unit.tokens.cache_read': ['number', 'cached_tokens'],
    }),
    [metaField]: fields.rest(metaField),
  }
}

export function* outputItem(fields: Fields, at: Position): Generator<ImportItem> {
  const id = fields.text('span_id', 'id') ?? ''
  const startNs = fields.time('start_time', 'created_at')
  if (startNs === undefined) return yield faultItem('its created_at is not a time', at)
  yield* resultsOf(fields, { at, id, startNs })
  const sample = fields.nested('sample')
  const error = sample.has('error')
    ? (sample.nested('error').text('status_message', 'message') ?? '')
    : undefined
  const attributes = sampleAttributes(fields)
  const span = { traceId: id, spanId: id, name: 'sample', startNs, endNs: startNs, failed: error, attributes }
  yield { at, kind: 'span', span }
}

/** The sample of an event: its trace. */
const sampleOf = (fields: Fields): string =>
  `${fieldText(fields.record, 'run_id') ?? ''}/${fieldText(fields.record, 'sample_id') ?? ''}`

/** The first sampling of a sample is the root of its trace; later ones, such as that of a grading model, are below it. */
function samplingSpan({
  traceId,
  id,
  firstSamplings,
}: {
  readonly traceId: string
  readonly id: string
  readonly firstSamplings: Map<string, string>
}): { readonly spanId: string; readonly parentId?: string } {
  const root = `${traceId}/sample`
  const firstId = firstSamplings.get(traceId) ?? id
  firstSamplings.set(traceId, firstId)
  return firstId === id ? { spanId: root } : { spanId: id, parentId: root }
}

/**
 * Sampling is a span, a verdict an annotation of its sample. The specification and the report have no counterpart. `firstSamplings`
 * has the first sampling of each sample.
 */
export function* event(
  fields: Fields,
  { at, firstSamplings }: { readonly at: Position; readonly firstSamplings: Map<string, string> },
): Generator<ImportItem> {
  if (!fields.has('event_id')) return yield unmappedItem('specifications and final reports of runs', at)
  const startNs = fields.time('start_time', 'created_at')
  if (startNs === undefined) return yield faultItem('its created_at is not a time', at)
  const traceId = sampleOf(fields)
  const type = fields.text('span_name', 'type') ?? 'event'
  const id = `${traceId}/${fields.text('span_id', 'event_id') ?? ''}`
  const data = fields.nested('data')
  if (type === 'sampling') {
    const attributes = {
      'ag.type.span': 'chat',
      'ag.type.trace': 'invocation',
      'ag.data.inputs': { prompt: data.json('ag.data.inputs.prompt', 'prompt') },
      'ag.data.outputs': data.json('ag.data.outputs', 'sampled'),
      [metaField]: fields.rest(metaField),
    }
    const span = {
      traceId,
      ...samplingSpan({ traceId, id, firstSamplings }),
      name: 'sampling',
      startNs,
      endNs: startNs,
      attributes,
    }
    return yield { at, kind: 'span', span }
  }
  const outputs = {
    success: data.value(outputsField, 'correct'),
    score: data.number(`${outputsField}.score`, 'score', 'accuracy'),
  }
  const target = { traceId, spanId: `${traceId}/sample` }
  yield annotation({ at, kind: 'event', id, name: type, startNs, target, origin: 'auto', outputs, fields })
}
