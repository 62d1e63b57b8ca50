// `@assay/sdk`: the client of the HTTP API. Runs in Node, browsers, workers and edge runtimes; no dependencies.
// generated/ is generated from the OpenAPI document; core/ sends requests; prompts/ and testsets/ build on both.
// Code that server and client share is imported from src/: scripts/imports.ts lists it.
import { createCore, type Core, type CoreOptions } from './core/core.ts'
import { runtime } from './core/runtime.ts'
import { errorOf } from './failures.ts'
import { Groups } from './generated/groups.ts'
import type { SimpleTrace } from './generated/schemas.ts'
import { testsets } from './generated/testsets.ts'
import { Prompts } from './prompts/prompts.ts'
import { push, type Pushed, type PushedKind, type PushInput } from './records/push.ts'
import { score, type FeedbackInput, type ScoreInput } from './records/score.ts'
import { testsetStreams, type TestsetStreams } from './testsets/streams.ts'

export { createCore, type CallOptions, type Core } from './core/core.ts'
export { AssayError, ConnectionError, TimeoutError, type FailureCode, type Fault } from './core/errors.ts'
export * from './generated/errors.ts'
export type { EventStream, ServerEvent } from './core/events.ts'
export type { PageList } from './core/pages.ts'
export type * from './generated/schemas.ts'
export {
  Prompt,
  PromptError,
  type PromptContent,
  type PromptMessage,
  type PromptPart,
  type PromptReferences,
  type PromptRequest,
  type PromptSource,
  type PromptToolCall,
} from './prompts/prompt.ts'
export type { Named, PromptOptions, PromptReference, Prompts } from './prompts/prompts.ts'
export type { FeedbackInput, ScoreInput } from './records/score.ts'
export type { Pushed, PushedKind, PushInput } from './records/push.ts'
export { Delta, delta, type RowMarks, type RowName } from './testsets/delta.ts'
export { contentHash, generatedDedupId, rowIds, testcaseId, type IdentityScope } from './testsets/identity.ts'
export type { Rows } from './testsets/row-file.ts'
export type { RowTarget, TestsetStreams, TypedRow } from './testsets/streams.ts'

/** The options of a client. */
export interface AssayOptions extends Omit<CoreOptions, 'url' | 'errorOf'> {
  /** The address of the server, without `/api`; default: the variable `ASSAY_URL`. */
  readonly url?: string | undefined
}

/** An environment variable, in runtimes that have them. */
const variable = (name: string): string | undefined => runtime()?.env?.[name]

/** The client: every operation of the API, by subject: `new Assay().testsets.commit(…)`. */
export class Assay extends Groups {
  /** The address of the server. */
  readonly url: string
  /** Deployed prompts, cached. */
  readonly prompts: Prompts
  /** Testsets: every operation, and streams of rows. */
  override readonly testsets: ReturnType<typeof testsets> & TestsetStreams
  readonly #core: Core

  constructor(options: AssayOptions = {}) {
    const url = options.url ?? variable('ASSAY_URL')
    if (url === undefined)
      throw new TypeError('The address of the server is missing: pass `url`, or set ASSAY_URL.')
    const core = createCore({ ...options, url, key: options.key ?? variable('ASSAY_API_KEY'), errorOf })
    super(core)
    this.url = url
    this.#core = core
    this.prompts = new Prompts(core)
    this.testsets = { ...testsets(core), ...testsetStreams(core) }
  }

  /**
   * Makes `data` the newest revision of a slug. Creates the record if there is none, and no revision if the content is
   * unchanged.
   */
  push<K extends PushedKind>(kind: K, input: PushInput<K>): Promise<Pushed<K>> {
    return push(this.#core, { kind, input })
  }

  /** Scores a trace: `assay.score({ traceId, name: 'helpful', value: 0.8 })`. */
  score(input: ScoreInput): Promise<SimpleTrace> {
    return score(this.#core, input)
  }

  /** Records the opinion of a person: `assay.feedback({ traceId, value: true, comment: 'Exactly.' })`. */
  feedback(input: FeedbackInput): Promise<SimpleTrace> {
    return score(this.#core, { ...input, name: input.name ?? 'feedback', origin: 'human' })
  }
}
