// sdk/prompts: deployed prompts with a stale-while-revalidate cache: an expired prompt is served while it is fetched again.
// A program with a fallback never waits long and never fails because of the server.
// prompt.ts renders a prompt. Imports sdk/core and shared code of the server. Start here.
import type { JsonObject } from '../../src/kernel/json/value.ts'
import { canonicalJson } from '../../src/kernel/json/canonical-text.ts'
import { AssayError } from '../core/errors.ts'
import type { Core } from '../core/core.ts'
import { applications } from '../generated/applications.ts'
import type { ApplicationRevision, RetrievalInfo } from '../generated/schemas.ts'
import { contentHash } from '../testsets/identity.ts'
import {
  Prompt,
  promptListeners,
  type PromptContent,
  type PromptReferences,
  type PromptSource,
} from './prompt.ts'

/** The slug or the id. */
export type Named =
  | string
  | {
      /** The id. */
      readonly id?: string
      /** The slug. */
      readonly slug?: string
    }

/** Which prompt to get. */
export interface PromptReference {
  /** The application that has the prompt. */
  readonly application: Named
  /** Use the revision deployed to this environment; default: the newest revision of the variant, or that of `version`. */
  readonly environment?: Named
  /** The variant; default: that of the application. */
  readonly variant?: Named
  /** The version; default: the newest one. */
  readonly version?: string | number
}

/** How a prompt is cached, and what replaces it. */
export interface PromptOptions {
  /** How long a prompt is served from the cache, in milliseconds; a minute by default. */
  readonly ttl?: number
  /** Parameters to use when the server does not answer or does not have the prompt. */
  readonly fallback?: JsonObject | undefined
  /** The time limit of the request; 5 s with a fallback, else that of the client. */
  readonly timeoutMs?: number
  /** Stops waiting when it is aborted. */
  readonly signal?: AbortSignal
}

interface CacheEntry {
  content?: PromptContent
  /** The time of the last answer or failure. */
  checkedAt: number
  failure?: unknown
  pending?: Promise<PromptContent> | undefined
}

const ttlMsDefault = 60_000
/** After a failure the server is not called for this time, so that fallbacks are returned at once. */
const failedMs = 5_000
const fallbackTimeoutMs = 5_000
const keptMax = 1_000

const reference = (named: Named): { readonly id?: string; readonly slug?: string } =>
  typeof named === 'string' ? { slug: named } : named

function referencesOf(revision: ApplicationRevision, info: RetrievalInfo | undefined): PromptReferences {
  const environment = info?.references['environment']
  return {
    application: { id: revision.application_id, slug: revision.application_slug },
    application_variant: { id: revision.application_variant_id, slug: revision.application_variant_slug },
    application_revision: { id: revision.id, slug: revision.slug, version: revision.version },
    ...(environment === undefined ? {} : { environment: textMembers(environment) }),
  }
}

/** Chats and model lists append the conversation; a completion does not. */
const isChat = (parameters: JsonObject, uri: unknown): boolean =>
  (typeof uri === 'string' && /^[^:]+:builtin:chat:/.test(uri)) ||
  (!('prompt' in parameters) && Array.isArray(parameters['llms']))

const textMembers = (record: object): { readonly id?: string; readonly slug?: string } =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => /^(id|slug)$/.test(name) && typeof value === 'string'),
  )

/** The server answered that the prompt does not exist, or is not visible to this key. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AssayError && [400, 401, 403, 404].includes(error.status)

const isSame = (a: PromptContent, b: PromptContent): boolean =>
  a.hash === b.hash && a.contentHash === b.contentHash && a.version === b.version

/** Stops waiting on an abort. The request continues, since other callers may wait for it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  let stop = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The prompts of a project, with a cache. */
export class Prompts {
  readonly #applications: ReturnType<typeof applications>
  readonly #now: () => number
  readonly #kept = new Map<string, CacheEntry>()

  constructor(core: Core, now: () => number = () => Date.now()) {
    this.#applications = applications(core)
    this.#now = now
  }

  /** Returns the prompt; `source` is its origin. Throws only without a fallback, or when aborted. */
  async get(asked: PromptReference, options: PromptOptions = {}): Promise<Prompt> {
    const prompt = await this.#find(asked, options)
    for (const listener of promptListeners) listener(prompt)
    return prompt
  }

  async #find(asked: PromptReference, options: PromptOptions): Promise<Prompt> {
    const name = canonicalJson({ ...asked })
    const entry = this.#entry(name)
    const ageMs = this.#now() - entry.checkedAt
    if (entry.content !== undefined) {
      if (entry.failure === undefined && ageMs < (options.ttl ?? ttlMsDefault))
        return this.#served(entry, 'cache')
      if (entry.failure === undefined || ageMs >= failedMs)
        this.#askBehind(asked, { kept: entry, promptOptions: options })
      return this.#served(entry, 'stale')
    }
    const { fallback } = options
    try {
      if (fallback !== undefined && entry.failure !== undefined && ageMs < failedMs) throw entry.failure
      await unlessAborted(this.#ask(asked, { kept: entry, options }), options.signal)
      return this.#served(entry, 'server')
    } catch (error) {
      options.signal?.throwIfAborted()
      if (fallback === undefined) throw error
      return new Prompt({ parameters: fallback }, 'fallback', error)
    }
  }

  /** Clears the cache. */
  clear(): void {
    this.#kept.clear()
  }

  #entry(name: string): CacheEntry {
    const existing = this.#kept.get(name)
    if (existing !== undefined) return existing
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size >= keptMax && oldest !== undefined) this.#kept.delete(oldest)
    const entry: CacheEntry = { checkedAt: 0 }
    this.#kept.set(name, entry)
    return entry
  }

  #served(kept: CacheEntry, source: PromptSource): Prompt {
    if (kept.content === undefined) throw new TypeError('There is no prompt to serve.')
    return new Prompt(kept.content, source, source === 'stale' ? kept.failure : undefined)
  }

  /** Fetches a prompt; concurrent callers share one request. */
  #ask(
    asked: PromptReference,
    { kept, options }: { readonly kept: CacheEntry; readonly options: PromptOptions },
  ): Promise<PromptContent> {
    kept.pending ??= this.#retrieve(asked, options)
      .then((read) => {
        // Unchanged content keeps the same object.
        const content = kept.content !== undefined && isSame(kept.content, read) ? kept.content : read
        Object.assign(kept, { content, failure: undefined, checkedAt: this.#now() })
        return content
      })
      .catch((error: unknown) => {
        Object.assign(kept, { failure: error, checkedAt: this.#now() })
        // A deleted prompt is not served any longer; an unreachable server does not clear the cache.
        if (isRefusal(error)) delete kept.content
        throw error
      })
      .finally(() => {
        kept.pending = undefined
      })
    return kept.pending
  }

  /** Fetches in the background; a failure is the `error` of the next served prompt. */
  #askBehind(
    asked: PromptReference,
    {
      kept,
      promptOptions: { timeoutMs },
    }: { readonly kept: CacheEntry; readonly promptOptions: PromptOptions },
  ): void {
    this.#ask(asked, { kept, options: timeoutMs === undefined ? {} : { timeoutMs } }).catch(() => undefined)
  }

  async #retrieve(asked: PromptReference, options: PromptOptions): Promise<PromptContent> {
    const { application, environment, variant, version } = asked
    const { fallback } = options
    const timeoutMs = options.timeoutMs ?? (fallback === undefined ? undefined : fallbackTimeoutMs)
    const response = await this.#applications.retrieve(
      {
        application_ref: reference(application),
        resolve: true,
        ...(environment === undefined ? {} : { environment_ref: reference(environment) }),
        ...(variant === undefined ? {} : { application_variant_ref: reference(variant) }),
        ...(version === undefined ? {} : { application_revision_ref: { version } }),
      },
      {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        // With a fallback, a fast answer matters more than the newest prompt.
        ...(fallback === undefined ? {} : { retries: 0 }),
      },
    )
    const revision = response.application_revision
    const parameters = revision?.data?.['parameters']
    if (revision === undefined || typeof parameters !== 'object' || parameters === null) {
      throw new TypeError(`There is no prompt '${canonicalJson({ ...asked })}'.`)
    }
    return {
      parameters: parameters as JsonObject,
      isChat: isChat(parameters as JsonObject, revision.data?.['uri']),
      version: revision.version,
      hash: contentHash(parameters as JsonObject),
      ...(revision.content_hash === undefined ? {} : { contentHash: revision.content_hash }),
      references: referencesOf(revision, response.retrieval_info),
    }
  }
}
