// What a call of a model says: read from the request that leaves and the answer that comes, in the forms of the two providers
// whose libraries are known here. Pure; model-fetch.ts makes spans of it.
import type { SpanType } from './spans.ts'

export type Members = Readonly<Record<string, unknown>>

/** What a span keeps of a request. */
export interface CallStart {
  readonly name: string
  readonly type: SpanType
  readonly model: string | undefined
  readonly inputs: Members
  readonly parameters: Members
}

/** What a span keeps of an answer. */
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

/** Members that are what the model is told; all others say how. */
const inputFields = ['messages', 'input', 'instructions', 'prompt', 'system', 'tools'] as const

const split = (body: Members): Pick<CallStart, 'inputs' | 'parameters'> => {
  const isTold = ([key]: readonly [string, unknown]): boolean =>
    (inputFields as readonly string[]).includes(key)
  const entries = Object.entries(body)
  return {
    inputs: Object.fromEntries(entries.filter(isTold)),
    parameters: Object.fromEntries(entries.filter((entry) => !isTold(entry))),
  }
}

const operations: readonly (readonly [RegExp, string, SpanType])[] = [
  [/\/chat\/completions$/, 'chat', 'chat'],
  [/\/responses$/, 'responses', 'chat'],
  [/\/embeddings$/, 'embeddings', 'embedding'],
  [/\/completions$/, 'completion', 'completion'],
  [/\/messages$/, 'messages', 'chat'],
]

/** Undefined for requests that ask no model. */
export function callStart(path: string, body: Members): CallStart | undefined {
  const operation = operations.find(([pattern]) => pattern.test(path))
  if (operation === undefined) return undefined
  const [, name, type] = operation
  const model = textOf(body['model'])
  return { name: model === undefined ? name : `${name} ${model}`, type, model, ...split(body) }
}

/** Tokens as OpenAI counts them, in both of its interfaces. */
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

/** Vectors are large and say nothing to a reader: their number and length are kept. */
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
  const [fresh, read, written] = [
    countOf(usage['input_tokens']),
    countOf(usage['cache_read_input_tokens']),
    countOf(usage['cache_creation_input_tokens']),
  ]
  return {
    outputs: { role: answer['role'], content: answer['content'] },
    model: textOf(answer['model']),
    finishReason: textOf(answer['stop_reason']),
    tokens: {
      // Anthropic counts what came from a cache apart; here prompt is everything that went in.
      prompt: fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0),
      completion: countOf(usage['output_tokens']),
      cache_read: read,
      cache_creation: written,
    },
  }
}
