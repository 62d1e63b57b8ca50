// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitEnvironmentRevisionRequest, CommitEnvironmentRevisionResponse, CreateEnvironmentRequest, CreateEnvironmentRevisionRequest, CreateEnvironmentVariantRequest, DiffEnvironmentRevisionsRequest, EditEnvironmentRequest, EditEnvironmentResponse, EditEnvironmentRevisionRequest, EditEnvironmentRevisionResponse, EditEnvironmentVariantRequest, EditEnvironmentVariantResponse, EnvironmentListResponse, EnvironmentResponse, EnvironmentRevisionListResponse, EnvironmentRevisionResponse, EnvironmentVariantListResponse, EnvironmentVariantResponse, ForkEnvironmentVariantRequest, Id, LogEnvironmentRevisionsRequest, QueryEnvironmentRevisionsRequest, QueryEnvironmentVariantsRequest, QueryEnvironmentsRequest, ResolveEnvironmentRevisionRequest, ResolveEnvironmentRevisionResponse, RetrieveEnvironmentRevisionRequest, RetrieveEnvironmentRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

/** The body of `environments.create`. */
export type CreateEnvironmentBody = CreateEnvironmentRequest

/** The query parameters of `environments.create`. */
export interface CreateEnvironmentQuery {
  /** Only records of this environment, by id. */
  readonly environment_id?: Id
}

/** The answer of `environments.create`. */
export type CreateEnvironmentAnswer = EnvironmentResponse

/** The body of `environments.createVariant`. */
export type CreateEnvironmentVariantBody = CreateEnvironmentVariantRequest

/** The answer of `environments.createVariant`. */
export type CreateEnvironmentVariantAnswer = EnvironmentVariantResponse

/** The body of `environments.fork`. */
export type ForkEnvironmentVariantBody = ForkEnvironmentVariantRequest

/** The query parameters of `environments.fork`. */
export interface ForkEnvironmentVariantQuery {
  /** Only records of this variant, by id. */
  readonly environment_variant_id?: Id
}

/** The answer of `environments.fork`. */
export type ForkEnvironmentVariantAnswer = EnvironmentVariantResponse

/** The body of `environments.createRevision`. */
export type CreateEnvironmentRevisionBody = CreateEnvironmentRevisionRequest

/** The answer of `environments.createRevision`. */
export type CreateEnvironmentRevisionAnswer = EnvironmentRevisionResponse

/** The body of `environments.commit`. */
export type CommitEnvironmentRevisionBody = CommitEnvironmentRevisionRequest

/** The query parameters of `environments.commit`. */
export interface CommitEnvironmentRevisionQuery {
  /** Only records of this variant, by id. */
  readonly environment_variant_id?: Id
}

/** The answer of `environments.commit`. */
export type CommitEnvironmentRevisionAnswer = CommitEnvironmentRevisionResponse

/** The body of `environments.retrieve`. */
export type RetrieveEnvironmentRevisionBody = RetrieveEnvironmentRevisionRequest

/** The answer of `environments.retrieve`. */
export type RetrieveEnvironmentRevisionAnswer = RetrieveEnvironmentRevisionResponse

/** The body of `environments.log`. */
export type LogEnvironmentRevisionsBody = LogEnvironmentRevisionsRequest

/** The answer of `environments.log`. */
export type LogEnvironmentRevisionsAnswer = EnvironmentRevisionListResponse

/** The body of `environments.diff`. */
export type DiffEnvironmentRevisionsBody = DiffEnvironmentRevisionsRequest

/** The answer of `environments.diff`. */
export type DiffEnvironmentRevisionsAnswer = RevisionDiffResponse

/** The body of `environments.resolve`. */
export type ResolveEnvironmentRevisionBody = ResolveEnvironmentRevisionRequest

/** The answer of `environments.resolve`. */
export type ResolveEnvironmentRevisionAnswer = ResolveEnvironmentRevisionResponse

/** The query parameters of `environments.fetch`. */
export interface FetchEnvironmentQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `environments.fetch`. */
export type FetchEnvironmentAnswer = EnvironmentResponse

/** The body of `environments.edit`. */
export type EditEnvironmentBody = EditEnvironmentRequest

/** The answer of `environments.edit`. */
export type EditEnvironmentAnswer = EditEnvironmentResponse

/** The body of `environments.query`. */
export type QueryEnvironmentsBody = QueryEnvironmentsRequest

/** The query parameters of `environments.query`. */
export interface QueryEnvironmentsQuery {
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

/** The answer of `environments.query`. */
export type QueryEnvironmentsAnswer = EnvironmentListResponse

/** The answer of `environments.archive`. */
export type ArchiveEnvironmentAnswer = EnvironmentResponse

/** The answer of `environments.unarchive`. */
export type UnarchiveEnvironmentAnswer = EnvironmentResponse

/** The query parameters of `environments.fetchVariant`. */
export interface FetchEnvironmentVariantQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `environments.fetchVariant`. */
export type FetchEnvironmentVariantAnswer = EnvironmentVariantResponse

/** The body of `environments.editVariant`. */
export type EditEnvironmentVariantBody = EditEnvironmentVariantRequest

/** The answer of `environments.editVariant`. */
export type EditEnvironmentVariantAnswer = EditEnvironmentVariantResponse

/** The body of `environments.queryVariants`. */
export type QueryEnvironmentVariantsBody = QueryEnvironmentVariantsRequest

/** The query parameters of `environments.queryVariants`. */
export interface QueryEnvironmentVariantsQuery {
  /** Only records of this environment, by id. */
  readonly environment_id?: Id
  /** Only records of this environment, by slug. */
  readonly environment_slug?: Slug
  /** Only records of one of these environments, by id. */
  readonly environment_ids?: readonly Id[]
  /** Only records of one of these environments, by slug. */
  readonly environment_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly environment_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly environment_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly environment_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly environment_variant_slugs?: readonly Slug[]
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

/** The answer of `environments.queryVariants`. */
export type QueryEnvironmentVariantsAnswer = EnvironmentVariantListResponse

/** The answer of `environments.archiveVariant`. */
export type ArchiveEnvironmentVariantAnswer = EnvironmentVariantResponse

/** The answer of `environments.unarchiveVariant`. */
export type UnarchiveEnvironmentVariantAnswer = EnvironmentVariantResponse

/** The query parameters of `environments.fetchRevision`. */
export interface FetchEnvironmentRevisionQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `environments.fetchRevision`. */
export type FetchEnvironmentRevisionAnswer = EnvironmentRevisionResponse

/** The body of `environments.editRevision`. */
export type EditEnvironmentRevisionBody = EditEnvironmentRevisionRequest

/** The answer of `environments.editRevision`. */
export type EditEnvironmentRevisionAnswer = EditEnvironmentRevisionResponse

/** The body of `environments.queryRevisions`. */
export type QueryEnvironmentRevisionsBody = QueryEnvironmentRevisionsRequest

/** The query parameters of `environments.queryRevisions`. */
export interface QueryEnvironmentRevisionsQuery {
  /** Only records of this environment, by id. */
  readonly environment_id?: Id
  /** Only records of this environment, by slug. */
  readonly environment_slug?: Slug
  /** Only records of one of these environments, by id. */
  readonly environment_ids?: readonly Id[]
  /** Only records of one of these environments, by slug. */
  readonly environment_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly environment_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly environment_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly environment_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly environment_variant_slugs?: readonly Slug[]
  /** Only the revision with this id. */
  readonly environment_revision_id?: Id
  /** Only the revision with this slug. */
  readonly environment_revision_slug?: Slug
  /** Only revisions with one of these ids. */
  readonly environment_revision_ids?: readonly Id[]
  /** Only revisions with one of these slugs. */
  readonly environment_revision_slugs?: readonly Slug[]
  /** Only revisions with this version. */
  readonly environment_revision_version?: string | number
  /** Only revisions with one of these versions. */
  readonly environment_revision_versions?: ReadonlyArray<string | number>
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

/** The answer of `environments.queryRevisions`. */
export type QueryEnvironmentRevisionsAnswer = EnvironmentRevisionListResponse

/** The answer of `environments.archiveRevision`. */
export type ArchiveEnvironmentRevisionAnswer = EnvironmentRevisionResponse

/** The answer of `environments.unarchiveRevision`. */
export type UnarchiveEnvironmentRevisionAnswer = EnvironmentRevisionResponse

/** The operations of `assay.environments`. */
export const environments = (core: Core) => ({
  /** Create one environment, without a variant. */
  create: (body: CreateEnvironmentBody, options?: CallOptions & { readonly query?: CreateEnvironmentQuery }) =>
    core.json<CreateEnvironmentAnswer>('POST /api/environments/', { body, query: options?.query, options }),
  /** Create one variant of an environment, without a revision. */
  createVariant: (body: CreateEnvironmentVariantBody, options?: CallOptions) =>
    core.json<CreateEnvironmentVariantAnswer>('POST /api/environments/variants/', { body, options }),
  /** Create a variant with a copy of the history up to one revision. */
  fork: (body: ForkEnvironmentVariantBody, options?: CallOptions & { readonly query?: ForkEnvironmentVariantQuery }) =>
    core.json<ForkEnvironmentVariantAnswer>('POST /api/environments/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<CreateEnvironmentRevisionAnswer>('POST /api/environments/revisions/', { body, options }),
  /** Commit a payload, or a delta, to a variant. */
  commit: (body: CommitEnvironmentRevisionBody, options?: CallOptions & { readonly query?: CommitEnvironmentRevisionQuery }) =>
    core.json<CommitEnvironmentRevisionAnswer>('POST /api/environments/revisions/commit', { body, query: options?.query, options }),
  /** Retrieve one revision by references. Precedence: revision, variant, environment, artifact. */
  retrieve: (body: RetrieveEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<RetrieveEnvironmentRevisionAnswer>('POST /api/environments/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogEnvironmentRevisionsBody, options?: CallOptions) =>
    core.json<LogEnvironmentRevisionsAnswer>('POST /api/environments/revisions/log', { body, repeatable: true, options }),
  /** The differences between two revisions. */
  diff: (body: DiffEnvironmentRevisionsBody, options?: CallOptions) =>
    core.json<DiffEnvironmentRevisionsAnswer>('POST /api/environments/revisions/diff', { body, repeatable: true, options }),
  /** A stored or inline revision with its embeds resolved. */
  resolve: (body: ResolveEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<ResolveEnvironmentRevisionAnswer>('POST /api/environments/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one environment, archived or not. */
  fetch: (id: string, query?: FetchEnvironmentQuery, options?: CallOptions) =>
    core.json<FetchEnvironmentAnswer>(`GET /api/environments/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one environment. */
  edit: (id: string, body: EditEnvironmentBody, options?: CallOptions) =>
    core.json<EditEnvironmentAnswer>(`PUT /api/environments/${at(id)}`, { body, repeatable: true, options }),
  /** Matching environments, newest first. */
  query: (body?: QueryEnvironmentsBody, options?: CallOptions & { readonly query?: QueryEnvironmentsQuery }) =>
    core.pages<QueryEnvironmentsAnswer, 'environments'>('POST /api/environments/query', 'environments', { body, query: options?.query, repeatable: true, options }),
  /** Archive one environment and its children: queries omit them. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveEnvironmentAnswer>(`POST /api/environments/${at(id)}/archive`, { options }),
  /** Unarchive one environment: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEnvironmentAnswer>(`POST /api/environments/${at(id)}/unarchive`, { options }),
  /** Fetch one environment variant, archived or not. */
  fetchVariant: (id: string, query?: FetchEnvironmentVariantQuery, options?: CallOptions) =>
    core.json<FetchEnvironmentVariantAnswer>(`GET /api/environments/variants/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one environment variant. */
  editVariant: (id: string, body: EditEnvironmentVariantBody, options?: CallOptions) =>
    core.json<EditEnvironmentVariantAnswer>(`PUT /api/environments/variants/${at(id)}`, { body, repeatable: true, options }),
  /** Matching environment variants, newest first. */
  queryVariants: (body?: QueryEnvironmentVariantsBody, options?: CallOptions & { readonly query?: QueryEnvironmentVariantsQuery }) =>
    core.pages<QueryEnvironmentVariantsAnswer, 'environment_variants'>('POST /api/environments/variants/query', 'environment_variants', { body, query: options?.query, repeatable: true, options }),
  /** Archive one environment variant and its children: queries omit them. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveEnvironmentVariantAnswer>(`POST /api/environments/variants/${at(id)}/archive`, { options }),
  /** Unarchive one environment variant: queries include it again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEnvironmentVariantAnswer>(`POST /api/environments/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one environment revision, archived or not. */
  fetchRevision: (id: string, query?: FetchEnvironmentRevisionQuery, options?: CallOptions) =>
    core.json<FetchEnvironmentRevisionAnswer>(`GET /api/environments/revisions/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one environment revision. */
  editRevision: (id: string, body: EditEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<EditEnvironmentRevisionAnswer>(`PUT /api/environments/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** Matching environment revisions, newest first. */
  queryRevisions: (body?: QueryEnvironmentRevisionsBody, options?: CallOptions & { readonly query?: QueryEnvironmentRevisionsQuery }) =>
    core.pages<QueryEnvironmentRevisionsAnswer, 'environment_revisions'>('POST /api/environments/revisions/query', 'environment_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Archive one environment revision and its children: queries omit them. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveEnvironmentRevisionAnswer>(`POST /api/environments/revisions/${at(id)}/archive`, { options }),
  /** Unarchive one environment revision: queries include it again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEnvironmentRevisionAnswer>(`POST /api/environments/revisions/${at(id)}/unarchive`, { options }),
})
