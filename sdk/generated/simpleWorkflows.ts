// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, SimpleWorkflow, Windowing, WorkflowData } from './schemas.ts'

export interface CreateSimpleWorkflowBody {
  readonly workflow: {
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

export interface CreateSimpleWorkflowQuery {
  readonly workflow_id?: string | null
}

export interface CreateSimpleWorkflowAnswer {
  readonly count: number
  readonly workflow?: SimpleWorkflow
}

export interface QuerySimpleWorkflowsBody {
  readonly workflow?: {
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
  readonly workflow_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QuerySimpleWorkflowsQuery {
  readonly workflow_id?: string | null
  readonly workflow_slug?: string | null
  readonly workflow_ids?: readonly string[] | null
  readonly workflow_slugs?: readonly string[] | null
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

export interface QuerySimpleWorkflowsAnswer {
  readonly count: number
  readonly workflows: readonly SimpleWorkflow[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchSimpleWorkflowQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchSimpleWorkflowAnswer {
  readonly count: number
  readonly workflow?: SimpleWorkflow
}

export interface EditSimpleWorkflowBody {
  readonly workflow: {
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

export interface EditSimpleWorkflowAnswer {
  readonly count: number
  readonly workflow?: SimpleWorkflow
}

export interface ArchiveSimpleWorkflowAnswer {
  readonly count: number
  readonly workflow?: SimpleWorkflow
}

export interface UnarchiveSimpleWorkflowAnswer {
  readonly count: number
  readonly workflow?: SimpleWorkflow
}

export const simpleWorkflows = (core: Core) => ({
  /** Make a workflow with a variant and a first revision, at once. */
  create: (body: CreateSimpleWorkflowBody, options?: CallOptions & { readonly query?: CreateSimpleWorkflowQuery }) =>
    core.json<CreateSimpleWorkflowAnswer>('POST /api/simple/workflows/', { body, query: options?.query, options }),
  /** List workflows that match, newest first, each with the data of its newest revision. */
  query: (body?: QuerySimpleWorkflowsBody, options?: CallOptions & { readonly query?: QuerySimpleWorkflowsQuery }) =>
    core.pages<QuerySimpleWorkflowsAnswer, 'workflows'>('POST /api/simple/workflows/query', 'workflows', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one workflow with the data of its newest revision. */
  fetch: (id: string, query?: FetchSimpleWorkflowQuery, options?: CallOptions) =>
    core.json<FetchSimpleWorkflowAnswer>(`GET /api/simple/workflows/${at(id)}`, { query, options }),
  /** Change header fields, and commit data that differs from the newest. */
  edit: (id: string, body: EditSimpleWorkflowBody, options?: CallOptions) =>
    core.json<EditSimpleWorkflowAnswer>(`PUT /api/simple/workflows/${at(id)}`, { body, repeatable: true, options }),
  /** Hide it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleWorkflowAnswer>(`POST /api/simple/workflows/${at(id)}/archive`, { options }),
  /** Show it in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleWorkflowAnswer>(`POST /api/simple/workflows/${at(id)}/unarchive`, { options }),
})
