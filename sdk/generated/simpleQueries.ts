// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleQueryRequest, EditSimpleQueryRequest, EditSimpleQueryResponse, Id, QuerySimpleQueriesRequest, SimpleQueryListResponse, SimpleQueryResponse, Slug, Time } from './schemas.ts'

export type CreateSimpleQueryBody = CreateSimpleQueryRequest

export interface CreateSimpleQueryQuery {
  readonly query_id?: Id
}

export type CreateSimpleQueryAnswer = SimpleQueryResponse

export type QuerySimpleQueriesBody = QuerySimpleQueriesRequest

export interface QuerySimpleQueriesQuery {
  readonly query_id?: Id
  readonly query_slug?: Slug
  readonly query_ids?: readonly Id[]
  readonly query_slugs?: readonly Slug[]
  readonly name?: string
  readonly description?: string
  readonly flags?: string
  readonly tags?: string
  readonly meta?: string
  readonly include_archived?: boolean
  readonly next?: Id
  readonly newest?: Time
  readonly oldest?: Time
  readonly limit?: number
  readonly order?: 'ascending' | 'descending'
}

export type QuerySimpleQueriesAnswer = SimpleQueryListResponse

export interface FetchSimpleQueryQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchSimpleQueryAnswer = SimpleQueryResponse

export type EditSimpleQueryBody = EditSimpleQueryRequest

export type EditSimpleQueryAnswer = EditSimpleQueryResponse

export type ArchiveSimpleQueryAnswer = SimpleQueryResponse

export type UnarchiveSimpleQueryAnswer = SimpleQueryResponse

export const simpleQueries = (core: Core) => ({
  /** Create a query with a variant and a first revision in one request. */
  create: (body: CreateSimpleQueryBody, options?: CallOptions & { readonly query?: CreateSimpleQueryQuery }) =>
    core.json<CreateSimpleQueryAnswer>('POST /api/simple/queries/', { body, query: options?.query, options }),
  /** Matching queries, newest first, each with the data of its latest revision. */
  query: (body?: QuerySimpleQueriesBody, options?: CallOptions & { readonly query?: QuerySimpleQueriesQuery }) =>
    core.pages<QuerySimpleQueriesAnswer, 'queries'>('POST /api/simple/queries/query', 'queries', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one query with the data of its latest revision. */
  fetch: (id: string, query?: FetchSimpleQueryQuery, options?: CallOptions) =>
    core.json<FetchSimpleQueryAnswer>(`GET /api/simple/queries/${at(id)}`, { query, options }),
  /** Edit header fields, and commit the data if it differs from the latest revision. */
  edit: (id: string, body: EditSimpleQueryBody, options?: CallOptions) =>
    core.json<EditSimpleQueryAnswer>(`PUT /api/simple/queries/${at(id)}`, { body, repeatable: true, options }),
  /** Archive it: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleQueryAnswer>(`POST /api/simple/queries/${at(id)}/archive`, { options }),
  /** Unarchive it: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleQueryAnswer>(`POST /api/simple/queries/${at(id)}/unarchive`, { options }),
})
