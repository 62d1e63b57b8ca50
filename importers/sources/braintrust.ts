// Imports from Braintrust: logs and experiments (spans with scores) and datasets, as JSON, JSON lines or CSV.
import { filesIn, type ImportInput } from '../files.ts'
import { fault, slugOf, unmapped, type Importer, type ImportItem, type Place } from '../importer.ts'
import { annotation, metaField, outputsField } from '../mapping/annotation.ts'
import { caseRow } from '../mapping/case-row.ts'
import { mapRecords, type RecordContext } from '../mapping/map-records.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { bareName } from '../reading/paths.ts'
import { isRecord, type Record } from '../reading/record.ts'

const spanTypes = new Map([
  ['llm', 'chat'],
  ['tool', 'tool'],
  ['function', 'task'],
  ['task', 'task'],
  ['eval', 'workflow'],
])

function attributesOf(from: Fields): Record {
  const spanAttributes = from.nested('span_attributes')
  const metadata = from.peek('metadata')
  const facts = isRecord(metadata) ? metadata : {}
  return {
    'ag.type.span': spanTypes.get(spanAttributes.text('span_type', 'type') ?? '') ?? 'task',
    'gen_ai.request.model': fieldText(facts, 'model'),
    'ag.session.id': fieldText(facts, 'session_id', 'thread_id', 'conversation_id'),
    'ag.user.id': fieldText(facts, 'user_id'),
    ...from.mapped({
      'ag.data.inputs': ['json', 'input'],
      'ag.data.outputs': ['json', 'output'],
      'ag.meta.braintrust': ['json', 'metadata'],
    }),
    ...from.nested('metrics').mapped({
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens'],
      'ag.metrics.unit.tokens.total': ['number', 'tokens', 'total_tokens'],
      'ag.metrics.unit.tokens.cache_read': ['number', 'prompt_cached_tokens'],
      'ag.metrics.unit.tokens.cache_creation': ['number', 'prompt_cache_creation_tokens'],
      'ag.metrics.unit.tokens.reasoning': ['number', 'completion_reasoning_tokens'],
      'ag.metrics.unit.costs.total': ['number', 'estimated_cost'],
    }),
    [metaField]: from.rest(metaField),
  }
}

/** The first of the parents; a list may be JSON text. */
function parentOf(from: Fields): string | undefined {
  const parents = from.peek('span_parents')
  if (!Array.isArray(parents) || parents.length !== 1) return undefined
  return from.list('parent_id', 'span_parents').map(String)[0]
}

function* span(from: Fields, at: Place): Generator<ImportItem> {
  const id = from.text('span_id', 'span_id', 'id') ?? ''
  const traceId = from.text('trace_id', 'root_span_id') ?? id
  const metrics = from.nested('metrics')
  const startNs = metrics.time('start_time', 'start') ?? from.time('start_time', 'created')
  if (startNs === undefined) return yield fault('it has neither metrics.start nor created', at)
  const scores = from.nested('scores')
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
      from: scores.nested(name),
    })
  }
  yield {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId: id,
      parentId: parentOf(from),
      name: from.nested('span_attributes').text('span_name', 'name') ?? 'span',
      startNs,
      endNs: metrics.time('end_time', 'end') ?? startNs,
      failed: from.text('status_message', 'error'),
      attributes: attributesOf(from),
    },
  }
}

const rowNames = { inputs: ['input'], outputs: ['expected', 'output'], tags: ['metadata'] }

function* itemsOf(from: Fields, { at, file }: RecordContext): Generator<ImportItem> {
  if (from.has('span_id', 'root_span_id', 'span_attributes', 'scores')) return yield* span(from, at)
  if (!from.has('input')) return yield unmapped('records that are neither spans nor rows of datasets', at)
  const row = caseRow(from, rowNames)
  const testset = slugOf(from.text('testset', 'dataset_name') ?? bareName(file.path))
  yield row === undefined ? fault('a row needs an input', at) : { at, kind: 'row', testset, row }
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({ files: filesIn(inputs), map: itemsOf })

export const braintrust: Importer = { source: 'braintrust', read }
