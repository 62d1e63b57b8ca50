// Collects the content of a provider package into an answer in the chat form, and reports its deltas.
import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json/value.ts'
import { StepFailure } from '../../failure.ts'
import type { ChatAnswer, ChatDelta, TokenUsage } from '../../prompts/chat.ts'

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage | undefined => {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined
  const [prompt, completion] = [inputTokens.total ?? 0, outputTokens.total ?? 0]
  const { cacheRead, cacheWrite } = inputTokens
  const { reasoning } = outputTokens
  return {
    prompt,
    completion,
    total: prompt + completion,
    ...(cacheRead === undefined || cacheRead === 0 ? {} : { cacheRead }),
    ...(cacheWrite === undefined || cacheWrite === 0 ? {} : { cacheWrite }),
    ...(reasoning === undefined || reasoning === 0 ? {} : { reasoning }),
  }
}

interface ToolCall {
  readonly id: string
  readonly name: string
  arguments: string
  metadata?: JsonObject
}

const metadataOf = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined)

interface Reasoning {
  readonly text: string
  readonly metadata: JsonObject | undefined
}

const reasoningOf = (text: string, part: { readonly providerMetadata?: unknown }): Reasoning => ({
  text,
  metadata: metadataOf(part.providerMetadata),
})

const withMetadata = (metadata: JsonObject | undefined): JsonObject =>
  metadata === undefined ? {} : { provider_metadata: metadata }

/** The URL of a file in an answer; its content becomes a data URL. */
function fileUrl({ mediaType, data }: Extract<LanguageModelV4Content, { type: 'file' }>): string {
  if (data.type === 'url') return data.url.href
  const content = typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64')
  return `data:${mediaType};base64,${content}`
}

/** One message, built part by part. */
export class AnswerCollector {
  #text = ''
  readonly #files: JsonObject[] = []
  readonly #reasoning = new Map<string, { text: string; metadata?: JsonObject }>()
  readonly #calls = new Map<string, ToolCall>()
  #finishReason: LanguageModelV4FinishReason | undefined
  #usage: LanguageModelV4Usage | undefined
  #model: string | undefined
  readonly #onDelta: (delta: ChatDelta) => void

  constructor(onDelta: (delta: ChatDelta) => void = () => undefined) {
    this.#onDelta = onDelta
  }

  get #indexOfLast(): number {
    return this.#calls.size - 1
  }

  #addText(text: string): void {
    if (text === '') return
    this.#text += text
    this.#onDelta({ content: text })
  }

  #addReasoning(id: string, { text, metadata }: Reasoning): void {
    const existingPart = this.#reasoning.get(id) ?? { text: '' }
    const mergedMetadata = metadata ?? existingPart.metadata
    this.#reasoning.set(id, {
      text: existingPart.text + text,
      ...(mergedMetadata === undefined ? {} : { metadata: mergedMetadata }),
    })
    if (text !== '') this.#onDelta({ reasoning_content: text })
  }

  #startCall(id: string, name: string): ToolCall {
    const call: ToolCall = { id, name, arguments: '' }
    this.#calls.set(id, call)
    const index = this.#indexOfLast
    this.#onDelta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
    return call
  }

  #addArguments(call: ToolCall, text: string): void {
    call.arguments += text
    const index = [...this.#calls.keys()].indexOf(call.id)
    this.#onDelta({ tool_calls: [{ index, function: { arguments: text } }] })
  }

  #addCall(part: Extract<LanguageModelV4Content, { type: 'tool-call' }>): void {
    const existingCall = this.#calls.get(part.toolCallId)
    const call = existingCall ?? this.#startCall(part.toolCallId, part.toolName)
    if (call.arguments === '' && part.input !== '') this.#addArguments(call, part.input)
    const metadata = metadataOf(part.providerMetadata)
    if (metadata !== undefined) call.metadata = metadata
  }

  add(part: LanguageModelV4StreamPart | LanguageModelV4Content): void {
    switch (part.type) {
      case 'text':
        return this.#addText(part.text)
      case 'text-delta':
        return this.#addText(part.delta)
      case 'reasoning':
        return this.#addReasoning(String(this.#reasoning.size), reasoningOf(part.text, part))
      case 'reasoning-start':
      case 'reasoning-end':
        return this.#addReasoning(part.id, reasoningOf('', part))
      case 'reasoning-delta':
        return this.#addReasoning(part.id, reasoningOf(part.delta, part))
      case 'tool-input-start':
        return void this.#startCall(part.id, part.toolName)
      case 'tool-input-delta': {
        const call = this.#calls.get(part.id)
        return call === undefined ? undefined : this.#addArguments(call, part.delta)
      }
      case 'tool-call':
        return this.#addCall(part)
      case 'file':
        return void this.#files.push({ type: 'image_url', image_url: { url: fileUrl(part) } })
      case 'response-metadata':
        this.#model = part.modelId ?? this.#model
        return
      case 'finish':
        return this.finish(part.finishReason, part.usage)
      case 'error':
        throw part.error
      default:
    }
  }

  finish(finishReason: LanguageModelV4FinishReason, usage: LanguageModelV4Usage): void {
    this.#finishReason = finishReason
    this.#usage = usage
  }

  #message(): JsonObject {
    const calls: Json[] = [...this.#calls.values()].map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
      ...withMetadata(call.metadata),
    }))
    const reasoning = [...this.#reasoning.values()].filter(
      ({ text, metadata }) => text !== '' || metadata !== undefined,
    )
    const reasoningText = reasoning.map(({ text }) => text).join('')
    const text = this.#text === '' && calls.length > 0 ? null : this.#text
    const texts: JsonObject[] = text === null || text === '' ? [] : [{ type: 'text', text }]
    return {
      role: 'assistant',
      content: this.#files.length === 0 ? text : [...texts, ...this.#files],
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(reasoningText === '' ? {} : { reasoning_content: reasoningText }),
      ...(reasoning.some(({ metadata }) => metadata !== undefined)
        ? {
            reasoning_details: reasoning.map((part) => ({ text: part.text, ...withMetadata(part.metadata) })),
          }
        : {}),
    }
  }

  answer(model?: string): ChatAnswer {
    const message = this.#message()
    const finish = this.#finishReason?.raw ?? this.#finishReason?.unified
    if (message['content'] === '' && finish === undefined) {
      throw new StepFailure('malformed_answer', 'The model returned no message.')
    }
    const usage = this.#usage === undefined ? undefined : usageOf(this.#usage)
    const modelName = model ?? this.#model
    return {
      message,
      ...(modelName === undefined ? {} : { model: modelName }),
      ...(finish === undefined ? {} : { finishReason: finish }),
      ...(usage === undefined ? {} : { usage }),
    }
  }
}
