// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AddSpansToTestsetRevisionRequest, AddSpansToTestsetRevisionResponse, CommitTestsetRevisionRequest, CommitTestsetRevisionResponse, CreateTestsetRequest, CreateTestsetRevisionRequest, CreateTestsetVariantRequest, DeployTestsetRevisionRequest, DeployTestsetRevisionResponse, DiffTestsetRevisionsRequest, EditTestsetRequest, EditTestsetResponse, EditTestsetRevisionRequest, EditTestsetRevisionResponse, EditTestsetVariantRequest, EditTestsetVariantResponse, FetchTestsetRevisionColumnsResponse, ForkTestsetVariantRequest, Id, LogTestsetRevisionsRequest, MergeResponse, MergeTestsetVariantsRequest, PickTestsetRevisionRequest, QueryTestsetRevisionsRequest, QueryTestsetVariantsRequest, QueryTestsetsRequest, RetrieveTestsetRevisionRequest, RetrieveTestsetRevisionResponse, RevertTestsetRevisionRequest, RowSearch, Slug, TestsetDiffResponse, TestsetListResponse, TestsetResponse, TestsetRevisionListResponse, TestsetRevisionResponse, TestsetVariantListResponse, TestsetVariantResponse, Time, UploadTestsetRevisionFileRequest, UploadTestsetRevisionFileResponse } from './schemas.ts'

/** The body of `testsets.create`. */
export type CreateTestsetBody = CreateTestsetRequest

/** The query parameters of `testsets.create`. */
export interface CreateTestsetQuery {
  /** Only records of this testset, by id. */
  readonly testset_id?: Id
}

/** The answer of `testsets.create`. */
export type CreateTestsetAnswer = TestsetResponse

/** The body of `testsets.createVariant`. */
export type CreateTestsetVariantBody = CreateTestsetVariantRequest

/** The answer of `testsets.createVariant`. */
export type CreateTestsetVariantAnswer = TestsetVariantResponse

/** The body of `testsets.fork`. */
export type ForkTestsetVariantBody = ForkTestsetVariantRequest

/** The query parameters of `testsets.fork`. */
export interface ForkTestsetVariantQuery {
  /** Only records of this variant, by id. */
  readonly testset_variant_id?: Id
}

/** The answer of `testsets.fork`. */
export type ForkTestsetVariantAnswer = TestsetVariantResponse

/** The body of `testsets.createRevision`. */
export type CreateTestsetRevisionBody = CreateTestsetRevisionRequest

/** The answer of `testsets.createRevision`. */
export type CreateTestsetRevisionAnswer = TestsetRevisionResponse

/** The body of `testsets.commit`. */
export type CommitTestsetRevisionBody = CommitTestsetRevisionRequest

/** The query parameters of `testsets.commit`. */
export interface CommitTestsetRevisionQuery {
  /** Only records of this variant, by id. */
  readonly testset_variant_id?: Id
}

/** The answer of `testsets.commit`. */
export type CommitTestsetRevisionAnswer = CommitTestsetRevisionResponse

/** The body of `testsets.retrieve`. */
export type RetrieveTestsetRevisionBody = RetrieveTestsetRevisionRequest

/** The answer of `testsets.retrieve`. */
export type RetrieveTestsetRevisionAnswer = RetrieveTestsetRevisionResponse

/** The body of `testsets.log`. */
export type LogTestsetRevisionsBody = LogTestsetRevisionsRequest

/** The answer of `testsets.log`. */
export type LogTestsetRevisionsAnswer = TestsetRevisionListResponse

/** The body of `testsets.diff`. */
export type DiffTestsetRevisionsBody = DiffTestsetRevisionsRequest

/** The answer of `testsets.diff`. */
export type DiffTestsetRevisionsAnswer = TestsetDiffResponse

/** The body of `testsets.deploy`. */
export type DeployTestsetRevisionBody = DeployTestsetRevisionRequest

/** The answer of `testsets.deploy`. */
export type DeployTestsetRevisionAnswer = DeployTestsetRevisionResponse

/** The query parameters of `testsets.fetch`. */
export interface FetchTestsetQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `testsets.fetch`. */
export type FetchTestsetAnswer = TestsetResponse

/** The body of `testsets.edit`. */
export type EditTestsetBody = EditTestsetRequest

/** The answer of `testsets.edit`. */
export type EditTestsetAnswer = EditTestsetResponse

/** The body of `testsets.query`. */
export type QueryTestsetsBody = QueryTestsetsRequest

/** The query parameters of `testsets.query`. */
export interface QueryTestsetsQuery {
  /** Only records of this testset, by id. */
  readonly testset_id?: Id
  /** Only records of this testset, by slug. */
  readonly testset_slug?: Slug
  /** Only records of one of these testsets, by id. */
  readonly testset_ids?: readonly Id[]
  /** Only records of one of these testsets, by slug. */
  readonly testset_slugs?: readonly Slug[]
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

/** The answer of `testsets.query`. */
export type QueryTestsetsAnswer = TestsetListResponse

/** The answer of `testsets.archive`. */
export type ArchiveTestsetAnswer = TestsetResponse

/** The answer of `testsets.unarchive`. */
export type UnarchiveTestsetAnswer = TestsetResponse

/** The query parameters of `testsets.fetchVariant`. */
export interface FetchTestsetVariantQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `testsets.fetchVariant`. */
export type FetchTestsetVariantAnswer = TestsetVariantResponse

/** The body of `testsets.editVariant`. */
export type EditTestsetVariantBody = EditTestsetVariantRequest

/** The answer of `testsets.editVariant`. */
export type EditTestsetVariantAnswer = EditTestsetVariantResponse

/** The body of `testsets.queryVariants`. */
export type QueryTestsetVariantsBody = QueryTestsetVariantsRequest

/** The query parameters of `testsets.queryVariants`. */
export interface QueryTestsetVariantsQuery {
  /** Only records of this testset, by id. */
  readonly testset_id?: Id
  /** Only records of this testset, by slug. */
  readonly testset_slug?: Slug
  /** Only records of one of these testsets, by id. */
  readonly testset_ids?: readonly Id[]
  /** Only records of one of these testsets, by slug. */
  readonly testset_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly testset_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly testset_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly testset_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly testset_variant_slugs?: readonly Slug[]
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

/** The answer of `testsets.queryVariants`. */
export type QueryTestsetVariantsAnswer = TestsetVariantListResponse

/** The answer of `testsets.archiveVariant`. */
export type ArchiveTestsetVariantAnswer = TestsetVariantResponse

/** The answer of `testsets.unarchiveVariant`. */
export type UnarchiveTestsetVariantAnswer = TestsetVariantResponse

/** The query parameters of `testsets.fetchRevision`. */
export interface FetchTestsetRevisionQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `testsets.fetchRevision`. */
export type FetchTestsetRevisionAnswer = TestsetRevisionResponse

/** The body of `testsets.editRevision`. */
export type EditTestsetRevisionBody = EditTestsetRevisionRequest

/** The answer of `testsets.editRevision`. */
export type EditTestsetRevisionAnswer = EditTestsetRevisionResponse

/** The body of `testsets.queryRevisions`. */
export type QueryTestsetRevisionsBody = QueryTestsetRevisionsRequest

/** The query parameters of `testsets.queryRevisions`. */
export interface QueryTestsetRevisionsQuery {
  /** Only records of this testset, by id. */
  readonly testset_id?: Id
  /** Only records of this testset, by slug. */
  readonly testset_slug?: Slug
  /** Only records of one of these testsets, by id. */
  readonly testset_ids?: readonly Id[]
  /** Only records of one of these testsets, by slug. */
  readonly testset_slugs?: readonly Slug[]
  /** Only records of this variant, by id. */
  readonly testset_variant_id?: Id
  /** Only records of this variant, by slug. */
  readonly testset_variant_slug?: Slug
  /** Only records of one of these variants, by id. */
  readonly testset_variant_ids?: readonly Id[]
  /** Only records of one of these variants, by slug. */
  readonly testset_variant_slugs?: readonly Slug[]
  /** Only the revision with this id. */
  readonly testset_revision_id?: Id
  /** Only the revision with this slug. */
  readonly testset_revision_slug?: Slug
  /** Only revisions with one of these ids. */
  readonly testset_revision_ids?: readonly Id[]
  /** Only revisions with one of these slugs. */
  readonly testset_revision_slugs?: readonly Slug[]
  /** Only revisions with this version. */
  readonly testset_revision_version?: string | number
  /** Only revisions with one of these versions. */
  readonly testset_revision_versions?: ReadonlyArray<string | number>
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

/** The answer of `testsets.queryRevisions`. */
export type QueryTestsetRevisionsAnswer = TestsetRevisionListResponse

/** The answer of `testsets.archiveRevision`. */
export type ArchiveTestsetRevisionAnswer = TestsetRevisionResponse

/** The answer of `testsets.unarchiveRevision`. */
export type UnarchiveTestsetRevisionAnswer = TestsetRevisionResponse

/** The body of `testsets.upload`. */
export type UploadTestsetRevisionFileForm = UploadTestsetRevisionFileRequest

/** The query parameters of `testsets.upload`. */
export interface UploadTestsetRevisionFileQuery {
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: boolean
}

/** The answer of `testsets.upload`. */
export type UploadTestsetRevisionFileAnswer = UploadTestsetRevisionFileResponse

/** The query parameters of `testsets.download`. */
export interface DownloadTestsetRevisionQuery {
  /** The format of the file. */
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  /** The name of the file in the answer. */
  readonly file_name?: string
  /** Puts an apostrophe before cells that a spreadsheet would compute. */
  readonly escape_formulas?: boolean
  /** Only the columns of the data, without ids, flags, tags and meta. */
  readonly plain?: boolean
}

/** The body of `testsets.merge`. */
export type MergeTestsetVariantsBody = MergeTestsetVariantsRequest

/** The answer of `testsets.merge`. */
export type MergeTestsetVariantsAnswer = MergeResponse

/** The body of `testsets.pick`. */
export type PickTestsetRevisionBody = PickTestsetRevisionRequest

/** The answer of `testsets.pick`. */
export type PickTestsetRevisionAnswer = MergeResponse

/** The body of `testsets.revert`. */
export type RevertTestsetRevisionBody = RevertTestsetRevisionRequest

/** The answer of `testsets.revert`. */
export type RevertTestsetRevisionAnswer = MergeResponse

/** The answer of `testsets.fetchColumns`. */
export type FetchTestsetRevisionColumnsAnswer = FetchTestsetRevisionColumnsResponse

/** The body of `testsets.search`. */
export type SearchTestsetRevisionBody = RowSearch

/** The body of `testsets.addSpans`. */
export type AddSpansToTestsetRevisionBody = AddSpansToTestsetRevisionRequest

/** The answer of `testsets.addSpans`. */
export type AddSpansToTestsetRevisionAnswer = AddSpansToTestsetRevisionResponse

/** The operations of `assay.testsets`. */
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
