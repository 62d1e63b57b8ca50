// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, SimpleTestset, TestsetData, TestsetRevision, Windowing } from './schemas.ts'

export interface CreateSimpleTestsetBody {
  readonly testset: {
    readonly slug?: string | null
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly data?: TestsetData | null
    readonly message?: string | null
  }
}

export interface CreateSimpleTestsetQuery {
  readonly testset_id?: string | null
}

export interface CreateSimpleTestsetAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
}

export interface QuerySimpleTestsetsBody {
  readonly testset?: {
    readonly name?: string | null
    readonly description?: string | null
    readonly slug?: string | null
    readonly slugs?: readonly string[] | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  } | null
  readonly testset_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QuerySimpleTestsetsQuery {
  readonly testset_id?: string | null
  readonly testset_slug?: string | null
  readonly testset_ids?: readonly string[] | null
  readonly testset_slugs?: readonly string[] | null
  readonly name?: string | null
  readonly description?: string | null
  readonly flags?: string | null
  readonly tags?: string | null
  readonly meta?: string | null
  readonly include_archived?: boolean | null
  readonly next?: string | null
  readonly newest?: string | null
  readonly oldest?: string | null
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
}

export interface QuerySimpleTestsetsAnswer {
  readonly count: number
  readonly testsets: readonly SimpleTestset[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchSimpleTestsetQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchSimpleTestsetAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
}

export interface EditSimpleTestsetBody {
  readonly testset: {
    readonly id?: string | null
    readonly slug?: string | null
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly data?: TestsetData | null
    readonly message?: string | null
  }
}

export interface EditSimpleTestsetAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
}

export interface ArchiveSimpleTestsetAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
}

export interface UnarchiveSimpleTestsetAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
}

export interface CreateSimpleTestsetFromFileForm {
  readonly file: Blob
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet' | null
  readonly delimiter?: string | null
  readonly dry_run?: boolean | null
  readonly testset_name?: string | null
  readonly testset_description?: string | null
  readonly testset_tags?: string | null
  readonly testset_meta?: string | null
  readonly testset_slug?: string | null
}

export interface CreateSimpleTestsetFromFileQuery {
  readonly dry_run?: boolean | null
}

export interface CreateSimpleTestsetFromFileAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
  readonly dry_run?: {
    readonly file_type: string
    readonly rows: number
    readonly errors_total: number
    readonly [key: string]: unknown
  }
}

export interface UploadSimpleTestsetFileForm {
  readonly file: Blob
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet' | null
  readonly delimiter?: string | null
  readonly dry_run?: boolean | null
  readonly testset_name?: string | null
  readonly testset_description?: string | null
  readonly testset_tags?: string | null
  readonly testset_meta?: string | null
}

export interface UploadSimpleTestsetFileQuery {
  readonly dry_run?: boolean | null
}

export interface UploadSimpleTestsetFileAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
  readonly testset_revision?: TestsetRevision
  readonly dry_run?: {
    readonly file_type: string
    readonly rows: number
    readonly errors_total: number
    readonly [key: string]: unknown
  }
}

export interface DownloadSimpleTestsetQuery {
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet' | null
  readonly file_name?: string | null
}

export interface TransferSimpleTestsetRowsBody {
  readonly source: {
    readonly testset_ref?: Reference | null
    readonly testset_variant_ref?: Reference | null
    readonly testset_revision_ref?: Reference | null
  }
  readonly testcase_ids?: readonly string[] | null
  readonly skip_existing?: boolean | null
  readonly message?: string | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface TransferSimpleTestsetRowsAnswer {
  readonly count: number
  readonly testset?: SimpleTestset
  readonly transferred: number
  readonly skipped: number
}

export const simpleTestsets = (core: Core) => ({
  /** Make a testset with a variant and a first revision, at once. */
  create: (body: CreateSimpleTestsetBody, options?: CallOptions & { readonly query?: CreateSimpleTestsetQuery }) =>
    core.json<CreateSimpleTestsetAnswer>('POST /api/simple/testsets/', { body, query: options?.query, options }),
  /** List testsets that match, newest first, each with the data of its newest revision. */
  query: (body?: QuerySimpleTestsetsBody, options?: CallOptions & { readonly query?: QuerySimpleTestsetsQuery }) =>
    core.pages<QuerySimpleTestsetsAnswer, 'testsets'>('POST /api/simple/testsets/query', 'testsets', { body, query: options?.query, repeatable: true, options }),
  /** Fetch one testset with the data of its newest revision. */
  fetch: (id: string, query?: FetchSimpleTestsetQuery, options?: CallOptions) =>
    core.json<FetchSimpleTestsetAnswer>(`GET /api/simple/testsets/${at(id)}`, { query, options }),
  /** Change header fields, and commit data that differs from the newest. */
  edit: (id: string, body: EditSimpleTestsetBody, options?: CallOptions) =>
    core.json<EditSimpleTestsetAnswer>(`PUT /api/simple/testsets/${at(id)}`, { body, repeatable: true, options }),
  /** Hide it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveSimpleTestsetAnswer>(`POST /api/simple/testsets/${at(id)}/archive`, { options }),
  /** Show it in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveSimpleTestsetAnswer>(`POST /api/simple/testsets/${at(id)}/unarchive`, { options }),
  /** Make a testset from a file. */
  createFromFile: (form: CreateSimpleTestsetFromFileForm, options?: CallOptions & { readonly query?: CreateSimpleTestsetFromFileQuery }) =>
    core.json<CreateSimpleTestsetFromFileAnswer>('POST /api/simple/testsets/upload', { form, query: options?.query, options }),
  /** Replace all rows of a testset by those of a file, as a new revision. */
  upload: (id: string, form: UploadSimpleTestsetFileForm, options?: CallOptions & { readonly query?: UploadSimpleTestsetFileQuery }) =>
    core.json<UploadSimpleTestsetFileAnswer>(`POST /api/simple/testsets/${at(id)}/upload`, { form, query: options?.query, options }),
  /** The rows of the newest revision as CSV, JSON, JSONL or Parquet. */
  download: (id: string, query?: DownloadSimpleTestsetQuery, options?: CallOptions) =>
    core.file(`POST /api/simple/testsets/${at(id)}/download`, { query, repeatable: true, options }),
  /** Append rows of another testset, as one new revision. */
  transfer: (id: string, body: TransferSimpleTestsetRowsBody, options?: CallOptions) =>
    core.json<TransferSimpleTestsetRowsAnswer>(`POST /api/simple/testsets/${at(id)}/transfer`, { body, options }),
})
