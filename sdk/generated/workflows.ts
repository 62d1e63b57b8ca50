// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitWorkflowRevisionRequest, CommitWorkflowRevisionResponse, CreateWorkflowRequest, CreateWorkflowRevisionRequest, CreateWorkflowVariantRequest, DeployWorkflowRevisionRequest, DeployWorkflowRevisionResponse, DiffWorkflowRevisionsRequest, EditWorkflowRequest, EditWorkflowResponse, EditWorkflowRevisionRequest, EditWorkflowRevisionResponse, EditWorkflowVariantRequest, EditWorkflowVariantResponse, ForkWorkflowVariantRequest, Id, LogWorkflowRevisionsRequest, QueryWorkflowRevisionsRequest, QueryWorkflowVariantsRequest, QueryWorkflowsRequest, ResolveWorkflowRevisionRequest, ResolveWorkflowRevisionResponse, RetrieveWorkflowRevisionRequest, RetrieveWorkflowRevisionResponse, RevisionDiffResponse, Slug, Time, WorkflowListResponse, WorkflowResponse, WorkflowRevisionListResponse, WorkflowRevisionResponse, WorkflowVariantListResponse, WorkflowVariantResponse } from './schemas.ts'

export type CreateWorkflowBody = CreateWorkflowRequest

export interface CreateWorkflowQuery {
  readonly workflow_id?: Id
}

export type CreateWorkflowAnswer = WorkflowResponse

export type CreateWorkflowVariantBody = CreateWorkflowVariantRequest

export type CreateWorkflowVariantAnswer = WorkflowVariantResponse

export type ForkWorkflowVariantBody = ForkWorkflowVariantRequest

export interface ForkWorkflowVariantQuery {
  readonly workflow_variant_id?: Id
}

export type ForkWorkflowVariantAnswer = WorkflowVariantResponse

export type CreateWorkflowRevisionBody = CreateWorkflowRevisionRequest

export type CreateWorkflowRevisionAnswer = WorkflowRevisionResponse

export type CommitWorkflowRevisionBody = CommitWorkflowRevisionRequest

export interface CommitWorkflowRevisionQuery {
  readonly workflow_variant_id?: Id
}

export type CommitWorkflowRevisionAnswer = CommitWorkflowRevisionResponse

export type RetrieveWorkflowRevisionBody = RetrieveWorkflowRevisionRequest

export type RetrieveWorkflowRevisionAnswer = RetrieveWorkflowRevisionResponse

export type LogWorkflowRevisionsBody = LogWorkflowRevisionsRequest

export type LogWorkflowRevisionsAnswer = WorkflowRevisionListResponse

export type DiffWorkflowRevisionsBody = DiffWorkflowRevisionsRequest

export type DiffWorkflowRevisionsAnswer = RevisionDiffResponse

export type DeployWorkflowRevisionBody = DeployWorkflowRevisionRequest

export type DeployWorkflowRevisionAnswer = DeployWorkflowRevisionResponse

export type ResolveWorkflowRevisionBody = ResolveWorkflowRevisionRequest

export type ResolveWorkflowRevisionAnswer = ResolveWorkflowRevisionResponse

export interface FetchWorkflowQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchWorkflowAnswer = WorkflowResponse

export type EditWorkflowBody = EditWorkflowRequest

export type EditWorkflowAnswer = EditWorkflowResponse

export type QueryWorkflowsBody = QueryWorkflowsRequest

export interface QueryWorkflowsQuery {
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

export type QueryWorkflowsAnswer = WorkflowListResponse

export type ArchiveWorkflowAnswer = WorkflowResponse

export type UnarchiveWorkflowAnswer = WorkflowResponse

export interface FetchWorkflowVariantQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchWorkflowVariantAnswer = WorkflowVariantResponse

export type EditWorkflowVariantBody = EditWorkflowVariantRequest

export type EditWorkflowVariantAnswer = EditWorkflowVariantResponse

export type QueryWorkflowVariantsBody = QueryWorkflowVariantsRequest

export interface QueryWorkflowVariantsQuery {
  readonly workflow_id?: Id
  readonly workflow_slug?: Slug
  readonly workflow_ids?: readonly Id[]
  readonly workflow_slugs?: readonly Slug[]
  readonly workflow_variant_id?: Id
  readonly workflow_variant_slug?: Slug
  readonly workflow_variant_ids?: readonly Id[]
  readonly workflow_variant_slugs?: readonly Slug[]
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

export type QueryWorkflowVariantsAnswer = WorkflowVariantListResponse

export type ArchiveWorkflowVariantAnswer = WorkflowVariantResponse

export type UnarchiveWorkflowVariantAnswer = WorkflowVariantResponse

export interface FetchWorkflowRevisionQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchWorkflowRevisionAnswer = WorkflowRevisionResponse

export type EditWorkflowRevisionBody = EditWorkflowRevisionRequest

export type EditWorkflowRevisionAnswer = EditWorkflowRevisionResponse

export type QueryWorkflowRevisionsBody = QueryWorkflowRevisionsRequest

export interface QueryWorkflowRevisionsQuery {
  readonly workflow_id?: Id
  readonly workflow_slug?: Slug
  readonly workflow_ids?: readonly Id[]
  readonly workflow_slugs?: readonly Slug[]
  readonly workflow_variant_id?: Id
  readonly workflow_variant_slug?: Slug
  readonly workflow_variant_ids?: readonly Id[]
  readonly workflow_variant_slugs?: readonly Slug[]
  readonly workflow_revision_id?: Id
  readonly workflow_revision_slug?: Slug
  readonly workflow_revision_ids?: readonly Id[]
  readonly workflow_revision_slugs?: readonly Slug[]
  readonly workflow_revision_version?: string | number
  readonly workflow_revision_versions?: ReadonlyArray<string | number>
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

export type QueryWorkflowRevisionsAnswer = WorkflowRevisionListResponse

export type ArchiveWorkflowRevisionAnswer = WorkflowRevisionResponse

export type UnarchiveWorkflowRevisionAnswer = WorkflowRevisionResponse

export const workflows = (core: Core) => ({
  /** Create one workflow, without a variant. */
  create: (body: CreateWorkflowBody, options?: CallOptions & { readonly query?: CreateWorkflowQuery }) =>
    core.json<CreateWorkflowAnswer>('POST /api/workflows/', { body, query: options?.query, options }),
  /** Create one variant of a workflow, without a revision. */
  createVariant: (body: CreateWorkflowVariantBody, options?: CallOptions) =>
    core.json<CreateWorkflowVariantAnswer>('POST /api/workflows/variants/', { body, options }),
  /** Create a variant with a copy of the history up to one revision. */
  fork: (body: ForkWorkflowVariantBody, options?: CallOptions & { readonly query?: ForkWorkflowVariantQuery }) =>
    core.json<ForkWorkflowVariantAnswer>('POST /api/workflows/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateWorkflowRevisionBody, options?: CallOptions) =>
    core.json<CreateWorkflowRevisionAnswer>('POST /api/workflows/revisions/', { body, options }),
  /** Commit a payload, or a delta, to a variant. */
  commit: (body: CommitWorkflowRevisionBody, options?: CallOptions & { readonly query?: CommitWorkflowRevisionQuery }) =>
    core.json<CommitWorkflowRevisionAnswer>('POST /api/workflows/revisions/commit', { body, query: options?.query, options }),
  /** Retrieve one revision by references. Precedence: revision, variant, environment, artifact. */
  retrieve: (body: RetrieveWorkflowRevisionBody, options?: CallOptions) =>
    core.json<RetrieveWorkflowRevisionAnswer>('POST /api/workflows/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogWorkflowRevisionsBody, options?: CallOptions) =>
    core.json<LogWorkflowRevisionsAnswer>('POST /api/workflows/revisions/log', { body, repeatable: true, options }),
  /** The differences between two revisions. */
  diff: (body: DiffWorkflowRevisionsBody, options?: CallOptions) =>
    core.json<DiffWorkflowRevisionsAnswer>('POST /api/workflows/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployWorkflowRevisionBody, options?: CallOptions) =>
    core.json<DeployWorkflowRevisionAnswer>('POST /api/workflows/revisions/deploy', { body, options }),
  /** A stored or inline revision with its embeds resolved. */
  resolve: (body: ResolveWorkflowRevisionBody, options?: CallOptions) =>
    core.json<ResolveWorkflowRevisionAnswer>('POST /api/workflows/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one workflow, archived or not. */
  fetch: (id: string, query?: FetchWorkflowQuery, options?: CallOptions) =>
    core.json<FetchWorkflowAnswer>(`GET /api/workflows/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one workflow. */
  edit: (id: string, body: EditWorkflowBody, options?: CallOptions) =>
    core.json<EditWorkflowAnswer>(`PUT /api/workflows/${at(id)}`, { body, repeatable: true, options }),
  /** Matching workflows, newest first. */
  query: (body?: QueryWorkflowsBody, options?: CallOptions & { readonly query?: QueryWorkflowsQuery }) =>
    core.pages<QueryWorkflowsAnswer, 'workflows'>('POST /api/workflows/query', 'workflows', { body, query: options?.query, repeatable: true, options }),
  /** Archive one workflow and its children: queries omit them. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveWorkflowAnswer>(`POST /api/workflows/${at(id)}/archive`, { options }),
  /** Unarchive one workflow: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveWorkflowAnswer>(`POST /api/workflows/${at(id)}/unarchive`, { options }),
  /** Fetch one workflow variant, archived or not. */
  fetchVariant: (id: string, query?: FetchWorkflowVariantQuery, options?: CallOptions) =>
    core.json<FetchWorkflowVariantAnswer>(`GET /api/workflows/variants/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one workflow variant. */
  editVariant: (id: string, body: EditWorkflowVariantBody, options?: CallOptions) =>
    core.json<EditWorkflowVariantAnswer>(`PUT /api/workflows/variants/${at(id)}`, { body, repeatable: true, options }),
  /** Matching workflow variants, newest first. */
  queryVariants: (body?: QueryWorkflowVariantsBody, options?: CallOptions & { readonly query?: QueryWorkflowVariantsQuery }) =>
    core.pages<QueryWorkflowVariantsAnswer, 'workflow_variants'>('POST /api/workflows/variants/query', 'workflow_variants', { body, query: options?.query, repeatable: true, options }),
  /** Archive one workflow variant and its children: queries omit them. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveWorkflowVariantAnswer>(`POST /api/workflows/variants/${at(id)}/archive`, { options }),
  /** Unarchive one workflow variant: queries include it again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveWorkflowVariantAnswer>(`POST /api/workflows/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one workflow revision, archived or not. */
  fetchRevision: (id: string, query?: FetchWorkflowRevisionQuery, options?: CallOptions) =>
    core.json<FetchWorkflowRevisionAnswer>(`GET /api/workflows/revisions/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one workflow revision. */
  editRevision: (id: string, body: EditWorkflowRevisionBody, options?: CallOptions) =>
    core.json<EditWorkflowRevisionAnswer>(`PUT /api/workflows/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** Matching workflow revisions, newest first. */
  queryRevisions: (body?: QueryWorkflowRevisionsBody, options?: CallOptions & { readonly query?: QueryWorkflowRevisionsQuery }) =>
    core.pages<QueryWorkflowRevisionsAnswer, 'workflow_revisions'>('POST /api/workflows/revisions/query', 'workflow_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Archive one workflow revision and its children: queries omit them. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveWorkflowRevisionAnswer>(`POST /api/workflows/revisions/${at(id)}/archive`, { options }),
  /** Unarchive one workflow revision: queries include it again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveWorkflowRevisionAnswer>(`POST /api/workflows/revisions/${at(id)}/unarchive`, { options }),
})
