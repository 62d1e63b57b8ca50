// importers/sources: one file per tool. Each maps the tool's records to spans, testsets, prompts and annotations.
// importer.ts has the interface that they implement.
// Imports importers/reading. Start with phoenix.ts or langfuse.ts.
//
// Imports from Langfuse: blob exports of traces, observations and scores (JSON lines, CSV, Parquet), traces with their
// observations and scores inside, and dataset items and prompts as its API returns them. The kind of a record is
// detected by its fields, so files may have any name.
import { annotation, metaField, outputsField, type Origin } from '../mapping/annotation.ts'
import { caseRow } from '../mapping/case-row.ts'
import { filesIn, type ImportInput } from '../files.ts'
import {
  faultItem,
  slugOf,
  unmappedItem,
  versionNumber,
  type ImportedSpan,
  type Importer,
  type Position,
  type ImportItem,
} from '../importer.ts'
import { mapRecords, type MapRecord } from '../mapping/map-records.ts'
import { messagesOf } from '../mapping/prompt-messages.ts'
import type { Fields } from '../reading/fields.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'
import { langfuseSpanAttributes } from './langfuse-attributes.ts'

const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxBigint = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const rootOf = (traceId: string): string => `${traceId}/root`

/** The start and end of a trace's observations, for its root span. */
interface Bounds {
  /** The first of them. */
  readonly at: Position
  startNs: bigint
  endNs: bigint
  hasRecord: boolean
}

interface Context {
  readonly at: Position
  readonly bounds: Map<string, Bounds>
  /** The trace that contains the record. */
  readonly traceId?: string
}

type Kind = 'trace' | 'observation' | 'score' | 'item' | 'prompt' | 'dataset'

function kindOf(fields: Fields): Kind | undefined {
  const has = (...names: readonly string[]): boolean => fields.has(...names)
  if (has('prompt') && has('version') && has('name')) return 'prompt'
  if (has('dataset_name', 'datasetName', 'dataset_id', 'datasetId') && !has('trace_id', 'traceId'))
    return 'item'
  if (Array.isArray(fields.peek('items'))) return 'dataset'
  if (has('trace_id', 'traceId') && has('start_time', 'startTime')) return 'observation'
  if (
    has('name') &&
    has('value', 'string_value', 'stringValue') &&
    has('trace_id', 'traceId', 'session_id', 'sessionId')
  )
    return 'score'
  return has('id') && has('timestamp') ? 'trace' : undefined
}

function observation(fields: Fields, parentTraceId?: string): ImportedSpan | string {
  const traceId = fields.text('trace_id', 'trace_id', 'traceId') ?? parentTraceId
  const spanId = fields.text('span_id', 'id')
  const startNs = fields.time('start_time', 'start_time', 'startTime')
  if (traceId === undefined || spanId === undefined) return 'an observation needs id and trace_id'
  if (startNs === undefined) return 'its start_time is not a time'
  const type = fields.text('span_type', 'type')?.toUpperCase() ?? 'SPAN'
  const isFailed = fields.peek('level') === 'ERROR' && fields.text('status_code', 'level') !== undefined
  const prompt = fields.text('ag.references.application.slug', 'prompt_name', 'promptName')
  return {
    traceId,
    spanId,
    parentId: fields.text('parent_id', 'parent_observation_id', 'parentObservationId') ?? rootOf(traceId),
    name: fields.text('span_name', 'name') ?? type.toLowerCase(),
    startNs,
    endNs: fields.time('end_time', 'end_time', 'endTime') ?? startNs,
    errorMessage: isFailed
      ? (fields.text('status_message', 'status_message', 'statusMessage') ?? '')
      : undefined,
    attributes: {
      ...(prompt === undefined
        ? {}
        : {
            'ag.references.application.slug': slugOf(prompt),
            ...fields.mapped({ 'ag.meta.prompt_version': ['text', 'prompt_version', 'promptVersion'] }),
            // The slug is shorter than the name.
            ...(slugOf(prompt) === prompt ? {} : { 'ag.meta.prompt_name': prompt }),
          }),
      ...langfuseSpanAttributes(fields, type),
      [metaField]: fields.rest(metaField),
    },
  }
}

function traceRoot(
  fields: Fields,
  { id, bounds }: { readonly id: string; readonly bounds: Bounds | undefined },
) {
  const startNs = fields.time('start_time', 'timestamp')
  if (startNs === undefined) return 'its timestamp is not a time'
  const tags = fields.peek('tags')
  const isJoinable = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string' && !tag.includes(','))
  return {
    traceId: id,
    spanId: rootOf(id),
    name: fields.text('span_name', 'name') ?? 'trace',
    startNs: minBigint(startNs, bounds?.startNs ?? startNs),
    endNs: maxBigint(startNs, bounds?.endNs ?? startNs),
    attributes: {
      'ag.type.span': 'workflow',
      'ag.type.trace': 'invocation',
      'ag.tags.langfuse':
        isJoinable && tags.length > 0 ? fields.list('ag.tags.langfuse', 'tags').join(',') : undefined,
      ...fields.mapped({
        'ag.session.id': ['text', 'session_id', 'sessionId'],
        'ag.user.id': ['text', 'user_id', 'userId'],
      }),
      ...langfuseSpanAttributes(fields, undefined),
      [metaField]: fields.rest(metaField),
    },
  }
}

const origins: ReadonlyMap<unknown, Origin> = new Map([
  ['ANNOTATION', 'human'],
  ['EVAL', 'auto'],
  ['API', 'custom'],
])

/** The value of a score as a member of the outputs; the type of the score decides the name of the member. */
function scoreOutputs(fields: Fields): DataRecord {
  const type = fields.peek('data_type', 'dataType')
  const isText = type === 'CATEGORICAL' || typeof fields.peek('value') === 'string'
  const value = isText
    ? fields.text(outputsField, 'string_value', 'stringValue', 'value')
    : fields.number(outputsField, 'value')
  const isBoolean = type === 'BOOLEAN' && !isText
  return {
    [isBoolean ? 'success' : 'score']: isBoolean ? value === 1 : value,
    comment: fields.text(`${outputsField}.comment`, 'comment'),
  }
}

function score(fields: Fields, { at, traceId: parentTraceId }: Context): ImportItem {
  const traceId = fields.text('links', 'trace_id', 'traceId') ?? parentTraceId
  if (traceId === undefined) return unmappedItem('scores of sessions: annotations belong to traces', at)
  const startNs = fields.time('start_time', 'timestamp', 'created_at', 'createdAt')
  if (startNs === undefined) return faultItem('its timestamp is not a time', at)
  const name = fields.text('span_name', 'name') ?? 'score'
  const origin = origins.get(fields.peek('source'))
  if (origin !== undefined) fields.text('ag.flags.origin', 'source')
  return annotation({
    at,
    kind: 'score',
    id: fields.text('span_id', 'id') ?? `${traceId}/${name}/${startNs / 1_000_000n}`,
    name,
    startNs,
    target: {
      traceId,
      spanId: fields.text('links', 'observation_id', 'observationId') ?? rootOf(traceId),
    },
    origin,
    outputs: scoreOutputs(fields),
    fields,
  })
}

const llmSettings = ['model', 'temperature', 'max_tokens', 'top_p'] as const

/** A prompt from text or messages. */
function* prompt(fields: Fields, at: Position): Generator<ImportItem> {
  const messages = messagesOf(fields.json('parameters.prompt.messages', 'prompt'))
  if (messages === undefined) return yield faultItem('its prompt is neither text nor messages', at)
  const roleMessages = messages.filter((message) => isRecord(message) && typeof message['role'] === 'string')
  const placeholders = messages.filter((message) => !roleMessages.includes(message))
  if (placeholders.length > 0)
    yield unmappedItem('placeholders for messages: they are stored in the meta of the revision', at)
  const config = fields.nested('config')
  const settings = llmSettings.flatMap((name) => {
    const value = config.value(`parameters.prompt.llm_config.${name}`, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const labels = fields.list('environments', 'labels').map(String)
  const name = fields.text('application', 'name') ?? ''
  const version = fields.text('version', 'version') ?? '1'
  yield {
    at,
    kind: 'prompt',
    prompt: {
      slug: slugOf(name),
      name,
      version,
      number: versionNumber(version),
      message: fields.text('message', 'commitMessage', 'commit_message'),
      // `latest` needs no environment: it is the newest revision.
      labels: labels.filter((label) => label !== 'latest'),
      data: {
        parameters: {
          prompt: {
            messages: roleMessages,
            template_format: 'curly',
            llm_config: Object.fromEntries(settings),
          },
        },
      },
      meta: { ...fields.rest('meta.import.fields'), ...(placeholders.length > 0 ? { placeholders } : {}) },
    },
  }
}

const itemNames = {
  inputs: ['input'],
  outputs: ['expected_output', 'expectedOutput'],
  tags: ['metadata'],
}

function testcase(
  fields: Fields,
  { dataset, at }: { readonly dataset: string; readonly at: Position },
): ImportItem {
  const status = fields.text('tags.status', 'status')
  const row = caseRow(fields, { ...itemNames, extraTags: status === undefined ? {} : { status } })
  return row === undefined
    ? faultItem('an item needs an input', at)
    : { at, kind: 'row', testset: slugOf(dataset), row }
}

/** Extends the bounds of the span's trace. */
function addBounds({ at, bounds }: Context, { traceId, startNs, endNs }: ImportedSpan): void {
  const existing = bounds.get(traceId)
  if (existing === undefined) {
    bounds.set(traceId, { at, startNs, endNs, hasRecord: false })
    return
  }
  existing.startNs = minBigint(existing.startNs, startNs)
  existing.endNs = maxBigint(existing.endNs, endNs)
}

/** The item of a nested record. An unreadable one is left out with all of its fields. */
function nestedItem(fields: Fields, item: ImportItem): ImportItem {
  if (item.kind === 'fault') fields.leaveOut(item.fault)
  if (item.kind === 'unmapped') fields.leaveOut(item.reason)
  return item
}

function observationItem(fields: Fields, context: Context): ImportItem {
  const span = observation(fields, context.traceId)
  if (typeof span === 'string') return faultItem(span, context.at)
  addBounds(context, span)
  return { at: context.at, kind: 'span', span }
}

/** A trace, with the observations and scores inside it. */
function* trace(fields: Fields, context: Context): Generator<ImportItem> {
  const { at, bounds } = context
  const id = fields.text('trace_id', 'id') ?? ''
  const traceContext = { ...context, traceId: id }
  for (const observation of fields.each('observations'))
    yield nestedItem(observation, observationItem(observation, traceContext))
  for (const scoreFields of fields.each('scores'))
    yield nestedItem(scoreFields, score(scoreFields, traceContext))
  const existing = bounds.get(id)
  const span = traceRoot(fields, { id, bounds: existing })
  if (typeof span === 'string') return yield faultItem(span, at)
  if (existing !== undefined) existing.hasRecord = true
  yield { at, kind: 'span', span }
}

function* itemsOf(
  fields: Fields,
  { kind, ...context }: Context & { readonly kind: Kind | undefined },
): Generator<ImportItem> {
  const { at } = context
  switch (kind) {
    case 'observation':
      return yield observationItem(fields, context)
    case 'trace':
      return yield* trace(fields, context)
    case 'score':
      return yield score(fields, context)
    case 'prompt':
      return yield* prompt(fields, at)
    case 'item': {
      const names = ['dataset_name', 'datasetName', 'dataset_id', 'datasetId']
      return yield testcase(fields, { dataset: fields.text('testset', ...names) ?? 'dataset', at })
    }
    case 'dataset': {
      const dataset = fields.text('testset', 'name') ?? 'dataset'
      for (const item of fields.each('items')) yield nestedItem(item, testcase(item, { dataset, at }))
      return
    }
    case undefined:
      yield unmappedItem('records that are neither traces, observations, scores, items nor prompts', at)
  }
}

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  const bounds = new Map<string, Bounds>()
  const files = filesIn(inputs)
  // A root span ends with its last observation, so observations of all files are read first.
  for (const pass of ['observations', 'others'] as const) {
    const mapPass: MapRecord = (fields, { at }) => {
      const kind = kindOf(fields)
      return (kind === 'observation') === (pass === 'observations')
        ? itemsOf(fields, { kind, at, bounds })
        : undefined
    }
    yield* mapRecords({ files, map: mapPass, skipsUnreadable: pass === 'observations' })
  }
  for (const [traceId, { at, startNs, endNs, hasRecord }] of bounds) {
    if (hasRecord) continue
    const attributes = { 'ag.type.span': 'workflow', 'ag.type.trace': 'invocation' }
    yield {
      at,
      kind: 'span',
      span: { traceId, spanId: rootOf(traceId), name: 'trace', startNs, endNs, attributes },
    }
  }
}

export const langfuse: Importer = {
  source: 'langfuse',
  read,
}
