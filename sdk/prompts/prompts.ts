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

/** A reference to a prompt. */
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

/** The cache, the fallback and the time limit of a prompt. */
export interface PromptOptions {
  /** The time for which a prompt is served from the cache, in milliseconds; a minute by default. */
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
const failurePauseMs = 5_000
const fallbackTimeoutMs = 5_000
const cachedPromptsMax = 1_000

const referenceTo = (record: Named): { readonly id?: string; readonly slug?: string } =>
  typeof record === 'string' ? { slug: record } : record

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

const isSameContent = (a: PromptContent, b: PromptContent): boolean =>
  a.hash === b.hash && a.contentHash === b.contentHash && a.version === b.version

/** Stops waiting on an abort. The request continues, since other callers may wait for it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  let stop = (): void => undefined
  const abortPromise = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, abortPromise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The prompts of a project, with a cache. */
export class Prompts {
  readonly #applications: ReturnType<typeof applications>
  readonly #now: () => number
  readonly #cache = new Map<string, CacheEntry>()

  constructor(core: Core, now: () => number = () => Date.now()) {
    this.#applications = applications(core)
    this.#now = now
  }

  /** Returns the prompt; `source` is its origin. Throws only without a fallback, or when aborted. */
  async get(prompt: PromptReference, options: PromptOptions = {}): Promise<Prompt> {
    const result = await this.#find(prompt, options)
    for (const listener of promptListeners) listener(result)
    return result
  }

  async #find(prompt: PromptReference, options: PromptOptions): Promise<Prompt> {
    const name = canonicalJson({ ...prompt })
    const entry = this.#entry(name)
    const ageMs = this.#now() - entry.checkedAt
    if (entry.content !== undefined) {
      if (entry.failure === undefined && ageMs < (options.ttl ?? ttlMsDefault))
        return this.#serve(entry, 'cache')
      if (entry.failure === undefined || ageMs >= failurePauseMs)
        this.#refresh(prompt, { entry, promptOptions: options })
      return this.#serve(entry, 'stale')
    }
    const { fallback } = options
    try {
      if (fallback !== undefined && entry.failure !== undefined && ageMs < failurePauseMs) throw entry.failure
      await unlessAborted(this.#fetch(prompt, { entry, options }), options.signal)
      return this.#serve(entry, 'server')
    } catch (error) {
      options.signal?.throwIfAborted()
      if (fallback === undefined) throw error
      return new Prompt({ parameters: fallback }, 'fallback', error)
    }
  }

  /** Clears the cache. */
  clear(): void {
    this.#cache.clear()
  }

  #entry(name: string): CacheEntry {
    const existing = this.#cache.get(name)
    if (existing !== undefined) return existing
    const oldest = this.#cache.keys().next().value
    if (this.#cache.size >= cachedPromptsMax && oldest !== undefined) this.#cache.delete(oldest)
    const entry: CacheEntry = { checkedAt: 0 }
    this.#cache.set(name, entry)
    return entry
  }

  #serve(entry: CacheEntry, source: PromptSource): Prompt {
    if (entry.content === undefined) throw new TypeError('There is no prompt to serve.')
    return new Prompt(entry.content, source, source === 'stale' ? entry.failure : undefined)
  }

  /** Fetches a prompt; concurrent callers share one request. */
  #fetch(
    prompt: PromptReference,
    { entry, options }: { readonly entry: CacheEntry; readonly options: PromptOptions },
  ): Promise<PromptContent> {
    entry.pending ??= this.#retrieve(prompt, options)
      .then((response) => {
        // Unchanged content keeps the same object.
        const content =
          entry.content !== undefined && isSameContent(entry.content, response) ? entry.content : response
        Object.assign(entry, { content, failure: undefined, checkedAt: this.#now() })
        return content
      })
      .catch((error: unknown) => {
        Object.assign(entry, { failure: error, checkedAt: this.#now() })
        // A deleted prompt is not served any longer; an unreachable server does not clear the cache.
        if (isRefusal(error)) delete entry.content
        throw error
      })
      .finally(() => {
        entry.pending = undefined
      })
    return entry.pending
  }

  /** Fetches in the background; a failure is the `error` of the next served prompt. */
  #refresh(
    prompt: PromptReference,
    {
      entry,
      promptOptions: { timeoutMs },
    }: { readonly entry: CacheEntry; readonly promptOptions: PromptOptions },
  ): void {
    this.#fetch(prompt, { entry, options: timeoutMs === undefined ? {} : { timeoutMs } }).catch(
      () => undefined,
    )
  }

  async #retrieve(prompt: PromptReference, options: PromptOptions): Promise<PromptContent> {
    const { application, environment, variant, version } = prompt
    const { fallback } = options
    const timeoutMs = options.timeoutMs ?? (fallback === undefined ? undefined : fallbackTimeoutMs)
    const response = await this.#applications.retrieve(
      {
        application_ref: referenceTo(application),
        resolve: true,
        ...(environment === undefined ? {} : { environment_ref: referenceTo(environment) }),
        ...(variant === undefined ? {} : { application_variant_ref: referenceTo(variant) }),
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
      throw new TypeError(`There is no prompt '${canonicalJson({ ...prompt })}'.`)
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
