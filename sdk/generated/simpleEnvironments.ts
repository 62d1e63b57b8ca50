// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleEnvironmentRequest, EditSimpleEnvironmentRequest, EditSimpleEnvironmentResponse, Id, QuerySimpleEnvironmentsRequest, SimpleEnvironmentListResponse, SimpleEnvironmentResponse, Slug, Time } from './schemas.ts'

export type CreateSimpleEnvironmentBody = CreateSimpleEnvironmentRequest

export interface CreateSimpleEnvironmentQuery {
  readonly environment_id?: Id
}

export type CreateSimpleEnvironmentAnswer = SimpleEnvironmentResponse

export type QuerySimpleEnvironmentsBody = QuerySimpleEnvironmentsRequest

export interface QuerySimpleEnvironmentsQuery {
  readonly environment_id?: Id
  readonly environment_slug?: Slug
  readonly environment_ids?: readonly Id[]
  readonly environment_slugs?: readonly Slug[]
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

export type QuerySimpleEnvironmentsAnswer = SimpleEnvironmentListResponse

export interface FetchSimpleEnvironmentQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchSimpleEnvironmentAnswer = SimpleEnvironmentResponse

export type EditSimpleEnvironmentBody = EditSimpleEnvironmentRequest

export type EditSimpleEnvironmentAnswer = EditSimpleEnvironmentResponse

export type ArchiveSimpleEnvironmentAnswer = SimpleEnvironmentResponse

export type UnarchiveSimpleEnvironmentAnswer = SimpleEnvironmentResponse

export type GuardSimpleEnvironmentAnswer = SimpleEnvironmentResponse

export type UnguardSimpleEnvironmentAnswer = SimpleEnvironmentResponse

export const simpleEnvironments = (core: Core) => ({
  /** Create an environment with a variant and a first revision in one request. */
  create: (body: CreateSimpleEnvironmentBody, options?: CallOptions & { readonly query?: CreateSimpleEnvironmentQuery }) =>
    core.json<CreateSimpleEnvironmentAnswer>('POST /api/simple/environments/', { body, query: options?.query, options }),
  /** Matching environments, newest first, each with the data of its latest revision. */
  query: (body?: QuerySimpleEnvironmentsBody, options?: CallOptions & { readonly query?: QuerySimpleEnvironmentsQuery }) =>
    core.pages<QuerySimpleEnvironmentsAnswer, 'environments'>('POST /api/simple/environments/query', 'environments', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one environment with the data of its latest revision. */
  fetch: (id: string, query?: FetchSimpleEnvironmentQuery, options?: CallOptions) =>
    core.json<FetchSimpleEnvironmentAnswer>(`GET /api/simple/environments/${at(id)}`, { query, options }),
  /** Edit header fields, and commit the data if it differs from the latest revision. */
  edit: (id: string, body: EditSimpleEnvironmentBody, options?: CallOptions) =>
    core.json<EditSimpleEnvironmentAnswer>(`PUT /api/simple/environments/${at(id)}`, { body, repeatable: true, options }),
  /** Archive it: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/archive`, { options }),
  /** Unarchive it: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/unarchive`, { options }),
  /** Let only admins deploy to this environment. */
  guard: (id: string, options?: CallOptions) =>
    core.json<GuardSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/guard`, { options }),
  /** Let editors deploy to this environment again. */
  unguard: (id: string, options?: CallOptions) =>
    core.json<UnguardSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/unguard`, { options }),
})
