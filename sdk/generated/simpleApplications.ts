// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleApplicationRequest, EditSimpleApplicationRequest, EditSimpleApplicationResponse, Id, QuerySimpleApplicationsRequest, SimpleApplicationListResponse, SimpleApplicationResponse, Slug, Time } from './schemas.ts'

/** The body of `simpleApplications.create`. */
export type CreateSimpleApplicationBody = CreateSimpleApplicationRequest

/** The query parameters of `simpleApplications.create`. */
export interface CreateSimpleApplicationQuery {
  /** Only records of this application, by id. */
  readonly application_id?: Id
}

/** The answer of `simpleApplications.create`. */
export type CreateSimpleApplicationAnswer = SimpleApplicationResponse

/** The body of `simpleApplications.query`. */
export type QuerySimpleApplicationsBody = QuerySimpleApplicationsRequest

/** The query parameters of `simpleApplications.query`. */
export interface QuerySimpleApplicationsQuery {
  /** Only records of this application, by id. */
  readonly application_id?: Id
  /** Only records of this application, by slug. */
  readonly application_slug?: Slug
  /** Only records of one of these applications, by id. */
  readonly application_ids?: readonly Id[]
  /** Only records of one of these applications, by slug. */
  readonly application_slugs?: readonly Slug[]
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

/** The answer of `simpleApplications.query`. */
export type QuerySimpleApplicationsAnswer = SimpleApplicationListResponse

/** The query parameters of `simpleApplications.fetch`. */
export interface FetchSimpleApplicationQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `simpleApplications.fetch`. */
export type FetchSimpleApplicationAnswer = SimpleApplicationResponse

/** The body of `simpleApplications.edit`. */
export type EditSimpleApplicationBody = EditSimpleApplicationRequest

/** The answer of `simpleApplications.edit`. */
export type EditSimpleApplicationAnswer = EditSimpleApplicationResponse

/** The answer of `simpleApplications.archive`. */
export type ArchiveSimpleApplicationAnswer = SimpleApplicationResponse

/** The answer of `simpleApplications.unarchive`. */
export type UnarchiveSimpleApplicationAnswer = SimpleApplicationResponse

/** The operations of `assay.simpleApplications`. */
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
  /** Archive the record: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleApplicationAnswer>(`POST /api/simple/applications/${at(id)}/archive`, { options }),
  /** Unarchive the record: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleApplicationAnswer>(`POST /api/simple/applications/${at(id)}/unarchive`, { options }),
})
