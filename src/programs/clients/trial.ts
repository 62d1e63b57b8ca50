// One call that tells whether a secret of a provider works. A model that is named, or that the secret lists, is asked to say
// something; without one the provider is asked for its models, which costs nothing. What the provider said stays here: it may
// repeat the key.
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
  /** What came of it, in a sentence. */
  readonly message: string
  /** That of the provider, where it answered. */
  readonly status?: number
  readonly model?: string
  readonly durationMs: number
}

const timeoutMs = 15_000
const answerBytesMax = 4 * 1024 * 1024

/** What is read of a provider without a model: something that only a good key opens. */
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

/** What a status means to whoever set the secret up. */
function refusal(status: number, host: string, model: string): string {
  switch (status) {
    case 401:
      return `${host} does not accept this key.`
    case 403:
      return `${host} knows this key, but does not let it do this.`
    case 402:
      return `${host} wants to be paid first.`
    case 404:
      return model === ''
        ? `${host} has no list of models at this address. Name a model to test with.`
        : `${host} does not know the model '${model}', or serves models at another address.`
    case 429:
      return `${host} says that these are too many calls, or that the account has nothing left.`
    default:
      return status >= 500
        ? `${host} is in trouble: it answered ${status}.`
        : `${host} refused the call: it answered ${status}.`
  }
}

/** A good status is not enough: what answers may be a page of somebody else. */
function judged(status: number, text: string, { host, model }: { host: string; model: string }) {
  if (status < 200 || status > 299) return { ok: false, message: refusal(status, host, model), status }
  const body = jsonOfText(text)
  if (body === undefined)
    return { ok: false, message: `${host} answered something that is not JSON.`, status }
  if (model === '') return { ok: true, message: `${host} accepts this key.`, status }
  chatAnswer(body)
  return { ok: true, message: `${model} at ${host} answered.`, status }
}

export async function tryProvider(
  parts: TrialParts,
  secret: Secret,
  named: string | undefined,
): Promise<Trial> {
  const startedMs = performance.now()
  const asked: { model?: string } = {}
  const ended = () => ({ ...asked, durationMs: Math.round(performance.now() - startedMs) })
  try {
    const endpoint = endpointOfSecret(secret, named)
    if (endpoint === undefined) throw new StepFailure('not_runnable', 'This is no secret of a provider.')
    const { provider, model } = endpoint
    if (model !== '') asked.model = model
    const call = callOf(parts, secret, endpoint)
    const { response, text } = await parts.limiter.admit(provider, () => textAnswer(call), parts.signal)
    return { ...judged(response.status, text, { host: new URL(call.url).host, model }), ...ended() }
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
    const message =
      error.code === 'malformed_answer' ? 'There was an answer, but not one of a model.' : error.message
    return { ok: false, message, ...ended() }
  }
}
