// Imports from Helicone: requests as JSON, JSON lines or CSV. Each request is a trace of one span; its scores and its rating
// are annotations.
import { filesIn, type ImportInput } from '../files.ts'
import { faultItem, unmappedItem, type Importer, type ImportItem, type Position } from '../importer.ts'
import { annotation, metaField, outputsField } from '../mapping/annotation.ts'
import { mapRecords } from '../mapping/map-records.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'

const nsPerMs = 1_000_000

interface Target {
  readonly at: Position
  readonly id: string
  readonly startNs: bigint
}

/** Scores by name; each is a number, or an object with the number. */
function* annotationsOf(fields: Fields, { at, id, startNs }: Target): Generator<ImportItem> {
  const target = { traceId: id, spanId: id }
  const scores = fields.nested('scores')
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
        fields: scoreFields,
      })
  }
  const rating = fields.value(outputsField, 'feedback_rating')
  if (rating === undefined) return
  const feedback = fields.nested('feedback')
  const key = fields.text('span_id', 'feedback_id') ?? `${id}/feedback`
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
    fields: feedback,
  })
}

function attributesOf(fields: Fields): DataRecord {
  const members = fields.peek('request_properties', 'properties')
  const properties = isRecord(members) ? members : {}
  return {
    'ag.type.span': 'chat',
    'ag.type.trace': 'invocation',
    'ag.session.id': fieldText(properties, 'Helicone-Session-Id'),
    ...fields.mapped({
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
    [metaField]: fields.rest(metaField),
  }
}

const failedStatus = 400

function* request(fields: Fields, at: Position): Generator<ImportItem> {
  const id = fields.text('span_id', 'request_id') ?? ''
  const startNs = fields.time('start_time', 'request_created_at', 'created_at')
  if (startNs === undefined) return yield faultItem('its request_created_at is not a time', at)
  const endNs = fields.time('end_time', 'response_created_at')
  const delayMs = fields.number('duration', 'delay_ms')
  const status = Number(fields.peek('response_status', 'status') ?? 0)
  yield* annotationsOf(fields, { at, id, startNs })
  yield {
    at,
    kind: 'span',
    span: {
      traceId: id,
      spanId: id,
      name: fields.text('span_name', 'request_path') ?? 'request',
      startNs,
      endNs: endNs ?? startNs + BigInt(Math.round(Number(delayMs ?? 0) * nsPerMs)),
      // Failed requests have a status code below zero or from 400.
      errorMessage: status < 0 || status >= failedStatus ? `Status ${status}` : undefined,
      attributes: {
        'ag.meta.response_status': fields.value('ag.meta.response_status', 'response_status', 'status'),
        'ag.meta.delay_ms': delayMs,
        ...attributesOf(fields),
      },
    },
  }
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({
    files: filesIn(inputs),
    map: (fields, { at }) =>
      fields.has('request_id') ? request(fields, at) : [unmappedItem('records without request_id', at)],
  })

export const helicone: Importer = { source: 'helicone', read }
