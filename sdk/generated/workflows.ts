// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitWorkflowRevisionRequest, CommitWorkflowRevisionResponse, CreateWorkflowRequest, CreateWorkflowRevisionRequest, CreateWorkflowVariantRequest, DeployWorkflowRevisionRequest, DeployWorkflowRevisionResponse, DiffWorkflowRevisionsRequest, EditWorkflowRequest, EditWorkflowResponse, EditWorkflowRevisionRequest, EditWorkflowRevisionResponse, EditWorkflowVariantRequest, EditWorkflowVariantResponse, ForkWorkflowVariantRequest, Id, LogWorkflowRevisionsRequest, QueryWorkflowRevisionsRequest, QueryWorkflowVariantsRequest, QueryWorkflowsRequest, ResolveWorkflowRevisionRequest, ResolveWorkflowRevisionResponse, RetrieveWorkflowRevisionRequest, RetrieveWorkflowRevisionResponse, RevisionDiffResponse, Slug, Time, WorkflowListResponse, WorkflowResponse, WorkflowRevisionListResponse, WorkflowRevisionResponse, WorkflowVariantListResponse, WorkflowVariantResponse } from './schemas.ts'

/** The body of `workflows.create`. */
export type CreateWorkflowBody = CreateWorkflowRequest

/** The query parameters of `workflows.create`. */
export interface CreateWorkflowQuery {
  /** Only records of this workflow, by id. */
  readonly workflow_id?: Id
}

/** The answer of `workflows.create`. */
export type CreateWorkflowAnswer = WorkflowResponse

/** The body of `workflows.createVariant`. */
export type CreateWorkflowVariantBody = CreateWorkflowVariantRequest

/** The answer of `workflows.createVariant`. */
export type CreateWorkflowVariantAnswer = WorkflowVariantResponse

/** The body of `workflows.fork`. */
export type ForkWorkflowVariantBody = ForkWorkflowVariantRequest

/** The query parameters of `workflows.fork`. */
export interface ForkWorkflowVariantQuery {
  /** Only records of this variant, by id. */
  readonly workflow_variant_id?: Id
}

/** The answer of `workflows.fork`. */
export type ForkWorkflowVariantAnswer = WorkflowVariantResponse

/** The body of `workflows.createRevision`. */
export type CreateWorkflowRevisionBody = CreateWorkflowRevisionRequest

/** The answer of `workflows.createRevision`. */
export type CreateWorkflowRevisionAnswer = WorkflowRevisionResponse

/** The body of `workflows.commit`. */
export type CommitWorkflowRevisionBody = CommitWorkflowRevisionRequest

/** The query parameters of `workflows.commit`. */
export interface CommitWorkflowRevisionQuery {
  /** Only records of this variant, by id. */
  readonly workflow_variant_id?: Id
}

/** The answer of `workflows.commit`. */
export type CommitWorkflowRevisionAnswer = CommitWorkflowRevisionResponse

/** The body of `workflows.retrieve`. */
export type RetrieveWorkflowRevisionBody = RetrieveWorkflowRevisionRequest

/** The answer of `workflows.retrieve`. */
export type RetrieveWorkflowRevisionAnswer = RetrieveWorkflowRevisionResponse

/** The body of `workflows.log`. */
export type LogWorkflowRevisionsBody = LogWorkflowRevisionsRequest

/** The answer of `workflows.log`. */
export type LogWorkflowRevisionsAnswer = WorkflowRevisionListResponse

/** The body of `workflows.diff`. */
export type DiffWorkflowRevisionsBody = DiffWorkflowRevisionsRequest

/** The answer of `workflows.diff`. */
export type DiffWorkflowRevisionsAnswer = RevisionDiffResponse

/** The body of `workflows.deploy`. */
export type DeployWorkflowRevisionBody = DeployWorkflowRevisionRequest

/** The answer of `workflows.deploy`. */
export type DeployWorkflowRevisionAnswer = DeployWorkflowRevisionResponse

/** The body of `workflows.resolve`. */
export type ResolveWorkflowRevisionBody = ResolveWorkflowRevisionRequest

/** The answer of `workflows.resolve`. */
export type ResolveWorkflowRevisionAnswer = ResolveWorkflowRevisionResponse

/** The query parameters of `workflows.fetch`. */
export interface FetchWorkflowQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `workflows.fetch`. */
export type FetchWorkflowAnswer = WorkflowResponse

/** The body of `workflows.edit`. */
export type EditWorkflowBody = EditWorkflowRequest

/** The answer of `workflows.edit`. */
export type EditWorkflowAnswer = EditWorkflowResponse

/** The body of `workflows.query`. */
export type QueryWorkflowsBody = QueryWorkflowsRequest

/** The query parameters of `workflows.query`. */
export interface QueryWorkflowsQuery {
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

/** The answer of `workflows.query`. */
export type QueryWorkflowsAnswer = WorkflowListResponse

/** The answer of `workflows.archive`. */
export type ArchiveWorkflowAnswer = WorkflowResponse

/** The answer of `workflows.unarchive`. */
export type UnarchiveWorkflowAnswer = WorkflowResponse

/** The query parameters of `workflows.fetchVariant`. */
export interface FetchWorkflowVariantQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `workflows.fetchVariant`. */
export type FetchWorkflowVariantAnswer = WorkflowVariantResponse

/** The body of `workflows.editVariant`. */
export type EditWorkflowVariantBody = EditWorkflowVariantRequest

/** The answer of `workflows.editVariant`. */
export type EditWorkflowVariantAnswer = EditWorkflowVariantResponse

/** The body of `workflows.queryVariants`. */
export type QueryWorkflowVariantsBody = QueryWorkflowVariantsRequest

/** The query parameters of `workflows.queryVariants`. */
export interface QueryWorkflowVariantsQuery {
  /** Only records of this workflow, by id. */
  readonly workflow_id?: Id
  /** Only records of this workflow, by slug. */
  readonly workflow_slug?: Slug
  /** Only records of one of these workflows, by id. */
  readonly workflow_ids?: readonly Id[]
  /** Only records of one of these workflows, by slug. */
  readonly workflow_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly workflow_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly workflow_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly workflow_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly workflow_variant_slugs?: readonly Slug[]
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

/** The answer of `workflows.queryVariants`. */
export type QueryWorkflowVariantsAnswer = WorkflowVariantListResponse

/** The answer of `workflows.archiveVariant`. */
export type ArchiveWorkflowVariantAnswer = WorkflowVariantResponse

/** The answer of `workflows.unarchiveVariant`. */
export type UnarchiveWorkflowVariantAnswer = WorkflowVariantResponse

/** The query parameters of `workflows.fetchRevision`. */
export interface FetchWorkflowRevisionQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `workflows.fetchRevision`. */
export type FetchWorkflowRevisionAnswer = WorkflowRevisionResponse

/** The body of `workflows.editRevision`. */
export type EditWorkflowRevisionBody = EditWorkflowRevisionRequest

/** The answer of `workflows.editRevision`. */
export type EditWorkflowRevisionAnswer = EditWorkflowRevisionResponse

/** The body of `workflows.queryRevisions`. */
export type QueryWorkflowRevisionsBody = QueryWorkflowRevisionsRequest

/** The query parameters of `workflows.queryRevisions`. */
export interface QueryWorkflowRevisionsQuery {
  /** Only records of this workflow, by id. */
  readonly workflow_id?: Id
  /** Only records of this workflow, by slug. */
  readonly workflow_slug?: Slug
  /** Only records of one of these workflows, by id. */
  readonly workflow_ids?: readonly Id[]
  /** Only records of one of these workflows, by slug. */
  readonly workflow_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly workflow_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly workflow_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly workflow_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly workflow_variant_slugs?: readonly Slug[]
  /** Only the revision with this id. */
  readonly workflow_revision_id?: Id
  /** Only the revision with this slug. */
  readonly workflow_revision_slug?: Slug
  /** Only revisions with one of these ids. */
  readonly workflow_revision_ids?: readonly Id[]
  /** Only revisions with one of these slugs. */
  readonly workflow_revision_slugs?: readonly Slug[]
  /** Only revisions with this version. */
  readonly workflow_revision_version?: string | number
  /** Only revisions with one of these versions. */
  readonly workflow_revision_versions?: ReadonlyArray<string | number>
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

/** The answer of `workflows.queryRevisions`. */
export type QueryWorkflowRevisionsAnswer = WorkflowRevisionListResponse

/** The answer of `workflows.archiveRevision`. */
export type ArchiveWorkflowRevisionAnswer = WorkflowRevisionResponse

/** The answer of `workflows.unarchiveRevision`. */
export type UnarchiveWorkflowRevisionAnswer = WorkflowRevisionResponse

/** The operations of `assay.workflows`. */
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
