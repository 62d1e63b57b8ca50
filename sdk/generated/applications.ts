// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { ApplicationListResponse, ApplicationResponse, ApplicationRevisionListResponse, ApplicationRevisionResponse, ApplicationVariantListResponse, ApplicationVariantResponse, CommitApplicationRevisionRequest, CommitApplicationRevisionResponse, CreateApplicationRequest, CreateApplicationRevisionRequest, CreateApplicationVariantRequest, DeployApplicationRevisionRequest, DeployApplicationRevisionResponse, DiffApplicationRevisionsRequest, EditApplicationRequest, EditApplicationResponse, EditApplicationRevisionRequest, EditApplicationRevisionResponse, EditApplicationVariantRequest, EditApplicationVariantResponse, ForkApplicationVariantRequest, Id, LogApplicationRevisionsRequest, QueryApplicationRevisionsRequest, QueryApplicationVariantsRequest, QueryApplicationsRequest, ResolveApplicationRevisionRequest, ResolveApplicationRevisionResponse, RetrieveApplicationRevisionRequest, RetrieveApplicationRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

/** The body of `applications.create`. */
export type CreateApplicationBody = CreateApplicationRequest

/** The query parameters of `applications.create`. */
export interface CreateApplicationQuery {
  /** Only records of this application, by id. */
  readonly application_id?: Id
}

/** The answer of `applications.create`. */
export type CreateApplicationAnswer = ApplicationResponse

/** The body of `applications.createVariant`. */
export type CreateApplicationVariantBody = CreateApplicationVariantRequest

/** The answer of `applications.createVariant`. */
export type CreateApplicationVariantAnswer = ApplicationVariantResponse

/** The body of `applications.fork`. */
export type ForkApplicationVariantBody = ForkApplicationVariantRequest

/** The query parameters of `applications.fork`. */
export interface ForkApplicationVariantQuery {
  /** Only records of this variant, by id. */
  readonly application_variant_id?: Id
}

/** The answer of `applications.fork`. */
export type ForkApplicationVariantAnswer = ApplicationVariantResponse

/** The body of `applications.createRevision`. */
export type CreateApplicationRevisionBody = CreateApplicationRevisionRequest

/** The answer of `applications.createRevision`. */
export type CreateApplicationRevisionAnswer = ApplicationRevisionResponse

/** The body of `applications.commit`. */
export type CommitApplicationRevisionBody = CommitApplicationRevisionRequest

/** The query parameters of `applications.commit`. */
export interface CommitApplicationRevisionQuery {
  /** Only records of this variant, by id. */
  readonly application_variant_id?: Id
}

/** The answer of `applications.commit`. */
export type CommitApplicationRevisionAnswer = CommitApplicationRevisionResponse

/** The body of `applications.retrieve`. */
export type RetrieveApplicationRevisionBody = RetrieveApplicationRevisionRequest

/** The answer of `applications.retrieve`. */
export type RetrieveApplicationRevisionAnswer = RetrieveApplicationRevisionResponse

/** The body of `applications.log`. */
export type LogApplicationRevisionsBody = LogApplicationRevisionsRequest

/** The answer of `applications.log`. */
export type LogApplicationRevisionsAnswer = ApplicationRevisionListResponse

/** The body of `applications.diff`. */
export type DiffApplicationRevisionsBody = DiffApplicationRevisionsRequest

/** The answer of `applications.diff`. */
export type DiffApplicationRevisionsAnswer = RevisionDiffResponse

/** The body of `applications.deploy`. */
export type DeployApplicationRevisionBody = DeployApplicationRevisionRequest

/** The answer of `applications.deploy`. */
export type DeployApplicationRevisionAnswer = DeployApplicationRevisionResponse

/** The body of `applications.resolve`. */
export type ResolveApplicationRevisionBody = ResolveApplicationRevisionRequest

/** The answer of `applications.resolve`. */
export type ResolveApplicationRevisionAnswer = ResolveApplicationRevisionResponse

/** The query parameters of `applications.fetch`. */
export interface FetchApplicationQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `applications.fetch`. */
export type FetchApplicationAnswer = ApplicationResponse

/** The body of `applications.edit`. */
export type EditApplicationBody = EditApplicationRequest

/** The answer of `applications.edit`. */
export type EditApplicationAnswer = EditApplicationResponse

/** The body of `applications.query`. */
export type QueryApplicationsBody = QueryApplicationsRequest

/** The query parameters of `applications.query`. */
export interface QueryApplicationsQuery {
  /** Only records of this application, by id. */
  readonly application_id?: Id
  /** Only records of this application, by slug. */
  readonly application_slug?: Slug
  /** Only records of one of these applications, by id. */
  readonly application_ids?: readonly Id[]
  /** Only records of one of these applications, by slug. */
  readonly application_slugs?: readonly Slug[]
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

/** The answer of `applications.query`. */
export type QueryApplicationsAnswer = ApplicationListResponse

/** The answer of `applications.archive`. */
export type ArchiveApplicationAnswer = ApplicationResponse

/** The answer of `applications.unarchive`. */
export type UnarchiveApplicationAnswer = ApplicationResponse

/** The query parameters of `applications.fetchVariant`. */
export interface FetchApplicationVariantQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `applications.fetchVariant`. */
export type FetchApplicationVariantAnswer = ApplicationVariantResponse

/** The body of `applications.editVariant`. */
export type EditApplicationVariantBody = EditApplicationVariantRequest

/** The answer of `applications.editVariant`. */
export type EditApplicationVariantAnswer = EditApplicationVariantResponse

/** The body of `applications.queryVariants`. */
export type QueryApplicationVariantsBody = QueryApplicationVariantsRequest

/** The query parameters of `applications.queryVariants`. */
export interface QueryApplicationVariantsQuery {
  /** Only records of this application, by id. */
  readonly application_id?: Id
  /** Only records of this application, by slug. */
  readonly application_slug?: Slug
  /** Only records of one of these applications, by id. */
  readonly application_ids?: readonly Id[]
  /** Only records of one of these applications, by slug. */
  readonly application_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly application_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly application_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly application_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly application_variant_slugs?: readonly Slug[]
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

/** The answer of `applications.queryVariants`. */
export type QueryApplicationVariantsAnswer = ApplicationVariantListResponse

/** The answer of `applications.archiveVariant`. */
export type ArchiveApplicationVariantAnswer = ApplicationVariantResponse

/** The answer of `applications.unarchiveVariant`. */
export type UnarchiveApplicationVariantAnswer = ApplicationVariantResponse

/** The query parameters of `applications.fetchRevision`. */
export interface FetchApplicationRevisionQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `applications.fetchRevision`. */
export type FetchApplicationRevisionAnswer = ApplicationRevisionResponse

/** The body of `applications.editRevision`. */
export type EditApplicationRevisionBody = EditApplicationRevisionRequest

/** The answer of `applications.editRevision`. */
export type EditApplicationRevisionAnswer = EditApplicationRevisionResponse

/** The body of `applications.queryRevisions`. */
export type QueryApplicationRevisionsBody = QueryApplicationRevisionsRequest

/** The query parameters of `applications.queryRevisions`. */
export interface QueryApplicationRevisionsQuery {
  /** Only records of this application, by id. */
  readonly application_id?: Id
  /** Only records of this application, by slug. */
  readonly application_slug?: Slug
  /** Only records of one of these applications, by id. */
  readonly application_ids?: readonly Id[]
  /** Only records of one of these applications, by slug. */
  readonly application_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly application_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly application_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly application_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly application_variant_slugs?: readonly Slug[]
  /** Only the revision with this id. */
  readonly application_revision_id?: Id
  /** Only the revision with this slug. */
  readonly application_revision_slug?: Slug
  /** Only revisions with one of these ids. */
  readonly application_revision_ids?: readonly Id[]
  /** Only revisions with one of these slugs. */
  readonly application_revision_slugs?: readonly Slug[]
  /** Only revisions with this version. */
  readonly application_revision_version?: string | number
  /** Only revisions with one of these versions. */
  readonly application_revision_versions?: ReadonlyArray<string | number>
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

/** The answer of `applications.queryRevisions`. */
export type QueryApplicationRevisionsAnswer = ApplicationRevisionListResponse

/** The answer of `applications.archiveRevision`. */
export type ArchiveApplicationRevisionAnswer = ApplicationRevisionResponse

/** The answer of `applications.unarchiveRevision`. */
export type UnarchiveApplicationRevisionAnswer = ApplicationRevisionResponse

/** The operations of `assay.applications`. */
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
