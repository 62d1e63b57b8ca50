// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleEnvironmentRequest, EditSimpleEnvironmentRequest, EditSimpleEnvironmentResponse, Id, QuerySimpleEnvironmentsRequest, SimpleEnvironmentListResponse, SimpleEnvironmentResponse, Slug, Time } from './schemas.ts'

/** The body of `simpleEnvironments.create`. */
export type CreateSimpleEnvironmentBody = CreateSimpleEnvironmentRequest

/** The query parameters of `simpleEnvironments.create`. */
export interface CreateSimpleEnvironmentQuery {
  /** Only records of this environment, by id. */
  readonly environment_id?: Id
}

/** The answer of `simpleEnvironments.create`. */
export type CreateSimpleEnvironmentAnswer = SimpleEnvironmentResponse

/** The body of `simpleEnvironments.query`. */
export type QuerySimpleEnvironmentsBody = QuerySimpleEnvironmentsRequest

/** The query parameters of `simpleEnvironments.query`. */
export interface QuerySimpleEnvironmentsQuery {
  /** Only records of this environment, by id. */
  readonly environment_id?: Id
  /** Only records of this environment, by slug. */
  readonly environment_slug?: Slug
  /** Only records of one of these environments, by id. */
  readonly environment_ids?: readonly Id[]
  /** Only records of one of these environments, by slug. */
  readonly environment_slugs?: readonly Slug[]
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

/** The answer of `simpleEnvironments.query`. */
export type QuerySimpleEnvironmentsAnswer = SimpleEnvironmentListResponse

/** The query parameters of `simpleEnvironments.fetch`. */
export interface FetchSimpleEnvironmentQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `simpleEnvironments.fetch`. */
export type FetchSimpleEnvironmentAnswer = SimpleEnvironmentResponse

/** The body of `simpleEnvironments.edit`. */
export type EditSimpleEnvironmentBody = EditSimpleEnvironmentRequest

/** The answer of `simpleEnvironments.edit`. */
export type EditSimpleEnvironmentAnswer = EditSimpleEnvironmentResponse

/** The answer of `simpleEnvironments.archive`. */
export type ArchiveSimpleEnvironmentAnswer = SimpleEnvironmentResponse

/** The answer of `simpleEnvironments.unarchive`. */
export type UnarchiveSimpleEnvironmentAnswer = SimpleEnvironmentResponse

/** The answer of `simpleEnvironments.guard`. */
export type GuardSimpleEnvironmentAnswer = SimpleEnvironmentResponse

/** The answer of `simpleEnvironments.unguard`. */
export type UnguardSimpleEnvironmentAnswer = SimpleEnvironmentResponse

/** The operations of `assay.simpleEnvironments`. */
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
  /** Archive the record: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/archive`, { options }),
  /** Unarchive the record: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/unarchive`, { options }),
  /** Let only admins deploy to this environment. */
  guard: (id: string, options?: CallOptions) =>
    core.json<GuardSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/guard`, { options }),
  /** Let editors deploy to this environment again. */
  unguard: (id: string, options?: CallOptions) =>
    core.json<UnguardSimpleEnvironmentAnswer>(`POST /api/simple/environments/${at(id)}/unguard`, { options }),
})
