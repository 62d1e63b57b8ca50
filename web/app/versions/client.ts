// The client for versioned records of all kinds. The routes of the kinds differ in one word.
import { at, type CallOptions, type Core } from '../../../sdk/core/core.ts'
import type { KindName } from './kind-name.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

interface Header {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: Readonly<Record<string, boolean>>
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly deleted_at?: string
}

/** An artifact with the payload of its head. */
export interface Artifact extends Header {
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: JsonObject
}

export interface Variant extends Header {
  readonly forked_from_revision_id?: string
}

export interface Revision extends Header {
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly content_hash?: string
  readonly data?: JsonObject
}

export interface Ref {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
}

/** References that select a revision, as described in the documentation. */
export interface Target {
  readonly artifact?: Ref
  readonly variant?: Ref
  readonly revision?: Ref
}

export interface ResolvedPayload {
  readonly data: JsonObject
  /** Ids of the embedded revisions. */
  readonly revisionIds: readonly string[]
  readonly errors: readonly string[]
}

export interface Commit {
  readonly variantId: string
  /** The expected head; the server rejects the commit if it differs. */
  readonly baseRevisionId?: string | undefined
  /** The base of the delta. */
  readonly startRevisionId?: string | undefined
  /** The revision of another variant that the commit merges. */
  readonly mergedRevisionId?: string | undefined
  readonly message?: string | undefined
  readonly meta?: JsonObject
  readonly data?: JsonObject
  readonly delta?: { readonly set?: JsonObject; readonly remove?: readonly string[] }
}

interface Page {
  readonly windowing?: object
}

const plurals: Readonly<Record<KindName, string>> = {
  application: 'applications',
  workflow: 'workflows',
  evaluator: 'evaluators',
  query: 'queries',
  testset: 'testsets',
  environment: 'environments',
}

type Fields = Readonly<Record<string, unknown>>
/** A response whose records are under a name that contains the kind. */
type Answer<T> = Readonly<Record<string, T | undefined>>

interface ResolvedAnswer {
  readonly resolution_info: {
    readonly references_used: readonly Readonly<Record<string, Ref>>[]
    readonly errors: readonly { readonly reason: string }[]
  }
  readonly [revision: `${string}_revision`]: { readonly data?: JsonObject } | undefined
}

interface CommitAnswer {
  readonly status: string
  readonly [revision: `${string}_revision`]: Revision | undefined
}

/** The record that the server created. Every response without an error contains it. */
function requireRecord<T>(record: T | undefined): T {
  if (record === undefined) throw new Error('The response of the server has no record.')
  return record
}

const refsOf = (kind: KindName, { artifact, variant, revision }: Target): Fields => ({
  ...(artifact === undefined ? {} : { [`${kind}_ref`]: artifact }),
  ...(variant === undefined ? {} : { [`${kind}_variant_ref`]: variant }),
  ...(revision === undefined ? {} : { [`${kind}_revision_ref`]: revision }),
})

const readRequests = (core: Core, kind: KindName) => {
  const plural = plurals[kind]
  const post = <A>(path: string, body: unknown, options?: CallOptions): Promise<A> =>
    core.json<A>(`POST /api/${path}`, { body, repeatable: true, options })
  return {
    /** A page of artifacts, newest first. */
    list: async (
      query: {
        readonly filter?: object | undefined
        /** Lists only these artifacts. */
        readonly refs?: readonly Ref[] | undefined
        readonly includeArchived?: boolean
        readonly windowing?: object | undefined
      },
      options?: CallOptions,
    ): Promise<Page & { readonly artifacts: readonly Artifact[] }> => {
      const body = {
        [kind]: query.filter ?? {},
        ...(query.refs === undefined ? {} : { [`${kind}_refs`]: query.refs }),
        include_archived: query.includeArchived === true,
        windowing: query.windowing ?? { limit: 100 },
      }
      const answer = await post<Page & Answer<readonly Artifact[]>>(`simple/${plural}/query`, body, options)
      const { windowing } = answer
      return { artifacts: answer[plural] ?? [], ...(windowing === undefined ? {} : { windowing }) }
    },
    /** The artifact with a slug, if it exists. */
    bySlug: async (slug: string, options?: CallOptions): Promise<Artifact | undefined> => {
      const body = { [kind]: { slug }, include_archived: true }
      const answer = await post<Answer<readonly Artifact[]>>(`simple/${plural}/query`, body, options)
      return answer[plural]?.[0]
    },
    /** Several revisions with their payloads. */
    revisions: async (ids: readonly string[], options?: CallOptions): Promise<readonly Revision[]> => {
      if (ids.length === 0) return []
      const body = {
        [`${kind}_revision_refs`]: ids.map((id) => ({ id })),
        include_archived: true,
        windowing: { limit: ids.length },
      }
      const answer = await post<Answer<readonly Revision[]>>(`${plural}/revisions/query`, body, options)
      return answer[`${kind}_revisions`] ?? []
    },
    /** One revision, if it exists. */
    retrieve: async (
      target: Target,
      options?: CallOptions & { readonly resolve?: boolean },
    ): Promise<Revision | undefined> => {
      const body = { ...refsOf(kind, target), ...(options?.resolve === true ? { resolve: true } : {}) }
      const answer = await post<Answer<Revision>>(`${plural}/revisions/retrieve`, body, options)
      return answer[`${kind}_revision`]
    },
    /** The history of a variant, newest first. */
    log: async (
      query: {
        readonly artifactId?: string
        readonly variantId?: string
        readonly depth?: number
        readonly includeData?: boolean
      },
      options?: CallOptions,
    ): Promise<readonly Revision[]> => {
      const body = {
        [kind]: {
          ...(query.artifactId === undefined ? {} : { [`${kind}_id`]: query.artifactId }),
          ...(query.variantId === undefined ? {} : { [`${kind}_variant_id`]: query.variantId }),
          ...(query.depth === undefined ? {} : { depth: query.depth }),
        },
        include_data: query.includeData === true,
      }
      const answer = await post<Answer<readonly Revision[]>>(`${plural}/revisions/log`, body, options)
      return answer[`${kind}_revisions`] ?? []
    },
    /** The payload with resolved embeds; failed embeds stay as written. */
    resolve: async (data: JsonObject, options?: CallOptions): Promise<ResolvedPayload> => {
      const body = { [`${kind}_revision`]: { data }, error_policy: 'keep' }
      const answer = await post<ResolvedAnswer>(`${plural}/revisions/resolve`, body, options)
      const info = answer.resolution_info
      return {
        data: answer[`${kind}_revision`]?.data ?? {},
        revisionIds: info.references_used.flatMap((reference) =>
          Object.entries(reference).flatMap(([name, ref]) =>
            name.endsWith('_revision') && !name.startsWith('environment') && ref.id !== undefined
              ? [ref.id]
              : [],
          ),
        ),
        errors: info.errors.map(({ reason }) => reason),
      }
    },
  }
}

const variantRequests = (core: Core, kind: KindName) => ({
  /** The variants of all artifacts of the kind, newest first. */
  variants: async (
    limit: number,
    options?: CallOptions,
  ): Promise<readonly (Variant & { readonly artifact_id: string })[]> => {
    const answer = await core.json<Answer<readonly (Variant & Fields)[]>>(
      `POST /api/${plurals[kind]}/variants/query`,
      { body: { windowing: { limit } }, repeatable: true, options },
    )
    const variants = answer[`${kind}_variants`] ?? []
    return variants.map((variant) => ({ ...variant, artifact_id: String(variant[`${kind}_id`]) }))
  },
})

const writeRequests = (core: Core, kind: KindName) => {
  const plural = plurals[kind]
  const send = <A>(target: string, body?: unknown): Promise<A> =>
    core.json<A>(target, body === undefined ? {} : { body })
  return {
    create: async (artifact: {
      readonly name: string
      readonly slug?: string | undefined
      readonly description?: string | undefined
      readonly flags?: Readonly<Record<string, boolean>>
      readonly data?: JsonObject
    }): Promise<Artifact> =>
      requireRecord(
        (await send<Answer<Artifact>>(`POST /api/simple/${plural}/`, { [kind]: artifact }))[kind],
      ),
    edit: (id: string, fields: { readonly name?: string; readonly description?: string | null }) =>
      send(`PUT /api/${plural}/${at(id)}`, { [kind]: fields }),
    editVariant: (id: string, fields: { readonly name?: string }) =>
      send(`PUT /api/${plural}/variants/${at(id)}`, { [`${kind}_variant`]: fields }),
    setArchived: (level: 'artifact' | 'variant', id: string, isArchived: boolean) =>
      send(
        `POST /api/${plural}/${level === 'variant' ? 'variants/' : ''}${at(id)}/${isArchived ? 'archive' : 'unarchive'}`,
      ),
    commit: async (commit: Commit): Promise<{ readonly revision: Revision; readonly status: string }> => {
      const answer = await send<CommitAnswer>(`POST /api/${plural}/revisions/commit`, {
        [`${kind}_revision_commit`]: {
          [`${kind}_variant_id`]: commit.variantId,
          ...(commit.baseRevisionId === undefined ? {} : { base_revision_id: commit.baseRevisionId }),
          ...(commit.startRevisionId === undefined
            ? {}
            : { [`${kind}_revision_id`]: commit.startRevisionId }),
          ...(commit.mergedRevisionId === undefined ? {} : { merged_revision_id: commit.mergedRevisionId }),
          ...(commit.message === undefined ? {} : { message: commit.message }),
          ...(commit.meta === undefined ? {} : { meta: commit.meta }),
          ...(commit.data === undefined ? {} : { data: commit.data }),
          ...(commit.delta === undefined ? {} : { delta: commit.delta }),
        },
      })
      return { revision: requireRecord(answer[`${kind}_revision`]), status: answer.status }
    },
    fork: async (
      revisionId: string,
      header: { readonly slug?: string | undefined; readonly name: string },
    ): Promise<Variant> =>
      requireRecord(
        (
          await send<Answer<Variant>>(`POST /api/${plural}/variants/fork`, {
            [`${kind}_variant`]: header,
            [`${kind}_revision_ref`]: { id: revisionId },
          })
        )[`${kind}_variant`],
      ),
    deploy: (deployment: {
      readonly revisionId: string
      readonly environment: string
      readonly key?: string | undefined
      readonly message?: string | undefined
    }) =>
      send(`POST /api/${plural}/revisions/deploy`, {
        [`${kind}_revision_ref`]: { id: deployment.revisionId },
        environment_ref: { slug: deployment.environment },
        ...(deployment.key === undefined ? {} : { key: deployment.key }),
        ...(deployment.message === undefined ? {} : { message: deployment.message }),
      }),
  }
}

/** All requests for the records of a kind. */
export const versionsOf = (core: Core, kind: KindName) => ({
  ...readRequests(core, kind),
  ...variantRequests(core, kind),
  ...writeRequests(core, kind),
})
