// Imports from MLflow: traces as JSON (`info` and `data.spans`) with assessments, and prompts with versions and aliases.
import { annotation, metaField, outputName, outputsField, type Origin } from '../mapping/annotation.ts'
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
import { mapRecords } from '../mapping/map-records.ts'
import { messagesOf } from '../mapping/prompt-messages.ts'
import { hexOfBase64 } from '../reading/bytes.ts'
import type { Fields } from '../reading/fields.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'

/** Ids of spans are hex, `tr-` and hex, or the bytes in base64. */
function hexId(text: string | undefined, bytes: number): string | undefined {
  if (text === undefined) return undefined
  const withoutPrefix = text.replace(/^(tr-|0x)/, '')
  if (new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'i').test(withoutPrefix)) return withoutPrefix.toLowerCase()
  const decodedId = hexOfBase64(withoutPrefix)
  return decodedId?.length === bytes * 2 ? decodedId : text
}

const traceIdBytes = 16
const spanIdBytes = 8

/** The id of a span or of its trace, in either version of the format. */
const idOf = (fields: Fields, name: 'span_id' | 'trace_id'): string | undefined =>
  hexId(
    fields.text(name, name) ?? fields.nested('context').text(name, name),
    name === 'span_id' ? spanIdBytes : traceIdBytes,
  )

function linksOf(fields: Fields): ImportedSpan['links'] {
  return fields.each('links').flatMap((link) => {
    const traceId = hexId(link.text('links', 'trace_id'), traceIdBytes)
    const spanId = hexId(link.text('links', 'span_id'), spanIdBytes)
    return traceId === undefined || spanId === undefined ? [] : [{ traceId, spanId }]
  })
}

function span(
  fields: Fields,
  { traceId, traceMembers }: { readonly traceId: string; readonly traceMembers: DataRecord },
): ImportedSpan | string {
  const spanId = idOf(fields, 'span_id')
  const startNs = fields.time('start_time', 'start_time_unix_nano', 'start_time')
  if (spanId === undefined) return 'a span needs a span_id'
  if (startNs === undefined) return 'its start_time is not a time'
  idOf(fields, 'trace_id')
  const endNs = fields.time('end_time', 'end_time_unix_nano', 'end_time') ?? startNs
  const status = fields.nested('status')
  const code = status.text('status_code', 'code') ?? fields.text('status_code', 'status_code')
  // The server maps `mlflow.spanInputs` and similar attributes; values are already JSON text.
  const attributes = fields.json('attributes', 'attributes')
  return {
    traceId,
    spanId,
    parentId: hexId(fields.text('parent_id', 'parent_span_id', 'parent_id'), spanIdBytes),
    name: fields.text('span_name', 'name') ?? 'span',
    startNs,
    endNs,
    errorMessage: /ERROR/.test(code ?? '')
      ? (status.text('status_message', 'message') ?? fields.text('status_message', 'status_message') ?? '')
      : undefined,
    links: linksOf(fields) ?? [],
    events: fields.each('events').map((event) => {
      const attributes = event.json('events', 'attributes')
      return {
        name: event.text('events', 'name') ?? 'event',
        timeNs: event.time('events', 'time_unix_nano', 'timestamp') ?? endNs,
        attributes: { ...(isRecord(attributes) ? attributes : {}), ...event.rest('events') },
      }
    }),
    attributes: {
      ...traceMembers,
      ...(isRecord(attributes) ? attributes : {}),
      [metaField]: {
        ...(isRecord(traceMembers[metaField]) ? traceMembers[metaField] : {}),
        ...fields.rest(metaField),
      },
    },
  }
}

/** Session, user, tags and the other fields of a trace, for its root span. */
function traceAttributes(info: Fields): DataRecord {
  const metadata = info.nested('trace_metadata', 'request_metadata')
  const tags = info.nested('tags')
  const userTags = Object.keys(tags.record).filter((name) => !name.startsWith('mlflow.'))
  return {
    ...metadata.mapped({
      'ag.session.id': ['text', 'mlflow.trace.session'],
      'ag.user.id': ['text', 'mlflow.trace.user'],
    }),
    ...tags.mapped(Object.fromEntries(userTags.map((name) => [`ag.tags.${name}`, ['text', name] as const]))),
    [metaField]: info.rest(metaField),
  }
}

function* trace(fields: Fields, at: Position): Generator<ImportItem> {
  const info = fields.nested('info')
  const spans = fields.nested('data').each('spans')
  const [firstSpan] = spans
  const infoId = hexId(info.text('trace_id', 'trace_id', 'request_id'), traceIdBytes)
  const traceId = (firstSpan === undefined ? undefined : idOf(firstSpan, 'trace_id')) ?? infoId
  if (traceId === undefined) return yield faultItem('a trace needs an id', at)
  const root = spans.find((candidate) => !candidate.has('parent_span_id', 'parent_id')) ?? firstSpan
  const assessments = info.each('assessments')
  const rootId = root === undefined ? undefined : idOf(root, 'span_id')
  for (const assessmentFields of assessments) {
    const item =
      rootId === undefined
        ? unmappedItem('assessments of traces without spans', at)
        : assessment(assessmentFields, { target: { traceId, spanId: rootId }, at })
    if (item.kind === 'unmapped') assessmentFields.leaveOut(item.reason)
    if (item.kind === 'fault') assessmentFields.leaveOut(item.fault)
    yield item
  }
  for (const spanFields of spans) {
    const result = span(spanFields, {
      traceId,
      traceMembers: spanFields === root ? traceAttributes(info) : {},
    })
    if (typeof result === 'string') spanFields.leaveOut(result)
    yield typeof result === 'string' ? faultItem(result, at) : { at, kind: 'span', span: result }
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
  fields: Fields,
  {
    target,
    at,
  }: { readonly target: { readonly traceId: string; readonly spanId: string }; readonly at: Position },
): ImportItem {
  const isExpectation = fields.has('expectation')
  const valueFields = fields.nested('feedback', 'expectation')
  const to = isExpectation ? `${outputsField}.expected_output` : outputsField
  const value = valueFields.value(to, 'value', 'serialized_value') ?? fields.value(to, 'value')
  const startNs = fields.time('start_time', 'create_time', 'create_time_ms', 'timestamp')
  if (value === undefined) return unmappedItem('assessments without a value', at)
  if (startNs === undefined) return faultItem('the create_time of an assessment is not a time', at)
  const name = fields.text('span_name', 'assessment_name', 'name') ?? 'assessment'
  const source = fields.nested('source')
  const origin = origins.get(source.peek('source_type'))
  if (origin !== undefined) source.text('ag.flags.origin', 'source_type')
  const spanId = hexId(fields.text('links', 'span_id'), spanIdBytes)
  return annotation({
    at,
    kind: 'assessment',
    id: fields.text('span_id', 'assessment_id') ?? `${target.traceId}/${name}`,
    name,
    startNs,
    target: { ...target, ...(spanId === undefined ? {} : { spanId }) },
    origin,
    outputs: {
      [isExpectation ? 'expected_output' : outputName(value)]: value,
      comment: fields.text(`${outputsField}.comment`, 'rationale'),
    },
    fields,
  })
}

/** The version of a prompt. `name` and `aliases` may be those of the prompt, which lists its versions. */
function promptVersion(
  fields: Fields,
  { name, aliases, at }: { readonly name: string; readonly aliases: DataRecord; readonly at: Position },
): ImportItem {
  const version = fields.text('version', 'version') ?? '1'
  const messages = messagesOf(fields.json('parameters.prompt.messages', 'template'))
  if (messages === undefined) return faultItem(`version ${version} has no template`, at)
  const config = fields.nested('model_config')
  const model = config.text('parameters.prompt.llm_config.model', 'model_name', 'model')
  const settings = ['temperature', 'max_tokens', 'top_p'].flatMap((setting) => {
    const value = config.number(`parameters.prompt.llm_config.${setting}`, setting)
    return value === undefined ? [] : [[setting, value] as const]
  })
  const versionAliases = Array.isArray(fields.peek('aliases'))
    ? fields.list('environments', 'aliases').map(String)
    : []
  return {
    at,
    kind: 'prompt',
    prompt: {
      slug: slugOf(name),
      name,
      version,
      number: versionNumber(version),
      message: fields.text('message', 'commit_message'),
      labels: [
        ...versionAliases,
        ...Object.keys(aliases).filter((alias) => String(aliases[alias]) === version),
      ],
      data: {
        parameters: {
          prompt: {
            messages,
            template_format: 'curly',
            llm_config: { ...(model === undefined ? {} : { model }), ...Object.fromEntries(settings) },
          },
        },
      },
      meta: fields.rest('meta.import.fields'),
    },
  }
}

function* prompts(fields: Fields, at: Position): Generator<ImportItem> {
  const name = fields.text('application', 'name') ?? ''
  const versions = fields.each('versions')
  if (versions.length === 0) return yield promptVersion(fields, { name, aliases: {}, at })
  const aliases = fields.json('environments', 'aliases')
  for (const version of versions) {
    const item = promptVersion(version, { name, aliases: isRecord(aliases) ? aliases : {}, at })
    if (item.kind === 'fault') version.leaveOut(item.fault)
    yield item
  }
}

function* itemsOf(fields: Fields, at: Position): Generator<ImportItem> {
  if (isRecord(fields.peek('info')) && isRecord(fields.peek('data'))) yield* trace(fields, at)
  else if (fields.has('template', 'versions')) yield* prompts(fields, at)
  else yield unmappedItem('records that are neither traces nor prompts', at)
}

const read = (inputs: readonly ImportInput[]): AsyncIterable<ImportItem> =>
  mapRecords({ files: filesIn(inputs), map: (fields, { at }) => itemsOf(fields, at) })

export const mlflow: Importer = {
  source: 'mlflow',
  read,
}
