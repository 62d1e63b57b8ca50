// Imports from LangSmith: bulk exports of runs (Parquet, or JSON lines with the same fields), feedback, and examples.
import { annotation, metaField, outputsField, type Origin } from '../mapping/annotation.ts'
import { caseRow } from '../mapping/case-row.ts'
import { filesIn, type ImportInput, type SourceFile } from '../files.ts'
import {
  faultItem,
  slugOf,
  unmappedItem,
  type Importer,
  type Position,
  type ImportItem,
} from '../importer.ts'
import { mapRecords, type MapRecord, type RecordContext } from '../mapping/map-records.ts'
import { fieldText, Fields } from '../reading/fields.ts'
import { nameWithoutExtensions } from '../reading/paths.ts'
import { isRecord, type ReadResult, type DataRecord } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'

const spanTypes = new Map([
  ['llm', 'chat'],
  ['chain', 'chain'],
  ['tool', 'tool'],
  ['retriever', 'query'],
  ['embedding', 'embedding'],
])

/** Runs that state their own tokens and costs. Those of other runs are the sums of their children. */
const modelCalls: ReadonlySet<unknown> = new Set(['llm', 'embedding'])

/** `20240429T004912090000Z<run>.20240429T004912100000Z<run>`: the last but one is the parent, the first is the trace. */
const dottedParts = (order: unknown): readonly string[] =>
  (typeof order === 'string' ? order : '')
    .split('.')
    .flatMap((part) => /Z([0-9a-f-]{36})$/i.exec(part)?.[1] ?? [])

/** Traces by the ids of their runs, for feedback that names a run only. */
type TraceOfRun = Map<string, string>

/** Runs and keys that feedback files have records of. */
type FeedbackKeys = ReadonlySet<string>

const feedbackKey = (runId: string, key: string): string => `${runId}/${key}`

interface RunContext {
  readonly at: Position
  readonly traces: TraceOfRun
  readonly feedbackKeys: FeedbackKeys
}

const metricsOf = (fields: Fields): DataRecord => ({
  ...fields.mapped({
    'ag.metrics.unit.tokens.prompt': ['number', 'prompt_tokens'],
    'ag.metrics.unit.tokens.completion': ['number', 'completion_tokens'],
    'ag.metrics.unit.tokens.total': ['number', 'total_tokens'],
    'ag.metrics.unit.costs.prompt': ['number', 'prompt_cost'],
    'ag.metrics.unit.costs.completion': ['number', 'completion_cost'],
    'ag.metrics.unit.costs.total': ['number', 'total_cost'],
  }),
  ...fields.nested('prompt_token_details').mapped({
    'ag.metrics.unit.tokens.cache_read': ['number', 'cache_read'],
    'ag.metrics.unit.tokens.cache_creation': ['number', 'cache_creation'],
  }),
  ...fields.nested('completion_token_details').mapped({
    'ag.metrics.unit.tokens.reasoning': ['number', 'reasoning'],
  }),
})

function attributesOf(fields: Fields): DataRecord {
  const type = fields.peek('run_type')
  const extra = fields.nested('extra')
  const members = extra.json('ag.meta.langsmith', 'metadata')
  const metadata = isRecord(members) ? members : {}
  const tags = fields.peek('tags')
  const isJoinable = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string' && !tag.includes(','))
  return {
    'ag.type.span': spanTypes.get(String(type)) ?? 'task',
    'ag.session.id': fieldText(metadata, 'session_id', 'thread_id', 'conversation_id'),
    'ag.user.id': fieldText(metadata, 'user_id'),
    'ag.meta.langsmith': members,
    'gen_ai.request.model': fieldText(metadata, 'ls_model_name'),
    'ag.tags.langsmith':
      isJoinable && tags.length > 0 ? fields.list('ag.tags.langsmith', 'tags').join(',') : undefined,
    ...fields.mapped({ 'ag.data.inputs': ['json', 'inputs'], 'ag.data.outputs': ['json', 'outputs'] }),
    ...(modelCalls.has(type) ? metricsOf(fields) : {}),
    [metaField]: fields.rest(metaField),
  }
}

function* run(fields: Fields, { at, traces, feedbackKeys }: RunContext): Generator<ImportItem> {
  const path = dottedParts(fields.peek('dotted_order'))
  const spanId = fields.text('span_id', 'id')
  const traceId = fields.text('trace_id', 'trace_id') ?? path[0]
  const startNs = fields.time('start_time', 'start_time')
  if (spanId === undefined || traceId === undefined)
    return yield faultItem('a run needs an id, and a trace_id or dotted_order', at)
  if (startNs === undefined) return yield faultItem('its start_time is not a time', at)
  if (spanId !== traceId) traces.set(spanId, traceId)
  const isFailed = fields.has('error') || fields.peek('status') === 'error'
  yield* statistics(fields, { id: spanId, traceId, startNs, at, feedbackKeys })
  yield {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: fields.text('parent_id', 'parent_run_id') ?? path.at(-2),
      name: fields.text('span_name', 'name') ?? 'run',
      startNs,
      endNs: fields.time('end_time', 'end_time') ?? startNs,
      errorMessage: isFailed ? (fields.text('status_message', 'error') ?? '') : undefined,
      attributes: attributesOf(fields),
    },
  }
}

interface StatisticsContext extends Omit<RunContext, 'traces'> {
  readonly id: string
  readonly traceId: string
  readonly startNs: bigint
}

/**
 * An export has feedback as statistics by key; each becomes an annotation with the mean. If a feedback file has the records
 * behind a statistic, they are the annotations, and the statistic stays in the meta of the span.
 */
function* statistics(
  fields: Fields,
  { id, traceId, startNs, at, feedbackKeys }: StatisticsContext,
): Generator<ImportItem> {
  const stats = fields.nested('feedback_stats')
  for (const key of Object.keys(stats.record)) {
    if (feedbackKeys.has(feedbackKey(id, key))) continue
    const statistic = stats.nested(key)
    const mean = statistic.number(outputsField, 'avg', 'mean')
    if (mean === undefined) {
      yield unmappedItem('feedback without a number', at)
      stats.leaveOut('feedback without a number', key)
      continue
    }
    yield annotation({
      at,
      kind: 'feedback',
      id: `feedback/${id}/${key}`,
      name: key,
      startNs,
      target: { traceId, spanId: id },
      outputs: { score: mean, count: statistic.number(`${outputsField}.count`, 'n') },
      fields: statistic,
    })
  }
}

const origins: ReadonlyMap<unknown, Origin> = new Map([
  ['app', 'human'],
  ['model', 'auto'],
  ['auto_eval', 'auto'],
  ['api', 'custom'],
])

/** A record of a feedback file. */
function feedback(
  fields: Fields,
  { at, traces }: { readonly at: Position; readonly traces: TraceOfRun },
): ImportItem {
  const runId = fields.text('links', 'run_id')
  const startNs = fields.time('start_time', 'created_at', 'modified_at')
  if (runId === undefined) return unmappedItem('feedback of sessions: annotations belong to runs', at)
  if (startNs === undefined) return faultItem('its created_at is not a time', at)
  const name = fields.text('span_name', 'key') ?? 'feedback'
  const source = fields.nested('feedback_source')
  const origin = origins.get(source.peek('type'))
  if (origin !== undefined) source.text('ag.flags.origin', 'type')
  return annotation({
    at,
    kind: 'feedback',
    id: fields.text('span_id', 'id') ?? `${runId}/${name}/${startNs}`,
    name,
    startNs,
    target: { traceId: fields.text('links', 'trace_id') ?? traces.get(runId) ?? runId, spanId: runId },
    origin,
    outputs: {
      score: fields.value(outputsField, 'score'),
      value: fields.json(`${outputsField}.value`, 'value'),
      comment: fields.text(`${outputsField}.comment`, 'comment'),
      correction: fields.json(`${outputsField}.correction`, 'correction'),
    },
    fields,
  })
}

const exampleNames = { inputs: ['inputs'], outputs: ['outputs'], tags: ['metadata'] }

/** The splits of an example are one tag. */
function splitOf(fields: Fields): DataRecord {
  const metadata = fields.peek('metadata')
  const splits = isRecord(metadata) ? metadata['dataset_split'] : undefined
  const split = fields.json('tags.split', 'split') ?? splits
  return split === undefined ? {} : { split: [split].flat().map(String).join(',') }
}

function example(
  fields: Fields,
  { at, testset }: { readonly at: Position; readonly testset: string },
): ImportItem {
  if (!isRecord(fields.peek('inputs'))) return faultItem('an example needs inputs', at)
  const row = caseRow(fields, { ...exampleNames, extraTags: splitOf(fields) })
  return row === undefined ? faultItem('an example needs inputs', at) : { at, kind: 'row', testset, row }
}

/**
 * The slug of an example's dataset: its name, or that of the file. Ids are no slugs: a slug is found by name, an id is not.
 * Further datasets of one file get the first digits of their id.
 */
function datasetSlugs(): (fields: Fields, path: string) => string {
  const firstIds = new Map<string, string>()
  return (fields, path) => {
    const name = fields.text('testset', 'dataset_name')
    if (name !== undefined) return slugOf(name)
    const id = fieldText(fields.record, 'dataset_id') ?? ''
    if (!firstIds.has(path)) firstIds.set(path, id)
    return slugOf(
      firstIds.get(path) === id
        ? nameWithoutExtensions(path)
        : `${nameWithoutExtensions(path)}-${id.slice(0, 8)}`,
    )
  }
}

function* itemsOf(
  fields: Fields,
  {
    context: { at, file },
    slugFor,
    ...runs
  }: Omit<RunContext, 'at'> & {
    readonly context: RecordContext
    readonly slugFor: ReturnType<typeof datasetSlugs>
  },
): Generator<ImportItem> {
  if (fields.has('run_type', 'dotted_order')) return yield* run(fields, { at, ...runs })
  if (fields.has('inputs')) return yield example(fields, { at, testset: slugFor(fields, file.path) })
  if (fields.has('name') && fields.each('examples').length > 0) {
    const testset = slugOf(fields.text('testset', 'name') ?? '')
    for (const exampleFields of fields.each('examples')) {
      const item = example(exampleFields, { at, testset })
      if (item.kind === 'fault') exampleFields.leaveOut(item.fault)
      yield item
    }
    return
  }
  yield unmappedItem('records that are neither runs, feedback nor examples', at)
}

const isFeedback = (fields: Fields): boolean =>
  fields.has('key') && fields.has('score', 'value', 'comment', 'correction') && !fields.has('run_type')

/** The keys of all feedback records that become annotations. */
async function feedbackKeysIn(files: readonly SourceFile[]): Promise<FeedbackKeys> {
  const keys = new Set<string>()
  for (const file of files) {
    for await (const record of recordsOf(file)) {
      const fields = new Fields('record' in record ? record.record : {})
      if (!isFeedback(fields)) continue
      const item = feedback(fields, { at: record.at, traces: new Map() })
      const runId = fieldText(fields.record, 'run_id')
      if (item.kind === 'annotation' && runId !== undefined) keys.add(feedbackKey(runId, item.span.name))
    }
  }
  return keys
}

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  const files = filesIn(inputs)
  const traces: TraceOfRun = new Map()
  const slugFor = datasetSlugs()
  let hasFeedback = false
  let feedbackKeys: FeedbackKeys | undefined
  /** Files are searched for feedback once, when the first run has statistics of feedback. */
  async function* readRecords(file: SourceFile): AsyncGenerator<ReadResult> {
    for await (const record of recordsOf(file)) {
      if ('record' in record && new Fields(record.record).has('feedback_stats'))
        feedbackKeys ??= await feedbackKeysIn(files)
      yield record
    }
  }
  const mapRun: MapRecord = (fields, context) => {
    const isFeedbackRecord = isFeedback(fields)
    hasFeedback ||= isFeedbackRecord
    return isFeedbackRecord
      ? undefined
      : itemsOf(fields, { context, traces, slugFor, feedbackKeys: feedbackKeys ?? new Set() })
  }
  yield* mapRecords({ files, map: mapRun, read: readRecords })
  // Feedback names runs, so runs of all files are read first.
  const mapFeedback: MapRecord = (fields, { at }) =>
    isFeedback(fields) ? [feedback(fields, { at, traces })] : undefined
  if (hasFeedback) yield* mapRecords({ files, map: mapFeedback, skipsUnreadable: true })
}

export const langsmith: Importer = {
  source: 'langsmith',
  read,
}
