// Tests whether a provider secret works with one call. A given or listed model gets a short prompt; without one the
// call lists the provider's models, which costs nothing. The provider's response is not returned: it may repeat the
// key.
import type { Secret } from '../../access/secrets.ts'
import { StepFailure } from '../failure.ts'
import { jsonOfText } from '../nesting.ts'
import { chatAnswer } from '../prompts/chat.ts'
import { ownMember } from '../../kernel/own.ts'
import type { Limiter } from './limiter.ts'
import type { Outgoing } from './outgoing.ts'
import { textAnswer, type JsonCall } from './post.ts'
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
const answerBytesMax = 4 * 1024 * 1024

/** The path that is read without a model: it must require a valid key. */
const readPaths: Readonly<Record<string, string>> = { openrouter: '/key' }
const readPathDefault = '/models'

const question = 'This is a test of the connection. Answer with the word ok.'

function callOf({ outgoing, signal }: TrialParts, secret: Secret, endpoint: Endpoint): JsonCall {
  const { baseUrl, key, model } = endpoint
  const { kind } = secret.data
  const readPath = (typeof kind === 'string' ? ownMember(readPaths, kind) : undefined) ?? readPathDefault
  const path = model === '' ? readPath : '/chat/completions'
  return {
    outgoing,
    url: `${baseUrl}${path}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: model === '' ? undefined : { model, messages: [{ role: 'user', content: question }] },
    timeoutMs,
    answerBytesMax,
    signal,
  }
}

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

/** A good status is not enough: the response may come from an unrelated page. */
function evaluateResponse(status: number, text: string, { host, model }: { host: string; model: string }) {
  if (status < 200 || status > 299) return { ok: false, message: refusal(status, host, model), status }
  const body = jsonOfText(text)
  if (body === undefined)
    return { ok: false, message: `${host} returned something that is not JSON.`, status }
  if (model === '') return { ok: true, message: `${host} accepts this key.`, status }
  chatAnswer(body)
  return { ok: true, message: `${model} at ${host} answered.`, status }
}

export async function tryProvider(
  parts: TrialParts,
  secret: Secret,
  requestedModel: string | undefined,
): Promise<Trial> {
  const startedMs = performance.now()
  const request: { model?: string } = {}
  const timing = () => ({ ...request, durationMs: Math.round(performance.now() - startedMs) })
  try {
    const endpoint = endpointOfSecret(secret, requestedModel)
    if (endpoint === undefined) throw new StepFailure('not_runnable', 'This is not a provider secret.')
    const { provider, model } = endpoint
    if (model !== '') request.model = model
    const call = callOf(parts, secret, endpoint)
    const { response, text } = await parts.limiter.admit(provider, () => textAnswer(call), parts.signal)
    return {
      ...evaluateResponse(response.status, text, { host: new URL(call.url).host, model }),
      ...timing(),
    }
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
    const message =
      error.code === 'malformed_answer' ? 'There was a response, but not one of a model.' : error.message
    return { ok: false, message, ...timing() }
  }
}
