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

export interface Resolved {
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

type Answer = Readonly<Record<string, unknown>>

const refsOf = (kind: KindName, { artifact, variant, revision }: Target): Answer => ({
  ...(artifact === undefined ? {} : { [`${kind}_ref`]: artifact }),
  ...(variant === undefined ? {} : { [`${kind}_variant_ref`]: variant }),
  ...(revision === undefined ? {} : { [`${kind}_revision_ref`]: revision }),
})

const reads = (core: Core, kind: KindName) => {
  const plural = plurals[kind]
  const post = (path: string, body: unknown, options?: CallOptions): Promise<Answer> =>
    core.json<Answer>(`POST /api/${path}`, { body, repeatable: true, options })
  return {
    /** A page of artifacts, newest first. */
    list: async (
      query: {
        readonly filter?: object | undefined
        /** Only these artifacts. */
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
      const answer = await post(`simple/${plural}/query`, body, options)
      return {
        artifacts: answer[plural] as readonly Artifact[],
        ...(answer['windowing'] === undefined ? {} : { windowing: answer['windowing'] as object }),
      }
    },
    /** The artifact with a slug, if it exists. */
    bySlug: async (slug: string, options?: CallOptions): Promise<Artifact | undefined> => {
      const body = { [kind]: { slug }, include_archived: true }
      return ((await post(`simple/${plural}/query`, body, options))[plural] as readonly Artifact[])[0]
    },
    /** Several revisions with their payloads. */
    revisions: async (ids: readonly string[], options?: CallOptions): Promise<readonly Revision[]> => {
      if (ids.length === 0) return []
      const body = {
        [`${kind}_revision_refs`]: ids.map((id) => ({ id })),
        include_archived: true,
        windowing: { limit: ids.length },
      }
      return (await post(`${plural}/revisions/query`, body, options))[
        `${kind}_revisions`
      ] as readonly Revision[]
    },
    /** One revision, if it exists. */
    retrieve: async (
      target: Target,
      options?: CallOptions & { readonly resolve?: boolean },
    ): Promise<Revision | undefined> => {
      const body = { ...refsOf(kind, target), ...(options?.resolve === true ? { resolve: true } : {}) }
      return (await post(`${plural}/revisions/retrieve`, body, options))[`${kind}_revision`] as
        | Revision
        | undefined
    },
    /** The history of a variant, newest first. */
    log: async (
      of: {
        readonly artifactId?: string
        readonly variantId?: string
        readonly depth?: number
        readonly withData?: boolean
      },
      options?: CallOptions,
    ): Promise<readonly Revision[]> => {
      const body = {
        [kind]: {
          ...(of.artifactId === undefined ? {} : { [`${kind}_id`]: of.artifactId }),
          ...(of.variantId === undefined ? {} : { [`${kind}_variant_id`]: of.variantId }),
          ...(of.depth === undefined ? {} : { depth: of.depth }),
        },
        include_data: of.withData === true,
      }
      return (await post(`${plural}/revisions/log`, body, options))[
        `${kind}_revisions`
      ] as readonly Revision[]
    },
    /** The payload with resolved embeds; failed embeds stay as written. */
    resolve: async (data: JsonObject, options?: CallOptions): Promise<Resolved> => {
      const body = { [`${kind}_revision`]: { data }, error_policy: 'keep' }
      const answer = await post(`${plural}/revisions/resolve`, body, options)
      const info = answer['resolution_info'] as {
        readonly references_used: readonly Readonly<Record<string, Ref>>[]
        readonly errors: readonly { readonly reason: string }[]
      }
      return {
        data: (answer[`${kind}_revision`] as { readonly data?: JsonObject } | undefined)?.data ?? {},
        revisionIds: info.references_used.flatMap((used) =>
          Object.entries(used).flatMap(([name, ref]) =>
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

const writes = (core: Core, kind: KindName) => {
  const plural = plurals[kind]
  const send = (target: string, body?: unknown): Promise<Answer> =>
    core.json<Answer>(target, body === undefined ? {} : { body })
  return {
    create: async (artifact: {
      readonly name: string
      readonly slug?: string | undefined
      readonly description?: string | undefined
      readonly flags?: Readonly<Record<string, boolean>>
      readonly data?: JsonObject
    }): Promise<Artifact> =>
      (await send(`POST /api/simple/${plural}/`, { [kind]: artifact }))[kind] as Artifact,
    edit: (id: string, fields: { readonly name?: string; readonly description?: string | null }) =>
      send(`PUT /api/${plural}/${at(id)}`, { [kind]: fields }),
    editVariant: (id: string, fields: { readonly name?: string }) =>
      send(`PUT /api/${plural}/variants/${at(id)}`, { [`${kind}_variant`]: fields }),
    setArchived: (level: 'artifact' | 'variant', id: string, archived: boolean) =>
      send(
        `POST /api/${plural}/${level === 'variant' ? 'variants/' : ''}${at(id)}/${archived ? 'archive' : 'unarchive'}`,
      ),
    commit: async (commit: Commit): Promise<{ readonly revision: Revision; readonly status: string }> => {
      const answer = await send(`POST /api/${plural}/revisions/commit`, {
        [`${kind}_revision_commit`]: {
          [`${kind}_variant_id`]: commit.variantId,
          ...(commit.baseRevisionId === undefined ? {} : { base_revision_id: commit.baseRevisionId }),
          ...(commit.startRevisionId === undefined
            ? {}
            : { [`${kind}_revision_id`]: commit.startRevisionId }),
          ...(commit.message === undefined ? {} : { message: commit.message }),
          ...(commit.meta === undefined ? {} : { meta: commit.meta }),
          ...(commit.data === undefined ? {} : { data: commit.data }),
          ...(commit.delta === undefined ? {} : { delta: commit.delta }),
        },
      })
      return { revision: answer[`${kind}_revision`] as Revision, status: String(answer['status']) }
    },
    fork: async (
      revisionId: string,
      header: { readonly slug?: string | undefined; readonly name: string },
    ): Promise<Variant> =>
      (
        await send(`POST /api/${plural}/variants/fork`, {
          [`${kind}_variant`]: header,
          [`${kind}_revision_ref`]: { id: revisionId },
        })
      )[`${kind}_variant`] as Variant,
    deploy: (deployed: {
      readonly revisionId: string
      readonly environment: string
      readonly key?: string | undefined
      readonly message?: string | undefined
    }) =>
      send(`POST /api/${plural}/revisions/deploy`, {
        [`${kind}_revision_ref`]: { id: deployed.revisionId },
        environment_ref: { slug: deployed.environment },
        ...(deployed.key === undefined ? {} : { key: deployed.key }),
        ...(deployed.message === undefined ? {} : { message: deployed.message }),
      }),
  }
}

/** All requests for the records of a kind. */
export const versionsOf = (core: Core, kind: KindName) => ({ ...reads(core, kind), ...writes(core, kind) })
