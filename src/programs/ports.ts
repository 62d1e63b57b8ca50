// The outside world of programs: models with the secrets of the project, webhooks over HTTP, code in the sandbox.
import type { Scope } from '../access/scope.ts'
import type { Secret } from '../access/secrets.ts'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { completeChat, embedTexts } from './clients/chat.ts'
import { postJson } from './clients/post.ts'
import { defaultModelOf, endpointFor, type Endpoint } from './clients/providers.ts'
import { withRetries } from './clients/retry.ts'
import type { CellContext, ProgramParts } from './cell-context.ts'
import type { Ports } from './evaluators/evaluator.ts'
import { badSettings } from './failure.ts'
import type { ChatDelta, TokenUsage } from './prompts/chat.ts'
import { workPorts } from './work/sandbox-pool.ts'

/** A completed model call: request, response and usage. */
export interface ModelUse {
  readonly kind: 'chat' | 'embedding'
  /** The requested model, and the name that the provider reports. */
  readonly model: string
  readonly responseModel?: string
  /** The request body; for embeddings the texts. */
  readonly request: JsonObject
  /** The message; embeddings are too long to store. */
  readonly answer?: Json
  readonly finishReason?: string
  readonly usage?: TokenUsage
  readonly startedAt: string
  readonly endedAt: string
  /** The time to the first part of a streamed answer. */
  readonly firstChunkMs?: number
}

export interface PortsOptions {
  readonly parts: Pick<
    ProgramParts,
    'clock' | 'sandbox' | 'sandboxPool' | 'outgoing' | 'limiter' | 'timeoutMs' | 'retryEnvironment'
  >
  /** Code of one project never shares a process with code of another. */
  readonly context: Pick<CellContext, 'retries' | 'signal' | 'onModelEvent'> & {
    readonly scope: Pick<Scope, 'projectId'>
  }
  /** Read when a program needs one. */
  readonly secrets: () => Promise<readonly Secret[]>
  /** Called with every model response, for the trace. */
  readonly onUse: (use: ModelUse) => void
}

/** Programs at one host count as one provider. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

export function createPorts({ parts, context, secrets, onUse }: PortsOptions): Ports {
  const { sandbox, outgoing, limiter, clock, timeoutMs } = parts
  const { signal, retries, onModelEvent } = context
  const { projectId } = context.scope
  const retryOptions =
    parts.retryEnvironment === undefined ? {} : { retryEnvironment: parts.retryEnvironment }
  const call = { outgoing, signal, timeoutMs }
  /** Calls a provider with retries; a pause between attempts does not occupy a slot. */
  const callProvider = <T>(provider: string, attempt: () => Promise<T>): Promise<T> =>
    withRetries(retries, () => limiter.admit(provider, attempt, signal), { signal, ...retryOptions })
  /** Returns the answer of the last attempt with its times. */
  const measureAttempt = async <T>(endpoint: Endpoint, attempt: () => Promise<T>) => {
    let startedAt = clock.now()
    const answer = await callProvider(endpoint.provider, () => {
      startedAt = clock.now()
      return attempt()
    })
    return { answer, startedAt, endedAt: clock.now() }
  }
  let calls = 0
  /** Reports the parts of one chat, and measures the time to the first. */
  const createStream = (model: string) => {
    const call = calls
    calls += 1
    let startedMs = 0
    let firstChunkMs: number | undefined
    const onDelta = (delta: ChatDelta): void => {
      firstChunkMs ??= Math.round(performance.now() - startedMs)
      onModelEvent?.({ call, model, delta })
    }
    return {
      start: () => {
        startedMs = performance.now()
        firstChunkMs = undefined
        onModelEvent?.({ call, model })
      },
      options: onModelEvent === undefined ? {} : { onDelta },
      timing: () => (firstChunkMs === undefined ? {} : { firstChunkMs }),
    }
  }
  return {
    defaultModel: async () => defaultModelOf(await secrets()),
    async chat({ body, connection }) {
      const { model } = body
      if (typeof model !== 'string') throw badSettings('The prompt names no model.')
      const endpoint = endpointFor(await secrets(), model, connection)
      const stream = createStream(model)
      const { answer, ...times } = await measureAttempt(endpoint, () => {
        stream.start()
        return completeChat({ endpoint, ...call, ...stream.options }, body)
      })
      onUse({
        kind: 'chat',
        model,
        request: body,
        answer: answer.message,
        ...times,
        ...stream.timing(),
        ...(answer.model === undefined ? {} : { responseModel: answer.model }),
        ...(answer.finishReason === undefined ? {} : { finishReason: answer.finishReason }),
        ...(answer.usage === undefined ? {} : { usage: answer.usage }),
      })
      return answer
    },
    async embed({ model, texts, connection }) {
      const endpoint = endpointFor(await secrets(), model, connection)
      const { answer, ...times } = await measureAttempt(endpoint, () =>
        embedTexts({ endpoint, ...call }, texts),
      )
      const { vectors, usage } = answer
      const request = { model, input: texts }
      onUse({
        kind: 'embedding',
        model,
        request,
        ...times,
        ...(usage === undefined ? {} : { usage }),
      })
      return vectors
    },
    post: (request) =>
      callProvider(hostOf(request.url), async () => (await postJson({ ...request, outgoing, signal })).body),
    runCode: (run) => sandbox.run({ project: projectId, signal, ...run }),
    ...workPorts(parts.sandboxPool, { project: projectId, signal }),
  }
}
