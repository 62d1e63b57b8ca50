// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleWorkflowRequest, EditSimpleWorkflowRequest, EditSimpleWorkflowResponse, Id, QuerySimpleWorkflowsRequest, SimpleWorkflowListResponse, SimpleWorkflowResponse, Slug, Time } from './schemas.ts'

/** The body of `simpleWorkflows.create`. */
export type CreateSimpleWorkflowBody = CreateSimpleWorkflowRequest

/** The query parameters of `simpleWorkflows.create`. */
export interface CreateSimpleWorkflowQuery {
  /** Only records of this workflow, by id. */
  readonly workflow_id?: Id
}

/** The answer of `simpleWorkflows.create`. */
export type CreateSimpleWorkflowAnswer = SimpleWorkflowResponse

/** The body of `simpleWorkflows.query`. */
export type QuerySimpleWorkflowsBody = QuerySimpleWorkflowsRequest

/** The query parameters of `simpleWorkflows.query`. */
export interface QuerySimpleWorkflowsQuery {
  /** Only records of this workflow, by id. */
  readonly workflow_id?: Id
  /** Only records of this workflow, by slug. */
  readonly workflow_slug?: Slug
  /** Only records of one of these workflows, by id. */
  readonly workflow_ids?: readonly Id[]
  /** Only records of one of these workflows, by slug. */
  readonly workflow_slugs?: readonly Slug[]
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

/** The answer of `simpleWorkflows.query`. */
export type QuerySimpleWorkflowsAnswer = SimpleWorkflowListResponse

/** The query parameters of `simpleWorkflows.fetch`. */
export interface FetchSimpleWorkflowQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `simpleWorkflows.fetch`. */
export type FetchSimpleWorkflowAnswer = SimpleWorkflowResponse

/** The body of `simpleWorkflows.edit`. */
export type EditSimpleWorkflowBody = EditSimpleWorkflowRequest

/** The answer of `simpleWorkflows.edit`. */
export type EditSimpleWorkflowAnswer = EditSimpleWorkflowResponse

/** The answer of `simpleWorkflows.archive`. */
export type ArchiveSimpleWorkflowAnswer = SimpleWorkflowResponse

/** The answer of `simpleWorkflows.unarchive`. */
export type UnarchiveSimpleWorkflowAnswer = SimpleWorkflowResponse

/** The operations of `assay.simpleWorkflows`. */
export const simpleWorkflows = (core: Core) => ({
  /** Create a workflow with a variant and a first revision in one request. */
  create: (body: CreateSimpleWorkflowBody, options?: CallOptions & { readonly query?: CreateSimpleWorkflowQuery }) =>
    core.json<CreateSimpleWorkflowAnswer>('POST /api/simple/workflows/', { body, query: options?.query, options }),
  /** Matching workflows, newest first, each with the data of its latest revision. */
  query: (body?: QuerySimpleWorkflowsBody, options?: CallOptions & { readonly query?: QuerySimpleWorkflowsQuery }) =>
    core.pages<QuerySimpleWorkflowsAnswer, 'workflows'>('POST /api/simple/workflows/query', 'workflows', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one workflow with the data of its latest revision. */
  fetch: (id: string, query?: FetchSimpleWorkflowQuery, options?: CallOptions) =>
    core.json<FetchSimpleWorkflowAnswer>(`GET /api/simple/workflows/${at(id)}`, { query, options }),
  /** Edit header fields, and commit the data if it differs from the latest revision. */
  edit: (id: string, body: EditSimpleWorkflowBody, options?: CallOptions) =>
    core.json<EditSimpleWorkflowAnswer>(`PUT /api/simple/workflows/${at(id)}`, { body, repeatable: true, options }),
  /** Archive the record: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleWorkflowAnswer>(`POST /api/simple/workflows/${at(id)}/archive`, { options }),
  /** Unarchive the record: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleWorkflowAnswer>(`POST /api/simple/workflows/${at(id)}/unarchive`, { options }),
})
