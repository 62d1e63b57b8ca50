// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitEvaluatorRevisionRequest, CommitEvaluatorRevisionResponse, CreateEvaluatorRequest, CreateEvaluatorRevisionRequest, CreateEvaluatorVariantRequest, DeployEvaluatorRevisionRequest, DeployEvaluatorRevisionResponse, DiffEvaluatorRevisionsRequest, EditEvaluatorRequest, EditEvaluatorResponse, EditEvaluatorRevisionRequest, EditEvaluatorRevisionResponse, EditEvaluatorVariantRequest, EditEvaluatorVariantResponse, EvaluatorListResponse, EvaluatorQualityRequest, EvaluatorResponse, EvaluatorRevisionListResponse, EvaluatorRevisionResponse, EvaluatorVariantListResponse, EvaluatorVariantResponse, ForkEvaluatorVariantRequest, Id, LogEvaluatorRevisionsRequest, QueryEvaluatorQualityResponse, QueryEvaluatorRevisionsRequest, QueryEvaluatorVariantsRequest, QueryEvaluatorsRequest, ResolveEvaluatorRevisionRequest, ResolveEvaluatorRevisionResponse, RetrieveEvaluatorRevisionRequest, RetrieveEvaluatorRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

export type CreateEvaluatorBody = CreateEvaluatorRequest

export interface CreateEvaluatorQuery {
  readonly evaluator_id?: Id
}

export type CreateEvaluatorAnswer = EvaluatorResponse

export type CreateEvaluatorVariantBody = CreateEvaluatorVariantRequest

export type CreateEvaluatorVariantAnswer = EvaluatorVariantResponse

export type ForkEvaluatorVariantBody = ForkEvaluatorVariantRequest

export interface ForkEvaluatorVariantQuery {
  readonly evaluator_variant_id?: Id
}

export type ForkEvaluatorVariantAnswer = EvaluatorVariantResponse

export type CreateEvaluatorRevisionBody = CreateEvaluatorRevisionRequest

export type CreateEvaluatorRevisionAnswer = EvaluatorRevisionResponse

export type CommitEvaluatorRevisionBody = CommitEvaluatorRevisionRequest

export interface CommitEvaluatorRevisionQuery {
  readonly evaluator_variant_id?: Id
}

export type CommitEvaluatorRevisionAnswer = CommitEvaluatorRevisionResponse

export type RetrieveEvaluatorRevisionBody = RetrieveEvaluatorRevisionRequest

export type RetrieveEvaluatorRevisionAnswer = RetrieveEvaluatorRevisionResponse

export type LogEvaluatorRevisionsBody = LogEvaluatorRevisionsRequest

export type LogEvaluatorRevisionsAnswer = EvaluatorRevisionListResponse

export type DiffEvaluatorRevisionsBody = DiffEvaluatorRevisionsRequest

export type DiffEvaluatorRevisionsAnswer = RevisionDiffResponse

export type DeployEvaluatorRevisionBody = DeployEvaluatorRevisionRequest

export type DeployEvaluatorRevisionAnswer = DeployEvaluatorRevisionResponse

export type ResolveEvaluatorRevisionBody = ResolveEvaluatorRevisionRequest

export type ResolveEvaluatorRevisionAnswer = ResolveEvaluatorRevisionResponse

export interface FetchEvaluatorQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchEvaluatorAnswer = EvaluatorResponse

export type EditEvaluatorBody = EditEvaluatorRequest

export type EditEvaluatorAnswer = EditEvaluatorResponse

export type QueryEvaluatorsBody = QueryEvaluatorsRequest

export interface QueryEvaluatorsQuery {
  readonly evaluator_id?: Id
  readonly evaluator_slug?: Slug
  readonly evaluator_ids?: readonly Id[]
  readonly evaluator_slugs?: readonly Slug[]
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

export type QueryEvaluatorsAnswer = EvaluatorListResponse

export type ArchiveEvaluatorAnswer = EvaluatorResponse

export type UnarchiveEvaluatorAnswer = EvaluatorResponse

export interface FetchEvaluatorVariantQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchEvaluatorVariantAnswer = EvaluatorVariantResponse

export type EditEvaluatorVariantBody = EditEvaluatorVariantRequest

export type EditEvaluatorVariantAnswer = EditEvaluatorVariantResponse

export type QueryEvaluatorVariantsBody = QueryEvaluatorVariantsRequest

export interface QueryEvaluatorVariantsQuery {
  readonly evaluator_id?: Id
  readonly evaluator_slug?: Slug
  readonly evaluator_ids?: readonly Id[]
  readonly evaluator_slugs?: readonly Slug[]
  readonly evaluator_variant_id?: Id
  readonly evaluator_variant_slug?: Slug
  readonly evaluator_variant_ids?: readonly Id[]
  readonly evaluator_variant_slugs?: readonly Slug[]
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

export type QueryEvaluatorVariantsAnswer = EvaluatorVariantListResponse

export type ArchiveEvaluatorVariantAnswer = EvaluatorVariantResponse

export type UnarchiveEvaluatorVariantAnswer = EvaluatorVariantResponse

export interface FetchEvaluatorRevisionQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchEvaluatorRevisionAnswer = EvaluatorRevisionResponse

export type EditEvaluatorRevisionBody = EditEvaluatorRevisionRequest

export type EditEvaluatorRevisionAnswer = EditEvaluatorRevisionResponse

export type QueryEvaluatorRevisionsBody = QueryEvaluatorRevisionsRequest

export interface QueryEvaluatorRevisionsQuery {
  readonly evaluator_id?: Id
  readonly evaluator_slug?: Slug
  readonly evaluator_ids?: readonly Id[]
  readonly evaluator_slugs?: readonly Slug[]
  readonly evaluator_variant_id?: Id
  readonly evaluator_variant_slug?: Slug
  readonly evaluator_variant_ids?: readonly Id[]
  readonly evaluator_variant_slugs?: readonly Slug[]
  readonly evaluator_revision_id?: Id
  readonly evaluator_revision_slug?: Slug
  readonly evaluator_revision_ids?: readonly Id[]
  readonly evaluator_revision_slugs?: readonly Slug[]
  readonly evaluator_revision_version?: string | number
  readonly evaluator_revision_versions?: ReadonlyArray<string | number>
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

export type QueryEvaluatorRevisionsAnswer = EvaluatorRevisionListResponse

export type ArchiveEvaluatorRevisionAnswer = EvaluatorRevisionResponse

export type UnarchiveEvaluatorRevisionAnswer = EvaluatorRevisionResponse

export type QueryEvaluatorQualityBody = EvaluatorQualityRequest

export type QueryEvaluatorQualityAnswer = QueryEvaluatorQualityResponse

export const evaluators = (core: Core) => ({
  /** Create one evaluator, without a variant. */
  create: (body: CreateEvaluatorBody, options?: CallOptions & { readonly query?: CreateEvaluatorQuery }) =>
    core.json<CreateEvaluatorAnswer>('POST /api/evaluators/', { body, query: options?.query, options }),
  /** Create one variant of an evaluator, without a revision. */
  createVariant: (body: CreateEvaluatorVariantBody, options?: CallOptions) =>
    core.json<CreateEvaluatorVariantAnswer>('POST /api/evaluators/variants/', { body, options }),
  /** Create a variant with a copy of the history up to one revision. */
  fork: (body: ForkEvaluatorVariantBody, options?: CallOptions & { readonly query?: ForkEvaluatorVariantQuery }) =>
    core.json<ForkEvaluatorVariantAnswer>('POST /api/evaluators/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<CreateEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/', { body, options }),
  /** Commit a payload, or a delta, to a variant. */
  commit: (body: CommitEvaluatorRevisionBody, options?: CallOptions & { readonly query?: CommitEvaluatorRevisionQuery }) =>
    core.json<CommitEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/commit', { body, query: options?.query, options }),
  /** Retrieve one revision by references. Precedence: revision, variant, environment, artifact. */
  retrieve: (body: RetrieveEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<RetrieveEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogEvaluatorRevisionsBody, options?: CallOptions) =>
    core.json<LogEvaluatorRevisionsAnswer>('POST /api/evaluators/revisions/log', { body, repeatable: true, options }),
  /** The differences between two revisions. */
  diff: (body: DiffEvaluatorRevisionsBody, options?: CallOptions) =>
    core.json<DiffEvaluatorRevisionsAnswer>('POST /api/evaluators/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<DeployEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/deploy', { body, options }),
  /** A stored or inline revision with its embeds resolved. */
  resolve: (body: ResolveEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<ResolveEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one evaluator, archived or not. */
  fetch: (id: string, query?: FetchEvaluatorQuery, options?: CallOptions) =>
    core.json<FetchEvaluatorAnswer>(`GET /api/evaluators/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one evaluator. */
  edit: (id: string, body: EditEvaluatorBody, options?: CallOptions) =>
    core.json<EditEvaluatorAnswer>(`PUT /api/evaluators/${at(id)}`, { body, repeatable: true, options }),
  /** Matching evaluators, newest first. */
  query: (body?: QueryEvaluatorsBody, options?: CallOptions & { readonly query?: QueryEvaluatorsQuery }) =>
    core.pages<QueryEvaluatorsAnswer, 'evaluators'>('POST /api/evaluators/query', 'evaluators', { body, query: options?.query, repeatable: true, options }),
  /** Archive one evaluator and its children: queries omit them. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveEvaluatorAnswer>(`POST /api/evaluators/${at(id)}/archive`, { options }),
  /** Unarchive one evaluator: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEvaluatorAnswer>(`POST /api/evaluators/${at(id)}/unarchive`, { options }),
  /** Fetch one evaluator variant, archived or not. */
  fetchVariant: (id: string, query?: FetchEvaluatorVariantQuery, options?: CallOptions) =>
    core.json<FetchEvaluatorVariantAnswer>(`GET /api/evaluators/variants/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one evaluator variant. */
  editVariant: (id: string, body: EditEvaluatorVariantBody, options?: CallOptions) =>
    core.json<EditEvaluatorVariantAnswer>(`PUT /api/evaluators/variants/${at(id)}`, { body, repeatable: true, options }),
  /** Matching evaluator variants, newest first. */
  queryVariants: (body?: QueryEvaluatorVariantsBody, options?: CallOptions & { readonly query?: QueryEvaluatorVariantsQuery }) =>
    core.pages<QueryEvaluatorVariantsAnswer, 'evaluator_variants'>('POST /api/evaluators/variants/query', 'evaluator_variants', { body, query: options?.query, repeatable: true, options }),
  /** Archive one evaluator variant and its children: queries omit them. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveEvaluatorVariantAnswer>(`POST /api/evaluators/variants/${at(id)}/archive`, { options }),
  /** Unarchive one evaluator variant: queries include it again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEvaluatorVariantAnswer>(`POST /api/evaluators/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one evaluator revision, archived or not. */
  fetchRevision: (id: string, query?: FetchEvaluatorRevisionQuery, options?: CallOptions) =>
    core.json<FetchEvaluatorRevisionAnswer>(`GET /api/evaluators/revisions/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one evaluator revision. */
  editRevision: (id: string, body: EditEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<EditEvaluatorRevisionAnswer>(`PUT /api/evaluators/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** Matching evaluator revisions, newest first. */
  queryRevisions: (body?: QueryEvaluatorRevisionsBody, options?: CallOptions & { readonly query?: QueryEvaluatorRevisionsQuery }) =>
    core.pages<QueryEvaluatorRevisionsAnswer, 'evaluator_revisions'>('POST /api/evaluators/revisions/query', 'evaluator_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Archive one evaluator revision and its children: queries omit them. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveEvaluatorRevisionAnswer>(`POST /api/evaluators/revisions/${at(id)}/archive`, { options }),
  /** Unarchive one evaluator revision: queries include it again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEvaluatorRevisionAnswer>(`POST /api/evaluators/revisions/${at(id)}/unarchive`, { options }),
  /** The agreement of an evaluator, or of one revision, with people on the rows that both evaluated. */
  quality: (body: QueryEvaluatorQualityBody, options?: CallOptions) =>
    core.json<QueryEvaluatorQualityAnswer>('POST /api/evaluations/evaluators/quality', { body, repeatable: true, options }),
})
