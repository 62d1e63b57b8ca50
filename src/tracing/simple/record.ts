// Simple traces: a trace of one span, viewed as a flat record. Feedback, annotations and one-off invocations are
// created this way. Any other trace can be read through the same view, by its first root span. Start here (the record
// and its span), then edit.ts (changes), query.ts (lists).
import type { SentRow, SpanRow } from '../../storage/contract/contract.ts'
import type { RowOrigin } from '../ingest/rows/batch.ts'
import { isoOfRow, recordOfRow } from '../ingest/rows/span-row.ts'
import { isObject, valueAt, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'
import { atOnce, type Sliced } from '../../kernel/sliced.ts'
import { inSlices } from '../../kernel/time-slices.ts'

export const origins = ['custom', 'human', 'auto'] as const
export const kinds = ['adhoc', 'eval', 'play'] as const
export const channels = ['api', 'otlp', 'web', 'sdk'] as const

export interface SimpleClassification {
  readonly origin: (typeof origins)[number]
  readonly kind: (typeof kinds)[number]
  readonly channel: (typeof channels)[number]
}

export interface SimpleLink {
  readonly traceId: string
  readonly spanId: string
  /** `key` is the name of the link. */
  readonly attributes?: ValueObject
}

/** Links, and whether the client sent them as a list or as an object by name. Answers use the same form. */
export interface SimpleLinks {
  readonly form: 'object' | 'list'
  readonly items: readonly SimpleLink[]
}

export interface SimpleContent {
  readonly data: ValueObject
  /** References by key. */
  readonly references: ValueObject
  readonly selector: ValueObject | undefined
  readonly links: SimpleLinks
  readonly tags: ValueObject | undefined
  readonly meta: ValueObject | undefined
}

export interface NewSimpleTrace extends SimpleClassification, SimpleContent {
  readonly traceId: string
  readonly spanId: string
  readonly at: string
  /** The declared type. If undefined, the links decide. */
  readonly traceType: 'annotation' | 'invocation' | undefined
}

/** The `form` of rows of simple traces. */
export const simpleForm = 'simple'

/** Facts about the request that the span itself cannot express. The row stores them. */
interface Note {
  readonly links: SimpleLinks['form']
  /** Members that were sent as `{}`. */
  readonly empty: readonly ('tags' | 'meta')[]
  /** Members of `data` in the order sent. Absent on rows of earlier versions. */
  readonly data?: readonly string[]
  /** The outputs had the single member `__default__`, which the canonical form removes. */
  readonly wrapped?: boolean
  /** JSON texts as sent, for members that the canonical form parses. */
  readonly texts?: ValueObject
}

const isEmpty = (object: ValueObject | undefined): boolean =>
  object !== undefined && Object.keys(object).length === 0

/** JSON texts instead of objects. The canonical form parses them. */
const textsOf = (data: ValueObject): ValueObject =>
  Object.fromEntries(
    ['inputs', 'parameters', 'internals'].flatMap((name) => {
      const value = ownMember(data, name)
      return typeof value === 'string' && value.trimStart().startsWith('{') ? [[name, value]] : []
    }),
  )

const wrapper = '__default__'

const isWrapped = (outputs: Value | undefined): boolean =>
  isObject(outputs) && Object.keys(outputs).length === 1 && Object.hasOwn(outputs, wrapper)

export function originOf({
  data,
  links,
  tags,
  meta,
}: Pick<SimpleContent, 'data' | 'links' | 'tags' | 'meta'>): RowOrigin {
  const emptyMembers = Object.entries({ tags, meta }).flatMap(([name, object]) =>
    isEmpty(object) ? [name] : [],
  )
  const isWrappedOutput = isWrapped(data['outputs'])
  const note = {
    links: links.form,
    empty: emptyMembers,
    data: Object.keys(data),
    ...(isWrappedOutput ? { wrapped: isWrappedOutput } : {}),
  }
  const texts = textsOf(data)
  return {
    form: simpleForm,
    native: JSON.stringify(note),
    adapters: [],
    ...(isEmpty(texts) ? {} : { texts }),
  }
}

export const noteOf = (row: Pick<SpanRow, 'form' | 'native'>): Note | undefined =>
  row.form === simpleForm ? (JSON.parse(row.native) as Note) : undefined

/** The slug of the producing entity, else the type of the trace. */
export function simpleName(content: Pick<SimpleContent, 'references' | 'links'>, type?: string): string {
  const slug = (key: string): string | undefined => {
    const value = valueAt(content.references, [key, 'slug'])
    return typeof value === 'string' ? value : undefined
  }
  const word = type ?? (content.links.items.length > 0 ? 'annotation' : 'invocation')
  return slug('evaluator') ?? slug('application') ?? word
}

export const linkRecords = ({ items }: SimpleLinks): readonly ValueObject[] =>
  items.map(({ traceId, spanId, attributes }) => ({
    trace_id: traceId,
    span_id: spanId,
    ...(attributes === undefined ? {} : { attributes }),
  }))

/** The span record of a simple trace. */
export function simpleSpan(trace: NewSimpleTrace): ValueObject {
  const { origin, kind, channel, data, references, selector, tags, meta, traceType } = trace
  const flags = {
    is_feedback: origin === 'human',
    is_custom: origin === 'custom',
    is_evaluation: kind === 'eval',
    is_sdk: channel === 'sdk',
    is_web: channel === 'web',
    origin,
    kind,
    channel,
  }
  return {
    trace_id: trace.traceId,
    span_id: trace.spanId,
    span_name: simpleName(trace, traceType),
    start_time: trace.at,
    end_time: trace.at,
    attributes: {
      ag: {
        type: { span: 'task', ...(traceType === undefined ? {} : { trace: traceType }) },
        data,
        references,
        flags,
        ...(selector === undefined ? {} : { selector }),
        ...(tags === undefined ? {} : { tags }),
        ...(meta === undefined ? {} : { meta }),
      },
    },
    links: linkRecords(trace.links),
  }
}

/** A member as sent: the supported values merged with those set aside. */
export function sentMember(ag: ValueObject, name: string): ValueObject {
  return mergedMembers(objectAt(ag, [name]), objectAt(ag, ['unsupported', name]))
}

/** Members that are read between two pauses. */
const sliceMembers = 4096

/** `data` as sent, with the changes of the canonical form undone. */
export const sentData = (row: SentRow, ag: ValueObject): ValueObject => atOnce(readData(noteOf(row), ag))

function* readData(note: Note | undefined, ag: ValueObject): Sliced<ValueObject> {
  const members = sentMember(ag, 'data')
  const { data: names, wrapped, texts = {} } = note ?? {}
  if (names === undefined) return members
  const data: OpenObject = {}
  for (const [i, name] of names.entries()) {
    if (i % sliceMembers === 0) yield
    const value = ownMember(texts, name) ?? ownMember(members, name)
    if (value === undefined) continue
    setOwn(data, name, name === 'outputs' && wrapped === true ? { [wrapper]: value } : value)
  }
  return data
}

const objectAt = (value: Value, path: readonly string[]): ValueObject => {
  const member = valueAt(value, path)
  return isObject(member) ? member : {}
}

function mergedMembers(supported: ValueObject, unsupported: ValueObject): ValueObject {
  if (isEmpty(unsupported)) return supported
  if (isEmpty(supported)) return unsupported
  const allMembers: OpenObject = { ...supported }
  for (const [name, value] of Object.entries(unsupported)) {
    const ownValue = ownMember(supported, name)
    setOwn(allMembers, name, isObject(ownValue) && isObject(value) ? mergedMembers(ownValue, value) : value)
  }
  return allMembers
}

export function classificationOf(row: Pick<SpanRow, 'form'>, ag: ValueObject): SimpleClassification {
  const flags = objectAt(ag, ['flags'])
  const flagWord = <W extends string>(words: readonly W[], name: string): W | undefined =>
    words.find((word) => word === ownMember(flags, name))
  const channel = flags['is_sdk'] === true ? 'sdk' : flags['is_web'] === true ? 'web' : undefined
  return {
    origin: flagWord(origins, 'origin') ?? (flags['is_feedback'] === true ? 'human' : 'custom'),
    kind: flagWord(kinds, 'kind') ?? (flags['is_evaluation'] === true ? 'eval' : 'adhoc'),
    channel: flagWord(channels, 'channel') ?? channel ?? (row.form === 'otlp' ? 'otlp' : 'api'),
  }
}

const nameOf = (link: ValueObject): string | undefined => {
  const name = valueAt(link, ['attributes', 'key'])
  return typeof name === 'string' ? name : undefined
}

/** Links by name if every name is unique, else (or if they were sent as a list) as a list. */
function wireLinks(links: readonly ValueObject[], form: SimpleLinks['form'] | undefined): Value {
  const names = links.map(nameOf)
  const isNamed = names.every((name) => name !== undefined) && new Set(names).size === names.length
  if (form === 'list' || !isNamed) return links
  const byName: OpenObject = {}
  for (const link of links) {
    setOwn(byName, nameOf(link) ?? '', {
      trace_id: link['trace_id'] ?? null,
      span_id: link['span_id'] ?? null,
    })
  }
  return byName
}

/** The flat record of a stored span. Write it with `valueText`. */
export const simpleRecord = (row: SentRow): ValueObject => atOnce(readRecord(row))

/** The same for a span that may be large. */
export const simpleRecordInSlices = (row: SentRow): Promise<ValueObject> => inSlices(readRecord(row))

function* readRecord(row: SentRow): Sliced<ValueObject> {
  const spanRecord = recordOfRow(row)
  yield
  const ag = objectAt(spanRecord, ['attributes', 'ag'])
  const note = noteOf(row)
  const links = Array.isArray(spanRecord['links']) ? (spanRecord['links'] as readonly ValueObject[]) : []
  const selector = objectAt(ag, ['selector'])
  const record: OpenObject = {
    trace_id: row.trace_id,
    span_id: row.span_id,
    ...classificationOf(row, ag),
    data: yield* readData(note, ag),
    references: {
      ...objectAt(ag, ['references']),
      ...(isEmpty(selector) ? {} : { selector }),
    },
    links: wireLinks(links, note?.links),
  }
  for (const name of ['tags', 'meta'] as const) {
    const member = sentMember(ag, name)
    if (!isEmpty(member) || note?.empty.includes(name) === true) record[name] = member
  }
  record['created_at'] = isoOfRow(row.created_at)
  for (const name of ['created_by_id', 'updated_at', 'updated_by_id'] as const) {
    if (row[name] !== null) record[name] = name === 'updated_at' ? isoOfRow(row[name]) : row[name]
  }
  return record
}
