// Results of OpenAI evals as traces with annotations: output items of runs on the platform, and the event log that the
// open-source framework writes.
import { fault, unmapped, type ImportItem, type Place } from '../importer.ts'
import { annotation, metaField, outputsField } from '../mapping/annotation.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import type { Record } from '../reading/record.ts'

/** A result of the platform. */
export const isOutputItem = (from: Fields): boolean => from.peek('object') === 'eval.run.output_item'

/** A line of the event log. */
export const isEvent = (from: Fields): boolean =>
  from.has('event_id', 'spec', 'final_report') && !from.has('input')

function* resultsOf(
  from: Fields,
  { at, id, startNs }: { readonly at: Place; readonly id: string; readonly startNs: bigint },
): Generator<ImportItem> {
  const target = { traceId: id, spanId: id }
  for (const [i, result] of from.each('results').entries()) {
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
      from: result,
    })
  }
}

const sampleAttributes = (from: Fields): Record => {
  const sample = from.nested('sample')
  return {
    'ag.type.span': 'chat',
    'ag.type.trace': 'invocation',
    ...from.mapped({ 'ag.tags.run': ['text', 'run_id'], 'ag.meta.item': ['json', 'datasource_item'] }),
    'ag.data.inputs': { prompt: sample.json('ag.data.inputs.prompt', 'input') },
    'ag.data.outputs': sample.json('ag.data.outputs', 'output'),
    ...sample.mapped({ 'gen_ai.request.model': ['text', 'model'] }),
    ...sample.nested('usage').mapped({
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens'],
      'ag.metrics.unit.tokens.total': ['number', 'total_tokens'],
      'ag.metrics.unit.tokens.cache_read': ['number', 'cached_tokens'],
    }),
    [metaField]: from.rest(metaField),
  }
}

export function* outputItem(from: Fields, at: Place): Generator<ImportItem> {
  const id = from.text('span_id', 'id') ?? ''
  const startNs = from.time('start_time', 'created_at')
  if (startNs === undefined) return yield fault('its created_at is no time', at)
  yield* resultsOf(from, { at, id, startNs })
  const sample = from.nested('sample')
  const error = sample.has('error')
    ? (sample.nested('error').text('status_message', 'message') ?? '')
    : undefined
  const attributes = sampleAttributes(from)
  const span = { traceId: id, spanId: id, name: 'sample', startNs, endNs: startNs, failed: error, attributes }
  yield { at, kind: 'span', span }
}

/** The sample of an event: its trace. */
const sampleOf = (from: Fields): string =>
  `${fieldText(from.record, 'run_id') ?? ''}/${fieldText(from.record, 'sample_id') ?? ''}`

/** The first sampling of a sample is the root of its trace; later ones, such as that of a grading model, are below it. */
function placeOf({
  traceId,
  id,
  sampled,
}: {
  readonly traceId: string
  readonly id: string
  readonly sampled: Map<string, string>
}): { readonly spanId: string; readonly parentId?: string } {
  const root = `${traceId}/sample`
  const first = sampled.get(traceId) ?? id
  sampled.set(traceId, first)
  return first === id ? { spanId: root } : { spanId: id, parentId: root }
}

/**
 * Sampling is a span, a verdict an annotation of its sample. The specification and the report have no counterpart. `sampled`
 * has the first sampling of each sample.
 */
export function* event(
  from: Fields,
  { at, sampled }: { readonly at: Place; readonly sampled: Map<string, string> },
): Generator<ImportItem> {
  if (!from.has('event_id')) return yield unmapped('specifications and final reports of runs', at)
  const startNs = from.time('start_time', 'created_at')
  if (startNs === undefined) return yield fault('its created_at is no time', at)
  const traceId = sampleOf(from)
  const type = from.text('span_name', 'type') ?? 'event'
  const id = `${traceId}/${from.text('span_id', 'event_id') ?? ''}`
  const data = from.nested('data')
  if (type === 'sampling') {
    const attributes = {
      'ag.type.span': 'chat',
      'ag.type.trace': 'invocation',
      'ag.data.inputs': { prompt: data.json('ag.data.inputs.prompt', 'prompt') },
      'ag.data.outputs': data.json('ag.data.outputs', 'sampled'),
      [metaField]: from.rest(metaField),
    }
    const span = {
      traceId,
      ...placeOf({ traceId, id, sampled }),
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
  yield annotation({ at, kind: 'event', id, name: type, startNs, target, origin: 'auto', outputs, from })
}
