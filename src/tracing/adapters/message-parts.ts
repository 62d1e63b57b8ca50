// Parts of a message in the formats of the gen_ai conventions, OpenAI, Anthropic, Bedrock, Gemini and the Vercel AI
// SDK. Each becomes one of a few kinds, from which gen-ai-messages.ts assembles messages. docs/traces.md ("Message
// parts") describes the result.
import { ownMember, setOwn } from '../../kernel/own.ts'
import { isList, isObject, valueText, type OpenObject, type Value, type ValueObject } from '../value.ts'

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** `{type: 'image_url', image_url: {url}}` or `{type: 'file', file: {…}}`. */
  | { readonly kind: 'media'; readonly value: ValueObject }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'call'; readonly value: ValueObject }
  /** A separate message with role `tool`. */
  | { readonly kind: 'result'; readonly value: ValueObject }
  | { readonly kind: 'other'; readonly value: Value }

/** The members that are present, in order. */
export const presentMembers = (members: { readonly [name: string]: Value | undefined }): ValueObject => {
  const object: OpenObject = {}
  for (const [name, value] of Object.entries(members)) if (value !== undefined) setOwn(object, name, value)
  return object
}

const isText = (value: Value | undefined): value is string => typeof value === 'string'

export const textOf = (value: Value | undefined): string =>
  isText(value) ? value : value === undefined || value === null ? '' : valueText(value)

const firstOf = (part: ValueObject, ...names: readonly string[]): Value | undefined => {
  for (const name of names) {
    const value = ownMember(part, name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

const firstText = (part: ValueObject, ...names: readonly string[]): string | undefined => {
  const value = firstOf(part, ...names)
  return isText(value) ? value : undefined
}

interface Media {
  /** `image`, `audio`, `video`, `document`, … if the part states it. */
  readonly modality?: string | undefined
  readonly mimeType?: string | undefined
  readonly url?: string | undefined
  /** Base64. */
  readonly data?: string | undefined
  readonly fileId?: string | undefined
  readonly filename?: string | undefined
}

/** Undefined if the part has no content and no reference to it. */
function media({ modality, mimeType, url, data, fileId, filename }: Media): Part | undefined {
  const isImage = modality === 'image' || mimeType?.startsWith('image/') === true
  const dataUrl =
    data === undefined || data.startsWith('data:') || /^https?:/.test(data)
      ? data
      : `data:${mimeType ?? (isImage ? 'image/png' : 'application/octet-stream')};base64,${data}`
  const location = url ?? dataUrl
  if (isImage && location !== undefined) {
    return { kind: 'media', value: { type: 'image_url', image_url: { url: location } } }
  }
  if (location === undefined && fileId === undefined) return undefined
  const isLink = url !== undefined && !url.startsWith('data:')
  const file = presentMembers({
    file_id: fileId,
    filename,
    url: isLink ? url : undefined,
    file_data: isLink ? undefined : location,
    mime_type: mimeType,
  })
  return { kind: 'media', value: { type: 'file', file } }
}

const call = (
  part: { readonly id: Value | undefined; readonly name: Value | undefined },
  input: Value | undefined,
): Part => ({
  kind: 'call',
  value: presentMembers({
    id: part.id,
    type: 'function',
    function: presentMembers({ name: part.name, arguments: input }),
  }),
})

/** Types of results of the AI SDK with a `value`. */
const wrappers: ReadonlySet<string> = new Set(['text', 'json', 'error-text', 'error-json', 'content'])

/** The original result of the tool: without the wrapper of the AI SDK, and as plain text if it is a list of texts. */
export function resultOf(value: Value | undefined): Value {
  if (isObject(value) && isText(value['type']) && wrappers.has(value['type']) && 'value' in value)
    return resultOf(value['value'])
  if (!isList(value) || value.length === 0) return value ?? ''
  const parts = value
  if (parts.every((part) => isObject(part) && isText(part['text'])))
    return parts.map((part) => textOf(isObject(part) ? part['text'] : part)).join(' ')
  const [onlyPart] = parts
  return parts.length === 1 && isObject(onlyPart) && onlyPart['json'] !== undefined ? onlyPart['json'] : value
}

const result = (content: Value | undefined, id: Value | undefined, name?: Value): Part => ({
  kind: 'result',
  value: presentMembers({ role: 'tool', content: resultOf(content), tool_call_id: id, name }),
})

const thinking = (value: Value | undefined): Part | undefined =>
  isText(value) ? { kind: 'thinking', text: value } : undefined

/** `{type: 'base64', media_type, data}` or `{type: 'url', url}` of Anthropic. */
const sourceMedia = (part: ValueObject, modality: string): Part | undefined => {
  const source = part['source']
  if (!isObject(source)) return undefined
  return media({
    modality,
    mimeType: firstText(source, 'media_type', 'mediaType', 'mime_type'),
    url: firstText(source, 'url'),
    data: firstText(source, 'data'),
    fileId: firstText(source, 'file_id'),
    filename: firstText(part, 'title', 'filename'),
  })
}

function imageOf(part: ValueObject): Part | undefined {
  const image = firstOf(part, 'image_url', 'image', 'url')
  const mimeType = firstText(part, 'mediaType', 'media_type', 'mimeType', 'mime_type')
  if (isText(image)) return media({ modality: 'image', mimeType, data: image })
  const url = isObject(image) ? firstText(image, 'url') : undefined
  return url === undefined ? sourceMedia(part, 'image') : media({ modality: 'image', mimeType, data: url })
}

function fileOf(part: ValueObject): Part | undefined {
  const file = isObject(part['file']) ? part['file'] : part
  const data = firstText(file, 'file_data', 'data', 'content')
  const mimeType = firstText(file, 'mime_type', 'mimeType', 'media_type', 'mediaType')
  return media({
    modality: firstText(part, 'modality'),
    mimeType,
    url: firstText(file, 'url', 'uri', 'file_url'),
    data,
    fileId: firstText(file, 'file_id', 'id'),
    filename: firstText(file, 'filename', 'name'),
  })
}

type Reader = (part: ValueObject) => Part | undefined

const textPart: Reader = (part) => {
  const content = firstOf(part, 'content', 'text')
  return { kind: 'text', text: textOf(content) }
}
const reasoningPart: Reader = (part) => {
  const summary = part['summary']
  const texts = isList(summary) ? summary.filter(isObject) : []
  if (texts.length > 0) return thinking(texts.map((text) => textOf(text['text'])).join(' '))
  return thinking(firstOf(part, 'content', 'text', 'thinking'))
}
const blobPart: Reader = (part) =>
  media({
    modality: firstText(part, 'modality'),
    mimeType: firstText(part, 'mime_type', 'media_type'),
    data: firstText(part, 'content', 'data'),
  })
const linkPart =
  (modality?: string): Reader =>
  (part) =>
    media({
      modality: modality ?? firstText(part, 'modality'),
      mimeType: firstText(part, 'mime_type', 'media_type'),
      url: firstText(part, 'uri', 'url'),
    })

/** Readers by the `type` of a part. */
const readersByType: Readonly<Record<string, Reader>> = {
  text: textPart,
  input_text: textPart,
  output_text: textPart,
  thinking: reasoningPart,
  reasoning: reasoningPart,
  blob: blobPart,
  binary: blobPart,
  uri: linkPart(),
  'image-url': linkPart('image'),
  'audio-url': linkPart('audio'),
  'video-url': linkPart('video'),
  'document-url': linkPart('document'),
  image: imageOf,
  image_url: imageOf,
  input_image: imageOf,
  file: fileOf,
  input_file: fileOf,
  document: (part) => sourceMedia(part, 'document'),
  tool_call: (part) => call({ id: part['id'], name: part['name'] }, part['arguments']),
  tool_use: (part) => call({ id: part['id'], name: part['name'] }, part['input']),
  'tool-call': (part) =>
    call({ id: part['toolCallId'], name: part['toolName'] }, firstOf(part, 'input', 'args')),
  tool_call_response: (part) => result(firstOf(part, 'result', 'response'), part['id'], part['name']),
  tool_result: (part) => result(part['content'], part['tool_use_id']),
  'tool-result': (part) => result(firstOf(part, 'output', 'result'), part['toolCallId'], part['toolName']),
}

/** Readers by the only member of a part without a type: Bedrock and Gemini. */
const readersByMember: Readonly<Record<string, (value: Value) => Part | undefined>> = {
  text: (value) => (isText(value) ? { kind: 'text', text: value } : undefined),
  toolUse: (use) =>
    isObject(use) ? call({ id: use['toolUseId'], name: use['name'] }, use['input']) : undefined,
  toolResult: (part) => (isObject(part) ? result(part['content'], part['toolUseId']) : undefined),
  reasoningContent: (reasoning) =>
    isObject(reasoning) && isObject(reasoning['reasoningText'])
      ? thinking(reasoning['reasoningText']['text'])
      : undefined,
  image: (image) => (isObject(image) ? bedrockMedia(image, 'image') : undefined),
  document: (document) => (isObject(document) ? bedrockMedia(document, 'application') : undefined),
  function_call: (part) =>
    isObject(part) ? call({ id: part['id'], name: part['name'] }, part['args']) : undefined,
  functionCall: (part) =>
    isObject(part) ? call({ id: part['id'], name: part['name'] }, part['args']) : undefined,
  function_response: (part) =>
    isObject(part) ? result(part['response'], part['id'], part['name']) : undefined,
  functionResponse: (part) =>
    isObject(part) ? result(part['response'], part['id'], part['name']) : undefined,
  inline_data: (data) => (isObject(data) ? geminiMedia(data) : undefined),
  inlineData: (data) => (isObject(data) ? geminiMedia(data) : undefined),
  file_data: (data) => (isObject(data) ? geminiMedia(data) : undefined),
  fileData: (data) => (isObject(data) ? geminiMedia(data) : undefined),
}

const bedrockMedia = (value: ValueObject, family: 'image' | 'application'): Part | undefined => {
  const format = firstText(value, 'format')
  const source = value['source']
  const data = isObject(source) ? firstText(source, 'bytes') : undefined
  return media({
    modality: family,
    mimeType: format === undefined ? undefined : `${family}/${format}`,
    data,
    filename: firstText(value, 'name'),
  })
}

const geminiMedia = (value: ValueObject): Part | undefined =>
  media({
    mimeType: firstText(value, 'mime_type', 'mimeType'),
    url: firstText(value, 'file_uri', 'fileUri'),
    data: firstText(value, 'data'),
    filename: firstText(value, 'display_name', 'displayName'),
  })

/** Reads one part. Unknown or incomplete shapes stay unchanged. */
export function readPart(value: Value): Part {
  const otherPart: Part = { kind: 'other', value }
  if (!isObject(value)) return otherPart
  const { type } = value
  if (isText(type)) return ownMember(readersByType, type)?.(value) ?? otherPart
  if (type !== undefined) return otherPart
  const members = Object.entries(value).filter(([, member]) => member !== null)
  const [onlyMember] = members
  return members.length === 1 && onlyMember !== undefined
    ? (ownMember(readersByMember, onlyMember[0])?.(onlyMember[1]) ?? otherPart)
    : otherPart
}

/** Whether a part of a `content` list already has the canonical form. */
export const isCanonicalPart = (value: Value): boolean => {
  if (!isObject(value)) return false
  const { type } = value
  if (type === 'text') return isText(value['text'])
  if (type === 'image_url') return isObject(value['image_url'])
  return type === 'file' && isObject(value['file'])
}
