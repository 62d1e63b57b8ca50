// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitQueryRevisionRequest, CommitQueryRevisionResponse, CreateQueryRequest, CreateQueryRevisionRequest, CreateQueryVariantRequest, DeployQueryRevisionRequest, DeployQueryRevisionResponse, DiffQueryRevisionsRequest, EditQueryRequest, EditQueryResponse, EditQueryRevisionRequest, EditQueryRevisionResponse, EditQueryVariantRequest, EditQueryVariantResponse, ForkQueryVariantRequest, Id, LogQueryRevisionsRequest, QueryListResponse, QueryQueriesRequest, QueryQueryRevisionsRequest, QueryQueryVariantsRequest, QueryResponse, QueryRevisionListResponse, QueryRevisionResponse, QueryVariantListResponse, QueryVariantResponse, RetrieveQueryRevisionRequest, RetrieveQueryRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

export type CreateQueryBody = CreateQueryRequest

export interface CreateQueryQuery {
  readonly query_id?: Id
}

export type CreateQueryAnswer = QueryResponse

export type CreateQueryVariantBody = CreateQueryVariantRequest

export type CreateQueryVariantAnswer = QueryVariantResponse

export type ForkQueryVariantBody = ForkQueryVariantRequest

export interface ForkQueryVariantQuery {
  readonly query_variant_id?: Id
}

export type ForkQueryVariantAnswer = QueryVariantResponse

export type CreateQueryRevisionBody = CreateQueryRevisionRequest

export type CreateQueryRevisionAnswer = QueryRevisionResponse

export type CommitQueryRevisionBody = CommitQueryRevisionRequest

export interface CommitQueryRevisionQuery {
  readonly query_variant_id?: Id
}

export type CommitQueryRevisionAnswer = CommitQueryRevisionResponse

export type RetrieveQueryRevisionBody = RetrieveQueryRevisionRequest

export type RetrieveQueryRevisionAnswer = RetrieveQueryRevisionResponse

export type LogQueryRevisionsBody = LogQueryRevisionsRequest

export type LogQueryRevisionsAnswer = QueryRevisionListResponse

export type DiffQueryRevisionsBody = DiffQueryRevisionsRequest

export type DiffQueryRevisionsAnswer = RevisionDiffResponse

export type DeployQueryRevisionBody = DeployQueryRevisionRequest

export type DeployQueryRevisionAnswer = DeployQueryRevisionResponse

export interface FetchQueryQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchQueryAnswer = QueryResponse

export type EditQueryBody = EditQueryRequest

export type EditQueryAnswer = EditQueryResponse

export type QueryQueriesBody = QueryQueriesRequest

export interface QueryQueriesQuery {
  readonly query_id?: Id
  readonly query_slug?: Slug
  readonly query_ids?: readonly Id[]
  readonly query_slugs?: readonly Slug[]
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

export type QueryQueriesAnswer = QueryListResponse

export type ArchiveQueryAnswer = QueryResponse

export type UnarchiveQueryAnswer = QueryResponse

export interface FetchQueryVariantQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchQueryVariantAnswer = QueryVariantResponse

export type EditQueryVariantBody = EditQueryVariantRequest

export type EditQueryVariantAnswer = EditQueryVariantResponse

export type QueryQueryVariantsBody = QueryQueryVariantsRequest

export interface QueryQueryVariantsQuery {
  readonly query_id?: Id
  readonly query_slug?: Slug
  readonly query_ids?: readonly Id[]
  readonly query_slugs?: readonly Slug[]
  readonly query_variant_id?: Id
  readonly query_variant_slug?: Slug
  readonly query_variant_ids?: readonly Id[]
  readonly query_variant_slugs?: readonly Slug[]
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

export type QueryQueryVariantsAnswer = QueryVariantListResponse

export type ArchiveQueryVariantAnswer = QueryVariantResponse

export type UnarchiveQueryVariantAnswer = QueryVariantResponse

export interface FetchQueryRevisionQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchQueryRevisionAnswer = QueryRevisionResponse

export type EditQueryRevisionBody = EditQueryRevisionRequest

export type EditQueryRevisionAnswer = EditQueryRevisionResponse

export type QueryQueryRevisionsBody = QueryQueryRevisionsRequest

export interface QueryQueryRevisionsQuery {
  readonly query_id?: Id
  readonly query_slug?: Slug
  readonly query_ids?: readonly Id[]
  readonly query_slugs?: readonly Slug[]
  readonly query_variant_id?: Id
  readonly query_variant_slug?: Slug
  readonly query_variant_ids?: readonly Id[]
  readonly query_variant_slugs?: readonly Slug[]
  readonly query_revision_id?: Id
  readonly query_revision_slug?: Slug
  readonly query_revision_ids?: readonly Id[]
  readonly query_revision_slugs?: readonly Slug[]
  readonly query_revision_version?: string | number
  readonly query_revision_versions?: ReadonlyArray<string | number>
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

export type QueryQueryRevisionsAnswer = QueryRevisionListResponse

export type ArchiveQueryRevisionAnswer = QueryRevisionResponse

export type UnarchiveQueryRevisionAnswer = QueryRevisionResponse

export const queries = (core: Core) => ({
  /** Create one query, without a variant. */
  create: (body: CreateQueryBody, options?: CallOptions & { readonly query?: CreateQueryQuery }) =>
    core.json<CreateQueryAnswer>('POST /api/queries/', { body, query: options?.query, options }),
  /** Create one variant of a query, without a revision. */
  createVariant: (body: CreateQueryVariantBody, options?: CallOptions) =>
    core.json<CreateQueryVariantAnswer>('POST /api/queries/variants/', { body, options }),
  /** Create a variant with a copy of the history up to one revision. */
  fork: (body: ForkQueryVariantBody, options?: CallOptions & { readonly query?: ForkQueryVariantQuery }) =>
    core.json<ForkQueryVariantAnswer>('POST /api/queries/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateQueryRevisionBody, options?: CallOptions) =>
    core.json<CreateQueryRevisionAnswer>('POST /api/queries/revisions/', { body, options }),
  /** Commit a payload, or a delta, to a variant. */
  commit: (body: CommitQueryRevisionBody, options?: CallOptions & { readonly query?: CommitQueryRevisionQuery }) =>
    core.json<CommitQueryRevisionAnswer>('POST /api/queries/revisions/commit', { body, query: options?.query, options }),
  /** Retrieve one revision by references. Precedence: revision, variant, environment, artifact. */
  retrieve: (body: RetrieveQueryRevisionBody, options?: CallOptions) =>
    core.json<RetrieveQueryRevisionAnswer>('POST /api/queries/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogQueryRevisionsBody, options?: CallOptions) =>
    core.json<LogQueryRevisionsAnswer>('POST /api/queries/revisions/log', { body, repeatable: true, options }),
  /** The differences between two revisions. */
  diff: (body: DiffQueryRevisionsBody, options?: CallOptions) =>
    core.json<DiffQueryRevisionsAnswer>('POST /api/queries/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployQueryRevisionBody, options?: CallOptions) =>
    core.json<DeployQueryRevisionAnswer>('POST /api/queries/revisions/deploy', { body, options }),
  /** Fetch one query, archived or not. */
  fetch: (id: string, query?: FetchQueryQuery, options?: CallOptions) =>
    core.json<FetchQueryAnswer>(`GET /api/queries/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one query. */
  edit: (id: string, body: EditQueryBody, options?: CallOptions) =>
    core.json<EditQueryAnswer>(`PUT /api/queries/${at(id)}`, { body, repeatable: true, options }),
  /** Matching queries, newest first. */
  query: (body?: QueryQueriesBody, options?: CallOptions & { readonly query?: QueryQueriesQuery }) =>
    core.pages<QueryQueriesAnswer, 'queries'>('POST /api/queries/query', 'queries', { body, query: options?.query, repeatable: true, options }),
  /** Archive one query and its children: queries omit them. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveQueryAnswer>(`POST /api/queries/${at(id)}/archive`, { options }),
  /** Unarchive one query: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveQueryAnswer>(`POST /api/queries/${at(id)}/unarchive`, { options }),
  /** Fetch one query variant, archived or not. */
  fetchVariant: (id: string, query?: FetchQueryVariantQuery, options?: CallOptions) =>
    core.json<FetchQueryVariantAnswer>(`GET /api/queries/variants/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one query variant. */
  editVariant: (id: string, body: EditQueryVariantBody, options?: CallOptions) =>
    core.json<EditQueryVariantAnswer>(`PUT /api/queries/variants/${at(id)}`, { body, repeatable: true, options }),
  /** Matching query variants, newest first. */
  queryVariants: (body?: QueryQueryVariantsBody, options?: CallOptions & { readonly query?: QueryQueryVariantsQuery }) =>
    core.pages<QueryQueryVariantsAnswer, 'query_variants'>('POST /api/queries/variants/query', 'query_variants', { body, query: options?.query, repeatable: true, options }),
  /** Archive one query variant and its children: queries omit them. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveQueryVariantAnswer>(`POST /api/queries/variants/${at(id)}/archive`, { options }),
  /** Unarchive one query variant: queries include it again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveQueryVariantAnswer>(`POST /api/queries/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one query revision, archived or not. */
  fetchRevision: (id: string, query?: FetchQueryRevisionQuery, options?: CallOptions) =>
    core.json<FetchQueryRevisionAnswer>(`GET /api/queries/revisions/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one query revision. */
  editRevision: (id: string, body: EditQueryRevisionBody, options?: CallOptions) =>
    core.json<EditQueryRevisionAnswer>(`PUT /api/queries/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** Matching query revisions, newest first. */
  queryRevisions: (body?: QueryQueryRevisionsBody, options?: CallOptions & { readonly query?: QueryQueryRevisionsQuery }) =>
    core.pages<QueryQueryRevisionsAnswer, 'query_revisions'>('POST /api/queries/revisions/query', 'query_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Archive one query revision and its children: queries omit them. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveQueryRevisionAnswer>(`POST /api/queries/revisions/${at(id)}/archive`, { options }),
  /** Unarchive one query revision: queries include it again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveQueryRevisionAnswer>(`POST /api/queries/revisions/${at(id)}/unarchive`, { options }),
})
