// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EnvironmentData, Reference, SimpleEnvironment, Windowing } from './schemas.ts'

export interface CreateSimpleEnvironmentBody {
  readonly environment: {
    readonly slug?: string | null
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly data?: EnvironmentData | null
    readonly message?: string | null
  }
}

export interface CreateSimpleEnvironmentQuery {
  readonly environment_id?: string | null
}

export interface CreateSimpleEnvironmentAnswer {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export interface QuerySimpleEnvironmentsBody {
  readonly environment?: {
    readonly name?: string | null
    readonly description?: string | null
    readonly slug?: string | null
    readonly slugs?: readonly string[] | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  } | null
  readonly environment_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QuerySimpleEnvironmentsQuery {
  readonly environment_id?: string | null
  readonly environment_slug?: string | null
  readonly environment_ids?: readonly string[] | null
  readonly environment_slugs?: readonly string[] | null
  readonly name?: string | null
  readonly description?: string | null
  readonly flags?: string | null
  readonly tags?: string | null
  readonly meta?: string | null
  readonly include_archived?: boolean | null
  readonly next?: string | null
  readonly newest?: string | null
  readonly oldest?: string | null
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
}

export interface QuerySimpleEnvironmentsAnswer {
  readonly count: number
  readonly environments: readonly SimpleEnvironment[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchSimpleEnvironmentQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchSimpleEnvironmentAnswer {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export interface EditSimpleEnvironmentBody {
  readonly environment: {
    readonly id?: string | null
    readonly slug?: string | null
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly data?: EnvironmentData | null
    readonly message?: string | null
  }
}

export interface EditSimpleEnvironmentAnswer {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export interface ArchiveSimpleEnvironmentAnswer {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export interface UnarchiveSimpleEnvironmentAnswer {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export interface GuardSimpleEnvironmentAnswer {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export interface UnguardSimpleEnvironmentAnswer {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export const simpleEnvironments = (core: Core) => ({
  /** Make a environment with a variant and a first revision, at once. */
  create: (body: CreateSimpleEnvironmentBody, options?: CallOptions & { readonly query?: CreateSimpleEnvironmentQuery }) =>
    core.json<CreateSimpleEnvironmentAnswer>('POST /api/simple/environments/', { body, query: options?.query, options }),
  /** List environments that match, newest first, each with the data of its newest revision. */
  query: (body?: QuerySimpleEnvironmentsBody, options?: CallOptions & { readonly query?: QuerySimpleEnvironmentsQuery }) =>
    core.pages<QuerySimpleEnvironmentsAnswer, 'environments'>('POST /api/simple/environments/query', 'environments', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one environment with the data of its newest revision. */
  fetch: (id: string, query?: FetchSimpleEnvironmentQuery, options?: CallOptions) =>
    core.json<FetchSimpleEnvironmentAnswer>(`GET /api/simple/environments/${at(id)}`, { query, options }),
  /** Change header fields, and commit data that differs from the newest. */
  edit: (id: string, body: EditSimpleEnvironmentBody, options?: CallOptions) =>
    core.json<EditSimpleEnvironmentAnswer>(`PUT /api/simple/environments/${at(id)}`, { body, repeatable: true, options }),
  /** Hide it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/archive`, { options }),
  /** Show it in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/unarchive`, { options }),
  /** Let only admins change what is deployed here. */
  guard: (id: string, options?: CallOptions) =>
    core.json<GuardSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/guard`, { options }),
  /** Let editors deploy here again. */
  unguard: (id: string, options?: CallOptions) =>
    core.json<UnguardSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/unguard`, { options }),
})
