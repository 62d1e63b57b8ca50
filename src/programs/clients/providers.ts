// Selects the endpoint, wire format and secret of a model: a secret chosen by slug, else a custom provider that lists
// the model, else the newest key of the provider before the slash.
import type { Secret } from '../../access/secrets.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { ownMember } from '../../kernel/own.ts'

/** The wire format of an endpoint. `chat` is the form of OpenAI's chat completions, which most providers share. */
export const modelApis = [
  'chat',
  'responses',
  'anthropic',
  'gemini',
  'vertex',
  'bedrock',
  'azure',
  'mistral',
  'groq',
] as const
export type ModelApi = (typeof modelApis)[number]

/** The connection to a model. */
export interface Endpoint {
  readonly api: ModelApi
  /** Without a trailing slash; `/chat/completions` and `/embeddings` are below it. */
  readonly baseUrl: string
  /** Sent with every call. */
  readonly headers: Readonly<Record<string, string>>
  /** Settings of one wire format: credentials of AWS and Google, the api version of Azure. */
  readonly extras: JsonObject
  readonly version: string | undefined
  readonly key: string | undefined
  /** The model's name at this endpoint. */
  readonly model: string
  /** Calls are limited per provider. */
  readonly provider: string
}

/** The base urls of providers: OpenAI-compatible, except where `nativeApis` has the provider. */
const baseUrls: Readonly<Record<string, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  cohere: 'https://api.cohere.ai/compatibility/v1',
  anyscale: 'https://api.endpoints.anyscale.com/v1',
  deepinfra: 'https://api.deepinfra.com/v1/openai',
  groq: 'https://api.groq.com/openai/v1',
  minimax: 'https://api.minimax.io/v1',
  mistral: 'https://api.mistral.ai/v1',
  mistralai: 'https://api.mistral.ai/v1',
  perplexityai: 'https://api.perplexity.ai',
  together_ai: 'https://api.together.xyz/v1',
  openrouter: 'https://openrouter.ai/api/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
}

/**
 * Providers with a wire format of their own, or with an own variant of the chat form. A secret with a url has the chat
 * form, unless `extras.api` names another.
 */
const nativeApis: Readonly<Record<string, ModelApi>> = {
  anthropic: 'anthropic',
  gemini: 'gemini',
  mistral: 'mistral',
  mistralai: 'mistral',
  groq: 'groq',
}

/** Aliases of a provider before the slash of a model. */
const aliases: Readonly<Record<string, string>> = {
  google: 'gemini',
  perplexity: 'perplexityai',
  together: 'together_ai',
}

const textAt = (value: Json | undefined, name: string): string | undefined => {
  const text = isJsonObject(value) ? ownMember(value, name) : undefined
  return typeof text === 'string' && text !== '' ? text : undefined
}

const kindOf = (secret: Secret): string => textAt(secret.data, 'kind') ?? 'custom'

const modelKeys = (secret: Secret): readonly Json[] => {
  const keys = secret.data['model_keys']
  return secret.kind === 'custom_provider' && isJsonList(keys) ? keys : []
}

const notConfigured = (message: string): StepFailure =>
  new StepFailure('not_runnable', message, { status: 424 })

const isModelApi = (value: unknown): value is ModelApi => modelApis.some((api) => api === value)

/** The first non-empty setting among several alternative names. */
export const extraText = (extras: JsonObject, ...names: readonly string[]): string | undefined =>
  names.map((name) => textAt(extras, name)).find((text) => text !== undefined)

export const regionOf = (extras: JsonObject): string | undefined =>
  extraText(extras, 'aws_region_name', 'aws_region', 'region')

interface ProviderConfig {
  readonly kind: string
  readonly url: string | undefined
  readonly extras: JsonObject
}

function apiOf({ kind, url, extras }: ProviderConfig): ModelApi {
  const { api } = extras
  if (isModelApi(api)) return api
  if (kind === 'bedrock' && (url === undefined || regionOf(extras) !== undefined)) return 'bedrock'
  if (
    kind === 'vertex_ai' &&
    extraText(extras, 'vertex_ai_credentials', 'vertex_credentials') !== undefined
  ) {
    return 'vertex'
  }
  if (kind === 'azure') return 'azure'
  return (url === undefined ? ownMember(nativeApis, kind) : undefined) ?? 'chat'
}

/** The address of a provider that has one per region or project. */
function regionalUrl(api: ModelApi, extras: JsonObject): string | undefined {
  const region = regionOf(extras)
  if (api === 'bedrock' && region !== undefined && /^[\w-]+$/.test(region)) {
    return `https://bedrock-runtime.${region}.amazonaws.com`
  }
  return api === 'vertex' ? 'https://aiplatform.googleapis.com' : undefined
}

/** `extras.headers`; a value that is not a text is skipped. */
function headersOf(extras: JsonObject): Readonly<Record<string, string>> {
  const headers = extras['headers'] ?? extras['extra_headers']
  return Object.fromEntries(
    Object.entries(isJsonObject(headers) ? headers : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
}

const noMembers: JsonObject = {}

function endpointOf(secret: Secret, model: string): Endpoint {
  const kind = kindOf(secret)
  const provider = isJsonObject(secret.data['provider']) ? secret.data['provider'] : noMembers
  const extras = isJsonObject(provider['extras']) ? provider['extras'] : noMembers
  const url = textAt(provider, 'url')
  const api = apiOf({ kind, url, extras })
  const baseUrl = (url ?? regionalUrl(api, extras) ?? ownMember(baseUrls, kind))?.replace(/\/+$/, '')
  if (baseUrl === undefined) {
    throw notConfigured(`The secret '${secret.slug}' of provider '${kind}' has no url.`)
  }
  return {
    api,
    baseUrl,
    key: textAt(provider, 'key'),
    model,
    provider: `${kind} ${baseUrl}`,
    headers: headersOf(extras),
    extras,
    version: textAt(provider, 'version'),
  }
}

/** The model name without its prefix: the secret's slug and kind, or the provider. */
function bareModel(model: string, secret: Secret): string {
  const kind = kindOf(secret)
  for (const prefix of [`${secret.slug}/${kind}/`, `${secret.slug}/`, `${kind}/`]) {
    if (model.startsWith(prefix)) return model.slice(prefix.length)
  }
  const [first = '', ...rest] = model.split('/')
  return rest.length > 0 && ownMember(aliases, first) === kind ? rest.join('/') : model
}

const isProvider = (secret: Secret): boolean =>
  secret.kind === 'provider_key' || secret.kind === 'custom_provider'

/**
 * The endpoint of one secret, with the given model or the first one that the secret lists; undefined: not a provider
 * secret.
 */
export function endpointOfSecret(secret: Secret, requestedModel: string | undefined): Endpoint | undefined {
  if (!isProvider(secret)) return undefined
  const { models } = secret.data
  const listedModel = isJsonList(models) ? textAt(models[0], 'slug') : undefined
  return endpointOf(secret, bareModel(requestedModel ?? listedModel ?? '', secret))
}

const newestFirst = (a: Secret, b: Secret): number => (a.createdAt < b.createdAt ? 1 : -1)

/** The default model: the first one that the newest provider of the project lists. */
export function defaultModelOf(secrets: readonly Secret[]): string | undefined {
  for (const secret of secrets.filter(isProvider).toSorted(newestFirst)) {
    const { models } = secret.data
    const slug = isJsonList(models) ? textAt(models[0], 'slug') : undefined
    if (slug === undefined) continue
    const kind = kindOf(secret)
    return secret.kind === 'custom_provider' ? `${secret.slug}/${kind}/${slug}` : `${kind}/${slug}`
  }
  return undefined
}

/** The endpoint of a model. If none matches, the failure names the provider (424 over HTTP). */
export function endpointFor(secrets: readonly Secret[], model: string, connection?: string): Endpoint {
  if (connection !== undefined) {
    const secret = secrets.find(({ slug }) => slug === connection)
    if (secret === undefined || !isProvider(secret)) {
      throw notConfigured(`There is no provider secret '${connection}'.`)
    }
    return endpointOf(secret, bareModel(model, secret))
  }
  const customSecret = secrets.find((secret) => modelKeys(secret).includes(model))
  if (customSecret !== undefined) return endpointOf(customSecret, bareModel(model, customSecret))
  const first = model.includes('/') ? (model.split('/')[0] ?? '') : 'openai'
  const provider = ownMember(aliases, first) ?? first
  const newestSecret = secrets
    .filter((secret) => isProvider(secret) && kindOf(secret) === provider)
    .toSorted(newestFirst)
    .at(0)
  if (newestSecret === undefined) throw notConfigured(`No key of the provider '${provider}' is configured.`)
  return endpointOf(newestSecret, bareModel(model, newestSecret))
}
