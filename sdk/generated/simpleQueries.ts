// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { QueryData, Reference, SimpleQuery, Windowing } from './schemas.ts'

export interface CreateSimpleQueryBody {
  readonly query: {
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
    readonly data?: QueryData | null
    readonly message?: string | null
  }
}

export interface CreateSimpleQueryQuery {
  readonly query_id?: string | null
}

export interface CreateSimpleQueryAnswer {
  readonly count: number
  readonly query?: SimpleQuery
}

export interface QuerySimpleQueriesBody {
  readonly query?: {
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
  readonly query_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QuerySimpleQueriesQuery {
  readonly query_id?: string | null
  readonly query_slug?: string | null
  readonly query_ids?: readonly string[] | null
  readonly query_slugs?: readonly string[] | null
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

export interface QuerySimpleQueriesAnswer {
  readonly count: number
  readonly queries: readonly SimpleQuery[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchSimpleQueryQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchSimpleQueryAnswer {
  readonly count: number
  readonly query?: SimpleQuery
}

export interface EditSimpleQueryBody {
  readonly query: {
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
    readonly data?: QueryData | null
    readonly message?: string | null
  }
}

export interface EditSimpleQueryAnswer {
  readonly count: number
  readonly query?: SimpleQuery
}

export interface ArchiveSimpleQueryAnswer {
  readonly count: number
  readonly query?: SimpleQuery
}

export interface UnarchiveSimpleQueryAnswer {
  readonly count: number
  readonly query?: SimpleQuery
}

export const simpleQueries = (core: Core) => ({
  /** Make a query with a variant and a first revision, at once. */
  create: (body: CreateSimpleQueryBody, options?: CallOptions & { readonly query?: CreateSimpleQueryQuery }) =>
    core.json<CreateSimpleQueryAnswer>('POST /api/simple/queries/', { body, query: options?.query, options }),
  /** List queries that match, newest first, each with the data of its newest revision. */
  query: (body?: QuerySimpleQueriesBody, options?: CallOptions & { readonly query?: QuerySimpleQueriesQuery }) =>
    core.pages<QuerySimpleQueriesAnswer, 'queries'>('POST /api/simple/queries/query', 'queries', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one query with the data of its newest revision. */
  fetch: (id: string, query?: FetchSimpleQueryQuery, options?: CallOptions) =>
    core.json<FetchSimpleQueryAnswer>(`GET /api/simple/queries/${at(id)}`, { query, options }),
  /** Change header fields, and commit data that differs from the newest. */
  edit: (id: string, body: EditSimpleQueryBody, options?: CallOptions) =>
    core.json<EditSimpleQueryAnswer>(`PUT /api/simple/queries/${at(id)}`, { body, repeatable: true, options }),
  /** Hide it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleQueryAnswer>(`POST /api/simple/queries/${at(id)}/archive`, { options }),
  /** Show it in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleQueryAnswer>(`POST /api/simple/queries/${at(id)}/unarchive`, { options }),
})
