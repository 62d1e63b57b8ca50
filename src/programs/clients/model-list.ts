// Lists the models that a provider offers with a key. Azure, Bedrock and Vertex have no such list for a key.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import type { Outgoing } from './outgoing.ts'
import type { JsonCall } from './post.ts'
import type { Endpoint, ModelApi } from './providers.ts'

const timeoutMs = 15_000
const answerBytesMax = 4 * 1024 * 1024

const apisWithoutList: ReadonlySet<ModelApi> = new Set(['azure', 'bedrock', 'vertex'])

function keyHeaders({ api, key }: Endpoint): Readonly<Record<string, string>> {
  if (key === undefined) return {}
  if (api === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  return api === 'gemini' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` }
}

const listPath = ({ api }: Endpoint): string => {
  if (api === 'anthropic') return '/models?limit=1000'
  return api === 'gemini' ? '/models?pageSize=1000' : '/models'
}

export interface ListCall {
  readonly outgoing: Outgoing
  readonly endpoint: Endpoint
  readonly signal?: AbortSignal | undefined
  /** Another path that requires a valid key. */
  readonly path?: string | undefined
}

/** The call that lists models; undefined: the provider has no list. */
export function modelListCall({ outgoing, endpoint, signal, path }: ListCall): JsonCall | undefined {
  if (apisWithoutList.has(endpoint.api)) return undefined
  return {
    outgoing,
    url: `${endpoint.baseUrl}${path ?? listPath(endpoint)}`,
    headers: { ...keyHeaders(endpoint), ...endpoint.headers },
    body: undefined,
    timeoutMs,
    answerBytesMax,
    signal,
  }
}

/** Gemini lists models for other purposes, too. */
const canChat = ({ supportedGenerationMethods: methods }: JsonObject): boolean =>
  !isJsonList(methods) || methods.includes('generateContent')

function modelName(item: Json): string | undefined {
  if (!isJsonObject(item) || !canChat(item)) return undefined
  const name = item['id'] ?? item['name']
  return typeof name === 'string' && name !== '' ? name.replace(/^models\//, '') : undefined
}

/** The names in a list of models, sorted. */
export function modelNames(text: string): readonly string[] {
  const body = jsonOfText(text)
  const list = isJsonObject(body) ? (body['data'] ?? body['models']) : body
  if (!isJsonList(list)) throw new StepFailure('malformed_answer', 'The response is not a list of models.')
  return [...new Set(list.map(modelName).filter((name) => name !== undefined))].toSorted()
}

export const noModelList = 'This provider has no list of models. Add the names yourself.'
