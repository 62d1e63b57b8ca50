// Requests and responses of chat models, in the form that OpenAI-compatible providers share.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { answerValuesMax, isAnswerTooLarge, jsonOfText } from '../nesting.ts'
import { ownMember } from '../../kernel/own.ts'

export interface ChatRequest {
  /** The body of the call: `model`, `messages` and settings. */
  readonly body: JsonObject
  /** The slug of the secret to use; absent: chosen by the model. */
  readonly connection?: string | undefined
}

export interface TokenUsage {
  readonly prompt: number
  readonly completion: number
  readonly total: number
  /** The part of the prompt read from a cache. */
  readonly cacheRead?: number
  /** The part of the prompt written to a cache. */
  readonly cacheWrite?: number
  /** The part of the completion spent on reasoning. */
  readonly reasoning?: number
}

/** A part of a message while a model writes it, in the form of the chunks of OpenAI-compatible providers. */
export interface ChatDelta {
  readonly content?: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly index: number
    readonly id?: string
    readonly type?: 'function'
    readonly function: { readonly name?: string; readonly arguments: string }
  }[]
}

export interface ChatAnswer {
  /** The message as received: `role`, `content`, perhaps `tool_calls`. */
  readonly message: JsonObject
  /** The model name that the provider reports. */
  readonly model?: string
  readonly finishReason?: string
  readonly usage?: TokenUsage
}

const malformedAnswer = (message: string): StepFailure => new StepFailure('malformed_answer', message)

const countAt = (usage: Json | undefined, name: string): number => {
  const value = isJsonObject(usage) ? ownMember(usage, name) : undefined
  return typeof value === 'number' ? value : 0
}

/** The usage that a model reports; undefined when it reports none. */
export function usageOf(usage: Json | undefined): TokenUsage | undefined {
  if (!isJsonObject(usage)) return undefined
  const prompt = countAt(usage, 'prompt_tokens')
  const completion = countAt(usage, 'completion_tokens')
  const cacheRead = countAt(usage['prompt_tokens_details'], 'cached_tokens')
  const reasoning = countAt(usage['completion_tokens_details'], 'reasoning_tokens')
  return {
    prompt,
    completion,
    total: countAt(usage, 'total_tokens') || prompt + completion,
    ...(cacheRead === 0 ? {} : { cacheRead }),
    ...(reasoning === 0 ? {} : { reasoning }),
  }
}

const refusalOf = (message: JsonObject): string =>
  typeof message['refusal'] === 'string' ? ` It refused: ${message['refusal']}` : ''

/** A message may call tools or contain audio instead of text; a message without any of these is malformed. */
function refuseEmptyMessage(message: JsonObject): void {
  const { content, tool_calls: calls, function_call: call, audio } = message
  const isEmpty = (content ?? call ?? audio ?? null) === null
  if (!isEmpty || (Array.isArray(calls) && calls.length > 0)) return
  throw malformedAnswer(`The model returned a message without content.${refusalOf(message)}`)
}

/** The first choice of a completion; anything else is malformed. */
export function chatAnswer(body: unknown): ChatAnswer {
  const choices = isJsonObject(body) ? body['choices'] : undefined
  const choice: Json | undefined = isJsonList(choices) ? choices[0] : undefined
  const message = isJsonObject(choice) ? choice['message'] : undefined
  if (!isJsonObject(body) || !isJsonObject(choice) || !isJsonObject(message)) {
    throw malformedAnswer('The model returned no message.')
  }
  refuseEmptyMessage(message)
  const usage = usageOf(body['usage'])
  const finish = choice['finish_reason']
  return {
    message,
    ...(typeof body['model'] === 'string' ? { model: body['model'] } : {}),
    ...(typeof finish === 'string' ? { finishReason: finish } : {}),
    ...(usage === undefined ? {} : { usage }),
  }
}

export const hasToolCalls = ({ tool_calls: calls }: JsonObject): boolean =>
  isJsonList(calls) && calls.length > 0

/** The text of a message; parts without text are skipped, and a message with only tool calls is an empty text. */
export function messageText({ content }: JsonObject): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: Json) => (isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('')
}

const fence = '```'

/** The content of a code fence; other texts unchanged. */
function withoutFence(text: string): string {
  const firstLine = text.indexOf('\n')
  const isFenced = text.startsWith(fence) && text.endsWith(fence) && firstLine > 0
  return isFenced ? text.slice(firstLine, -fence.length) : text
}

/** The JSON of a message, also inside a code fence. */
export function messageJson(message: JsonObject): Json {
  const text = withoutFence(messageText(message).trim())
  if (isAnswerTooLarge(text))
    throw malformedAnswer(`The answer of the model has more than ${answerValuesMax} values.`)
  const value = jsonOfText(text)
  if (value !== undefined) return value
  throw malformedAnswer(`The model was asked for JSON but returned something else.${refusalOf(message)}`)
}
