// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { ApplicationListResponse, ApplicationResponse, ApplicationRevisionListResponse, ApplicationRevisionResponse, ApplicationVariantListResponse, ApplicationVariantResponse, CommitApplicationRevisionRequest, CommitApplicationRevisionResponse, CreateApplicationRequest, CreateApplicationRevisionRequest, CreateApplicationVariantRequest, DeployApplicationRevisionRequest, DeployApplicationRevisionResponse, DiffApplicationRevisionsRequest, EditApplicationRequest, EditApplicationResponse, EditApplicationRevisionRequest, EditApplicationRevisionResponse, EditApplicationVariantRequest, EditApplicationVariantResponse, ForkApplicationVariantRequest, Id, LogApplicationRevisionsRequest, QueryApplicationRevisionsRequest, QueryApplicationVariantsRequest, QueryApplicationsRequest, ResolveApplicationRevisionRequest, ResolveApplicationRevisionResponse, RetrieveApplicationRevisionRequest, RetrieveApplicationRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

export type CreateApplicationBody = CreateApplicationRequest

export interface CreateApplicationQuery {
  readonly application_id?: Id
}

export type CreateApplicationAnswer = ApplicationResponse

export type CreateApplicationVariantBody = CreateApplicationVariantRequest

export type CreateApplicationVariantAnswer = ApplicationVariantResponse

export type ForkApplicationVariantBody = ForkApplicationVariantRequest

export interface ForkApplicationVariantQuery {
  readonly application_variant_id?: Id
}

export type ForkApplicationVariantAnswer = ApplicationVariantResponse

export type CreateApplicationRevisionBody = CreateApplicationRevisionRequest

export type CreateApplicationRevisionAnswer = ApplicationRevisionResponse

export type CommitApplicationRevisionBody = CommitApplicationRevisionRequest

export interface CommitApplicationRevisionQuery {
  readonly application_variant_id?: Id
}

export type CommitApplicationRevisionAnswer = CommitApplicationRevisionResponse

export type RetrieveApplicationRevisionBody = RetrieveApplicationRevisionRequest

export type RetrieveApplicationRevisionAnswer = RetrieveApplicationRevisionResponse

export type LogApplicationRevisionsBody = LogApplicationRevisionsRequest

export type LogApplicationRevisionsAnswer = ApplicationRevisionListResponse

export type DiffApplicationRevisionsBody = DiffApplicationRevisionsRequest

export type DiffApplicationRevisionsAnswer = RevisionDiffResponse

export type DeployApplicationRevisionBody = DeployApplicationRevisionRequest

export type DeployApplicationRevisionAnswer = DeployApplicationRevisionResponse

export type ResolveApplicationRevisionBody = ResolveApplicationRevisionRequest

export type ResolveApplicationRevisionAnswer = ResolveApplicationRevisionResponse

export interface FetchApplicationQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchApplicationAnswer = ApplicationResponse

export type EditApplicationBody = EditApplicationRequest

export type EditApplicationAnswer = EditApplicationResponse

export type QueryApplicationsBody = QueryApplicationsRequest

export interface QueryApplicationsQuery {
  readonly application_id?: Id
  readonly application_slug?: Slug
  readonly application_ids?: readonly Id[]
  readonly application_slugs?: readonly Slug[]
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

export type QueryApplicationsAnswer = ApplicationListResponse

export type ArchiveApplicationAnswer = ApplicationResponse

export type UnarchiveApplicationAnswer = ApplicationResponse

export interface FetchApplicationVariantQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchApplicationVariantAnswer = ApplicationVariantResponse

export type EditApplicationVariantBody = EditApplicationVariantRequest

export type EditApplicationVariantAnswer = EditApplicationVariantResponse

export type QueryApplicationVariantsBody = QueryApplicationVariantsRequest

export interface QueryApplicationVariantsQuery {
  readonly application_id?: Id
  readonly application_slug?: Slug
  readonly application_ids?: readonly Id[]
  readonly application_slugs?: readonly Slug[]
  readonly application_variant_id?: Id
  readonly application_variant_slug?: Slug
  readonly application_variant_ids?: readonly Id[]
  readonly application_variant_slugs?: readonly Slug[]
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

export type QueryApplicationVariantsAnswer = ApplicationVariantListResponse

export type ArchiveApplicationVariantAnswer = ApplicationVariantResponse

export type UnarchiveApplicationVariantAnswer = ApplicationVariantResponse

export interface FetchApplicationRevisionQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchApplicationRevisionAnswer = ApplicationRevisionResponse

export type EditApplicationRevisionBody = EditApplicationRevisionRequest

export type EditApplicationRevisionAnswer = EditApplicationRevisionResponse

export type QueryApplicationRevisionsBody = QueryApplicationRevisionsRequest

export interface QueryApplicationRevisionsQuery {
  readonly application_id?: Id
  readonly application_slug?: Slug
  readonly application_ids?: readonly Id[]
  readonly application_slugs?: readonly Slug[]
  readonly application_variant_id?: Id
  readonly application_variant_slug?: Slug
  readonly application_variant_ids?: readonly Id[]
  readonly application_variant_slugs?: readonly Slug[]
  readonly application_revision_id?: Id
  readonly application_revision_slug?: Slug
  readonly application_revision_ids?: readonly Id[]
  readonly application_revision_slugs?: readonly Slug[]
  readonly application_revision_version?: string | number
  readonly application_revision_versions?: ReadonlyArray<string | number>
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

export type QueryApplicationRevisionsAnswer = ApplicationRevisionListResponse

export type ArchiveApplicationRevisionAnswer = ApplicationRevisionResponse

export type UnarchiveApplicationRevisionAnswer = ApplicationRevisionResponse

export const applications = (core: Core) => ({
  /** Create one application, without a variant. */
  create: (body: CreateApplicationBody, options?: CallOptions & { readonly query?: CreateApplicationQuery }) =>
    core.json<CreateApplicationAnswer>('POST /api/applications/', { body, query: options?.query, options }),
  /** Create one variant of an application, without a revision. */
  createVariant: (body: CreateApplicationVariantBody, options?: CallOptions) =>
    core.json<CreateApplicationVariantAnswer>('POST /api/applications/variants/', { body, options }),
  /** Create a variant with a copy of the history up to one revision. */
  fork: (body: ForkApplicationVariantBody, options?: CallOptions & { readonly query?: ForkApplicationVariantQuery }) =>
    core.json<ForkApplicationVariantAnswer>('POST /api/applications/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateApplicationRevisionBody, options?: CallOptions) =>
    core.json<CreateApplicationRevisionAnswer>('POST /api/applications/revisions/', { body, options }),
  /** Commit a payload, or a delta, to a variant. */
  commit: (body: CommitApplicationRevisionBody, options?: CallOptions & { readonly query?: CommitApplicationRevisionQuery }) =>
    core.json<CommitApplicationRevisionAnswer>('POST /api/applications/revisions/commit', { body, query: options?.query, options }),
  /** Retrieve one revision by references. Precedence: revision, variant, environment, artifact. */
  retrieve: (body: RetrieveApplicationRevisionBody, options?: CallOptions) =>
    core.json<RetrieveApplicationRevisionAnswer>('POST /api/applications/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogApplicationRevisionsBody, options?: CallOptions) =>
    core.json<LogApplicationRevisionsAnswer>('POST /api/applications/revisions/log', { body, repeatable: true, options }),
  /** The differences between two revisions. */
  diff: (body: DiffApplicationRevisionsBody, options?: CallOptions) =>
    core.json<DiffApplicationRevisionsAnswer>('POST /api/applications/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployApplicationRevisionBody, options?: CallOptions) =>
    core.json<DeployApplicationRevisionAnswer>('POST /api/applications/revisions/deploy', { body, options }),
  /** A stored or inline revision with its embeds resolved. */
  resolve: (body: ResolveApplicationRevisionBody, options?: CallOptions) =>
    core.json<ResolveApplicationRevisionAnswer>('POST /api/applications/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one application, archived or not. */
  fetch: (id: string, query?: FetchApplicationQuery, options?: CallOptions) =>
    core.json<FetchApplicationAnswer>(`GET /api/applications/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one application. */
  edit: (id: string, body: EditApplicationBody, options?: CallOptions) =>
    core.json<EditApplicationAnswer>(`PUT /api/applications/${at(id)}`, { body, repeatable: true, options }),
  /** Matching applications, newest first. */
  query: (body?: QueryApplicationsBody, options?: CallOptions & { readonly query?: QueryApplicationsQuery }) =>
    core.pages<QueryApplicationsAnswer, 'applications'>('POST /api/applications/query', 'applications', { body, query: options?.query, repeatable: true, options }),
  /** Archive one application and its children: queries omit them. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveApplicationAnswer>(`POST /api/applications/${at(id)}/archive`, { options }),
  /** Unarchive one application: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveApplicationAnswer>(`POST /api/applications/${at(id)}/unarchive`, { options }),
  /** Fetch one application variant, archived or not. */
  fetchVariant: (id: string, query?: FetchApplicationVariantQuery, options?: CallOptions) =>
    core.json<FetchApplicationVariantAnswer>(`GET /api/applications/variants/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one application variant. */
  editVariant: (id: string, body: EditApplicationVariantBody, options?: CallOptions) =>
    core.json<EditApplicationVariantAnswer>(`PUT /api/applications/variants/${at(id)}`, { body, repeatable: true, options }),
  /** Matching application variants, newest first. */
  queryVariants: (body?: QueryApplicationVariantsBody, options?: CallOptions & { readonly query?: QueryApplicationVariantsQuery }) =>
    core.pages<QueryApplicationVariantsAnswer, 'application_variants'>('POST /api/applications/variants/query', 'application_variants', { body, query: options?.query, repeatable: true, options }),
  /** Archive one application variant and its children: queries omit them. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveApplicationVariantAnswer>(`POST /api/applications/variants/${at(id)}/archive`, { options }),
  /** Unarchive one application variant: queries include it again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveApplicationVariantAnswer>(`POST /api/applications/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one application revision, archived or not. */
  fetchRevision: (id: string, query?: FetchApplicationRevisionQuery, options?: CallOptions) =>
    core.json<FetchApplicationRevisionAnswer>(`GET /api/applications/revisions/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one application revision. */
  editRevision: (id: string, body: EditApplicationRevisionBody, options?: CallOptions) =>
    core.json<EditApplicationRevisionAnswer>(`PUT /api/applications/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** Matching application revisions, newest first. */
  queryRevisions: (body?: QueryApplicationRevisionsBody, options?: CallOptions & { readonly query?: QueryApplicationRevisionsQuery }) =>
    core.pages<QueryApplicationRevisionsAnswer, 'application_revisions'>('POST /api/applications/revisions/query', 'application_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Archive one application revision and its children: queries omit them. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveApplicationRevisionAnswer>(`POST /api/applications/revisions/${at(id)}/archive`, { options }),
  /** Unarchive one application revision: queries include it again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveApplicationRevisionAnswer>(`POST /api/applications/revisions/${at(id)}/unarchive`, { options }),
})
