// Converts messages of the chat form, in which prompts are stored, to the prompt of a provider package.
import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import { badSettings } from '../../failure.ts'
import { jsonOfText } from '../../nesting.ts'
import { messageText } from '../../prompts/chat.ts'

type Part = LanguageModelV4TextPart | LanguageModelV4FilePart
type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

/** `cache_control` is the only setting of a content part; only Anthropic's models read it. */
function partOptions(part: JsonObject): { providerOptions?: SharedV4ProviderOptions } {
  const cacheControl = part['cache_control']
  return isJsonObject(cacheControl) ? { providerOptions: { anthropic: { cacheControl } } } : {}
}

const dataUrl = /^data:([^;,]+)(?:;[^,]*)?;base64,(.*)$/s

/** A file by URL, or its content in a data URL. */
function filePart(
  url: string,
  { mediaType, filename }: { readonly mediaType: string; readonly filename?: string | undefined },
): LanguageModelV4FilePart {
  const [, type, data] = dataUrl.exec(url) ?? []
  const name = filename === undefined ? {} : { filename }
  if (type !== undefined && data !== undefined) {
    return { type: 'file', mediaType: type, data: { type: 'data', data }, ...name }
  }
  if (!URL.canParse(url)) throw badSettings('A file of a message is neither a URL nor a data URL.')
  return { type: 'file', mediaType, data: { type: 'url', url: new URL(url) }, ...name }
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

function fileOf(part: JsonObject): LanguageModelV4FilePart {
  const file = isJsonObject(part['file']) ? part['file'] : part
  const url = textOf(file['file_data']) ?? textOf(file['file_url']) ?? textOf(file['url'])
  if (url === undefined) throw badSettings('A file of a message has no content.')
  return filePart(url, { mediaType: 'application/pdf', filename: textOf(file['filename']) })
}

function contentPart(part: Json): Part {
  if (typeof part === 'string') return { type: 'text', text: part }
  if (!isJsonObject(part)) throw badSettings('A part of a message is neither a text nor an object.')
  const text = textOf(part['text'])
  if (text !== undefined) return { type: 'text', text, ...partOptions(part) }
  switch (part['type']) {
    case 'image_url': {
      const { image_url: image } = part
      const url = isJsonObject(image) ? textOf(image['url']) : textOf(image)
      if (url === undefined) throw badSettings('An image of a message has no URL.')
      return { ...filePart(url, { mediaType: 'image/*' }), ...partOptions(part) }
    }
    case 'file':
      return { ...fileOf(part), ...partOptions(part) }
    case 'input_audio': {
      const { input_audio: audio } = part
      const data = isJsonObject(audio) ? textOf(audio['data']) : undefined
      const format = isJsonObject(audio) ? textOf(audio['format']) : undefined
      if (data === undefined) throw badSettings('An audio part of a message has no data.')
      return { type: 'file', mediaType: `audio/${format ?? 'wav'}`, data: { type: 'data', data } }
    }
    default:
      throw badSettings(`This provider has no message part of type '${textOf(part['type']) ?? ''}'.`)
  }
}

function contentParts(content: Json | undefined): Part[] {
  if (content === undefined || content === null || content === '') return []
  return isJsonList(content) ? content.map(contentPart) : [contentPart(content)]
}

/** Options are objects by the name of their provider. */
function optionsOf(value: Json | undefined): { providerOptions?: SharedV4ProviderOptions } {
  if (!isJsonObject(value)) return {}
  const options = Object.entries(value).flatMap(([name, options]) =>
    isJsonObject(options) ? [[name, options]] : [],
  )
  return { providerOptions: Object.fromEntries(options) }
}

function toolCallParts(message: JsonObject): AssistantContent {
  const calls = isJsonList(message['tool_calls']) ? message['tool_calls'] : []
  return calls.filter(isJsonObject).map((call) => {
    const functionCall = isJsonObject(call['function']) ? call['function'] : {}
    const toolName = textOf(functionCall['name'])
    if (toolName === undefined) throw badSettings('A tool call of a message has no name.')
    return {
      type: 'tool-call',
      toolCallId: textOf(call['id']) ?? toolName,
      toolName,
      input: jsonOfText(textOf(functionCall['arguments']) ?? '{}') ?? {},
      ...optionsOf(call['provider_metadata']),
    }
  })
}

/** Providers that sign their reasoning require it back unchanged when a conversation continues after a tool call. */
function reasoningParts(message: JsonObject): AssistantContent {
  const details = isJsonList(message['reasoning_details']) ? message['reasoning_details'] : []
  return details.filter(isJsonObject).map((detail) => ({
    type: 'reasoning',
    text: textOf(detail['text']) ?? '',
    ...optionsOf(detail['provider_metadata']),
  }))
}

/** The name of the tool that a result belongs to: providers require it, the chat form has only the id of the call. */
function toolNameOf(id: string, previous: readonly JsonObject[]): string {
  for (const message of previous.toReversed()) {
    const calls = isJsonList(message['tool_calls']) ? message['tool_calls'] : []
    const call = calls.find((candidate) => isJsonObject(candidate) && candidate['id'] === id)
    const functionCall = isJsonObject(call) && isJsonObject(call['function']) ? call['function'] : undefined
    if (functionCall !== undefined && typeof functionCall['name'] === 'string') return functionCall['name']
  }
  return id
}

function toolResult(message: JsonObject, previous: readonly JsonObject[]): LanguageModelV4ToolResultPart {
  const toolCallId = textOf(message['tool_call_id']) ?? textOf(message['name']) ?? ''
  const toolName = textOf(message['name']) ?? toolNameOf(toolCallId, previous)
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: messageText(message) } }
}

function convertMessage(message: JsonObject, previous: readonly JsonObject[]): LanguageModelV4Message {
  const { role, content } = message
  switch (role) {
    case 'system':
    case 'developer': {
      const [lastPart] = isJsonList(content) ? content.filter(isJsonObject).toReversed() : []
      return {
        role: 'system',
        content: messageText(message),
        ...(lastPart === undefined ? {} : partOptions(lastPart)),
      }
    }
    case 'user':
      return { role, content: contentParts(content) }
    case 'assistant':
      return {
        role,
        content: [...reasoningParts(message), ...contentParts(content), ...toolCallParts(message)],
      }
    case 'tool':
    case 'function':
      return { role: 'tool', content: [toolResult(message, previous)] }
    default:
      throw badSettings(`This provider has no role '${textOf(role) ?? ''}'.`)
  }
}

/** Results of parallel tool calls follow each other; providers want them in one message. */
export function convertMessages(messages: readonly JsonObject[]): LanguageModelV4Message[] {
  const modelMessages: LanguageModelV4Message[] = []
  for (const [position, message] of messages.entries()) {
    const next = convertMessage(message, messages.slice(0, position))
    const last = modelMessages.at(-1)
    if (last?.role === 'tool' && next.role === 'tool') last.content.push(...next.content)
    else modelMessages.push(next)
  }
  return modelMessages
}
