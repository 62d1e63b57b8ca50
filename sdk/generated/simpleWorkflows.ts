// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleWorkflowRequest, EditSimpleWorkflowRequest, EditSimpleWorkflowResponse, Id, QuerySimpleWorkflowsRequest, SimpleWorkflowListResponse, SimpleWorkflowResponse, Slug, Time } from './schemas.ts'

export type CreateSimpleWorkflowBody = CreateSimpleWorkflowRequest

export interface CreateSimpleWorkflowQuery {
  readonly workflow_id?: Id
}

export type CreateSimpleWorkflowAnswer = SimpleWorkflowResponse

export type QuerySimpleWorkflowsBody = QuerySimpleWorkflowsRequest

export interface QuerySimpleWorkflowsQuery {
  readonly workflow_id?: Id
  readonly workflow_slug?: Slug
  readonly workflow_ids?: readonly Id[]
  readonly workflow_slugs?: readonly Slug[]
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

export type QuerySimpleWorkflowsAnswer = SimpleWorkflowListResponse

export interface FetchSimpleWorkflowQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchSimpleWorkflowAnswer = SimpleWorkflowResponse

export type EditSimpleWorkflowBody = EditSimpleWorkflowRequest

export type EditSimpleWorkflowAnswer = EditSimpleWorkflowResponse

export type ArchiveSimpleWorkflowAnswer = SimpleWorkflowResponse

export type UnarchiveSimpleWorkflowAnswer = SimpleWorkflowResponse

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
  /** Archive it: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleWorkflowAnswer>(`POST /api/simple/workflows/${at(id)}/archive`, { options }),
  /** Unarchive it: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleWorkflowAnswer>(`POST /api/simple/workflows/${at(id)}/unarchive`, { options }),
})
