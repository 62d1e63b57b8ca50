// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitEvaluatorRevisionRequest, CommitEvaluatorRevisionResponse, CreateEvaluatorRequest, CreateEvaluatorRevisionRequest, CreateEvaluatorVariantRequest, DeployEvaluatorRevisionRequest, DeployEvaluatorRevisionResponse, DiffEvaluatorRevisionsRequest, EditEvaluatorRequest, EditEvaluatorResponse, EditEvaluatorRevisionRequest, EditEvaluatorRevisionResponse, EditEvaluatorVariantRequest, EditEvaluatorVariantResponse, EvaluatorListResponse, EvaluatorQualityRequest, EvaluatorResponse, EvaluatorRevisionListResponse, EvaluatorRevisionResponse, EvaluatorVariantListResponse, EvaluatorVariantResponse, ForkEvaluatorVariantRequest, Id, LogEvaluatorRevisionsRequest, QueryEvaluatorQualityResponse, QueryEvaluatorRevisionsRequest, QueryEvaluatorVariantsRequest, QueryEvaluatorsRequest, ResolveEvaluatorRevisionRequest, ResolveEvaluatorRevisionResponse, RetrieveEvaluatorRevisionRequest, RetrieveEvaluatorRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

/** The body of `evaluators.create`. */
export type CreateEvaluatorBody = CreateEvaluatorRequest

/** The query parameters of `evaluators.create`. */
export interface CreateEvaluatorQuery {
  /** Only records of this evaluator, by id. */
  readonly evaluator_id?: Id
}

/** The answer of `evaluators.create`. */
export type CreateEvaluatorAnswer = EvaluatorResponse

/** The body of `evaluators.createVariant`. */
export type CreateEvaluatorVariantBody = CreateEvaluatorVariantRequest

/** The answer of `evaluators.createVariant`. */
export type CreateEvaluatorVariantAnswer = EvaluatorVariantResponse

/** The body of `evaluators.fork`. */
export type ForkEvaluatorVariantBody = ForkEvaluatorVariantRequest

/** The query parameters of `evaluators.fork`. */
export interface ForkEvaluatorVariantQuery {
  /** Only records of this variant, by id. */
  readonly evaluator_variant_id?: Id
}

/** The answer of `evaluators.fork`. */
export type ForkEvaluatorVariantAnswer = EvaluatorVariantResponse

/** The body of `evaluators.createRevision`. */
export type CreateEvaluatorRevisionBody = CreateEvaluatorRevisionRequest

/** The answer of `evaluators.createRevision`. */
export type CreateEvaluatorRevisionAnswer = EvaluatorRevisionResponse

/** The body of `evaluators.commit`. */
export type CommitEvaluatorRevisionBody = CommitEvaluatorRevisionRequest

/** The query parameters of `evaluators.commit`. */
export interface CommitEvaluatorRevisionQuery {
  /** Only records of this variant, by id. */
  readonly evaluator_variant_id?: Id
}

/** The answer of `evaluators.commit`. */
export type CommitEvaluatorRevisionAnswer = CommitEvaluatorRevisionResponse

/** The body of `evaluators.retrieve`. */
export type RetrieveEvaluatorRevisionBody = RetrieveEvaluatorRevisionRequest

/** The answer of `evaluators.retrieve`. */
export type RetrieveEvaluatorRevisionAnswer = RetrieveEvaluatorRevisionResponse

/** The body of `evaluators.log`. */
export type LogEvaluatorRevisionsBody = LogEvaluatorRevisionsRequest

/** The answer of `evaluators.log`. */
export type LogEvaluatorRevisionsAnswer = EvaluatorRevisionListResponse

/** The body of `evaluators.diff`. */
export type DiffEvaluatorRevisionsBody = DiffEvaluatorRevisionsRequest

/** The answer of `evaluators.diff`. */
export type DiffEvaluatorRevisionsAnswer = RevisionDiffResponse

/** The body of `evaluators.deploy`. */
export type DeployEvaluatorRevisionBody = DeployEvaluatorRevisionRequest

/** The answer of `evaluators.deploy`. */
export type DeployEvaluatorRevisionAnswer = DeployEvaluatorRevisionResponse

/** The body of `evaluators.resolve`. */
export type ResolveEvaluatorRevisionBody = ResolveEvaluatorRevisionRequest

/** The answer of `evaluators.resolve`. */
export type ResolveEvaluatorRevisionAnswer = ResolveEvaluatorRevisionResponse

/** The query parameters of `evaluators.fetch`. */
export interface FetchEvaluatorQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `evaluators.fetch`. */
export type FetchEvaluatorAnswer = EvaluatorResponse

/** The body of `evaluators.edit`. */
export type EditEvaluatorBody = EditEvaluatorRequest

/** The answer of `evaluators.edit`. */
export type EditEvaluatorAnswer = EditEvaluatorResponse

/** The body of `evaluators.query`. */
export type QueryEvaluatorsBody = QueryEvaluatorsRequest

/** The query parameters of `evaluators.query`. */
export interface QueryEvaluatorsQuery {
  /** Only records of this evaluator, by id. */
  readonly evaluator_id?: Id
  /** Only records of this evaluator, by slug. */
  readonly evaluator_slug?: Slug
  /** Only records of one of these evaluators, by id. */
  readonly evaluator_ids?: readonly Id[]
  /** Only records of one of these evaluators, by slug. */
  readonly evaluator_slugs?: readonly Slug[]
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

/** The answer of `evaluators.query`. */
export type QueryEvaluatorsAnswer = EvaluatorListResponse

/** The answer of `evaluators.archive`. */
export type ArchiveEvaluatorAnswer = EvaluatorResponse

/** The answer of `evaluators.unarchive`. */
export type UnarchiveEvaluatorAnswer = EvaluatorResponse

/** The query parameters of `evaluators.fetchVariant`. */
export interface FetchEvaluatorVariantQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `evaluators.fetchVariant`. */
export type FetchEvaluatorVariantAnswer = EvaluatorVariantResponse

/** The body of `evaluators.editVariant`. */
export type EditEvaluatorVariantBody = EditEvaluatorVariantRequest

/** The answer of `evaluators.editVariant`. */
export type EditEvaluatorVariantAnswer = EditEvaluatorVariantResponse

/** The body of `evaluators.queryVariants`. */
export type QueryEvaluatorVariantsBody = QueryEvaluatorVariantsRequest

/** The query parameters of `evaluators.queryVariants`. */
export interface QueryEvaluatorVariantsQuery {
  /** Only records of this evaluator, by id. */
  readonly evaluator_id?: Id
  /** Only records of this evaluator, by slug. */
  readonly evaluator_slug?: Slug
  /** Only records of one of these evaluators, by id. */
  readonly evaluator_ids?: readonly Id[]
  /** Only records of one of these evaluators, by slug. */
  readonly evaluator_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly evaluator_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly evaluator_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly evaluator_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly evaluator_variant_slugs?: readonly Slug[]
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

/** The answer of `evaluators.queryVariants`. */
export type QueryEvaluatorVariantsAnswer = EvaluatorVariantListResponse

/** The answer of `evaluators.archiveVariant`. */
export type ArchiveEvaluatorVariantAnswer = EvaluatorVariantResponse

/** The answer of `evaluators.unarchiveVariant`. */
export type UnarchiveEvaluatorVariantAnswer = EvaluatorVariantResponse

/** The query parameters of `evaluators.fetchRevision`. */
export interface FetchEvaluatorRevisionQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `evaluators.fetchRevision`. */
export type FetchEvaluatorRevisionAnswer = EvaluatorRevisionResponse

/** The body of `evaluators.editRevision`. */
export type EditEvaluatorRevisionBody = EditEvaluatorRevisionRequest

/** The answer of `evaluators.editRevision`. */
export type EditEvaluatorRevisionAnswer = EditEvaluatorRevisionResponse

/** The body of `evaluators.queryRevisions`. */
export type QueryEvaluatorRevisionsBody = QueryEvaluatorRevisionsRequest

/** The query parameters of `evaluators.queryRevisions`. */
export interface QueryEvaluatorRevisionsQuery {
  /** Only records of this evaluator, by id. */
  readonly evaluator_id?: Id
  /** Only records of this evaluator, by slug. */
  readonly evaluator_slug?: Slug
  /** Only records of one of these evaluators, by id. */
  readonly evaluator_ids?: readonly Id[]
  /** Only records of one of these evaluators, by slug. */
  readonly evaluator_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly evaluator_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly evaluator_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly evaluator_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly evaluator_variant_slugs?: readonly Slug[]
  /** Only the revision with this id. */
  readonly evaluator_revision_id?: Id
  /** Only the revision with this slug. */
  readonly evaluator_revision_slug?: Slug
  /** Only revisions with one of these ids. */
  readonly evaluator_revision_ids?: readonly Id[]
  /** Only revisions with one of these slugs. */
  readonly evaluator_revision_slugs?: readonly Slug[]
  /** Only revisions with this version. */
  readonly evaluator_revision_version?: string | number
  /** Only revisions with one of these versions. */
  readonly evaluator_revision_versions?: ReadonlyArray<string | number>
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

/** The answer of `evaluators.queryRevisions`. */
export type QueryEvaluatorRevisionsAnswer = EvaluatorRevisionListResponse

/** The answer of `evaluators.archiveRevision`. */
export type ArchiveEvaluatorRevisionAnswer = EvaluatorRevisionResponse

/** The answer of `evaluators.unarchiveRevision`. */
export type UnarchiveEvaluatorRevisionAnswer = EvaluatorRevisionResponse

/** The body of `evaluators.quality`. */
export type QueryEvaluatorQualityBody = EvaluatorQualityRequest

/** The answer of `evaluators.quality`. */
export type QueryEvaluatorQualityAnswer = QueryEvaluatorQualityResponse

/** The operations of `assay.evaluators`. */
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
