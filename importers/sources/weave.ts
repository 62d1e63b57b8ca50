// Imports from Weights & Biases Weave: calls as JSON, JSON lines or CSV, with their feedback, and rows of datasets.
import { filesIn, type ImportInput } from '../files.ts'
import { faultItem, slugOf, type Importer, type ImportItem, type Position } from '../importer.ts'
import { annotation, metaField, outputsField, type AnnotatedSpan } from '../mapping/annotation.ts'
import { mapRecords, type RecordContext } from '../mapping/map-records.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { nameWithoutExtensions } from '../reading/paths.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'

/** `weave:///team/project/op/answer:v3` is the operation `answer`. */
const operationName = (ref: string): string => /\/op\/([^/:]+)(?::[^/]*)?$/.exec(ref)?.[1] ?? ref

const spanTypes = new Map([
  ['llm', 'chat'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['search', 'query'],
])

/** The kind of a call; a model call is `llm`. The usage of other calls is the sum of their children. */
function kindOf(fields: Fields): string {
  const attributes = fields.peek('attributes')
  const weave = isRecord(attributes) ? attributes['weave'] : undefined
  const kind = isRecord(weave) && typeof weave['kind'] === 'string' ? weave['kind'] : ''
  const output = fields.peek('output')
  return kind === '' && isRecord(output) && isRecord(output['usage']) ? 'llm' : kind
}

/** Usage by model. A call of a model has one. */
function usageOf(fields: Fields): DataRecord {
  const usage = fields.nested('summary').nested('usage')
  const [model, ...others] = Object.keys(usage.record)
  if (model === undefined || others.length > 0) return {}
  return {
    'gen_ai.request.model': model,
    ...usage.nested(model).mapped({
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens', 'input_tokens'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens', 'output_tokens'],
      'ag.metrics.unit.tokens.total': ['number', 'total_tokens'],
    }),
  }
}

/** Reactions and notes of people, and scores of programs. */
function* feedbackOf(fields: Fields, { at, startNs, ...target }: AnnotatedSpan): Generator<ImportItem> {
  for (const [i, feedback] of fields.nested('summary').nested('weave').each('feedback').entries()) {
    const type = feedback.text('span_name', 'feedback_type') ?? 'feedback'
    yield annotation({
      at,
      kind: 'feedback',
      id: feedback.text('span_id', 'id') ?? `${target.spanId}/${i}`,
      name: type,
      startNs: feedback.time('start_time', 'created_at') ?? startNs,
      target,
      origin: /^wandb\.(reaction|note)/.test(type) ? 'human' : 'custom',
      outputs: { value: feedback.json(outputsField, 'payload') },
      fields: feedback,
    })
  }
}

function* call(fields: Fields, at: Position): Generator<ImportItem> {
  const spanId = fields.text('span_id', 'id') ?? ''
  const traceId = fields.text('trace_id', 'trace_id') ?? spanId
  const startNs = fields.time('start_time', 'started_at')
  if (startNs === undefined) return yield faultItem('its started_at is not a time', at)
  const kind = kindOf(fields)
  const operation = operationName(fieldText(fields.record, 'op_name') ?? 'call')
  yield* feedbackOf(fields, { at, traceId, spanId, startNs })
  yield {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: fields.text('parent_id', 'parent_id'),
      name: fields.text('span_name', 'display_name') ?? operation,
      startNs,
      endNs: fields.time('end_time', 'ended_at') ?? startNs,
      errorMessage: fields.text('status_message', 'exception'),
      attributes: {
        'ag.type.span': spanTypes.get(kind) ?? 'task',
        ...fields.mapped({
          'ag.session.id': ['text', 'thread_id'],
          'ag.user.id': ['text', 'wb_user_id'],
          'ag.data.inputs': ['json', 'inputs'],
          'ag.data.outputs': ['json', 'output'],
          'ag.meta.weave': ['json', 'attributes'],
        }),
        ...(kind === 'llm' ? usageOf(fields) : {}),
        [metaField]: fields.rest(metaField),
      },
    },
  }
}

/** A record is a call, or a row of a dataset with any columns. */
function* itemsOf(fields: Fields, { at, file }: RecordContext): Generator<ImportItem> {
  if (fields.has('op_name', 'started_at')) return yield* call(fields, at)
  yield {
    at,
    kind: 'row',
    testset: slugOf(nameWithoutExtensions(file.path)),
    row: { data: fields.takeAll('columns') },
  }
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({ files: filesIn(inputs), map: itemsOf })

export const weave: Importer = { source: 'weave', read }
