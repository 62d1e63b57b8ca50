// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CommitQueryRevisionRequest, CommitQueryRevisionResponse, CreateQueryRequest, CreateQueryRevisionRequest, CreateQueryVariantRequest, DeployQueryRevisionRequest, DeployQueryRevisionResponse, DiffQueryRevisionsRequest, EditQueryRequest, EditQueryResponse, EditQueryRevisionRequest, EditQueryRevisionResponse, EditQueryVariantRequest, EditQueryVariantResponse, ForkQueryVariantRequest, Id, LogQueryRevisionsRequest, QueryListResponse, QueryQueriesRequest, QueryQueryRevisionsRequest, QueryQueryVariantsRequest, QueryResponse, QueryRevisionListResponse, QueryRevisionResponse, QueryVariantListResponse, QueryVariantResponse, RetrieveQueryRevisionRequest, RetrieveQueryRevisionResponse, RevisionDiffResponse, Slug, Time } from './schemas.ts'

/** The body of `queries.create`. */
export type CreateQueryBody = CreateQueryRequest

/** The query parameters of `queries.create`. */
export interface CreateQueryQuery {
  /** Only records of this query, by id. */
  readonly query_id?: Id
}

/** The answer of `queries.create`. */
export type CreateQueryAnswer = QueryResponse

/** The body of `queries.createVariant`. */
export type CreateQueryVariantBody = CreateQueryVariantRequest

/** The answer of `queries.createVariant`. */
export type CreateQueryVariantAnswer = QueryVariantResponse

/** The body of `queries.fork`. */
export type ForkQueryVariantBody = ForkQueryVariantRequest

/** The query parameters of `queries.fork`. */
export interface ForkQueryVariantQuery {
  /** Only records of this variant, by id. */
  readonly query_variant_id?: Id
}

/** The answer of `queries.fork`. */
export type ForkQueryVariantAnswer = QueryVariantResponse

/** The body of `queries.createRevision`. */
export type CreateQueryRevisionBody = CreateQueryRevisionRequest

/** The answer of `queries.createRevision`. */
export type CreateQueryRevisionAnswer = QueryRevisionResponse

/** The body of `queries.commit`. */
export type CommitQueryRevisionBody = CommitQueryRevisionRequest

/** The query parameters of `queries.commit`. */
export interface CommitQueryRevisionQuery {
  /** Only records of this variant, by id. */
  readonly query_variant_id?: Id
}

/** The answer of `queries.commit`. */
export type CommitQueryRevisionAnswer = CommitQueryRevisionResponse

/** The body of `queries.retrieve`. */
export type RetrieveQueryRevisionBody = RetrieveQueryRevisionRequest

/** The answer of `queries.retrieve`. */
export type RetrieveQueryRevisionAnswer = RetrieveQueryRevisionResponse

/** The body of `queries.log`. */
export type LogQueryRevisionsBody = LogQueryRevisionsRequest

/** The answer of `queries.log`. */
export type LogQueryRevisionsAnswer = QueryRevisionListResponse

/** The body of `queries.diff`. */
export type DiffQueryRevisionsBody = DiffQueryRevisionsRequest

/** The answer of `queries.diff`. */
export type DiffQueryRevisionsAnswer = RevisionDiffResponse

/** The body of `queries.deploy`. */
export type DeployQueryRevisionBody = DeployQueryRevisionRequest

/** The answer of `queries.deploy`. */
export type DeployQueryRevisionAnswer = DeployQueryRevisionResponse

/** The query parameters of `queries.fetch`. */
export interface FetchQueryQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `queries.fetch`. */
export type FetchQueryAnswer = QueryResponse

/** The body of `queries.edit`. */
export type EditQueryBody = EditQueryRequest

/** The answer of `queries.edit`. */
export type EditQueryAnswer = EditQueryResponse

/** The body of `queries.query`. */
export type QueryQueriesBody = QueryQueriesRequest

/** The query parameters of `queries.query`. */
export interface QueryQueriesQuery {
  /** Only records of this query, by id. */
  readonly query_id?: Id
  /** Only records of this query, by slug. */
  readonly query_slug?: Slug
  /** Only records of one of these queries, by id. */
  readonly query_ids?: readonly Id[]
  /** Only records of one of these queries, by slug. */
  readonly query_slugs?: readonly Slug[]
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

/** The answer of `queries.query`. */
export type QueryQueriesAnswer = QueryListResponse

/** The answer of `queries.archive`. */
export type ArchiveQueryAnswer = QueryResponse

/** The answer of `queries.unarchive`. */
export type UnarchiveQueryAnswer = QueryResponse

/** The query parameters of `queries.fetchVariant`. */
export interface FetchQueryVariantQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `queries.fetchVariant`. */
export type FetchQueryVariantAnswer = QueryVariantResponse

/** The body of `queries.editVariant`. */
export type EditQueryVariantBody = EditQueryVariantRequest

/** The answer of `queries.editVariant`. */
export type EditQueryVariantAnswer = EditQueryVariantResponse

/** The body of `queries.queryVariants`. */
export type QueryQueryVariantsBody = QueryQueryVariantsRequest

/** The query parameters of `queries.queryVariants`. */
export interface QueryQueryVariantsQuery {
  /** Only records of this query, by id. */
  readonly query_id?: Id
  /** Only records of this query, by slug. */
  readonly query_slug?: Slug
  /** Only records of one of these queries, by id. */
  readonly query_ids?: readonly Id[]
  /** Only records of one of these queries, by slug. */
  readonly query_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly query_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly query_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly query_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly query_variant_slugs?: readonly Slug[]
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

/** The answer of `queries.queryVariants`. */
export type QueryQueryVariantsAnswer = QueryVariantListResponse

/** The answer of `queries.archiveVariant`. */
export type ArchiveQueryVariantAnswer = QueryVariantResponse

/** The answer of `queries.unarchiveVariant`. */
export type UnarchiveQueryVariantAnswer = QueryVariantResponse

/** The query parameters of `queries.fetchRevision`. */
export interface FetchQueryRevisionQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `queries.fetchRevision`. */
export type FetchQueryRevisionAnswer = QueryRevisionResponse

/** The body of `queries.editRevision`. */
export type EditQueryRevisionBody = EditQueryRevisionRequest

/** The answer of `queries.editRevision`. */
export type EditQueryRevisionAnswer = EditQueryRevisionResponse

/** The body of `queries.queryRevisions`. */
export type QueryQueryRevisionsBody = QueryQueryRevisionsRequest

/** The query parameters of `queries.queryRevisions`. */
export interface QueryQueryRevisionsQuery {
  /** Only records of this query, by id. */
  readonly query_id?: Id
  /** Only records of this query, by slug. */
  readonly query_slug?: Slug
  /** Only records of one of these queries, by id. */
  readonly query_ids?: readonly Id[]
  /** Only records of one of these queries, by slug. */
  readonly query_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly query_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly query_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly query_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly query_variant_slugs?: readonly Slug[]
  /** Only the revision with this id. */
  readonly query_revision_id?: Id
  /** Only the revision with this slug. */
  readonly query_revision_slug?: Slug
  /** Only revisions with one of these ids. */
  readonly query_revision_ids?: readonly Id[]
  /** Only revisions with one of these slugs. */
  readonly query_revision_slugs?: readonly Slug[]
  /** Only revisions with this version. */
  readonly query_revision_version?: string | number
  /** Only revisions with one of these versions. */
  readonly query_revision_versions?: ReadonlyArray<string | number>
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

/** The answer of `queries.queryRevisions`. */
export type QueryQueryRevisionsAnswer = QueryRevisionListResponse

/** The answer of `queries.archiveRevision`. */
export type ArchiveQueryRevisionAnswer = QueryRevisionResponse

/** The answer of `queries.unarchiveRevision`. */
export type UnarchiveQueryRevisionAnswer = QueryRevisionResponse

/** The operations of `assay.queries`. */
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
