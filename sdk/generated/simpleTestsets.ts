// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleTestsetFromFileRequest, CreateSimpleTestsetFromFileResponse, CreateSimpleTestsetRequest, EditSimpleTestsetRequest, EditSimpleTestsetResponse, Id, QuerySimpleTestsetsRequest, SimpleTestsetListResponse, SimpleTestsetResponse, Slug, Time, TransferSimpleTestsetRowsRequest, TransferSimpleTestsetRowsResponse, UploadSimpleTestsetFileRequest, UploadSimpleTestsetFileResponse } from './schemas.ts'

export type CreateSimpleTestsetBody = CreateSimpleTestsetRequest

export interface CreateSimpleTestsetQuery {
  readonly testset_id?: Id
}

export type CreateSimpleTestsetAnswer = SimpleTestsetResponse

export type QuerySimpleTestsetsBody = QuerySimpleTestsetsRequest

export interface QuerySimpleTestsetsQuery {
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

export type QuerySimpleTestsetsAnswer = SimpleTestsetListResponse

export interface FetchSimpleTestsetQuery {
  readonly include_testcases?: boolean
  readonly include_testcase_ids?: boolean
}

export type FetchSimpleTestsetAnswer = SimpleTestsetResponse

export type EditSimpleTestsetBody = EditSimpleTestsetRequest

export type EditSimpleTestsetAnswer = EditSimpleTestsetResponse

export type ArchiveSimpleTestsetAnswer = SimpleTestsetResponse

export type UnarchiveSimpleTestsetAnswer = SimpleTestsetResponse

export type CreateSimpleTestsetFromFileForm = CreateSimpleTestsetFromFileRequest

export interface CreateSimpleTestsetFromFileQuery {
  readonly dry_run?: boolean
}

export type CreateSimpleTestsetFromFileAnswer = CreateSimpleTestsetFromFileResponse

export type UploadSimpleTestsetFileForm = UploadSimpleTestsetFileRequest

export interface UploadSimpleTestsetFileQuery {
  readonly dry_run?: boolean
}

export type UploadSimpleTestsetFileAnswer = UploadSimpleTestsetFileResponse

export interface DownloadSimpleTestsetQuery {
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  readonly file_name?: string
  readonly escape_formulas?: boolean
  /** Only the columns of the data, without ids, flags, tags and meta. */
  readonly plain?: boolean
}

export type TransferSimpleTestsetRowsBody = TransferSimpleTestsetRowsRequest

export type TransferSimpleTestsetRowsAnswer = TransferSimpleTestsetRowsResponse

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
  /** Archive it: queries omit it. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleTestsetAnswer>(`POST /api/simple/testsets/${at(id)}/archive`, { options }),
  /** Unarchive it: queries include it again. */
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
