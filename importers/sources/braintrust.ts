// Imports from Braintrust: logs and experiments (spans with scores) and datasets, as JSON, JSON lines or CSV.
import { filesIn, type ImportInput } from '../files.ts'
import {
  faultItem,
  slugOf,
  unmappedItem,
  type Importer,
  type ImportItem,
  type Position,
} from '../importer.ts'
import { annotation, metaField, outputsField } from '../mapping/annotation.ts'
import { caseRow } from '../mapping/case-row.ts'
import { mapRecords, type RecordContext } from '../mapping/map-records.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { nameWithoutExtensions } from '../reading/paths.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'

const spanTypes = new Map([
  ['llm', 'chat'],
  ['tool', 'tool'],
  ['function', 'task'],
  ['task', 'task'],
  ['eval', 'workflow'],
])

function attributesOf(fields: Fields): DataRecord {
  const spanAttributes = fields.nested('span_attributes')
  const metadata = fields.peek('metadata')
  const metadataMembers = isRecord(metadata) ? metadata : {}
  return {
    'ag.type.span': spanTypes.get(spanAttributes.text('span_type', 'type') ?? '') ?? 'task',
    'gen_ai.request.model': fieldText(metadataMembers, 'model'),
    'ag.session.id': fieldText(metadataMembers, 'session_id', 'thread_id', 'conversation_id'),
    'ag.user.id': fieldText(metadataMembers, 'user_id'),
    ...fields.mapped({
      'ag.data.inputs': ['json', 'input'],
      'ag.data.outputs': ['json', 'output'],
      'ag.meta.braintrust': ['json', 'metadata'],
    }),
    ...fields.nested('metrics').mapped({
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens'],
      'ag.metrics.unit.tokens.total': ['number', 'tokens', 'total_tokens'],
      'ag.metrics.unit.tokens.cache_read': ['number', 'prompt_cached_tokens'],
      'ag.metrics.unit.tokens.cache_creation': ['number', 'prompt_cache_creation_tokens'],
      'ag.metrics.unit.tokens.reasoning': ['number', 'completion_reasoning_tokens'],
      'ag.metrics.unit.costs.total': ['number', 'estimated_cost'],
    }),
    [metaField]: fields.rest(metaField),
  }
}

/** The first of the parents; a list may be JSON text. */
function parentOf(fields: Fields): string | undefined {
  const parents = fields.peek('span_parents')
  if (!Array.isArray(parents) || parents.length !== 1) return undefined
  return fields.list('parent_id', 'span_parents').map(String)[0]
}

function* span(fields: Fields, at: Position): Generator<ImportItem> {
  const id = fields.text('span_id', 'span_id', 'id') ?? ''
  const traceId = fields.text('trace_id', 'root_span_id') ?? id
  const metrics = fields.nested('metrics')
  const startNs = metrics.time('start_time', 'start') ?? fields.time('start_time', 'created')
  if (startNs === undefined) return yield faultItem('it has neither metrics.start nor created', at)
  const scores = fields.nested('scores')
  for (const name of Object.keys(scores.record)) {
    const score = scores.number(outputsField, name)
    if (score === undefined) continue
    const target = { traceId, spanId: id }
    const key = `${id}/${name}`
    yield annotation({
      at,
      kind: 'score',
      id: key,
      name,
      startNs,
      target,
      outputs: { score },
      fields: scores.nested(name),
    })
  }
  yield {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId: id,
      parentId: parentOf(fields),
      name: fields.nested('span_attributes').text('span_name', 'name') ?? 'span',
      startNs,
      endNs: metrics.time('end_time', 'end') ?? startNs,
      errorMessage: fields.text('status_message', 'error'),
      attributes: attributesOf(fields),
    },
  }
}

const rowNames = { inputs: ['input'], outputs: ['expected', 'output'], tags: ['metadata'] }

function* itemsOf(fields: Fields, { at, file }: RecordContext): Generator<ImportItem> {
  if (fields.has('span_id', 'root_span_id', 'span_attributes', 'scores')) return yield* span(fields, at)
  if (!fields.has('input'))
    return yield unmappedItem('records that are neither spans nor rows of datasets', at)
  const row = caseRow(fields, rowNames)
  const testset = slugOf(fields.text('testset', 'dataset_name') ?? nameWithoutExtensions(file.path))
  yield row === undefined ? faultItem('a row needs an input', at) : { at, kind: 'row', testset, row }
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({ files: filesIn(inputs), map: itemsOf })

export const braintrust: Importer = { source: 'braintrust', read }
