// What is said to a chat model and what it answers, in the form that OpenAI-compatible providers share.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { answerValuesMax, isAnswerTooLarge, jsonOfText } from '../nesting.ts'
import { ownMember } from '../../kernel/own.ts'

export interface ChatRequest {
  /** The body of the call: `model`, `messages` and the settings that go along. */
  readonly body: JsonObject
  /** The slug of the secret to use; absent: chosen by the model. */
  readonly connection?: string | undefined
}

export interface TokenUsage {
  readonly prompt: number
  readonly completion: number
  readonly total: number
  /** Part of the prompt that was read from a cache, and part of the completion that was spent on reasoning. */
  readonly cacheRead?: number
  readonly reasoning?: number
}

export interface ChatAnswer {
  /** The message as it came: `role`, `content`, perhaps `tool_calls`. */
  readonly message: JsonObject
  /** The model that answered, by its own account. */
  readonly model?: string
  readonly finishReason?: string
  readonly usage?: TokenUsage
}

const malformed = (message: string): StepFailure => new StepFailure('malformed_answer', message)

const countAt = (usage: Json | undefined, name: string): number => {
  const value = isJsonObject(usage) ? ownMember(usage, name) : undefined
  return typeof value === 'number' ? value : 0
}

/** What a model says that it used; undefined when it says nothing. */
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

/** A message may call tools or speak instead of saying something in writing; one that does none of these is no answer. */
function refuseSilence(message: JsonObject): void {
  const { content, tool_calls: calls, function_call: call, audio } = message
  const isSilent = (content ?? call ?? audio ?? null) === null
  if (!isSilent || (Array.isArray(calls) && calls.length > 0)) return
  throw malformed(`The model answered a message without content.${refusalOf(message)}`)
}

/** The first choice of a completion; anything else is a malformed answer. */
export function chatAnswer(body: Json): ChatAnswer {
  const choices = isJsonObject(body) ? body['choices'] : undefined
  const choice: Json | undefined = Array.isArray(choices) ? (choices as readonly Json[])[0] : undefined
  const message = isJsonObject(choice) ? choice['message'] : undefined
  if (!isJsonObject(body) || !isJsonObject(choice) || !isJsonObject(message)) {
    throw malformed('The model answered no message.')
  }
  refuseSilence(message)
  const usage = usageOf(body['usage'])
  const finish = choice['finish_reason']
  return {
    message,
    ...(typeof body['model'] === 'string' ? { model: body['model'] } : {}),
    ...(typeof finish === 'string' ? { finishReason: finish } : {}),
    ...(usage === undefined ? {} : { usage }),
  }
}

/** The text of a message; parts that are no text are passed over, a message that only calls tools is an empty text. */
export function messageText({ content }: JsonObject): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part: Json) => (isJsonObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('')
}

const fence = '```'

/** What stands between the first and the last line of a fence; other texts as they are. */
function withoutFence(text: string): string {
  const firstLine = text.indexOf('\n')
  const isFenced = text.startsWith(fence) && text.endsWith(fence) && firstLine > 0
  return isFenced ? text.slice(firstLine, -fence.length) : text
}

/** The JSON that a message spells, also when the model put it in a fence. */
export function messageJson(message: JsonObject): Json {
  const text = withoutFence(messageText(message).trim())
  if (isAnswerTooLarge(text))
    throw malformed(`The answer of the model has more than ${answerValuesMax} values.`)
  const value = jsonOfText(text)
  if (value !== undefined) return value
  throw malformed(`The model was asked for JSON and answered something else.${refusalOf(message)}`)
}
