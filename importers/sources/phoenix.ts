// Imports from Phoenix: spans (Parquet with columns `context.trace_id`, `attributes.…`, or JSON) with their events, annotations
// of spans, datasets as JSON lines, CSV or the answer of `/examples`, and versions of prompts. Attributes of spans follow
// OpenInference, which the server maps, so they are passed through.
import { annotation, metaField, outputsField, type Origin } from '../mapping/annotation.ts'
import { answerColumn, caseRow, rowOf } from '../mapping/case-row.ts'
import { filesIn, type ImportInput, type SourceFile } from '../files.ts'
import {
  faultItem,
  slugOf,
  unmappedItem,
  type ImportedEvent,
  type ImportedRow,
  type Importer,
  type Position,
  type ImportItem,
} from '../importer.ts'
import { mapRecords, type MapRecord } from '../mapping/map-records.ts'
import { messagesOf } from '../mapping/prompt-messages.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { nameWithoutExtensions } from '../reading/paths.ts'
import { isRecord, type ReadResult, type DataRecord } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'

/** Nested members as dotted keys, as instrumentations send them; lists of objects are numbered. */
function* flatten(value: unknown, key: string): Generator<readonly [string, unknown]> {
  if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) yield* flatten(member, `${key}.${name}`)
  } else if (Array.isArray(value) && value.some(isRecord)) {
    for (const [i, member] of value.entries()) yield* flatten(member, `${key}.${i}`)
  } else if (value !== undefined && value !== null) {
    yield [key, value]
  }
}

const attributeColumn = 'attributes.'

function attributesOf(fields: Fields): DataRecord {
  const columns = Object.keys(fields.record).filter((name) => name.startsWith(attributeColumn))
  const attributes = fields.json('attributes', 'attributes')
  const pairs = [
    ...columns.map((name) => {
      const key = name.slice(attributeColumn.length)
      return [key, fields.json(key, name)] as const
    }),
    ...Object.entries(isRecord(attributes) ? attributes : {}),
  ]
  return Object.fromEntries(pairs.flatMap(([name, value]) => [...flatten(value, name)]))
}

/** Exceptions and other events. An event without a time happened when its span ended. */
const eventsOf = (fields: Fields, endNs: bigint): readonly ImportedEvent[] =>
  fields.each('events').map((event) => {
    const attributes = event.json('events', 'attributes')
    return {
      name: event.text('events', 'name') ?? 'event',
      timeNs: event.time('events', 'timestamp', 'time') ?? endNs,
      attributes: { ...(isRecord(attributes) ? attributes : {}), ...event.rest('events') },
    }
  })

function span(fields: Fields, at: Position): ImportItem {
  const context = fields.nested('context')
  const traceId =
    fields.text('trace_id', 'context.trace_id', 'trace_id') ?? context.text('trace_id', 'trace_id')
  const spanId = fields.text('span_id', 'context.span_id', 'span_id') ?? context.text('span_id', 'span_id')
  const startNs = fields.time('start_time', 'start_time')
  if (traceId === undefined || spanId === undefined)
    return faultItem('a span needs context.trace_id and context.span_id', at)
  if (startNs === undefined) return faultItem('its start_time is not a time', at)
  const endNs = fields.time('end_time', 'end_time') ?? startNs
  const isFailed =
    fields.peek('status_code') === 'ERROR' && fields.text('status_code', 'status_code') !== undefined
  return {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: fields.text('parent_id', 'parent_id'),
      name: fields.text('span_name', 'name') ?? 'span',
      startNs,
      endNs,
      errorMessage: isFailed ? (fields.text('status_message', 'status_message') ?? '') : undefined,
      events: eventsOf(fields, endNs),
      attributes: {
        ...fields.mapped({ 'openinference.span.kind': ['text', 'span_kind'] }),
        ...attributesOf(fields),
        [metaField]: fields.rest(metaField),
      },
    },
  }
}

const exampleNames = {
  inputs: ['input', 'inputs', 'messages'],
  outputs: ['output', 'outputs', 'reference', 'ideal'],
  tags: ['metadata'],
  id: ['id', 'example_id', 'node_id'],
}

/** A CSV download has columns with prefixes: `input.question`, `output.answer`, `metadata.level`; older ones have `input_question`. */
const prefixedName = /^(input|output|metadata)[._](.+)$/
const isPrefixed = (fields: Fields): boolean =>
  !fields.has(...exampleNames.inputs) && Object.keys(fields.record).some((name) => /^input[._]/.test(name))

function prefixedRow(fields: Fields, tags: DataRecord): ImportedRow | undefined {
  const parts = { input: new Map<string, unknown>(), output: new Map(), metadata: new Map() }
  for (const column of Object.keys(fields.record)) {
    const [, part, name] = prefixedName.exec(column) ?? []
    if (name === undefined || (part !== 'input' && part !== 'output' && part !== 'metadata')) continue
    const value = fields.value(
      part === 'metadata' ? `tags.${name}` : part === 'input' ? name : answerColumn,
      column,
    )
    if (value !== undefined) parts[part].set(name, value)
  }
  if (parts.input.size === 0) return undefined
  return rowOf(fields, {
    input: Object.fromEntries(parts.input),
    output: parts.output.size === 0 ? undefined : Object.fromEntries(parts.output),
    tags: { ...tags, ...Object.fromEntries(parts.metadata) },
    id: exampleNames.id,
  })
}

function example(
  fields: Fields,
  { testset, at }: { readonly testset: string; readonly at: Position },
): ImportItem {
  const splits = fields.json('tags.split', 'splits', 'split')
  const tags = splits === undefined ? {} : { split: [splits].flat().map(String).join(',') }
  const row = isPrefixed(fields)
    ? prefixedRow(fields, tags)
    : caseRow(fields, { ...exampleNames, extraTags: tags })
  return row === undefined ? faultItem('an example needs an input', at) : { at, kind: 'row', testset, row }
}

const origins: ReadonlyMap<unknown, Origin> = new Map([
  ['HUMAN', 'human'],
  ['LLM', 'auto'],
  ['CODE', 'auto'],
])

type TraceOfSpan = ReadonlyMap<string, string>

/** An annotation of a span. It names only the span; its trace is known from the spans of the same import. */
function spanAnnotation(
  fields: Fields,
  { at, traces }: { readonly at: Position; readonly traces: TraceOfSpan },
): ImportItem {
  const spanId = fields.text('links', 'span_id', 'context.span_id') ?? ''
  const traceId = fields.text('links', 'trace_id', 'context.trace_id') ?? traces.get(spanId)
  if (traceId === undefined) return unmappedItem('annotations of spans that are not in the files', at)
  const startNs = fields.time('start_time', 'created_at', 'updated_at') ?? 0n
  const name = fields.text('span_name', 'name', 'annotation_name') ?? 'annotation'
  const result = fields.has('result') ? fields.nested('result') : fields
  const origin = origins.get(fields.peek('annotator_kind'))
  if (origin !== undefined) fields.text('ag.flags.origin', 'annotator_kind')
  return annotation({
    at,
    kind: 'annotation',
    id: fields.text('span_id', 'id') ?? `${spanId}/${name}/${fieldText(fields.record, 'identifier') ?? ''}`,
    name,
    startNs,
    target: { traceId, spanId },
    origin,
    outputs: {
      score: result.number(outputsField, 'score'),
      label: result.text(`${outputsField}.label`, 'label'),
      comment: result.text(`${outputsField}.comment`, 'explanation'),
    },
    fields,
  })
}

const templateFormats: ReadonlyMap<unknown, string> = new Map([
  ['MUSTACHE', 'mustache'],
  ['F_STRING', 'fstring'],
])

const isPrompt = (fields: Fields): boolean =>
  fields.has('template') && fields.has('template_type', 'template_format')

/** A version of a prompt. The answer does not name its prompt: the file does. */
function promptVersion(
  fields: Fields,
  { at, slug, number }: { readonly at: Position; readonly slug: string; readonly number: number },
): ImportItem {
  const template = fields.nested('template')
  const target = 'parameters.prompt.messages'
  const messages = messagesOf(template.json(target, 'messages', 'template'))
  if (messages === undefined) return faultItem('its template has neither messages nor text', at)
  const format = templateFormats.get(fields.peek('template_format'))
  if (format !== undefined) fields.text('parameters.prompt.template_format', 'template_format')
  const parameters = fields.nested('invocation_parameters')
  const settings = parameters.nested(parameters.text('parameters.prompt.llm_config', 'type') ?? '')
  const model = fields.text('parameters.prompt.llm_config.model', 'model_name')
  return {
    at,
    kind: 'prompt',
    prompt: {
      slug,
      version: fields.text('version', 'id') ?? '',
      number,
      labels: [],
      message: fields.text('message', 'description'),
      data: {
        parameters: {
          prompt: {
            messages,
            ...(format === undefined ? {} : { template_format: format }),
            llm_config: {
              ...(model === undefined ? {} : { model }),
              ...settings.rest('parameters.prompt.llm_config'),
            },
          },
        },
      },
      meta: fields.rest('meta.import.fields'),
    },
  }
}

/** The records of a file, the last one first: versions of prompts come newest first. */
async function* newestLast(file: SourceFile): AsyncGenerator<ReadResult> {
  const records: ReadResult[] = []
  for await (const record of recordsOf(file)) records.push(record)
  yield* records.toReversed()
}

const isAnnotation = (fields: Fields): boolean =>
  fields.has('span_id', 'context.span_id') && fields.has('annotator_kind', 'annotation_name', 'result')

function* itemsOf(
  fields: Fields,
  { at, testset }: { readonly at: Position; readonly testset: string },
): Generator<ImportItem> {
  if (fields.has('context.trace_id', 'context', 'span_id')) return yield span(fields, at)
  if (fields.has('input', 'inputs', 'messages') || isPrefixed(fields))
    return yield example(fields, { testset, at })
  // The answer of `/examples`: the list of one version.
  for (const list of [fields, fields.nested('data')]) {
    const examples = list.each('examples')
    if (examples.length === 0) continue
    for (const exampleFields of examples) {
      const item = example(exampleFields, { testset, at })
      if (item.kind === 'fault') exampleFields.leaveOut(item.fault)
      yield item
    }
    return
  }
  yield unmappedItem('records that are neither spans, annotations, examples nor versions of prompts', at)
}

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  const files = filesIn(inputs)
  const traces = new Map<string, string>()
  const promptFiles = new Set<SourceFile>()
  let hasAnnotations = false
  const mapSpan: MapRecord = (fields, { at, file }) => {
    if (isPrompt(fields)) return void promptFiles.add(file)
    const isAnnotationRecord = isAnnotation(fields)
    hasAnnotations ||= isAnnotationRecord
    return isAnnotationRecord
      ? undefined
      : itemsOf(fields, { at, testset: slugOf(nameWithoutExtensions(file.path)) })
  }
  for await (const item of mapRecords({ files, map: mapSpan })) {
    if (item.kind === 'span') traces.set(item.span.spanId, item.span.traceId)
    yield item
  }
  for (const file of promptFiles) {
    const slug = slugOf(nameWithoutExtensions(file.path))
    let number = 0
    const mapVersion: MapRecord = (fields, { at }) =>
      isPrompt(fields) ? [promptVersion(fields, { at, slug, number: (number += 1) })] : undefined
    yield* mapRecords({ files: [file], read: newestLast, skipsUnreadable: true, map: mapVersion })
  }
  const mapAnnotation: MapRecord = (fields, { at }) =>
    isAnnotation(fields) ? [spanAnnotation(fields, { at, traces })] : undefined
  if (hasAnnotations) yield* mapRecords({ files, map: mapAnnotation, skipsUnreadable: true })
}

export const phoenix: Importer = {
  source: 'phoenix',
  read,
}
