// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, SimpleApplication, Windowing, WorkflowData } from './schemas.ts'

export interface CreateSimpleApplicationBody {
  readonly application: {
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
    readonly data?: WorkflowData | null
    readonly message?: string | null
  }
}

export interface CreateSimpleApplicationQuery {
  readonly application_id?: string | null
}

export interface CreateSimpleApplicationAnswer {
  readonly count: number
  readonly application?: SimpleApplication
}

export interface QuerySimpleApplicationsBody {
  readonly application?: {
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
  readonly application_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QuerySimpleApplicationsQuery {
  readonly application_id?: string | null
  readonly application_slug?: string | null
  readonly application_ids?: readonly string[] | null
  readonly application_slugs?: readonly string[] | null
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

export interface QuerySimpleApplicationsAnswer {
  readonly count: number
  readonly applications: readonly SimpleApplication[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchSimpleApplicationQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchSimpleApplicationAnswer {
  readonly count: number
  readonly application?: SimpleApplication
}

export interface EditSimpleApplicationBody {
  readonly application: {
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
    readonly data?: WorkflowData | null
    readonly message?: string | null
  }
}

export interface EditSimpleApplicationAnswer {
  readonly count: number
  readonly application?: SimpleApplication
}

export interface ArchiveSimpleApplicationAnswer {
  readonly count: number
  readonly application?: SimpleApplication
}

export interface UnarchiveSimpleApplicationAnswer {
  readonly count: number
  readonly application?: SimpleApplication
}

export const simpleApplications = (core: Core) => ({
  /** Make a application with a variant and a first revision, at once. */
  create: (body: CreateSimpleApplicationBody, options?: CallOptions & { readonly query?: CreateSimpleApplicationQuery }) =>
    core.json<CreateSimpleApplicationAnswer>('POST /api/simple/applications/', { body, query: options?.query, options }),
  /** List applications that match, newest first, each with the data of its newest revision. */
  query: (body?: QuerySimpleApplicationsBody, options?: CallOptions & { readonly query?: QuerySimpleApplicationsQuery }) =>
    core.pages<QuerySimpleApplicationsAnswer, 'applications'>('POST /api/simple/applications/query', 'applications', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one application with the data of its newest revision. */
  fetch: (id: string, query?: FetchSimpleApplicationQuery, options?: CallOptions) =>
    core.json<FetchSimpleApplicationAnswer>(`GET /api/simple/applications/${at(id)}`, { query, options }),
  /** Change header fields, and commit data that differs from the newest. */
  edit: (id: string, body: EditSimpleApplicationBody, options?: CallOptions) =>
    core.json<EditSimpleApplicationAnswer>(`PUT /api/simple/applications/${at(id)}`, { body, repeatable: true, options }),
  /** Hide it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleApplicationAnswer>(`POST /api/simple/applications/${at(id)}/archive`, { options }),
  /** Show it in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleApplicationAnswer>(`POST /api/simple/applications/${at(id)}/unarchive`, { options }),
})
