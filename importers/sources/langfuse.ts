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
  fault,
  slugOf,
  unmapped,
  versionNumber,
  type ImportedSpan,
  type Importer,
  type Place,
  type ImportItem,
} from '../importer.ts'
import { mapRecords, type MapRecord } from '../mapping/map-records.ts'
import { messagesOf } from '../mapping/prompt-messages.ts'
import type { Fields } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { langfuseSpanAttributes } from './langfuse-attributes.ts'

const earliest = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const rootOf = (traceId: string): string => `${traceId}/root`

/** The start and end of a trace's observations, for its root span. */
interface Bounds {
  /** The first of them. */
  readonly at: Place
  startNs: bigint
  endNs: bigint
  hasRecord: boolean
}

interface Context {
  readonly at: Place
  readonly bounds: Map<string, Bounds>
  /** The trace that contains the record. */
  readonly traceId?: string
}

type Kind = 'trace' | 'observation' | 'score' | 'item' | 'prompt' | 'dataset'

function kindOf(from: Fields): Kind | undefined {
  const has = (...names: readonly string[]): boolean => from.has(...names)
  if (has('prompt') && has('version') && has('name')) return 'prompt'
  if (has('dataset_name', 'datasetName', 'dataset_id', 'datasetId') && !has('trace_id', 'traceId'))
    return 'item'
  if (Array.isArray(from.peek('items'))) return 'dataset'
  if (has('trace_id', 'traceId') && has('start_time', 'startTime')) return 'observation'
  if (
    has('name') &&
    has('value', 'string_value', 'stringValue') &&
    has('trace_id', 'traceId', 'session_id', 'sessionId')
  )
    return 'score'
  return has('id') && has('timestamp') ? 'trace' : undefined
}

function observation(from: Fields, ownTrace?: string): ImportedSpan | string {
  const traceId = from.text('trace_id', 'trace_id', 'traceId') ?? ownTrace
  const spanId = from.text('span_id', 'id')
  const startNs = from.time('start_time', 'start_time', 'startTime')
  if (traceId === undefined || spanId === undefined) return 'an observation needs id and trace_id'
  if (startNs === undefined) return 'its start_time is no time'
  const type = from.text('span_type', 'type')?.toUpperCase() ?? 'SPAN'
  const isFailed = from.peek('level') === 'ERROR' && from.text('status_code', 'level') !== undefined
  const prompt = from.text('ag.references.application.slug', 'prompt_name', 'promptName')
  return {
    traceId,
    spanId,
    parentId: from.text('parent_id', 'parent_observation_id', 'parentObservationId') ?? rootOf(traceId),
    name: from.text('span_name', 'name') ?? type.toLowerCase(),
    startNs,
    endNs: from.time('end_time', 'end_time', 'endTime') ?? startNs,
    failed: isFailed ? (from.text('status_message', 'status_message', 'statusMessage') ?? '') : undefined,
    attributes: {
      ...(prompt === undefined
        ? {}
        : {
            'ag.references.application.slug': slugOf(prompt),
            ...from.mapped({ 'ag.meta.prompt_version': ['text', 'prompt_version', 'promptVersion'] }),
            // The slug is shorter than the name.
            ...(slugOf(prompt) === prompt ? {} : { 'ag.meta.prompt_name': prompt }),
          }),
      ...langfuseSpanAttributes(from, type),
      [metaField]: from.rest(metaField),
    },
  }
}

function traceRoot(
  from: Fields,
  { id, bounds }: { readonly id: string; readonly bounds: Bounds | undefined },
) {
  const startNs = from.time('start_time', 'timestamp')
  if (startNs === undefined) return 'its timestamp is no time'
  const tags = from.peek('tags')
  const isJoinable = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string' && !tag.includes(','))
  return {
    traceId: id,
    spanId: rootOf(id),
    name: from.text('span_name', 'name') ?? 'trace',
    startNs: earliest(startNs, bounds?.startNs ?? startNs),
    endNs: maxOf(startNs, bounds?.endNs ?? startNs),
    attributes: {
      'ag.type.span': 'workflow',
      'ag.type.trace': 'invocation',
      'ag.tags.langfuse':
        isJoinable && tags.length > 0 ? from.list('ag.tags.langfuse', 'tags').join(',') : undefined,
      ...from.mapped({
        'ag.session.id': ['text', 'session_id', 'sessionId'],
        'ag.user.id': ['text', 'user_id', 'userId'],
      }),
      ...langfuseSpanAttributes(from, undefined),
      [metaField]: from.rest(metaField),
    },
  }
}

const origins: ReadonlyMap<unknown, Origin> = new Map([
  ['ANNOTATION', 'human'],
  ['EVAL', 'auto'],
  ['API', 'custom'],
])

/** The value of a score as a member of the outputs; the type of the score decides the name of the member. */
function scoreOutputs(from: Fields): Record {
  const type = from.peek('data_type', 'dataType')
  const isText = type === 'CATEGORICAL' || typeof from.peek('value') === 'string'
  const value = isText
    ? from.text(outputsField, 'string_value', 'stringValue', 'value')
    : from.number(outputsField, 'value')
  const isTruth = type === 'BOOLEAN' && !isText
  return {
    [isTruth ? 'success' : 'score']: isTruth ? value === 1 : value,
    comment: from.text(`${outputsField}.comment`, 'comment'),
  }
}

function score(from: Fields, { at, traceId: ownTrace }: Context): ImportItem {
  const traceId = from.text('links', 'trace_id', 'traceId') ?? ownTrace
  if (traceId === undefined) return unmapped('scores of sessions: annotations belong to traces', at)
  const startNs = from.time('start_time', 'timestamp', 'created_at', 'createdAt')
  if (startNs === undefined) return fault('its timestamp is no time', at)
  const name = from.text('span_name', 'name') ?? 'score'
  const origin = origins.get(from.peek('source'))
  if (origin !== undefined) from.text('ag.flags.origin', 'source')
  return annotation({
    at,
    kind: 'score',
    id: from.text('span_id', 'id') ?? `${traceId}/${name}/${startNs / 1_000_000n}`,
    name,
    startNs,
    target: {
      traceId,
      spanId: from.text('links', 'observation_id', 'observationId') ?? rootOf(traceId),
    },
    origin,
    outputs: scoreOutputs(from),
    from,
  })
}

const llmSettings = ['model', 'temperature', 'max_tokens', 'top_p'] as const

/** A prompt from text or messages. */
function* prompt(from: Fields, at: Place): Generator<ImportItem> {
  const messages = messagesOf(from.json('parameters.prompt.messages', 'prompt'))
  if (messages === undefined) return yield fault('its prompt is neither text nor messages', at)
  const roleMessages = messages.filter((message) => isRecord(message) && typeof message['role'] === 'string')
  const placeholders = messages.filter((message) => !roleMessages.includes(message))
  if (placeholders.length > 0)
    yield unmapped('placeholders for messages: they are kept in the meta of the revision', at)
  const config = from.nested('config')
  const settings = llmSettings.flatMap((name) => {
    const value = config.value(`parameters.prompt.llm_config.${name}`, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const labels = from.list('environments', 'labels').map(String)
  const name = from.text('application', 'name') ?? ''
  const version = from.text('version', 'version') ?? '1'
  yield {
    at,
    kind: 'prompt',
    prompt: {
      slug: slugOf(name),
      name,
      version,
      number: versionNumber(version),
      message: from.text('message', 'commitMessage', 'commit_message'),
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
      meta: { ...from.rest('meta.import.fields'), ...(placeholders.length > 0 ? { placeholders } : {}) },
    },
  }
}

const itemNames = {
  inputs: ['input'],
  outputs: ['expected_output', 'expectedOutput'],
  tags: ['metadata'],
}

function testcase(
  from: Fields,
  { dataset, at }: { readonly dataset: string; readonly at: Place },
): ImportItem {
  const status = from.text('tags.status', 'status')
  const row = caseRow(from, { ...itemNames, moreTags: status === undefined ? {} : { status } })
  return row === undefined
    ? fault('an item needs an input', at)
    : { at, kind: 'row', testset: slugOf(dataset), row }
}

/** Extends the bounds of the span's trace. */
function addBounds({ at, bounds }: Context, { traceId, startNs, endNs }: ImportedSpan): void {
  const existing = bounds.get(traceId)
  if (existing === undefined) {
    bounds.set(traceId, { at, startNs, endNs, hasRecord: false })
    return
  }
  existing.startNs = earliest(existing.startNs, startNs)
  existing.endNs = maxOf(existing.endNs, endNs)
}

/** The item of a nested record. An unreadable one is left out with all of its fields. */
function nestedItem(from: Fields, item: ImportItem): ImportItem {
  if (item.kind === 'fault') from.leave(item.fault)
  if (item.kind === 'unmapped') from.leave(item.reason)
  return item
}

function observationItem(from: Fields, context: Context): ImportItem {
  const span = observation(from, context.traceId)
  if (typeof span === 'string') return fault(span, context.at)
  addBounds(context, span)
  return { at: context.at, kind: 'span', span }
}

/** A trace, with the observations and scores inside it. */
function* trace(from: Fields, context: Context): Generator<ImportItem> {
  const { at, bounds } = context
  const id = from.text('trace_id', 'id') ?? ''
  const traceContext = { ...context, traceId: id }
  for (const observation of from.each('observations'))
    yield nestedItem(observation, observationItem(observation, traceContext))
  for (const scoreFields of from.each('scores'))
    yield nestedItem(scoreFields, score(scoreFields, traceContext))
  const existing = bounds.get(id)
  const span = traceRoot(from, { id, bounds: existing })
  if (typeof span === 'string') return yield fault(span, at)
  if (existing !== undefined) existing.hasRecord = true
  yield { at, kind: 'span', span }
}

function* itemsOf(
  from: Fields,
  { kind, ...context }: Context & { readonly kind: Kind | undefined },
): Generator<ImportItem> {
  const { at } = context
  switch (kind) {
    case 'observation':
      return yield observationItem(from, context)
    case 'trace':
      return yield* trace(from, context)
    case 'score':
      return yield score(from, context)
    case 'prompt':
      return yield* prompt(from, at)
    case 'item': {
      const names = ['dataset_name', 'datasetName', 'dataset_id', 'datasetId']
      return yield testcase(from, { dataset: from.text('testset', ...names) ?? 'dataset', at })
    }
    case 'dataset': {
      const dataset = from.text('testset', 'name') ?? 'dataset'
      for (const item of from.each('items')) yield nestedItem(item, testcase(item, { dataset, at }))
      return
    }
    case undefined:
      yield unmapped('records that are neither traces, observations, scores, items nor prompts', at)
  }
}

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  const bounds = new Map<string, Bounds>()
  const files = filesIn(inputs)
  // A root span ends with its last observation, so observations of all files are read first.
  for (const pass of ['observations', 'others'] as const) {
    const mapPass: MapRecord = (from, { at }) => {
      const kind = kindOf(from)
      return (kind === 'observation') === (pass === 'observations')
        ? itemsOf(from, { kind, at, bounds })
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
