// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleApplicationRequest, EditSimpleApplicationRequest, EditSimpleApplicationResponse, Id, QuerySimpleApplicationsRequest, SimpleApplicationListResponse, SimpleApplicationResponse, Slug, Time } from './schemas.ts'

export type CreateSimpleApplicationBody = CreateSimpleApplicationRequest

export interface CreateSimpleApplicationQuery {
  readonly application_id?: Id
}

export type CreateSimpleApplicationAnswer = SimpleApplicationResponse

export type QuerySimpleApplicationsBody = QuerySimpleApplicationsRequest

export interface QuerySimpleApplicationsQuery {
  readonly application_id?: Id
  readonly application_slug?: Slug
  readonly application_ids?: readonly Id[]
  readonly application_slugs?: readonly Slug[]
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

export type QuerySimpleApplicationsAnswer = SimpleApplicationListResponse

export interface FetchSimpleApplicationQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchSimpleApplicationAnswer = SimpleApplicationResponse

export type EditSimpleApplicationBody = EditSimpleApplicationRequest

export type EditSimpleApplicationAnswer = EditSimpleApplicationResponse

export type ArchiveSimpleApplicationAnswer = SimpleApplicationResponse

export type UnarchiveSimpleApplicationAnswer = SimpleApplicationResponse

export const simpleApplications = (core: Core) => ({
  /** Create an application with a variant and a first revision in one request. */
  create: (body: CreateSimpleApplicationBody, options?: CallOptions & { readonly query?: CreateSimpleApplicationQuery }) =>
    core.json<CreateSimpleApplicationAnswer>('POST /api/simple/applications/', { body, query: options?.query, options }),
  /** Matching applications, newest first, each with the data of its latest revision. */
  query: (body?: QuerySimpleApplicationsBody, options?: CallOptions & { readonly query?: QuerySimpleApplicationsQuery }) =>
    core.pages<QuerySimpleApplicationsAnswer, 'applications'>('POST /api/simple/applications/query', 'applications', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one application with the data of its latest revision. */
  fetch: (id: string, query?: FetchSimpleApplicationQuery, options?: CallOptions) =>
    core.json<FetchSimpleApplicationAnswer>(`GET /api/simple/applications/${at(id)}`, { query, options }),
  /** Edit header fields, and commit the data if it differs from the latest revision. */
  edit: (id: string, body: EditSimpleApplicationBody, options?: CallOptions) =>
    core.json<EditSimpleApplicationAnswer>(`PUT /api/simple/applications/${at(id)}`, { body, repeatable: true, options }),
  /** Archive it: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleApplicationAnswer>(`POST /api/simple/applications/${at(id)}/archive`, { options }),
  /** Unarchive it: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleApplicationAnswer>(`POST /api/simple/applications/${at(id)}/unarchive`, { options }),
})
