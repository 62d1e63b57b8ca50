// Parses requests and answers of model calls, in the formats of OpenAI and Anthropic. Pure; model-fetch.ts creates the
// spans.
import type { SpanType } from './spans.ts'

export type Members = Readonly<Record<string, unknown>>

/** The part of a request that a span records. */
export interface CallStart {
  readonly name: string
  readonly type: SpanType
  readonly model: string | undefined
  readonly inputs: Members
  readonly parameters: Members
}

/** The part of an answer that a span records. */
export interface CallEnd {
  readonly outputs: unknown
  readonly model: string | undefined
  readonly finishReason: string | undefined
  readonly tokens: Readonly<Record<string, number | undefined>>
}

export const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const countOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The fields with input of the model; all others are parameters. */
const inputFields = ['messages', 'input', 'instructions', 'prompt', 'system', 'tools'] as const

const splitBody = (body: Members): Pick<CallStart, 'inputs' | 'parameters'> => {
  const isInput = ([key]: readonly [string, unknown]): boolean => inputFields.some((field) => field === key)
  const entries = Object.entries(body)
  return {
    inputs: Object.fromEntries(entries.filter(isInput)),
    parameters: Object.fromEntries(entries.filter((entry) => !isInput(entry))),
  }
}

const operations: readonly (readonly [RegExp, string, SpanType])[] = [
  [/\/chat\/completions$/, 'chat', 'chat'],
  [/\/responses$/, 'responses', 'chat'],
  [/\/embeddings$/, 'embeddings', 'embedding'],
  [/\/completions$/, 'completion', 'completion'],
  [/\/messages$/, 'messages', 'chat'],
]

/** Undefined for requests that call no model. */
export function callStart(path: string, body: Members): CallStart | undefined {
  const operation = operations.find(([pattern]) => pattern.test(path))
  if (operation === undefined) return undefined
  const [, name, type] = operation
  const model = textOf(body['model'])
  return { name: model === undefined ? name : `${name} ${model}`, type, model, ...splitBody(body) }
}

/** The token counts of OpenAI, in both of its APIs. */
function openaiTokens(usage: Members): CallEnd['tokens'] {
  const promptDetails = asMembers(usage['prompt_tokens_details'] ?? usage['input_tokens_details'])
  const completionDetails = asMembers(usage['completion_tokens_details'] ?? usage['output_tokens_details'])
  return {
    prompt: countOf(usage['prompt_tokens'] ?? usage['input_tokens']),
    completion: countOf(usage['completion_tokens'] ?? usage['output_tokens']),
    total: countOf(usage['total_tokens']),
    cache_read: countOf(promptDetails['cached_tokens']),
    reasoning: countOf(completionDetails['reasoning_tokens']),
  }
}

/** Embeddings are large, so only their number and length are recorded. */
const vectorsOf = (data: unknown): unknown => {
  const [first] = listOf(data)
  const vector = asMembers(first)['embedding']
  return { embeddings: listOf(data).length, ...(Array.isArray(vector) ? { dimensions: vector.length } : {}) }
}

export function openaiEnd(answer: Members): CallEnd {
  const tokens = openaiTokens(asMembers(answer['usage']))
  const model = textOf(answer['model'])
  if (answer['object'] === 'list')
    return { outputs: vectorsOf(answer['data']), model, finishReason: undefined, tokens }
  if (answer['output'] !== undefined) {
    return { outputs: answer['output'], model, finishReason: textOf(answer['status']), tokens }
  }
  const choices = listOf(answer['choices']).map(asMembers)
  const messages = choices.map((choice) => choice['message'] ?? choice['text'])
  return {
    outputs: messages.length === 1 ? messages[0] : messages,
    model,
    finishReason: textOf(choices[0]?.['finish_reason']),
    tokens,
  }
}

export function anthropicEnd(answer: Members): CallEnd {
  const usage = asMembers(answer['usage'])
  const [uncachedTokens, cacheReadTokens, cacheWriteTokens] = [
    countOf(usage['input_tokens']),
    countOf(usage['cache_read_input_tokens']),
    countOf(usage['cache_creation_input_tokens']),
  ]
  return {
    outputs: { role: answer['role'], content: answer['content'] },
    model: textOf(answer['model']),
    finishReason: textOf(answer['stop_reason']),
    tokens: {
      // Anthropic counts cached tokens separately; here `prompt` is the sum of all input tokens.
      prompt:
        uncachedTokens === undefined
          ? undefined
          : uncachedTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0),
      completion: countOf(usage['output_tokens']),
      cache_read: cacheReadTokens,
      cache_creation: cacheWriteTokens,
    },
  }
}
