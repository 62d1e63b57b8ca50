// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { MergeReport, MergeResolution, Reference, RowWindowing, Testset, TestsetData, TestsetDelta, TestsetRevision, TestsetVariant, Windowing } from './schemas.ts'

export interface CreateTestsetBody {
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
  }
}

export interface CreateTestsetQuery {
  readonly testset_id?: string | null
}

export interface CreateTestsetAnswer {
  readonly count: number
  readonly testset?: Testset
}

export interface CreateTestsetVariantBody {
  readonly testset_variant: {
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
    readonly testset_id?: string | null
    readonly artifact_id?: string | null
  }
}

export interface CreateTestsetVariantAnswer {
  readonly count: number
  readonly testset_variant?: TestsetVariant
}

export interface ForkTestsetVariantBody {
  readonly testset_variant: {
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
  }
  readonly testset_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly testset_revision_ref?: Reference | null
}

export interface ForkTestsetVariantQuery {
  readonly testset_variant_id?: string | null
}

export interface ForkTestsetVariantAnswer {
  readonly count: number
  readonly testset_variant?: TestsetVariant
}

export interface CreateTestsetRevisionBody {
  readonly testset_revision: {
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
    readonly testset_id?: string | null
    readonly artifact_id?: string | null
    readonly testset_variant_id?: string | null
    readonly variant_id?: string | null
    readonly testset_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: TestsetData | null
    readonly delta?: TestsetDelta | null
  }
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CreateTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
}

export interface CommitTestsetRevisionBody {
  readonly testset_revision?: {
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
    readonly testset_id?: string | null
    readonly artifact_id?: string | null
    readonly testset_variant_id?: string | null
    readonly variant_id?: string | null
    readonly testset_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: TestsetData | null
    readonly delta?: TestsetDelta | null
  } | null
  readonly testset_revision_commit?: {
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
    readonly testset_id?: string | null
    readonly artifact_id?: string | null
    readonly testset_variant_id?: string | null
    readonly variant_id?: string | null
    readonly testset_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: TestsetData | null
    readonly delta?: TestsetDelta | null
  } | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CommitTestsetRevisionQuery {
  readonly testset_variant_id?: string | null
}

export interface CommitTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: ReadonlyArray<{
    readonly code: string
    readonly message: string
    readonly target?: ReadonlyArray<string | number>
  }>
}

export interface RetrieveTestsetRevisionBody {
  readonly testset_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly testset_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly resolve?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
  readonly windowing?: RowWindowing | null
}

export interface RetrieveTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly retrieval_info?: {
    readonly references: {
      readonly [key: string]: {
        readonly id?: string
        readonly slug?: string
        readonly version?: string
      }
    }
    readonly selector?: {
      readonly key: string
    }
  }
  readonly resolution_info?: {
    readonly references_used: ReadonlyArray<{
      readonly [key: string]: {
        readonly id?: string
        readonly slug?: string
        readonly version?: string
      }
    }>
    readonly depth_reached: number
    readonly embeds_resolved: number
    readonly errors: readonly unknown[]
  }
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface LogTestsetRevisionsBody {
  readonly testset_revisions?: {
    readonly testset_id?: string | null
    readonly artifact_id?: string | null
    readonly testset_variant_id?: string | null
    readonly variant_id?: string | null
    readonly testset_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly testset?: {
    readonly testset_id?: string | null
    readonly artifact_id?: string | null
    readonly testset_variant_id?: string | null
    readonly variant_id?: string | null
    readonly testset_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly include_data?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface LogTestsetRevisionsAnswer {
  readonly count: number
  readonly testset_revisions: readonly TestsetRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DiffTestsetRevisionsBody {
  readonly testset_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly testset_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly base_testset_ref?: Reference | null
  readonly base_testset_variant_ref?: Reference | null
  readonly base_testset_revision_ref?: Reference | null
  readonly base_environment_ref?: Reference | null
  readonly base_environment_variant_ref?: Reference | null
  readonly base_environment_revision_ref?: Reference | null
  readonly base_key?: string | null
  readonly kinds?: ReadonlyArray<'added' | 'removed' | 'edited' | 'moved'> | null
  readonly include_rows?: boolean | null
  readonly windowing?: {
    readonly limit?: number | null
    readonly next?: string | null
  } | null
}

export interface DiffTestsetRevisionsAnswer {
  readonly count: number
  readonly diff: {
    readonly base?: {
      readonly id: string
      readonly slug: string
      readonly version: string
      readonly [key: string]: unknown
    }
    readonly target: {
      readonly id: string
      readonly slug: string
      readonly version: string
      readonly [key: string]: unknown
    }
    readonly counts: {
      readonly [key: string]: number
    }
    readonly columns: {
      readonly added: readonly string[]
      readonly removed: readonly string[]
    }
    readonly rows?: ReadonlyArray<{
      readonly kind: 'added' | 'removed' | 'edited' | 'moved'
      readonly testcase_dedup_id: string
      readonly base?: {
        readonly index: number
        readonly testcase_id: string
        readonly data?: {
          readonly [key: string]: unknown
        }
      }
      readonly target?: {
        readonly index: number
        readonly testcase_id: string
        readonly data?: {
          readonly [key: string]: unknown
        }
      }
      readonly moved?: boolean
      readonly changes?: ReadonlyArray<{
        readonly path: readonly string[]
        readonly kind: 'added' | 'removed' | 'changed'
        readonly [key: string]: unknown
      }>
    }>
  }
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DeployTestsetRevisionBody {
  readonly testset_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly testset_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly retrieval_info?: {
    readonly references: {
      readonly [key: string]: {
        readonly id?: string
        readonly slug?: string
        readonly version?: string
      }
    }
    readonly selector?: {
      readonly key: string
    }
  }
  readonly deployed_at?: string
  readonly environment_id?: string
  readonly environment_version?: string
}

export interface FetchTestsetQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchTestsetAnswer {
  readonly count: number
  readonly testset?: Testset
}

export interface EditTestsetBody {
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
  }
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface EditTestsetAnswer {
  readonly count: number
  readonly testset?: Testset
}

export interface QueryTestsetsBody {
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

export interface QueryTestsetsQuery {
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

export interface QueryTestsetsAnswer {
  readonly count: number
  readonly testsets: readonly Testset[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveTestsetAnswer {
  readonly count: number
  readonly testset?: Testset
}

export interface UnarchiveTestsetAnswer {
  readonly count: number
  readonly testset?: Testset
}

export interface FetchTestsetVariantQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchTestsetVariantAnswer {
  readonly count: number
  readonly testset_variant?: TestsetVariant
}

export interface EditTestsetVariantBody {
  readonly testset_variant: {
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
  }
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface EditTestsetVariantAnswer {
  readonly count: number
  readonly testset_variant?: TestsetVariant
}

export interface QueryTestsetVariantsBody {
  readonly testset_variant?: {
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
  readonly testset_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryTestsetVariantsQuery {
  readonly testset_id?: string | null
  readonly testset_slug?: string | null
  readonly testset_ids?: readonly string[] | null
  readonly testset_slugs?: readonly string[] | null
  readonly testset_variant_id?: string | null
  readonly testset_variant_slug?: string | null
  readonly testset_variant_ids?: readonly string[] | null
  readonly testset_variant_slugs?: readonly string[] | null
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

export interface QueryTestsetVariantsAnswer {
  readonly count: number
  readonly testset_variants: readonly TestsetVariant[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveTestsetVariantAnswer {
  readonly count: number
  readonly testset_variant?: TestsetVariant
}

export interface UnarchiveTestsetVariantAnswer {
  readonly count: number
  readonly testset_variant?: TestsetVariant
}

export interface FetchTestsetRevisionQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
}

export interface EditTestsetRevisionBody {
  readonly testset_revision: {
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
  }
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface EditTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
}

export interface QueryTestsetRevisionsBody {
  readonly testset_revision?: {
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
    readonly message?: string | null
    readonly author?: string | null
    readonly authors?: readonly string[] | null
    readonly date?: string | null
    readonly dates?: readonly string[] | null
  } | null
  readonly testset_refs?: ReadonlyArray<Reference | null> | null
  readonly testset_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly testset_revision_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryTestsetRevisionsQuery {
  readonly testset_id?: string | null
  readonly testset_slug?: string | null
  readonly testset_ids?: readonly string[] | null
  readonly testset_slugs?: readonly string[] | null
  readonly testset_variant_id?: string | null
  readonly testset_variant_slug?: string | null
  readonly testset_variant_ids?: readonly string[] | null
  readonly testset_variant_slugs?: readonly string[] | null
  readonly testset_revision_id?: string | null
  readonly testset_revision_slug?: string | null
  readonly testset_revision_ids?: readonly string[] | null
  readonly testset_revision_slugs?: readonly string[] | null
  readonly testset_revision_version?: string | number | null
  readonly testset_revision_versions?: ReadonlyArray<string | number> | null
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

export interface QueryTestsetRevisionsAnswer {
  readonly count: number
  readonly testset_revisions: readonly TestsetRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
}

export interface UnarchiveTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
}

export interface UploadTestsetRevisionFileForm {
  readonly file: Blob
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet' | null
  readonly delimiter?: string | null
  readonly dry_run?: boolean | null
  readonly message?: string | null
  readonly base_revision_id?: string | null
  readonly include_testcases?: boolean | null
}

export interface UploadTestsetRevisionFileQuery {
  readonly dry_run?: boolean | null
}

export interface UploadTestsetRevisionFileAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly dry_run?: {
    readonly file_type: string
    readonly rows: number
    readonly errors_total: number
    readonly [key: string]: unknown
  }
}

export interface DownloadTestsetRevisionQuery {
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet' | null
  readonly file_name?: string | null
}

export interface MergeTestsetVariantsBody {
  readonly testset_variant_ref?: Reference | null
  readonly source_testset_variant_ref?: Reference | null
  readonly source_testset_revision_ref?: Reference | null
  readonly message?: string | null
  readonly base_revision_id?: string | null
  readonly strategy?: 'ours' | 'theirs' | null
  readonly resolutions?: readonly MergeResolution[] | null
  readonly dry_run?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
  readonly windowing?: {
    readonly limit?: number | null
    readonly next?: string | null
  } | null
}

export interface MergeTestsetVariantsAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly merge: MergeReport
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface PickTestsetRevisionBody {
  readonly testset_revision_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly message?: string | null
  readonly base_revision_id?: string | null
  readonly strategy?: 'ours' | 'theirs' | null
  readonly resolutions?: readonly MergeResolution[] | null
  readonly dry_run?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
  readonly windowing?: {
    readonly limit?: number | null
    readonly next?: string | null
  } | null
}

export interface PickTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly merge: MergeReport
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface RevertTestsetRevisionBody {
  readonly testset_revision_ref?: Reference | null
  readonly testset_variant_ref?: Reference | null
  readonly mode?: 'undo' | 'restore' | null
  readonly message?: string | null
  readonly base_revision_id?: string | null
  readonly strategy?: 'ours' | 'theirs' | null
  readonly resolutions?: readonly MergeResolution[] | null
  readonly dry_run?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
  readonly windowing?: {
    readonly limit?: number | null
    readonly next?: string | null
  } | null
}

export interface RevertTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly merge: MergeReport
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface AddSpansToTestsetRevisionBody {
  readonly testset_id?: string | null
  readonly testset_variant_id?: string | null
  readonly base_revision_id?: string | null
  readonly message?: string | null
  readonly spans: ReadonlyArray<{
    readonly trace_id: string
    readonly span_id?: string | null
  }>
  readonly mapping?: {
    readonly [key: string]: string
  } | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface AddSpansToTestsetRevisionAnswer {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: ReadonlyArray<{
    readonly code: string
    readonly message: string
    readonly target?: ReadonlyArray<string | number>
  }>
}

export const testsets = (core: Core) => ({
  /** Make one testset, without a variant. */
  create: (body: CreateTestsetBody, options?: CallOptions & { readonly query?: CreateTestsetQuery }) =>
    core.json<CreateTestsetAnswer>('POST /api/testsets/', { body, query: options?.query, options }),
  /** Make one variant of a testset, without a revision. */
  createVariant: (body: CreateTestsetVariantBody, options?: CallOptions) =>
    core.json<CreateTestsetVariantAnswer>('POST /api/testsets/variants/', { body, options }),
  /** Make a variant with copies of a history up to one revision. */
  fork: (body: ForkTestsetVariantBody, options?: CallOptions & { readonly query?: ForkTestsetVariantQuery }) =>
    core.json<ForkTestsetVariantAnswer>('POST /api/testsets/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateTestsetRevisionBody, options?: CallOptions) =>
    core.json<CreateTestsetRevisionAnswer>('POST /api/testsets/revisions/', { body, options }),
  /** Commit a payload, or a change of one, to a variant. */
  commit: (body: CommitTestsetRevisionBody, options?: CallOptions & { readonly query?: CommitTestsetRevisionQuery }) =>
    core.json<CommitTestsetRevisionAnswer>('POST /api/testsets/revisions/commit', { body, query: options?.query, options }),
  /** Find one revision by references: revision over variant over environment over artifact. */
  retrieve: (body: RetrieveTestsetRevisionBody, options?: CallOptions) =>
    core.json<RetrieveTestsetRevisionAnswer>('POST /api/testsets/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogTestsetRevisionsBody, options?: CallOptions) =>
    core.json<LogTestsetRevisionsAnswer>('POST /api/testsets/revisions/log', { body, repeatable: true, options }),
  /** What changed between two revisions. */
  diff: (body: DiffTestsetRevisionsBody, options?: CallOptions) =>
    core.json<DiffTestsetRevisionsAnswer>('POST /api/testsets/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployTestsetRevisionBody, options?: CallOptions) =>
    core.json<DeployTestsetRevisionAnswer>('POST /api/testsets/revisions/deploy', { body, options }),
  /** Fetch one testset, archived or not. */
  fetch: (id: string, query?: FetchTestsetQuery, options?: CallOptions) =>
    core.json<FetchTestsetAnswer>(`GET /api/testsets/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one testset. */
  edit: (id: string, body: EditTestsetBody, options?: CallOptions) =>
    core.json<EditTestsetAnswer>(`PUT /api/testsets/${at(id)}`, { body, repeatable: true, options }),
  /** List testsets that match, newest first. */
  query: (body?: QueryTestsetsBody, options?: CallOptions & { readonly query?: QueryTestsetsQuery }) =>
    core.pages<QueryTestsetsAnswer, 'testsets'>('POST /api/testsets/query', 'testsets', { body, query: options?.query, repeatable: true, options }),
  /** Hide one testset and what stands below it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveTestsetAnswer>(`POST /api/testsets/${at(id)}/archive`, { options }),
  /** Show one testset in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveTestsetAnswer>(`POST /api/testsets/${at(id)}/unarchive`, { options }),
  /** Fetch one testset variant, archived or not. */
  fetchVariant: (id: string, query?: FetchTestsetVariantQuery, options?: CallOptions) =>
    core.json<FetchTestsetVariantAnswer>(`GET /api/testsets/variants/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one testset variant. */
  editVariant: (id: string, body: EditTestsetVariantBody, options?: CallOptions) =>
    core.json<EditTestsetVariantAnswer>(`PUT /api/testsets/variants/${at(id)}`, { body, repeatable: true, options }),
  /** List testset variants that match, newest first. */
  queryVariants: (body?: QueryTestsetVariantsBody, options?: CallOptions & { readonly query?: QueryTestsetVariantsQuery }) =>
    core.pages<QueryTestsetVariantsAnswer, 'testset_variants'>('POST /api/testsets/variants/query', 'testset_variants', { body, query: options?.query, repeatable: true, options }),
  /** Hide one testset variant and what stands below it from queries. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveTestsetVariantAnswer>(`POST /api/testsets/variants/${at(id)}/archive`, { options }),
  /** Show one testset variant in queries again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveTestsetVariantAnswer>(`POST /api/testsets/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one testset revision, archived or not. */
  fetchRevision: (id: string, query?: FetchTestsetRevisionQuery, options?: CallOptions) =>
    core.json<FetchTestsetRevisionAnswer>(`GET /api/testsets/revisions/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one testset revision. */
  editRevision: (id: string, body: EditTestsetRevisionBody, options?: CallOptions) =>
    core.json<EditTestsetRevisionAnswer>(`PUT /api/testsets/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** List testset revisions that match, newest first. */
  queryRevisions: (body?: QueryTestsetRevisionsBody, options?: CallOptions & { readonly query?: QueryTestsetRevisionsQuery }) =>
    core.pages<QueryTestsetRevisionsAnswer, 'testset_revisions'>('POST /api/testsets/revisions/query', 'testset_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Hide one testset revision and what stands below it from queries. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveTestsetRevisionAnswer>(`POST /api/testsets/revisions/${at(id)}/archive`, { options }),
  /** Show one testset revision in queries again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveTestsetRevisionAnswer>(`POST /api/testsets/revisions/${at(id)}/unarchive`, { options }),
  /** Commit the rows of a file on the variant of a revision. */
  upload: (id: string, form: UploadTestsetRevisionFileForm, options?: CallOptions & { readonly query?: UploadTestsetRevisionFileQuery }) =>
    core.json<UploadTestsetRevisionFileAnswer>(`POST /api/testsets/revisions/${at(id)}/upload`, { form, query: options?.query, options }),
  /** The rows of a revision as CSV, JSON, JSONL or Parquet. */
  download: (id: string, query?: DownloadTestsetRevisionQuery, options?: CallOptions) =>
    core.file(`POST /api/testsets/revisions/${at(id)}/download`, { query, repeatable: true, options }),
  /** Merge the rows of one variant into another, from the newest commit they share. */
  merge: (body: MergeTestsetVariantsBody, options?: CallOptions) =>
    core.json<MergeTestsetVariantsAnswer>('POST /api/testsets/variants/merge', { body, options }),
  /** Apply the change that one revision made to another variant. */
  pick: (body: PickTestsetRevisionBody, options?: CallOptions) =>
    core.json<PickTestsetRevisionAnswer>('POST /api/testsets/revisions/pick', { body, options }),
  /** Undo the change that one revision made, or restore its rows as they were. */
  revert: (body: RevertTestsetRevisionBody, options?: CallOptions) =>
    core.json<RevertTestsetRevisionAnswer>('POST /api/testsets/revisions/revert', { body, options }),
  /** Add inputs and outputs of chosen spans to a testset, as one revision. */
  addSpans: (body: AddSpansToTestsetRevisionBody, options?: CallOptions) =>
    core.json<AddSpansToTestsetRevisionAnswer>('POST /api/testsets/revisions/add-spans', { body, options }),
})
