// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleQueryRequest, EditSimpleQueryRequest, EditSimpleQueryResponse, Id, QuerySimpleQueriesRequest, SimpleQueryListResponse, SimpleQueryResponse, Slug, Time } from './schemas.ts'

/** The body of `simpleQueries.create`. */
export type CreateSimpleQueryBody = CreateSimpleQueryRequest

/** The query parameters of `simpleQueries.create`. */
export interface CreateSimpleQueryQuery {
  /** Only records of this query, by id. */
  readonly query_id?: Id
}

/** The answer of `simpleQueries.create`. */
export type CreateSimpleQueryAnswer = SimpleQueryResponse

/** The body of `simpleQueries.query`. */
export type QuerySimpleQueriesBody = QuerySimpleQueriesRequest

/** The query parameters of `simpleQueries.query`. */
export interface QuerySimpleQueriesQuery {
  /** Only records of this query, by id. */
  readonly query_id?: Id
  /** Only records of this query, by slug. */
  readonly query_slug?: Slug
  /** Only records of one of these queries, by id. */
  readonly query_ids?: readonly Id[]
  /** Only records of one of these queries, by slug. */
  readonly query_slugs?: readonly Slug[]
  /** Only records whose name contains this text, in any case. */
  readonly name?: string
  /** Only records whose description contains this text, in any case. */
  readonly description?: string
  /** Only records with these flags, as JSON text. */
  readonly flags?: string
  /** Only records that have all of these tags with equal values, as JSON text. */
  readonly tags?: string
  /** Only records whose meta contains these members with equal values, as JSON text. */
  readonly meta?: string
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: boolean
  /** The cursor: the id of the last item of the previous page. */
  readonly next?: Id
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: Time
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: Time
  /** The page size; 0 means the default. */
  readonly limit?: number
  /** `descending` (newest first) or `ascending`. */
  readonly order?: 'ascending' | 'descending'
}

/** The answer of `simpleQueries.query`. */
export type QuerySimpleQueriesAnswer = SimpleQueryListResponse

/** The query parameters of `simpleQueries.fetch`. */
export interface FetchSimpleQueryQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `simpleQueries.fetch`. */
export type FetchSimpleQueryAnswer = SimpleQueryResponse

/** The body of `simpleQueries.edit`. */
export type EditSimpleQueryBody = EditSimpleQueryRequest

/** The answer of `simpleQueries.edit`. */
export type EditSimpleQueryAnswer = EditSimpleQueryResponse

/** The answer of `simpleQueries.archive`. */
export type ArchiveSimpleQueryAnswer = SimpleQueryResponse

/** The answer of `simpleQueries.unarchive`. */
export type UnarchiveSimpleQueryAnswer = SimpleQueryResponse

/** The operations of `assay.simpleQueries`. */
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
  /** Archive the record: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleQueryAnswer>(`POST /api/simple/queries/${at(id)}/archive`, { options }),
  /** Unarchive the record: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleQueryAnswer>(`POST /api/simple/queries/${at(id)}/unarchive`, { options }),
})
