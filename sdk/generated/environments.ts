// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitEnvironmentRevisionRequest, CommitEnvironmentRevisionResponse, CreateEnvironmentRequest, CreateEnvironmentRevisionRequest, CreateEnvironmentVariantRequest, DiffEnvironmentRevisionsRequest, EditEnvironmentRequest, EditEnvironmentResponse, EditEnvironmentRevisionRequest, EditEnvironmentRevisionResponse, EditEnvironmentVariantRequest, EditEnvironmentVariantResponse, EnvironmentListResponse, EnvironmentResponse, EnvironmentRevisionListResponse, EnvironmentRevisionResponse, EnvironmentVariantListResponse, EnvironmentVariantResponse, ForkEnvironmentVariantRequest, Id, LogEnvironmentRevisionsRequest, QueryEnvironmentRevisionsRequest, QueryEnvironmentVariantsRequest, QueryEnvironmentsRequest, ResolveEnvironmentRevisionRequest, ResolveEnvironmentRevisionResponse, RetrieveEnvironmentRevisionRequest, RetrieveEnvironmentRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

export type CreateEnvironmentBody = CreateEnvironmentRequest

export interface CreateEnvironmentQuery {
  readonly environment_id?: Id
}

export type CreateEnvironmentAnswer = EnvironmentResponse

export type CreateEnvironmentVariantBody = CreateEnvironmentVariantRequest

export type CreateEnvironmentVariantAnswer = EnvironmentVariantResponse

export type ForkEnvironmentVariantBody = ForkEnvironmentVariantRequest

export interface ForkEnvironmentVariantQuery {
  readonly environment_variant_id?: Id
}

export type ForkEnvironmentVariantAnswer = EnvironmentVariantResponse

export type CreateEnvironmentRevisionBody = CreateEnvironmentRevisionRequest

export type CreateEnvironmentRevisionAnswer = EnvironmentRevisionResponse

export type CommitEnvironmentRevisionBody = CommitEnvironmentRevisionRequest

export interface CommitEnvironmentRevisionQuery {
  readonly environment_variant_id?: Id
}

export type CommitEnvironmentRevisionAnswer = CommitEnvironmentRevisionResponse

export type RetrieveEnvironmentRevisionBody = RetrieveEnvironmentRevisionRequest

export type RetrieveEnvironmentRevisionAnswer = RetrieveEnvironmentRevisionResponse

export type LogEnvironmentRevisionsBody = LogEnvironmentRevisionsRequest

export type LogEnvironmentRevisionsAnswer = EnvironmentRevisionListResponse

export type DiffEnvironmentRevisionsBody = DiffEnvironmentRevisionsRequest

export type DiffEnvironmentRevisionsAnswer = RevisionDiffResponse

export type ResolveEnvironmentRevisionBody = ResolveEnvironmentRevisionRequest

export type ResolveEnvironmentRevisionAnswer = ResolveEnvironmentRevisionResponse

export interface FetchEnvironmentQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchEnvironmentAnswer = EnvironmentResponse

export type EditEnvironmentBody = EditEnvironmentRequest

export type EditEnvironmentAnswer = EditEnvironmentResponse

export type QueryEnvironmentsBody = QueryEnvironmentsRequest

export interface QueryEnvironmentsQuery {
  readonly environment_id?: Id
  readonly environment_slug?: Slug
  readonly environment_ids?: readonly Id[]
  readonly environment_slugs?: readonly Slug[]
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

export type QueryEnvironmentsAnswer = EnvironmentListResponse

export type ArchiveEnvironmentAnswer = EnvironmentResponse

export type UnarchiveEnvironmentAnswer = EnvironmentResponse

export interface FetchEnvironmentVariantQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchEnvironmentVariantAnswer = EnvironmentVariantResponse

export type EditEnvironmentVariantBody = EditEnvironmentVariantRequest

export type EditEnvironmentVariantAnswer = EditEnvironmentVariantResponse

export type QueryEnvironmentVariantsBody = QueryEnvironmentVariantsRequest

export interface QueryEnvironmentVariantsQuery {
  readonly environment_id?: Id
  readonly environment_slug?: Slug
  readonly environment_ids?: readonly Id[]
  readonly environment_slugs?: readonly Slug[]
  readonly environment_variant_id?: Id
  readonly environment_variant_slug?: Slug
  readonly environment_variant_ids?: readonly Id[]
  readonly environment_variant_slugs?: readonly Slug[]
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

export type QueryEnvironmentVariantsAnswer = EnvironmentVariantListResponse

export type ArchiveEnvironmentVariantAnswer = EnvironmentVariantResponse

export type UnarchiveEnvironmentVariantAnswer = EnvironmentVariantResponse

export interface FetchEnvironmentRevisionQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchEnvironmentRevisionAnswer = EnvironmentRevisionResponse

export type EditEnvironmentRevisionBody = EditEnvironmentRevisionRequest

export type EditEnvironmentRevisionAnswer = EditEnvironmentRevisionResponse

export type QueryEnvironmentRevisionsBody = QueryEnvironmentRevisionsRequest

export interface QueryEnvironmentRevisionsQuery {
  readonly environment_id?: Id
  readonly environment_slug?: Slug
  readonly environment_ids?: readonly Id[]
  readonly environment_slugs?: readonly Slug[]
  readonly environment_variant_id?: Id
  readonly environment_variant_slug?: Slug
  readonly environment_variant_ids?: readonly Id[]
  readonly environment_variant_slugs?: readonly Slug[]
  readonly environment_revision_id?: Id
  readonly environment_revision_slug?: Slug
  readonly environment_revision_ids?: readonly Id[]
  readonly environment_revision_slugs?: readonly Slug[]
  readonly environment_revision_version?: string | number
  readonly environment_revision_versions?: ReadonlyArray<string | number>
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

export type QueryEnvironmentRevisionsAnswer = EnvironmentRevisionListResponse

export type ArchiveEnvironmentRevisionAnswer = EnvironmentRevisionResponse

export type UnarchiveEnvironmentRevisionAnswer = EnvironmentRevisionResponse

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
