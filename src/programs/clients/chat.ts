// Calls of models through the packages of their providers: chats, streamed or not, and embeddings. Endpoints of the
// chat form get the body of the request unchanged, and their message is returned unchanged: prompts are stored in that
// form. For other wire formats the packages convert both; settings they do not know are added to the provider's body.
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import { chatAnswer, type ChatAnswer, type ChatDelta, type TokenUsage } from '../prompts/chat.ts'
import { AnswerCollector } from './models/answer.ts'
import { convertRequest, mergeBody } from './models/call-options.ts'
import { loadModels } from './models/load-model.ts'
import { UnstreamedAnswer, type ModelFetch } from './models/model-fetch.ts'
import type { Outgoing } from './outgoing.ts'
import type { Endpoint, ModelApi } from './providers.ts'
import { noRetries, withRetries, type RetryPolicy, type RetryEnvironment } from './retry.ts'

export interface ModelCall {
  readonly outgoing: Outgoing
  readonly endpoint: Endpoint
  readonly timeoutMs?: number
  readonly retries?: RetryPolicy
  readonly signal?: AbortSignal | undefined
  readonly retryEnvironment?: RetryEnvironment
  /** Called with each part of the message while the model writes it; absent: the answer arrives at once. */
  readonly onDelta?: ((delta: ChatDelta) => void) | undefined
}

const modelTimeoutMs = 60_000

const chatFormApis: ReadonlySet<ModelApi> = new Set(['chat', 'azure', 'mistral', 'groq'])
const hasChatForm = ({ api }: Endpoint): boolean => chatFormApis.has(api)

const fetchOf = (call: ModelCall, editBody?: ModelFetch['editBody']): ModelFetch => ({
  outgoing: call.outgoing,
  timeoutMs: call.timeoutMs ?? modelTimeoutMs,
  signal: call.signal,
  editBody,
  isStreaming: call.onDelta !== undefined,
})

/** Replaces the body of the package by ours; only its streaming fields are used. */
const unchangedBody =
  (body: JsonObject, model: string) =>
  ({ stream, stream_options: streamOptions }: JsonObject): JsonObject => ({
    ...body,
    model,
    ...(stream === undefined ? {} : { stream }),
    ...(streamOptions === undefined ? {} : { stream_options: streamOptions }),
  })

interface Attempt {
  readonly model: LanguageModelV4
  readonly options: Parameters<LanguageModelV4['doGenerate']>[0]
}

async function attemptOf(call: ModelCall, body: JsonObject): Promise<Attempt> {
  const { endpoint, signal } = call
  const abortOptions = signal === undefined ? {} : { abortSignal: signal }
  if (hasChatForm(endpoint)) {
    const models = await loadModels(endpoint, fetchOf(call, unchangedBody(body, endpoint.model)))
    return { model: models.language(), options: { prompt: [], ...abortOptions } }
  }
  const { options, unknownSettings } = convertRequest(body)
  // The body of Bedrock is signed, so unknown settings must be options of the package: it adds them before it signs.
  const isSigned = endpoint.api === 'bedrock'
  const hasUnknown = Object.keys(unknownSettings).length > 0
  const signedRequest = {
    providerOptions: { amazonBedrock: { additionalModelRequestFields: unknownSettings } },
  }
  const edit =
    hasUnknown && !isSigned ? (request: JsonObject) => mergeBody(request, unknownSettings) : undefined
  const models = await loadModels(endpoint, fetchOf(call, edit))
  return {
    model: models.language(),
    options: { ...options, ...abortOptions, ...(isSigned && hasUnknown ? signedRequest : {}) },
  }
}

/** Errors of packages have names that begin with `AI_`. */
const isPackageError = (error: unknown): error is Error & Record<string, unknown> =>
  error instanceof Error && error.name.startsWith('AI_')

/** The body of a successful response that a package could not parse: its error has the text. */
const unparsedResponse = (error: unknown): Json | undefined =>
  isPackageError(error) && error.name === 'AI_APICallError' && typeof error['responseBody'] === 'string'
    ? jsonOfText(error['responseBody'])
    : undefined

/** Finds our failure inside the error of a package, which may wrap it as a cause. */
function failureOf(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StepFailure) return cause
  }
  if (!isPackageError(error)) return error
  return error.name === 'AI_APICallError' ||
    error.name.startsWith('AI_NoContent') ||
    error.name === 'AI_JSONParseError'
    ? new StepFailure('malformed_answer', 'The response is not a model response.', {
        upstreamMessage: error.message,
        cause: error,
      })
    : badSettings(`The provider cannot take this request: ${error.message}`)
}

async function generateAnswer({ model, options }: Attempt, endpoint: Endpoint): Promise<ChatAnswer> {
  if (hasChatForm(endpoint)) {
    const body = await model.doGenerate(options).then(
      ({ response }) => response?.body,
      (error: unknown) => {
        const unparsedBody = unparsedResponse(error)
        if (unparsedBody === undefined) throw error
        return unparsedBody
      },
    )
    return chatAnswer(body)
  }
  const { content, finishReason, usage, response } = await model.doGenerate(options)
  const collector = new AnswerCollector()
  for (const part of content) collector.add(part)
  collector.finish(finishReason, usage)
  return collector.answer(response?.modelId)
}

/** Handles an answer that arrived at once although a stream was requested: it is one delta. */
function completeAnswer(text: string, onDelta: (delta: ChatDelta) => void): ChatAnswer {
  const answer = chatAnswer(jsonOfText(text))
  const { content } = answer.message
  if (typeof content === 'string' && content !== '') onDelta({ content })
  return answer
}

/** Does not retry a stream that breaks off after its first delta: its tokens are already billed and shown. */
async function streamAnswer(
  { model, options }: Attempt,
  onDelta: (delta: ChatDelta) => void,
): Promise<ChatAnswer> {
  let hasStarted = false
  const collector = new AnswerCollector((delta) => {
    hasStarted = true
    onDelta(delta)
  })
  try {
    const { stream } = await model.doStream(options)
    for await (const part of stream) collector.add(part)
    return collector.answer()
  } catch (error) {
    if (error instanceof UnstreamedAnswer) return completeAnswer(error.text, onDelta)
    const failure = failureOf(error)
    throw hasStarted && failure instanceof StepFailure ? failure.final() : failure
  }
}

async function attempt(call: ModelCall, body: JsonObject): Promise<ChatAnswer> {
  try {
    const attempt = await attemptOf(call, body)
    return call.onDelta === undefined
      ? await generateAnswer(attempt, call.endpoint)
      : await streamAnswer(attempt, call.onDelta)
  } catch (error) {
    call.signal?.throwIfAborted()
    throw failureOf(error)
  }
}

const retryCall = <T>(call: ModelCall, work: () => Promise<T>): Promise<T> =>
  withRetries(call.retries ?? noRetries, work, {
    signal: call.signal,
    ...(call.retryEnvironment === undefined ? {} : { retryEnvironment: call.retryEnvironment }),
  })

/** Completes a chat. A malformed response is not retried: its tokens are already billed. */
export const completeChat = (call: ModelCall, body: JsonObject): Promise<ChatAnswer> =>
  retryCall(call, () => attempt(call, body))

export interface Embeddings {
  readonly vectors: readonly (readonly number[])[]
  readonly usage?: TokenUsage
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')

/** Vectors in the order of the texts: providers may return them in another order, with an index. */
function orderedVectors(body: unknown, vectors: readonly unknown[]): readonly unknown[] {
  const data = isJsonObject(body) ? body['data'] : undefined
  if (!Array.isArray(data)) return vectors
  const vectorsByIndex: unknown[] = []
  for (const [i, item] of data.entries()) {
    const index = isJsonObject(item) && typeof item['index'] === 'number' ? item['index'] : i
    vectorsByIndex[index] = isJsonObject(item) ? item['embedding'] : undefined
  }
  return vectorsByIndex
}

async function requestEmbeddings(call: ModelCall, texts: readonly string[]): Promise<Embeddings> {
  const { endpoint, signal } = call
  const { onDelta: _, ...plainCall } = call
  const model = (await loadModels(endpoint, fetchOf(plainCall))).embedding?.()
  if (model === undefined) throw badSettings(`The provider of '${endpoint.model}' has no embeddings.`)
  const result = await model.doEmbed({
    values: [...texts],
    ...(signal === undefined ? {} : { abortSignal: signal }),
  })
  const vectors = orderedVectors(result.response?.body, result.embeddings)
  if (vectors.length !== texts.length || !vectors.every(isVector)) {
    throw new StepFailure(
      'malformed_answer',
      `The model was asked for ${texts.length} embeddings but returned something else.`,
    )
  }
  const tokens = result.usage?.tokens
  return tokens === undefined
    ? { vectors }
    : { vectors, usage: { prompt: tokens, completion: 0, total: tokens } }
}

export const embedTexts = (call: ModelCall, texts: readonly string[]): Promise<Embeddings> =>
  retryCall(call, async () => {
    try {
      return await requestEmbeddings(call, texts)
    } catch (error) {
      call.signal?.throwIfAborted()
      throw failureOf(error)
    }
  })
