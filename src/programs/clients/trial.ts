// Tests with one call whether a provider secret works. The requested model, or the first one that the secret lists,
// gets a short prompt; without a model the call lists the provider's models, which costs nothing. The provider's
// response is not returned: it may repeat the key.
import type { Secret } from '../../access/secrets.ts'
import { StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import { ownMember } from '../../kernel/own.ts'
import { completeChat } from './chat.ts'
import type { Limiter } from './limiter.ts'
import { modelListCall, modelNames, noModelList } from './model-list.ts'
import type { Outgoing } from './outgoing.ts'
import { textAnswer } from './post.ts'
import { endpointOfSecret, type Endpoint } from './providers.ts'

export interface TrialParts {
  readonly outgoing: Outgoing
  readonly limiter: Limiter
  readonly signal?: AbortSignal | undefined
}

export interface Trial {
  readonly ok: boolean
  /** The result in one sentence. */
  readonly message: string
  /** The status of the provider, if it responded. */
  readonly status?: number
  readonly model?: string
  readonly durationMs: number
}

const timeoutMs = 15_000

/** Paths to read without a model, by kind of provider: they require a valid key, unlike the list of models. */
const readPaths: Readonly<Record<string, string>> = { openrouter: '/key' }

const testPrompt = 'This is a test of the connection. Answer with the word ok.'

/** The meaning of a status for the person who configured the secret. */
function refusal(status: number, host: string, model: string): string {
  switch (status) {
    case 401:
      return `${host} does not accept this key.`
    case 403:
      return `${host} accepts this key, but it has no permission for this call.`
    case 402:
      return `${host} requires payment or credit first.`
    case 404:
      return model === ''
        ? `${host} has no list of models at this address. Name a model to test with.`
        : `${host} does not know the model '${model}', or serves models at another address.`
    case 429:
      return `${host} reports too many calls, or an account without credit.`
    default:
      return status >= 500
        ? `${host} has an error: it responded with status ${status}.`
        : `${host} refused the call with status ${status}.`
  }
}

/** A provider's status and text. A success status is not enough: the response may be an unrelated page. */
interface TrialResponse {
  readonly status: number
  readonly text?: string
}

/** A short prompt to the model. */
async function promptModel(parts: TrialParts, endpoint: Endpoint): Promise<TrialResponse> {
  const { outgoing, signal } = parts
  try {
    await completeChat(
      { outgoing, endpoint, signal, timeoutMs },
      { messages: [{ role: 'user', content: testPrompt }] },
    )
    return { status: 200 }
  } catch (error) {
    if (error instanceof StepFailure && error.upstreamStatus !== undefined)
      return { status: error.upstreamStatus }
    throw error
  }
}

async function listModels(parts: TrialParts, endpoint: Endpoint, path?: string): Promise<TrialResponse> {
  const call = modelListCall({ ...parts, endpoint, path })
  if (call === undefined) throw new StepFailure('not_runnable', 'Name a model to test with.')
  const { response, text } = await textAnswer(call)
  return { status: response.status, text }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

function evaluateResponse({ status, text }: TrialResponse, { host, model }: { host: string; model: string }) {
  if (!isSuccess(status)) return { ok: false, message: refusal(status, host, model), status }
  if (model !== '') return { ok: true, message: `${model} at ${host} answered.`, status }
  return jsonOfText(text ?? '') === undefined
    ? { ok: false, message: `${host} returned something that is not JSON.`, status }
    : { ok: true, message: `${host} accepts this key.`, status }
}

const requireEndpoint = (secret: Secret, requestedModel: string | undefined): Endpoint => {
  const endpoint = endpointOfSecret(secret, requestedModel)
  if (endpoint === undefined) throw new StepFailure('not_runnable', 'This is not a provider secret.')
  return endpoint
}

const failureMessage = ({ code, message }: StepFailure): string =>
  code === 'malformed_answer' ? 'The response is not that of a model.' : message

export async function tryProvider(
  parts: TrialParts,
  secret: Secret,
  requestedModel: string | undefined,
): Promise<Trial> {
  const startedMs = performance.now()
  const request: { model?: string } = {}
  const timing = () => ({ ...request, durationMs: Math.round(performance.now() - startedMs) })
  try {
    const endpoint = requireEndpoint(secret, requestedModel)
    const { provider, model, baseUrl } = endpoint
    if (model !== '') request.model = model
    const { kind } = secret.data
    const path = typeof kind === 'string' ? ownMember(readPaths, kind) : undefined
    const attempt = () => (model === '' ? listModels(parts, endpoint, path) : promptModel(parts, endpoint))
    const response = await parts.limiter.admit(provider, attempt, parts.signal)
    return { ...evaluateResponse(response, { host: new URL(baseUrl).host, model }), ...timing() }
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
    return { ok: false, message: failureMessage(error), ...timing() }
  }
}

export interface ModelList {
  readonly models: readonly string[]
  /** The reason why there is no list. */
  readonly message?: string
}

/** The models that a provider offers; a refusal is a list without models and the reason. */
export async function listProviderModels(parts: TrialParts, secret: Secret): Promise<ModelList> {
  try {
    const endpoint = requireEndpoint(secret, '')
    if (modelListCall({ ...parts, endpoint }) === undefined) return { models: [], message: noModelList }
    const { status, text = '' } = await parts.limiter.admit(
      endpoint.provider,
      () => listModels(parts, endpoint),
      parts.signal,
    )
    if (isSuccess(status)) return { models: modelNames(text) }
    return { models: [], message: refusal(status, new URL(endpoint.baseUrl).host, '') }
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
    return { models: [], message: failureMessage(error) }
  }
}
