// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AddSpansToTestsetRevisionRequest, AddSpansToTestsetRevisionResponse, CommitTestsetRevisionRequest, CommitTestsetRevisionResponse, CreateTestsetRequest, CreateTestsetRevisionRequest, CreateTestsetVariantRequest, DeployTestsetRevisionRequest, DeployTestsetRevisionResponse, DiffTestsetRevisionsRequest, EditTestsetRequest, EditTestsetResponse, EditTestsetRevisionRequest, EditTestsetRevisionResponse, EditTestsetVariantRequest, EditTestsetVariantResponse, FetchTestsetRevisionColumnsResponse, ForkTestsetVariantRequest, Id, LogTestsetRevisionsRequest, MergeResponse, MergeTestsetVariantsRequest, PickTestsetRevisionRequest, QueryTestsetRevisionsRequest, QueryTestsetVariantsRequest, QueryTestsetsRequest, RetrieveTestsetRevisionRequest, RetrieveTestsetRevisionResponse, RevertTestsetRevisionRequest, RowSearch, Slug, TestsetDiffResponse, TestsetListResponse, TestsetResponse, TestsetRevisionListResponse, TestsetRevisionResponse, TestsetVariantListResponse, TestsetVariantResponse, Time, UploadTestsetRevisionFileRequest, UploadTestsetRevisionFileResponse } from './schemas.ts'

export type CreateTestsetBody = CreateTestsetRequest

export interface CreateTestsetQuery {
  readonly testset_id?: Id
}

export type CreateTestsetAnswer = TestsetResponse

export type CreateTestsetVariantBody = CreateTestsetVariantRequest

export type CreateTestsetVariantAnswer = TestsetVariantResponse

export type ForkTestsetVariantBody = ForkTestsetVariantRequest

export interface ForkTestsetVariantQuery {
  readonly testset_variant_id?: Id
}

export type ForkTestsetVariantAnswer = TestsetVariantResponse

export type CreateTestsetRevisionBody = CreateTestsetRevisionRequest

export type CreateTestsetRevisionAnswer = TestsetRevisionResponse

export type CommitTestsetRevisionBody = CommitTestsetRevisionRequest

export interface CommitTestsetRevisionQuery {
  readonly testset_variant_id?: Id
}

export type CommitTestsetRevisionAnswer = CommitTestsetRevisionResponse

export type RetrieveTestsetRevisionBody = RetrieveTestsetRevisionRequest

export type RetrieveTestsetRevisionAnswer = RetrieveTestsetRevisionResponse

export type LogTestsetRevisionsBody = LogTestsetRevisionsRequest

export type LogTestsetRevisionsAnswer = TestsetRevisionListResponse

export type DiffTestsetRevisionsBody = DiffTestsetRevisionsRequest

export type DiffTestsetRevisionsAnswer = TestsetDiffResponse

export type DeployTestsetRevisionBody = DeployTestsetRevisionRequest

export type DeployTestsetRevisionAnswer = DeployTestsetRevisionResponse

export interface FetchTestsetQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchTestsetAnswer = TestsetResponse

export type EditTestsetBody = EditTestsetRequest

export type EditTestsetAnswer = EditTestsetResponse

export type QueryTestsetsBody = QueryTestsetsRequest

export interface QueryTestsetsQuery {
  readonly testset_id?: Id
  readonly testset_slug?: Slug
  readonly testset_ids?: readonly Id[]
  readonly testset_slugs?: readonly Slug[]
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

export type QueryTestsetsAnswer = TestsetListResponse

export type ArchiveTestsetAnswer = TestsetResponse

export type UnarchiveTestsetAnswer = TestsetResponse

export interface FetchTestsetVariantQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchTestsetVariantAnswer = TestsetVariantResponse

export type EditTestsetVariantBody = EditTestsetVariantRequest

export type EditTestsetVariantAnswer = EditTestsetVariantResponse

export type QueryTestsetVariantsBody = QueryTestsetVariantsRequest

export interface QueryTestsetVariantsQuery {
  readonly testset_id?: Id
  readonly testset_slug?: Slug
  readonly testset_ids?: readonly Id[]
  readonly testset_slugs?: readonly Slug[]
  readonly testset_variant_id?: Id
  readonly testset_variant_slug?: Slug
  readonly testset_variant_ids?: readonly Id[]
  readonly testset_variant_slugs?: readonly Slug[]
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

export type QueryTestsetVariantsAnswer = TestsetVariantListResponse

export type ArchiveTestsetVariantAnswer = TestsetVariantResponse

export type UnarchiveTestsetVariantAnswer = TestsetVariantResponse

export interface FetchTestsetRevisionQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchTestsetRevisionAnswer = TestsetRevisionResponse

export type EditTestsetRevisionBody = EditTestsetRevisionRequest

export type EditTestsetRevisionAnswer = EditTestsetRevisionResponse

export type QueryTestsetRevisionsBody = QueryTestsetRevisionsRequest

export interface QueryTestsetRevisionsQuery {
  readonly testset_id?: Id
  readonly testset_slug?: Slug
  readonly testset_ids?: readonly Id[]
  readonly testset_slugs?: readonly Slug[]
  readonly testset_variant_id?: Id
  readonly testset_variant_slug?: Slug
  readonly testset_variant_ids?: readonly Id[]
  readonly testset_variant_slugs?: readonly Slug[]
  readonly testset_revision_id?: Id
  readonly testset_revision_slug?: Slug
  readonly testset_revision_ids?: readonly Id[]
  readonly testset_revision_slugs?: readonly Slug[]
  readonly testset_revision_version?: string | number
  readonly testset_revision_versions?: ReadonlyArray<string | number>
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

export type QueryTestsetRevisionsAnswer = TestsetRevisionListResponse

export type ArchiveTestsetRevisionAnswer = TestsetRevisionResponse

export type UnarchiveTestsetRevisionAnswer = TestsetRevisionResponse

export type UploadTestsetRevisionFileForm = UploadTestsetRevisionFileRequest

export interface UploadTestsetRevisionFileQuery {
  readonly dry_run?: boolean
}

export type UploadTestsetRevisionFileAnswer = UploadTestsetRevisionFileResponse

export interface DownloadTestsetRevisionQuery {
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  readonly file_name?: string
  readonly escape_formulas?: boolean
  /** Only the columns of the data, without ids, flags, tags and meta. */
  readonly plain?: boolean
}

export type MergeTestsetVariantsBody = MergeTestsetVariantsRequest

export type MergeTestsetVariantsAnswer = MergeResponse

export type PickTestsetRevisionBody = PickTestsetRevisionRequest

export type PickTestsetRevisionAnswer = MergeResponse

export type RevertTestsetRevisionBody = RevertTestsetRevisionRequest

export type RevertTestsetRevisionAnswer = MergeResponse

export type FetchTestsetRevisionColumnsAnswer = FetchTestsetRevisionColumnsResponse

export type SearchTestsetRevisionBody = RowSearch

export type AddSpansToTestsetRevisionBody = AddSpansToTestsetRevisionRequest

export type AddSpansToTestsetRevisionAnswer = AddSpansToTestsetRevisionResponse

export const testsets = (core: Core) => ({
  /** Create one testset, without a variant. */
  create: (body: CreateTestsetBody, options?: CallOptions & { readonly query?: CreateTestsetQuery }) =>
    core.json<CreateTestsetAnswer>('POST /api/testsets/', { body, query: options?.query, options }),
  /** Create one variant of a testset, without a revision. */
  createVariant: (body: CreateTestsetVariantBody, options?: CallOptions) =>
    core.json<CreateTestsetVariantAnswer>('POST /api/testsets/variants/', { body, options }),
  /** Create a variant with a copy of the history up to one revision. */
  fork: (body: ForkTestsetVariantBody, options?: CallOptions & { readonly query?: ForkTestsetVariantQuery }) =>
    core.json<ForkTestsetVariantAnswer>('POST /api/testsets/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateTestsetRevisionBody, options?: CallOptions) =>
    core.json<CreateTestsetRevisionAnswer>('POST /api/testsets/revisions/', { body, options }),
  /** Commit a payload, or a delta, to a variant. */
  commit: (body: CommitTestsetRevisionBody, options?: CallOptions & { readonly query?: CommitTestsetRevisionQuery }) =>
    core.json<CommitTestsetRevisionAnswer>('POST /api/testsets/revisions/commit', { body, query: options?.query, options }),
  /** Retrieve one revision by references. Precedence: revision, variant, environment, artifact. */
  retrieve: (body: RetrieveTestsetRevisionBody, options?: CallOptions) =>
    core.json<RetrieveTestsetRevisionAnswer>('POST /api/testsets/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogTestsetRevisionsBody, options?: CallOptions) =>
    core.json<LogTestsetRevisionsAnswer>('POST /api/testsets/revisions/log', { body, repeatable: true, options }),
  /** The differences between two revisions. */
  diff: (body: DiffTestsetRevisionsBody, options?: CallOptions) =>
    core.json<DiffTestsetRevisionsAnswer>('POST /api/testsets/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployTestsetRevisionBody, options?: CallOptions) =>
    core.json<DeployTestsetRevisionAnswer>('POST /api/testsets/revisions/deploy', { body, options }),
  /** Fetch one testset, archived or not. */
  fetch: (id: string, query?: FetchTestsetQuery, options?: CallOptions) =>
    core.json<FetchTestsetAnswer>(`GET /api/testsets/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one testset. */
  edit: (id: string, body: EditTestsetBody, options?: CallOptions) =>
    core.json<EditTestsetAnswer>(`PUT /api/testsets/${at(id)}`, { body, repeatable: true, options }),
  /** Matching testsets, newest first. */
  query: (body?: QueryTestsetsBody, options?: CallOptions & { readonly query?: QueryTestsetsQuery }) =>
    core.pages<QueryTestsetsAnswer, 'testsets'>('POST /api/testsets/query', 'testsets', { body, query: options?.query, repeatable: true, options }),
  /** Archive one testset and its children: queries omit them. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveTestsetAnswer>(`POST /api/testsets/${at(id)}/archive`, { options }),
  /** Unarchive one testset: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveTestsetAnswer>(`POST /api/testsets/${at(id)}/unarchive`, { options }),
  /** Fetch one testset variant, archived or not. */
  fetchVariant: (id: string, query?: FetchTestsetVariantQuery, options?: CallOptions) =>
    core.json<FetchTestsetVariantAnswer>(`GET /api/testsets/variants/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one testset variant. */
  editVariant: (id: string, body: EditTestsetVariantBody, options?: CallOptions) =>
    core.json<EditTestsetVariantAnswer>(`PUT /api/testsets/variants/${at(id)}`, { body, repeatable: true, options }),
  /** Matching testset variants, newest first. */
  queryVariants: (body?: QueryTestsetVariantsBody, options?: CallOptions & { readonly query?: QueryTestsetVariantsQuery }) =>
    core.pages<QueryTestsetVariantsAnswer, 'testset_variants'>('POST /api/testsets/variants/query', 'testset_variants', { body, query: options?.query, repeatable: true, options }),
  /** Archive one testset variant and its children: queries omit them. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveTestsetVariantAnswer>(`POST /api/testsets/variants/${at(id)}/archive`, { options }),
  /** Unarchive one testset variant: queries include it again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveTestsetVariantAnswer>(`POST /api/testsets/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one testset revision, archived or not. */
  fetchRevision: (id: string, query?: FetchTestsetRevisionQuery, options?: CallOptions) =>
    core.json<FetchTestsetRevisionAnswer>(`GET /api/testsets/revisions/${at(id)}`, { query, options }),
  /** Edit name, description, flags, tags or meta of one testset revision. */
  editRevision: (id: string, body: EditTestsetRevisionBody, options?: CallOptions) =>
    core.json<EditTestsetRevisionAnswer>(`PUT /api/testsets/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** Matching testset revisions, newest first. */
  queryRevisions: (body?: QueryTestsetRevisionsBody, options?: CallOptions & { readonly query?: QueryTestsetRevisionsQuery }) =>
    core.pages<QueryTestsetRevisionsAnswer, 'testset_revisions'>('POST /api/testsets/revisions/query', 'testset_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Archive one testset revision and its children: queries omit them. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveTestsetRevisionAnswer>(`POST /api/testsets/revisions/${at(id)}/archive`, { options }),
  /** Unarchive one testset revision: queries include it again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveTestsetRevisionAnswer>(`POST /api/testsets/revisions/${at(id)}/unarchive`, { options }),
  /** Commit the rows of a file to the variant of a revision. */
  upload: (id: string, form: UploadTestsetRevisionFileForm, options?: CallOptions & { readonly query?: UploadTestsetRevisionFileQuery }) =>
    core.json<UploadTestsetRevisionFileAnswer>(`POST /api/testsets/revisions/${at(id)}/upload`, { form, query: options?.query, options }),
  /** Download the rows of a revision as CSV, JSON, JSONL or Parquet. */
  download: (id: string, query?: DownloadTestsetRevisionQuery, options?: CallOptions) =>
    core.file(`POST /api/testsets/revisions/${at(id)}/download`, { query, repeatable: true, options }),
  /** Merge the rows of one variant into another; the base is their newest common commit. */
  merge: (body: MergeTestsetVariantsBody, options?: CallOptions) =>
    core.json<MergeTestsetVariantsAnswer>('POST /api/testsets/variants/merge', { body, options }),
  /** Apply the change of one revision to another variant. */
  pick: (body: PickTestsetRevisionBody, options?: CallOptions) =>
    core.json<PickTestsetRevisionAnswer>('POST /api/testsets/revisions/pick', { body, options }),
  /** Revert the change of one revision, or restore its rows. */
  revert: (body: RevertTestsetRevisionBody, options?: CallOptions) =>
    core.json<RevertTestsetRevisionAnswer>('POST /api/testsets/revisions/revert', { body, options }),
  /** The columns of a revision with the types of their values, and its number of rows. */
  fetchColumns: (id: string, options?: CallOptions) =>
    core.json<FetchTestsetRevisionColumnsAnswer>(`GET /api/testsets/revisions/${at(id)}/columns`, { options }),
  /** Search rows by text or by conditions on columns. Matches are streamed with their positions. */
  search: (id: string, body: SearchTestsetRevisionBody, options?: CallOptions) =>
    core.events(`POST /api/testsets/revisions/${at(id)}/search`, { body, repeatable: true, options }),
  /** Add inputs and outputs of the selected spans to a testset, as one revision. */
  addSpans: (body: AddSpansToTestsetRevisionBody, options?: CallOptions) =>
    core.json<AddSpansToTestsetRevisionAnswer>('POST /api/testsets/revisions/add-spans', { body, options }),
})
