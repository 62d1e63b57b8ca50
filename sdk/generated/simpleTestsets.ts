// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleTestsetFromFileRequest, CreateSimpleTestsetFromFileResponse, CreateSimpleTestsetRequest, EditSimpleTestsetRequest, EditSimpleTestsetResponse, Id, QuerySimpleTestsetsRequest, SimpleTestsetListResponse, SimpleTestsetResponse, Slug, Time, TransferSimpleTestsetRowsRequest, TransferSimpleTestsetRowsResponse, UploadSimpleTestsetFileRequest, UploadSimpleTestsetFileResponse } from './schemas.ts'

/** The body of `simpleTestsets.create`. */
export type CreateSimpleTestsetBody = CreateSimpleTestsetRequest

/** The query parameters of `simpleTestsets.create`. */
export interface CreateSimpleTestsetQuery {
  /** Only records of this testset, by id. */
  readonly testset_id?: Id
}

/** The answer of `simpleTestsets.create`. */
export type CreateSimpleTestsetAnswer = SimpleTestsetResponse

/** The body of `simpleTestsets.query`. */
export type QuerySimpleTestsetsBody = QuerySimpleTestsetsRequest

/** The query parameters of `simpleTestsets.query`. */
export interface QuerySimpleTestsetsQuery {
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

/** The answer of `simpleTestsets.query`. */
export type QuerySimpleTestsetsAnswer = SimpleTestsetListResponse

/** The query parameters of `simpleTestsets.fetch`. */
export interface FetchSimpleTestsetQuery {
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: boolean
}

/** The answer of `simpleTestsets.fetch`. */
export type FetchSimpleTestsetAnswer = SimpleTestsetResponse

/** The body of `simpleTestsets.edit`. */
export type EditSimpleTestsetBody = EditSimpleTestsetRequest

/** The answer of `simpleTestsets.edit`. */
export type EditSimpleTestsetAnswer = EditSimpleTestsetResponse

/** The answer of `simpleTestsets.archive`. */
export type ArchiveSimpleTestsetAnswer = SimpleTestsetResponse

/** The answer of `simpleTestsets.unarchive`. */
export type UnarchiveSimpleTestsetAnswer = SimpleTestsetResponse

/** The body of `simpleTestsets.createFromFile`. */
export type CreateSimpleTestsetFromFileForm = CreateSimpleTestsetFromFileRequest

/** The query parameters of `simpleTestsets.createFromFile`. */
export interface CreateSimpleTestsetFromFileQuery {
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: boolean
}

/** The answer of `simpleTestsets.createFromFile`. */
export type CreateSimpleTestsetFromFileAnswer = CreateSimpleTestsetFromFileResponse

/** The body of `simpleTestsets.upload`. */
export type UploadSimpleTestsetFileForm = UploadSimpleTestsetFileRequest

/** The query parameters of `simpleTestsets.upload`. */
export interface UploadSimpleTestsetFileQuery {
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: boolean
}

/** The answer of `simpleTestsets.upload`. */
export type UploadSimpleTestsetFileAnswer = UploadSimpleTestsetFileResponse

/** The query parameters of `simpleTestsets.download`. */
export interface DownloadSimpleTestsetQuery {
  /** The format of the file. */
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  /** The name of the file in the answer. */
  readonly file_name?: string
  /** Puts an apostrophe before cells that a spreadsheet would compute. */
  readonly escape_formulas?: boolean
  /** Only the columns of the data, without ids, flags, tags and meta. */
  readonly plain?: boolean
}

/** The body of `simpleTestsets.transfer`. */
export type TransferSimpleTestsetRowsBody = TransferSimpleTestsetRowsRequest

/** The answer of `simpleTestsets.transfer`. */
export type TransferSimpleTestsetRowsAnswer = TransferSimpleTestsetRowsResponse

/** The operations of `assay.simpleTestsets`. */
export const simpleTestsets = (core: Core) => ({
  /** Create a testset with a variant and a first revision in one request. */
  create: (body: CreateSimpleTestsetBody, options?: CallOptions & { readonly query?: CreateSimpleTestsetQuery }) =>
    core.json<CreateSimpleTestsetAnswer>('POST /api/simple/testsets/', { body, query: options?.query, options }),
  /** Matching testsets, newest first, each with the data of its latest revision. */
  query: (body?: QuerySimpleTestsetsBody, options?: CallOptions & { readonly query?: QuerySimpleTestsetsQuery }) =>
    core.pages<QuerySimpleTestsetsAnswer, 'testsets'>('POST /api/simple/testsets/query', 'testsets', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one testset with the data of its latest revision. */
  fetch: (id: string, query?: FetchSimpleTestsetQuery, options?: CallOptions) =>
    core.json<FetchSimpleTestsetAnswer>(`GET /api/simple/testsets/${at(id)}`, { query, options }),
  /** Edit header fields, and commit the data if it differs from the latest revision. */
  edit: (id: string, body: EditSimpleTestsetBody, options?: CallOptions) =>
    core.json<EditSimpleTestsetAnswer>(`PUT /api/simple/testsets/${at(id)}`, { body, repeatable: true, options }),
  /** Archive the record: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleTestsetAnswer>(`POST /api/simple/testsets/${at(id)}/archive`, { options }),
  /** Unarchive the record: queries include it again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleTestsetAnswer>(`POST /api/simple/testsets/${at(id)}/unarchive`, { options }),
  /** Create a testset from a file. */
  createFromFile: (form: CreateSimpleTestsetFromFileForm, options?: CallOptions & { readonly query?: CreateSimpleTestsetFromFileQuery }) =>
    core.json<CreateSimpleTestsetFromFileAnswer>('POST /api/simple/testsets/upload', { form, query: options?.query, options }),
  /** Replace all rows of a testset with the rows of a file, as a new revision. */
  upload: (id: string, form: UploadSimpleTestsetFileForm, options?: CallOptions & { readonly query?: UploadSimpleTestsetFileQuery }) =>
    core.json<UploadSimpleTestsetFileAnswer>(`POST /api/simple/testsets/${at(id)}/upload`, { form, query: options?.query, options }),
  /** Download the rows of the latest revision as CSV, JSON, JSONL or Parquet. */
  download: (id: string, query?: DownloadSimpleTestsetQuery, options?: CallOptions) =>
    core.file(`POST /api/simple/testsets/${at(id)}/download`, { query, repeatable: true, options }),
  /** Append rows of another testset, as one new revision. */
  transfer: (id: string, body: TransferSimpleTestsetRowsBody, options?: CallOptions) =>
    core.json<TransferSimpleTestsetRowsAnswer>(`POST /api/simple/testsets/${at(id)}/transfer`, { body, options }),
})
