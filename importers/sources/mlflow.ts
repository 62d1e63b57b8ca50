// Imports from MLflow: traces as JSON (`info` and `data.spans`) with assessments, and prompts with versions and aliases.
import { annotation, metaField, outputOf, outputsField, type Origin } from '../mapping/annotation.ts'
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
import { mapRecords } from '../mapping/map-records.ts'
import { messagesOf } from '../mapping/prompt-messages.ts'
import { hexOfBase64 } from '../reading/bytes.ts'
import type { Fields } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'

/** Ids of spans are hex, `tr-` and hex, or the bytes in base64. */
function hexId(text: string | undefined, bytes: number): string | undefined {
  if (text === undefined) return undefined
  const bare = text.replace(/^(tr-|0x)/, '')
  if (new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'i').test(bare)) return bare.toLowerCase()
  const decodedId = hexOfBase64(bare)
  return decodedId?.length === bytes * 2 ? decodedId : text
}

const traceIdBytes = 16
const spanIdBytes = 8

/** The id of a span or of its trace, in either version of the format. */
const idOf = (from: Fields, name: 'span_id' | 'trace_id'): string | undefined =>
  hexId(
    from.text(name, name) ?? from.nested('context').text(name, name),
    name === 'span_id' ? spanIdBytes : traceIdBytes,
  )

function linksOf(from: Fields): ImportedSpan['links'] {
  return from.each('links').flatMap((link) => {
    const traceId = hexId(link.text('links', 'trace_id'), traceIdBytes)
    const spanId = hexId(link.text('links', 'span_id'), spanIdBytes)
    return traceId === undefined || spanId === undefined ? [] : [{ traceId, spanId }]
  })
}

function span(
  from: Fields,
  { traceId, shared }: { readonly traceId: string; readonly shared: Record },
): ImportedSpan | string {
  const spanId = idOf(from, 'span_id')
  const startNs = from.time('start_time', 'start_time_unix_nano', 'start_time')
  if (spanId === undefined) return 'a span needs a span_id'
  if (startNs === undefined) return 'its start_time is no time'
  idOf(from, 'trace_id')
  const endNs = from.time('end_time', 'end_time_unix_nano', 'end_time') ?? startNs
  const status = from.nested('status')
  const code = status.text('status_code', 'code') ?? from.text('status_code', 'status_code')
  // The server maps `mlflow.spanInputs` and similar attributes; values are already JSON text.
  const attributes = from.json('attributes', 'attributes')
  return {
    traceId,
    spanId,
    parentId: hexId(from.text('parent_id', 'parent_span_id', 'parent_id'), spanIdBytes),
    name: from.text('span_name', 'name') ?? 'span',
    startNs,
    endNs,
    failed: /ERROR/.test(code ?? '')
      ? (status.text('status_message', 'message') ?? from.text('status_message', 'status_message') ?? '')
      : undefined,
    links: linksOf(from) ?? [],
    events: from.each('events').map((event) => {
      const attributes = event.json('events', 'attributes')
      return {
        name: event.text('events', 'name') ?? 'event',
        timeNs: event.time('events', 'time_unix_nano', 'timestamp') ?? endNs,
        attributes: { ...(isRecord(attributes) ? attributes : {}), ...event.rest('events') },
      }
    }),
    attributes: {
      ...shared,
      ...(isRecord(attributes) ? attributes : {}),
      [metaField]: { ...(isRecord(shared[metaField]) ? shared[metaField] : {}), ...from.rest(metaField) },
    },
  }
}

/** Session, user, tags and the other facts of a trace, for its root span. */
function traceAttributes(info: Fields): Record {
  const metadata = info.nested('trace_metadata', 'request_metadata')
  const tags = info.nested('tags')
  const ownTags = Object.keys(tags.record).filter((name) => !name.startsWith('mlflow.'))
  return {
    ...metadata.mapped({
      'ag.session.id': ['text', 'mlflow.trace.session'],
      'ag.user.id': ['text', 'mlflow.trace.user'],
    }),
    ...tags.mapped(Object.fromEntries(ownTags.map((name) => [`ag.tags.${name}`, ['text', name] as const]))),
    [metaField]: info.rest(metaField),
  }
}

function* trace(from: Fields, at: Place): Generator<ImportItem> {
  const info = from.nested('info')
  const spans = from.nested('data').each('spans')
  const [first] = spans
  const infoId = hexId(info.text('trace_id', 'trace_id', 'request_id'), traceIdBytes)
  const traceId = (first === undefined ? undefined : idOf(first, 'trace_id')) ?? infoId
  if (traceId === undefined) return yield fault('a trace needs an id', at)
  const root = spans.find((candidate) => !candidate.has('parent_span_id', 'parent_id')) ?? first
  const assessments = info.each('assessments')
  const rootId = root === undefined ? undefined : idOf(root, 'span_id')
  for (const assessmentFields of assessments) {
    const item =
      rootId === undefined
        ? unmapped('assessments of traces without spans', at)
        : assessment(assessmentFields, { target: { traceId, spanId: rootId }, at })
    if (item.kind === 'unmapped') assessmentFields.leave(item.reason)
    if (item.kind === 'fault') assessmentFields.leave(item.fault)
    yield item
  }
  for (const spanFields of spans) {
    const result = span(spanFields, { traceId, shared: spanFields === root ? traceAttributes(info) : {} })
    if (typeof result === 'string') spanFields.leave(result)
    yield typeof result === 'string' ? fault(result, at) : { at, kind: 'span', span: result }
  }
}

const origins: ReadonlyMap<unknown, Origin> = new Map([
  ['HUMAN', 'human'],
  ['LLM_JUDGE', 'auto'],
  ['AI_JUDGE', 'auto'],
  ['CODE', 'auto'],
])

/** Feedback has a value; an expectation has the expected value of the trace. */
function assessment(
  from: Fields,
  {
    target,
    at,
  }: { readonly target: { readonly traceId: string; readonly spanId: string }; readonly at: Place },
): ImportItem {
  const isExpectation = from.has('expectation')
  const holder = from.nested('feedback', 'expectation')
  const to = isExpectation ? `${outputsField}.expected_output` : outputsField
  const value = holder.value(to, 'value', 'serialized_value') ?? from.value(to, 'value')
  const startNs = from.time('start_time', 'create_time', 'create_time_ms', 'timestamp')
  if (value === undefined) return unmapped('assessments without a value', at)
  if (startNs === undefined) return fault('the create_time of an assessment is no time', at)
  const name = from.text('span_name', 'assessment_name', 'name') ?? 'assessment'
  const source = from.nested('source')
  const origin = origins.get(source.peek('source_type'))
  if (origin !== undefined) source.text('ag.flags.origin', 'source_type')
  const spanId = hexId(from.text('links', 'span_id'), spanIdBytes)
  return annotation({
    at,
    kind: 'assessment',
    id: from.text('span_id', 'assessment_id') ?? `${target.traceId}/${name}`,
    name,
    startNs,
    target: { ...target, ...(spanId === undefined ? {} : { spanId }) },
    origin,
    outputs: {
      [isExpectation ? 'expected_output' : outputOf(value)]: value,
      comment: from.text(`${outputsField}.comment`, 'rationale'),
    },
    from,
  })
}

/** The version of a prompt. `name` and `aliases` may be those of the prompt, which lists its versions. */
function promptVersion(
  from: Fields,
  { name, aliases, at }: { readonly name: string; readonly aliases: Record; readonly at: Place },
): ImportItem {
  const version = from.text('version', 'version') ?? '1'
  const messages = messagesOf(from.json('parameters.prompt.messages', 'template'))
  if (messages === undefined) return fault(`version ${version} has no template`, at)
  const config = from.nested('model_config')
  const model = config.text('parameters.prompt.llm_config.model', 'model_name', 'model')
  const settings = ['temperature', 'max_tokens', 'top_p'].flatMap((setting) => {
    const value = config.number(`parameters.prompt.llm_config.${setting}`, setting)
    return value === undefined ? [] : [[setting, value] as const]
  })
  const ownAliases = Array.isArray(from.peek('aliases'))
    ? from.list('environments', 'aliases').map(String)
    : []
  return {
    at,
    kind: 'prompt',
    prompt: {
      slug: slugOf(name),
      name,
      version,
      number: versionNumber(version),
      message: from.text('message', 'commit_message'),
      labels: [...ownAliases, ...Object.keys(aliases).filter((alias) => String(aliases[alias]) === version)],
      data: {
        parameters: {
          prompt: {
            messages,
            template_format: 'curly',
            llm_config: { ...(model === undefined ? {} : { model }), ...Object.fromEntries(settings) },
          },
        },
      },
      meta: from.rest('meta.import.fields'),
    },
  }
}

function* prompts(from: Fields, at: Place): Generator<ImportItem> {
  const name = from.text('application', 'name') ?? ''
  const versions = from.each('versions')
  if (versions.length === 0) return yield promptVersion(from, { name, aliases: {}, at })
  const aliases = from.json('environments', 'aliases')
  for (const version of versions) {
    const item = promptVersion(version, { name, aliases: isRecord(aliases) ? aliases : {}, at })
    if (item.kind === 'fault') version.leave(item.fault)
    yield item
  }
}

function* itemsOf(from: Fields, at: Place): Generator<ImportItem> {
  if (isRecord(from.peek('info')) && isRecord(from.peek('data'))) yield* trace(from, at)
  else if (from.has('template', 'versions')) yield* prompts(from, at)
  else yield unmapped('records that are neither traces nor prompts', at)
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({ files: filesIn(inputs), map: (from, { at }) => itemsOf(from, at) })

export const mlflow: Importer = {
  source: 'mlflow',
  read,
}
