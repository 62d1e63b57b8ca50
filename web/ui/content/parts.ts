// Reads the parts of a message in the formats of the common clients: text, reasoning, media, tool calls, tool results,
// documents. Members without a meaning for the kind of a part are in its `rest`.
import { isLarge, type Large } from '../json/large/marker.ts'
import { isFields, joinedRest, membersOf, textOf, typeOf, type Fields } from './members.ts'

interface Common {
  readonly rest: Fields | undefined
}
export type Media = Common & {
  readonly kind: 'media'
  readonly modality: string
  readonly mime: string | undefined
  readonly name: string | undefined
  /** A URL, or a data URI with the content. */
  readonly url: string | undefined
  /** Base64 that is too long for the main thread and stays in the worker. */
  readonly large: Large | undefined
  readonly transcript: string | undefined
}
export type Document = Common & {
  readonly kind: 'document'
  readonly title: string | undefined
  readonly id: string | undefined
  readonly score: number | undefined
  readonly text: string
  readonly metadata: unknown
}
export type ToolCall = Common & {
  readonly kind: 'call'
  readonly id: string | undefined
  readonly name: string
  readonly input: unknown
}
export type Part =
  | (Common & { readonly kind: 'text'; readonly text: string })
  | (Common & { readonly kind: 'reasoning'; readonly text: string })
  | (Common & {
      readonly kind: 'result'
      readonly id: string | undefined
      readonly name: string | undefined
      readonly output: unknown
    })
  | Media
  | Document
  | ToolCall
  | { readonly kind: 'other'; readonly value: unknown }

const textTypes: ReadonlySet<string> = new Set([
  'text',
  'input_text',
  'output_text',
  'summary_text',
  'refusal',
])
const reasoningTypes: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'redacted_thinking'])
const callTypes: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_call',
  'tool-call',
  'function_call',
  'server_tool_use',
])
const resultTypes: ReadonlySet<string> = new Set([
  'tool_result',
  'tool-result',
  'tool_call_response',
  'function_call_output',
])
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['image', 'image'],
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['audio', 'audio'],
  ['input_audio', 'audio'],
  ['output_audio', 'audio'],
  ['video', 'video'],
  ['file', 'file'],
  ['input_file', 'file'],
  ['media', 'file'],
  ['blob', 'file'],
  ['uri', 'file'],
])

/** Whether the `type` member of a value is the type of a part. */
export const isPart = (value: unknown): value is Fields => {
  const type = isFields(value) ? textOf(value['type']) : undefined
  return (
    type !== undefined &&
    (textTypes.has(type) ||
      reasoningTypes.has(type) ||
      callTypes.has(type) ||
      resultTypes.has(type) ||
      mediaTypes.has(type))
  )
}

export const isToolCallItem = (value: unknown): value is Fields =>
  isFields(value) &&
  (callTypes.has(typeOf(value)) || resultTypes.has(typeOf(value))) &&
  ['call_id', 'id', 'toolCallId', 'tool_use_id'].some((name) => typeof value[name] === 'string')

export function callOf(call: Fields): ToolCall {
  const members = membersOf(call)
  const inner = isFields(call['function']) ? membersOf(call['function']) : undefined
  if (inner !== undefined) members.take('function')
  const callMembers = inner ?? members
  const id = members.takeText('id', 'call_id', 'toolCallId', 'tool_call_id')
  const name = callMembers.takeText('name', 'toolName') ?? 'tool'
  const input = callMembers.take('arguments', 'input', 'args')
  if (inner !== undefined || callTypes.has(typeOf(call))) members.takeText('type')
  return { kind: 'call', id, name, input, rest: joinedRest(members.rest(), inner?.rest(), 'function') }
}

function resultOf(value: Fields): Part {
  const members = membersOf(value)
  members.takeText('type')
  return {
    kind: 'result',
    id: members.takeText('tool_use_id', 'call_id', 'id', 'toolCallId', 'tool_call_id'),
    name: members.takeText('name', 'toolName'),
    output: members.take('content', 'result', 'response', 'output'),
    rest: members.rest(),
  }
}

/** Members that may contain the media of a part. */
const mediaHolders = [
  'image_url',
  'image',
  'source',
  'file',
  'input_audio',
  'audio',
  'inline_data',
  'inlineData',
]

const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(text)

/** Media types by the first characters of their base64. */
const base64Starts: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
]
const typeOfBase64 = (data: string): string | undefined =>
  base64Starts.find(([start]) => data.startsWith(start))?.[1]

export function mediaOf(value: Fields, modality: string): Part {
  const members = membersOf(value)
  members.takeText('type')
  const holder = members.take(...mediaHolders)
  const inner = isFields(holder) ? membersOf(holder) : undefined
  const mediaMembers = inner ?? members
  const urlOrBase64 =
    textOf(holder) ??
    mediaMembers.takeText('url', 'uri', 'file_uri', 'fileUri', 'file_url', 'file_data', 'data', 'content')
  const large = isLarge(holder)
    ? holder
    : urlOrBase64 === undefined
      ? mediaMembers.take('data', 'content', 'file_data', 'url')
      : undefined
  const statedMime =
    mediaMembers.takeText('mime_type', 'media_type', 'mediaType', 'mimeType') ??
    members.takeText('mime_type', 'media_type', 'mediaType', 'mimeType')
  const mime =
    statedMime ??
    /^data:([^;,]+)/.exec(urlOrBase64 ?? '')?.[1] ??
    (urlOrBase64 === undefined ? undefined : typeOfBase64(urlOrBase64))
  const url =
    urlOrBase64 === undefined || isUrl(urlOrBase64)
      ? urlOrBase64
      : `data:${mime ?? (modality === 'image' ? 'image/png' : 'application/octet-stream')};base64,${urlOrBase64}`
  const name =
    mediaMembers.takeText('filename', 'name', 'title', 'file_id') ?? members.takeText('filename', 'file_id')
  const transcript = mediaMembers.takeText('transcript')
  const innerRest = inner?.rest()
  if (url === undefined && !isLarge(large) && name === undefined && transcript === undefined) {
    return { kind: 'other', value }
  }
  return {
    kind: 'media',
    modality: members.takeText('modality') ?? mime?.split('/')[0]?.replace('application', 'file') ?? modality,
    mime,
    name,
    url,
    large: isLarge(large) ? large : undefined,
    transcript,
    rest: joinedRest(members.rest(), innerRest, 'source'),
  }
}

/** Reads a document in the formats of retrievers and clients. */
export function documentOf(value: unknown): Document | undefined {
  if (!isFields(value) || 'role' in value) return undefined
  const members = membersOf(value)
  const nestedValue = value['document'] ?? value['node']
  const inner = isFields(nestedValue) ? membersOf(nestedValue) : undefined
  if (inner !== undefined) members.take('document', 'node')
  const documentMembers = inner ?? members
  const source = isFields(value['source']) ? textOf(value['source']['data']) : undefined
  const text =
    documentMembers.takeText('content', 'text', 'page_content', 'pageContent') ??
    (source === undefined ? undefined : '')
  if (text === undefined) return undefined
  if (value['type'] === 'document') members.takeText('type')
  return {
    kind: 'document',
    title: documentMembers.takeText('title', 'name') ?? members.takeText('title'),
    id: documentMembers.takeText('id', 'document_id', 'id_') ?? members.takeText('id', 'document_id'),
    score:
      members.takeNumber('score', 'relevance_score') ??
      documentMembers.takeNumber('score', 'relevance_score'),
    text,
    metadata: documentMembers.take('metadata') ?? members.take('metadata'),
    rest: joinedRest(members.rest(), inner?.rest(), 'document'),
  }
}

function partOf(value: unknown): Part {
  if (typeof value === 'string') return { kind: 'text', text: value, rest: undefined }
  if (!isFields(value)) return { kind: 'other', value }
  const type = typeOf(value)
  if (callTypes.has(type)) return callOf(value)
  if (resultTypes.has(type)) return resultOf(value)
  const modality = mediaTypes.get(type)
  if (modality !== undefined) return mediaOf(value, modality)
  if (type === 'document') return documentOf(value) ?? mediaOf(value, 'file')
  const members = membersOf(value)
  const text = members.takeText('text', 'content', 'thinking', 'reasoning', 'refusal', 'data')
  if (reasoningTypes.has(type)) {
    members.takeText('type')
    const summary = members.take('summary')
    const texts = [...(text === undefined ? [] : [text]), ...reasoningTexts(summary)]
    return texts.length === 0
      ? { kind: 'other', value }
      : { kind: 'reasoning', text: texts.join('\n'), rest: members.rest() }
  }
  if (text === undefined) return { kind: 'other', value }
  if (textTypes.has(type)) members.takeText('type')
  return { kind: 'text', text, rest: members.rest() }
}

/** The texts of `[{type: 'summary_text', text}]`. */
const reasoningTexts = (summary: unknown): readonly string[] =>
  (Array.isArray(summary) ? summary : []).flatMap((one: unknown) =>
    isFields(one) ? (textOf(one['text']) ?? JSON.stringify(one)) : typeof one === 'string' ? one : [],
  )

export function partsOf(content: unknown): readonly Part[] {
  if (content === undefined || content === null || content === '') return []
  return Array.isArray(content) ? content.map(partOf) : [partOf(content)]
}
