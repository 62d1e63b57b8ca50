// Models behind OpenAI-compatible endpoints: chat completions and embeddings.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { chatAnswer, usageOf, type ChatAnswer, type ChatRequest, type TokenUsage } from '../prompts/chat.ts'
import type { Outgoing } from './outgoing.ts'
import { postJson } from './post.ts'
import type { Endpoint } from './providers.ts'
import { noRetries, withRetries, type RetryPolicy, type RetryWorld } from './retry.ts'

export interface ModelCall {
  readonly outgoing: Outgoing
  readonly endpoint: Endpoint
  readonly timeoutMs?: number
  readonly retries?: RetryPolicy
  readonly signal?: AbortSignal | undefined
  readonly world?: RetryWorld
}

const modelTimeoutMs = 60_000

/** A malformed response is not retried: it already cost tokens. */
function post<T>(
  call: ModelCall,
  path: string,
  body: ChatRequest['body'],
  read: (answer: Json) => T,
): Promise<T> {
  const { baseUrl, key, model } = call.endpoint
  return withRetries(
    call.retries ?? noRetries,
    async () => {
      const answer = await postJson({
        outgoing: call.outgoing,
        url: `${baseUrl}${path}`,
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        body: { ...body, model },
        timeoutMs: call.timeoutMs ?? modelTimeoutMs,
        signal: call.signal,
      })
      return read(answer.body)
    },
    { signal: call.signal, ...(call.world === undefined ? {} : { world: call.world }) },
  )
}

export const completeChat = (call: ModelCall, body: ChatRequest['body']): Promise<ChatAnswer> =>
  post(call, '/chat/completions', body, chatAnswer)

const isVector = (value: Json | undefined): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')

/** Vectors in the order of the texts, regardless of the order in the response. */
function vectorsOf(answer: Json, count: number): readonly (readonly number[])[] {
  const data = isJsonObject(answer) ? answer['data'] : undefined
  const items: readonly Json[] = Array.isArray(data) ? data : []
  const vectors: (readonly number[])[] = []
  for (const [i, item] of items.entries()) {
    if (!isJsonObject(item) || !isVector(item['embedding'])) continue
    vectors[typeof item['index'] === 'number' ? item['index'] : i] = item['embedding']
  }
  if (vectors.length !== count || Object.keys(vectors).length !== count) {
    throw new StepFailure(
      'malformed_answer',
      `The model was asked for ${count} embeddings but returned something else.`,
    )
  }
  return vectors
}

export interface Embeddings {
  readonly vectors: readonly (readonly number[])[]
  readonly usage?: TokenUsage
}

export const embedTexts = (call: ModelCall, texts: readonly string[]): Promise<Embeddings> =>
  post(call, '/embeddings', { input: texts }, (answer) => {
    const vectors = vectorsOf(answer, texts.length)
    const usage = isJsonObject(answer) ? usageOf(answer['usage']) : undefined
    return usage === undefined ? { vectors } : { vectors, usage }
  })
