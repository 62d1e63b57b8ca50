// The world of programs as it is: models by the secrets of the project, webhooks over HTTP, code in the sandbox.
import type { Secret } from '../access/secrets.ts'
import { completeChat, embedTexts } from './clients/chat.ts'
import type { Limiter } from './clients/limiter.ts'
import { postJson } from './clients/post.ts'
import { endpointFor, type Endpoint } from './clients/providers.ts'
import { noRetries, withRetries, type RetryPolicy, type RetryWorld } from './clients/retry.ts'
import type { Ports } from './evaluators/evaluator.ts'
import { badSettings } from './failure.ts'
import type { ChatAnswer, ChatRequest } from './prompts/chat.ts'
import { matchesPattern } from './sandbox/patterns.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

export interface PortsOptions {
  /** Code of one project never shares a process with that of another. */
  readonly projectId: string
  readonly secrets: readonly Secret[]
  readonly sandbox: Sandbox
  readonly defaultModel?: string | undefined
  readonly retries?: RetryPolicy
  readonly timeoutMs?: number
  /** Aborts whatever is under way. */
  readonly signal?: AbortSignal | undefined
  readonly world?: RetryWorld
  /** Bounds the calls of a provider; absent: they are made at once. */
  readonly limiter?: Limiter
  /** Told of every answer of a model, for the trace: what was asked, what came back, what it used. */
  readonly onChat?: (request: ChatRequest, answer: ChatAnswer) => void
}

export function createPorts(options: PortsOptions): Ports {
  const { projectId, secrets, sandbox, signal, limiter } = options
  const world = options.world === undefined ? {} : { world: options.world }
  const call = {
    signal,
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  }
  const retried = <T>(attempt: () => Promise<T>): Promise<T> =>
    withRetries(options.retries ?? noRetries, attempt, { signal, ...world })
  /** A pause between attempts holds no place at the provider. */
  const atProvider = <T>({ provider }: Endpoint, attempt: () => Promise<T>): Promise<T> =>
    retried(() => (limiter === undefined ? attempt() : limiter.admit(provider, attempt)))
  return {
    defaultModel: options.defaultModel,
    async chat(request) {
      const { model } = request.body
      if (typeof model !== 'string') throw badSettings('The prompt names no model.')
      const endpoint = endpointFor(secrets, model, request.connection)
      const answer = await atProvider(endpoint, () => completeChat({ endpoint, ...call }, request.body))
      options.onChat?.(request, answer)
      return answer
    },
    async embed({ model, texts, connection }) {
      const endpoint = endpointFor(secrets, model, connection)
      return atProvider(endpoint, () => embedTexts({ endpoint, ...call }, texts))
    },
    post: (request) => retried(async () => (await postJson({ ...request, signal })).body),
    runCode: (run) => sandbox.run({ scope: projectId, ...run }),
    matchesPattern: (match) => matchesPattern(sandbox, match),
  }
}
