// Imports from Phoenix: spans (Parquet with columns `context.trace_id`, `attributes.…`, or JSON) with their events, annotations
// of spans, datasets as JSON lines, CSV or the answer of `/examples`, and versions of prompts. Attributes of spans follow
// OpenInference, which the server maps, so they are passed through.
import { annotation, metaField, outputsField, type Origin } from '../mapping/annotation.ts'
import { answerColumn, caseRow, rowOf } from '../mapping/case-row.ts'
import { filesIn, type ImportInput, type SourceFile } from '../files.ts'
import {
  fault,
  slugOf,
  unmapped,
  type ImportedEvent,
  type ImportedRow,
  type Importer,
  type Place,
  type ImportItem,
} from '../importer.ts'
import { mapRecords, type MapRecord } from '../mapping/map-records.ts'
import { messagesOf } from '../mapping/prompt-messages.ts'
import { fieldText, type Fields } from '../reading/fields.ts'
import { bareName } from '../reading/paths.ts'
import { isRecord, type Read, type Record } from '../reading/record.ts'
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

function attributesOf(from: Fields): Record {
  const columns = Object.keys(from.record).filter((name) => name.startsWith(attributeColumn))
  const attributes = from.json('attributes', 'attributes')
  const pairs = [
    ...columns.map((name) => {
      const key = name.slice(attributeColumn.length)
      return [key, from.json(key, name)] as const
    }),
    ...Object.entries(isRecord(attributes) ? attributes : {}),
  ]
  return Object.fromEntries(pairs.flatMap(([name, value]) => [...flatten(value, name)]))
}

/** Exceptions and other events. An event without a time happened when its span ended. */
const eventsOf = (from: Fields, endNs: bigint): readonly ImportedEvent[] =>
  from.each('events').map((event) => {
    const attributes = event.json('events', 'attributes')
    return {
      name: event.text('events', 'name') ?? 'event',
      timeNs: event.time('events', 'timestamp', 'time') ?? endNs,
      attributes: { ...(isRecord(attributes) ? attributes : {}), ...event.rest('events') },
    }
  })

function span(from: Fields, at: Place): ImportItem {
  const context = from.nested('context')
  const traceId =
    from.text('trace_id', 'context.trace_id', 'trace_id') ?? context.text('trace_id', 'trace_id')
  const spanId = from.text('span_id', 'context.span_id', 'span_id') ?? context.text('span_id', 'span_id')
  const startNs = from.time('start_time', 'start_time')
  if (traceId === undefined || spanId === undefined)
    return fault('a span needs context.trace_id and context.span_id', at)
  if (startNs === undefined) return fault('its start_time is no time', at)
  const endNs = from.time('end_time', 'end_time') ?? startNs
  const isFailed =
    from.peek('status_code') === 'ERROR' && from.text('status_code', 'status_code') !== undefined
  return {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: from.text('parent_id', 'parent_id'),
      name: from.text('span_name', 'name') ?? 'span',
      startNs,
      endNs,
      failed: isFailed ? (from.text('status_message', 'status_message') ?? '') : undefined,
      events: eventsOf(from, endNs),
      attributes: {
        ...from.mapped({ 'openinference.span.kind': ['text', 'span_kind'] }),
        ...attributesOf(from),
        [metaField]: from.rest(metaField),
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
const isPrefixed = (from: Fields): boolean =>
  !from.has(...exampleNames.inputs) && Object.keys(from.record).some((name) => /^input[._]/.test(name))

function prefixedRow(from: Fields, tags: Record): ImportedRow | undefined {
  const parts = { input: new Map<string, unknown>(), output: new Map(), metadata: new Map() }
  for (const column of Object.keys(from.record)) {
    const [, part, name] = prefixedName.exec(column) ?? []
    if (name === undefined || (part !== 'input' && part !== 'output' && part !== 'metadata')) continue
    const value = from.value(
      part === 'metadata' ? `tags.${name}` : part === 'input' ? name : answerColumn,
      column,
    )
    if (value !== undefined) parts[part].set(name, value)
  }
  if (parts.input.size === 0) return undefined
  return rowOf(from, {
    input: Object.fromEntries(parts.input),
    output: parts.output.size === 0 ? undefined : Object.fromEntries(parts.output),
    tags: { ...tags, ...Object.fromEntries(parts.metadata) },
    id: exampleNames.id,
  })
}

function example(
  from: Fields,
  { testset, at }: { readonly testset: string; readonly at: Place },
): ImportItem {
  const splits = from.json('tags.split', 'splits', 'split')
  const tags = splits === undefined ? {} : { split: [splits].flat().map(String).join(',') }
  const row = isPrefixed(from) ? prefixedRow(from, tags) : caseRow(from, { ...exampleNames, moreTags: tags })
  return row === undefined ? fault('an example needs an input', at) : { at, kind: 'row', testset, row }
}

const origins: ReadonlyMap<unknown, Origin> = new Map([
  ['HUMAN', 'human'],
  ['LLM', 'auto'],
  ['CODE', 'auto'],
])

type TraceOfSpan = ReadonlyMap<string, string>

/** An annotation of a span. It names only the span; its trace is known from the spans of the same import. */
function spanAnnotation(
  from: Fields,
  { at, traces }: { readonly at: Place; readonly traces: TraceOfSpan },
): ImportItem {
  const spanId = from.text('links', 'span_id', 'context.span_id') ?? ''
  const traceId = from.text('links', 'trace_id', 'context.trace_id') ?? traces.get(spanId)
  if (traceId === undefined) return unmapped('annotations of spans that are not in the files', at)
  const startNs = from.time('start_time', 'created_at', 'updated_at') ?? 0n
  const name = from.text('span_name', 'name', 'annotation_name') ?? 'annotation'
  const result = from.has('result') ? from.nested('result') : from
  const origin = origins.get(from.peek('annotator_kind'))
  if (origin !== undefined) from.text('ag.flags.origin', 'annotator_kind')
  return annotation({
    at,
    kind: 'annotation',
    id: from.text('span_id', 'id') ?? `${spanId}/${name}/${fieldText(from.record, 'identifier') ?? ''}`,
    name,
    startNs,
    target: { traceId, spanId },
    origin,
    outputs: {
      score: result.number(outputsField, 'score'),
      label: result.text(`${outputsField}.label`, 'label'),
      comment: result.text(`${outputsField}.comment`, 'explanation'),
    },
    from,
  })
}

const templateFormats: ReadonlyMap<unknown, string> = new Map([
  ['MUSTACHE', 'mustache'],
  ['F_STRING', 'fstring'],
])

const isPrompt = (from: Fields): boolean =>
  from.has('template') && from.has('template_type', 'template_format')

/** A version of a prompt. The answer does not name its prompt: the file does. */
function promptVersion(
  from: Fields,
  { at, slug, number }: { readonly at: Place; readonly slug: string; readonly number: number },
): ImportItem {
  const template = from.nested('template')
  const target = 'parameters.prompt.messages'
  const messages = messagesOf(template.json(target, 'messages', 'template'))
  if (messages === undefined) return fault('its template has neither messages nor text', at)
  const format = templateFormats.get(from.peek('template_format'))
  if (format !== undefined) from.text('parameters.prompt.template_format', 'template_format')
  const parameters = from.nested('invocation_parameters')
  const settings = parameters.nested(parameters.text('parameters.prompt.llm_config', 'type') ?? '')
  const model = from.text('parameters.prompt.llm_config.model', 'model_name')
  return {
    at,
    kind: 'prompt',
    prompt: {
      slug,
      version: from.text('version', 'id') ?? '',
      number,
      labels: [],
      message: from.text('message', 'description'),
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
      meta: from.rest('meta.import.fields'),
    },
  }
}

/** The records of a file, the last one first: versions of prompts come newest first. */
async function* newestLast(file: SourceFile): AsyncGenerator<Read> {
  const records: Read[] = []
  for await (const record of recordsOf(file)) records.push(record)
  yield* records.toReversed()
}

const isAnnotation = (from: Fields): boolean =>
  from.has('span_id', 'context.span_id') && from.has('annotator_kind', 'annotation_name', 'result')

function* itemsOf(
  from: Fields,
  { at, testset }: { readonly at: Place; readonly testset: string },
): Generator<ImportItem> {
  if (from.has('context.trace_id', 'context', 'span_id')) return yield span(from, at)
  if (from.has('input', 'inputs', 'messages') || isPrefixed(from)) return yield example(from, { testset, at })
  // The answer of `/examples`: the list of one version.
  for (const list of [from, from.nested('data')]) {
    const examples = list.each('examples')
    if (examples.length === 0) continue
    for (const exampleFields of examples) {
      const item = example(exampleFields, { testset, at })
      if (item.kind === 'fault') exampleFields.leave(item.fault)
      yield item
    }
    return
  }
  yield unmapped('records that are neither spans, annotations, examples nor versions of prompts', at)
}

async function* read(inputs: readonly ImportInput[]): AsyncGenerator<ImportItem> {
  const files = filesIn(inputs)
  const traces = new Map<string, string>()
  const promptFiles = new Set<SourceFile>()
  let hasAnnotations = false
  const spans: MapRecord = (from, { at, file }) => {
    if (isPrompt(from)) return void promptFiles.add(file)
    const isLater = isAnnotation(from)
    hasAnnotations ||= isLater
    return isLater ? undefined : itemsOf(from, { at, testset: slugOf(bareName(file.path)) })
  }
  for await (const item of mapRecords({ files, map: spans })) {
    if (item.kind === 'span') traces.set(item.span.spanId, item.span.traceId)
    yield item
  }
  for (const file of promptFiles) {
    const slug = slugOf(bareName(file.path))
    let number = 0
    const versions: MapRecord = (from, { at }) =>
      isPrompt(from) ? [promptVersion(from, { at, slug, number: (number += 1) })] : undefined
    yield* mapRecords({ files: [file], read: newestLast, skipsUnreadable: true, map: versions })
  }
  const annotations: MapRecord = (from, { at }) =>
    isAnnotation(from) ? [spanAnnotation(from, { at, traces })] : undefined
  if (hasAnnotations) yield* mapRecords({ files, map: annotations, skipsUnreadable: true })
}

export const phoenix: Importer = {
  source: 'phoenix',
  read,
}
