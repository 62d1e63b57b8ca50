// Imports from Helicone: requests as JSON, JSON lines or CSV. Each request is a trace of one span; its scores and its rating
// are annotations.
import { filesIn, type ImportInput } from '../files.ts'
import { fault, unmapped, type Importer, type ImportItem, type Place } from '../importer.ts'
import { annotation, metaField, outputsField } from '../mapping/annotation.ts'
import { mapRecords } from '../mapping/map-records.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'

const nsPerMs = 1_000_000

interface Target {
  readonly at: Place
  readonly id: string
  readonly startNs: bigint
}

/** Scores by name; each is a number, or an object with the number. */
function* annotationsOf(from: Fields, { at, id, startNs }: Target): Generator<ImportItem> {
  const target = { traceId: id, spanId: id }
  const scores = from.nested('scores')
  for (const name of Object.keys(scores.record)) {
    const scoreFields = scores.nested(name)
    const score = isRecord(scores.peek(name))
      ? scoreFields.number(outputsField, 'value')
      : scores.number(outputsField, name)
    if (score !== undefined)
      yield annotation({
        at,
        kind: 'score',
        id: `${id}/${name}`,
        name,
        startNs,
        target,
        outputs: { score },
        from: scoreFields,
      })
  }
  const rating = from.value(outputsField, 'feedback_rating')
  if (rating === undefined) return
  const feedback = from.nested('feedback')
  const key = from.text('span_id', 'feedback_id') ?? `${id}/feedback`
  const outputs = { success: rating }
  yield annotation({
    at,
    kind: 'feedback',
    id: key,
    name: 'feedback',
    startNs,
    target,
    origin: 'human',
    outputs,
    from: feedback,
  })
}

function attributesOf(from: Fields): Record {
  const members = from.peek('request_properties', 'properties')
  const properties = isRecord(members) ? members : {}
  return {
    'ag.type.span': 'chat',
    'ag.type.trace': 'invocation',
    'ag.session.id': fieldText(properties, 'Helicone-Session-Id'),
    ...from.mapped({
      'ag.user.id': ['text', 'request_user_id', 'user_id'],
      'ag.meta.helicone': ['json', 'request_properties', 'properties'],
      'ag.data.inputs': ['json', 'request_body', 'request'],
      'ag.data.outputs': ['json', 'response_body', 'response'],
      'gen_ai.request.model': ['text', 'request_model', 'model'],
      'gen_ai.response.model': ['text', 'response_model'],
      'gen_ai.system': ['text', 'provider'],
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens'],
      'ag.metrics.unit.tokens.total': ['number', 'total_tokens'],
      'ag.metrics.unit.tokens.cache_read': ['number', 'prompt_cache_read_tokens'],
      'ag.metrics.unit.tokens.cache_creation': ['number', 'prompt_cache_write_tokens'],
      'ag.metrics.unit.tokens.reasoning': ['number', 'reasoning_tokens'],
      'ag.metrics.unit.costs.total': ['number', 'cost', 'costUSD', 'cost_usd'],
    }),
    [metaField]: from.rest(metaField),
  }
}

const failedStatus = 400

function* request(from: Fields, at: Place): Generator<ImportItem> {
  const id = from.text('span_id', 'request_id') ?? ''
  const startNs = from.time('start_time', 'request_created_at', 'created_at')
  if (startNs === undefined) return yield fault('its request_created_at is no time', at)
  const endNs = from.time('end_time', 'response_created_at')
  const delayMs = from.number('duration', 'delay_ms')
  const status = Number(from.peek('response_status', 'status') ?? 0)
  yield* annotationsOf(from, { at, id, startNs })
  yield {
    at,
    kind: 'span',
    span: {
      traceId: id,
      spanId: id,
      name: from.text('span_name', 'request_path') ?? 'request',
      startNs,
      endNs: endNs ?? startNs + BigInt(Math.round(Number(delayMs ?? 0) * nsPerMs)),
      // Failed requests have a status code below zero or from 400.
      failed: status < 0 || status >= failedStatus ? `Status ${status}` : undefined,
      attributes: {
        'ag.meta.response_status': from.value('ag.meta.response_status', 'response_status', 'status'),
        'ag.meta.delay_ms': delayMs,
        ...attributesOf(from),
      },
    },
  }
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({
    files: filesIn(inputs),
    map: (from, { at }) =>
      from.has('request_id') ? request(from, at) : [unmapped('records without request_id', at)],
  })

export const helicone: Importer = { source: 'helicone', read }
