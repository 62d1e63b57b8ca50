// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Query, QueryData, QueryRevision, QueryVariant, Reference, Windowing } from './schemas.ts'

export interface CreateQueryBody {
  readonly query: {
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

export interface CreateQueryQuery {
  readonly query_id?: string | null
}

export interface CreateQueryAnswer {
  readonly count: number
  readonly query?: Query
}

export interface CreateQueryVariantBody {
  readonly query_variant: {
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
    readonly query_id?: string | null
    readonly artifact_id?: string | null
  }
}

export interface CreateQueryVariantAnswer {
  readonly count: number
  readonly query_variant?: QueryVariant
}

export interface ForkQueryVariantBody {
  readonly query_variant: {
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
  readonly query_ref?: Reference | null
  readonly query_variant_ref?: Reference | null
  readonly query_revision_ref?: Reference | null
}

export interface ForkQueryVariantQuery {
  readonly query_variant_id?: string | null
}

export interface ForkQueryVariantAnswer {
  readonly count: number
  readonly query_variant?: QueryVariant
}

export interface CreateQueryRevisionBody {
  readonly query_revision: {
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
    readonly query_id?: string | null
    readonly artifact_id?: string | null
    readonly query_variant_id?: string | null
    readonly variant_id?: string | null
    readonly query_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: QueryData | null
    readonly delta?: unknown
  }
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CreateQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
}

export interface CommitQueryRevisionBody {
  readonly query_revision?: {
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
    readonly query_id?: string | null
    readonly artifact_id?: string | null
    readonly query_variant_id?: string | null
    readonly variant_id?: string | null
    readonly query_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: QueryData | null
    readonly delta?: unknown
  } | null
  readonly query_revision_commit?: {
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
    readonly query_id?: string | null
    readonly artifact_id?: string | null
    readonly query_variant_id?: string | null
    readonly variant_id?: string | null
    readonly query_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: QueryData | null
    readonly delta?: unknown
  } | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CommitQueryRevisionQuery {
  readonly query_variant_id?: string | null
}

export interface CommitQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: ReadonlyArray<{
    readonly code: string
    readonly message: string
    readonly target?: ReadonlyArray<string | number>
  }>
}

export interface RetrieveQueryRevisionBody {
  readonly query_ref?: Reference | null
  readonly query_variant_ref?: Reference | null
  readonly query_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly resolve?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
  readonly include_trace_ids?: boolean | null
  readonly include_traces?: boolean | null
  readonly windowing?: {
    readonly [key: string]: unknown
  } | null
}

export interface RetrieveQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
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
    readonly [key: string]: unknown
  }
}

export interface LogQueryRevisionsBody {
  readonly query_revisions?: {
    readonly query_id?: string | null
    readonly artifact_id?: string | null
    readonly query_variant_id?: string | null
    readonly variant_id?: string | null
    readonly query_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly query?: {
    readonly query_id?: string | null
    readonly artifact_id?: string | null
    readonly query_variant_id?: string | null
    readonly variant_id?: string | null
    readonly query_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly include_data?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface LogQueryRevisionsAnswer {
  readonly count: number
  readonly query_revisions: readonly QueryRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DiffQueryRevisionsBody {
  readonly query_ref?: Reference | null
  readonly query_variant_ref?: Reference | null
  readonly query_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly base_query_ref?: Reference | null
  readonly base_query_variant_ref?: Reference | null
  readonly base_query_revision_ref?: Reference | null
  readonly base_environment_ref?: Reference | null
  readonly base_environment_variant_ref?: Reference | null
  readonly base_environment_revision_ref?: Reference | null
  readonly base_key?: string | null
}

export interface DiffQueryRevisionsAnswer {
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
    readonly equal: boolean
    readonly added: ReadonlyArray<{
      readonly path: string
      readonly [key: string]: unknown
    }>
    readonly removed: ReadonlyArray<{
      readonly path: string
      readonly [key: string]: unknown
    }>
    readonly changed: ReadonlyArray<{
      readonly path: string
      readonly [key: string]: unknown
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

export interface DeployQueryRevisionBody {
  readonly query_ref?: Reference | null
  readonly query_variant_ref?: Reference | null
  readonly query_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
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

export interface FetchQueryQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchQueryAnswer {
  readonly count: number
  readonly query?: Query
}

export interface EditQueryBody {
  readonly query: {
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

export interface EditQueryAnswer {
  readonly count: number
  readonly query?: Query
}

export interface QueryQueriesBody {
  readonly query?: {
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
  readonly query_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryQueriesQuery {
  readonly query_id?: string | null
  readonly query_slug?: string | null
  readonly query_ids?: readonly string[] | null
  readonly query_slugs?: readonly string[] | null
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

export interface QueryQueriesAnswer {
  readonly count: number
  readonly queries: readonly Query[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveQueryAnswer {
  readonly count: number
  readonly query?: Query
}

export interface UnarchiveQueryAnswer {
  readonly count: number
  readonly query?: Query
}

export interface FetchQueryVariantQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchQueryVariantAnswer {
  readonly count: number
  readonly query_variant?: QueryVariant
}

export interface EditQueryVariantBody {
  readonly query_variant: {
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

export interface EditQueryVariantAnswer {
  readonly count: number
  readonly query_variant?: QueryVariant
}

export interface QueryQueryVariantsBody {
  readonly query_variant?: {
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
  readonly query_refs?: ReadonlyArray<Reference | null> | null
  readonly query_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryQueryVariantsQuery {
  readonly query_id?: string | null
  readonly query_slug?: string | null
  readonly query_ids?: readonly string[] | null
  readonly query_slugs?: readonly string[] | null
  readonly query_variant_id?: string | null
  readonly query_variant_slug?: string | null
  readonly query_variant_ids?: readonly string[] | null
  readonly query_variant_slugs?: readonly string[] | null
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

export interface QueryQueryVariantsAnswer {
  readonly count: number
  readonly query_variants: readonly QueryVariant[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveQueryVariantAnswer {
  readonly count: number
  readonly query_variant?: QueryVariant
}

export interface UnarchiveQueryVariantAnswer {
  readonly count: number
  readonly query_variant?: QueryVariant
}

export interface FetchQueryRevisionQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
}

export interface EditQueryRevisionBody {
  readonly query_revision: {
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

export interface EditQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
}

export interface QueryQueryRevisionsBody {
  readonly query_revision?: {
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
  readonly query_refs?: ReadonlyArray<Reference | null> | null
  readonly query_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly query_revision_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryQueryRevisionsQuery {
  readonly query_id?: string | null
  readonly query_slug?: string | null
  readonly query_ids?: readonly string[] | null
  readonly query_slugs?: readonly string[] | null
  readonly query_variant_id?: string | null
  readonly query_variant_slug?: string | null
  readonly query_variant_ids?: readonly string[] | null
  readonly query_variant_slugs?: readonly string[] | null
  readonly query_revision_id?: string | null
  readonly query_revision_slug?: string | null
  readonly query_revision_ids?: readonly string[] | null
  readonly query_revision_slugs?: readonly string[] | null
  readonly query_revision_version?: string | number | null
  readonly query_revision_versions?: ReadonlyArray<string | number> | null
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

export interface QueryQueryRevisionsAnswer {
  readonly count: number
  readonly query_revisions: readonly QueryRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
}

export interface UnarchiveQueryRevisionAnswer {
  readonly count: number
  readonly query_revision?: QueryRevision
}

export const queries = (core: Core) => ({
  /** Make one query, without a variant. */
  create: (body: CreateQueryBody, options?: CallOptions & { readonly query?: CreateQueryQuery }) =>
    core.json<CreateQueryAnswer>('POST /api/queries/', { body, query: options?.query, options }),
  /** Make one variant of a query, without a revision. */
  createVariant: (body: CreateQueryVariantBody, options?: CallOptions) =>
    core.json<CreateQueryVariantAnswer>('POST /api/queries/variants/', { body, options }),
  /** Make a variant with copies of a history up to one revision. */
  fork: (body: ForkQueryVariantBody, options?: CallOptions & { readonly query?: ForkQueryVariantQuery }) =>
    core.json<ForkQueryVariantAnswer>('POST /api/queries/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateQueryRevisionBody, options?: CallOptions) =>
    core.json<CreateQueryRevisionAnswer>('POST /api/queries/revisions/', { body, options }),
  /** Commit a payload, or a change of one, to a variant. */
  commit: (body: CommitQueryRevisionBody, options?: CallOptions & { readonly query?: CommitQueryRevisionQuery }) =>
    core.json<CommitQueryRevisionAnswer>('POST /api/queries/revisions/commit', { body, query: options?.query, options }),
  /** Find one revision by references: revision over variant over environment over artifact. */
  retrieve: (body: RetrieveQueryRevisionBody, options?: CallOptions) =>
    core.json<RetrieveQueryRevisionAnswer>('POST /api/queries/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogQueryRevisionsBody, options?: CallOptions) =>
    core.json<LogQueryRevisionsAnswer>('POST /api/queries/revisions/log', { body, repeatable: true, options }),
  /** What changed between two revisions. */
  diff: (body: DiffQueryRevisionsBody, options?: CallOptions) =>
    core.json<DiffQueryRevisionsAnswer>('POST /api/queries/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployQueryRevisionBody, options?: CallOptions) =>
    core.json<DeployQueryRevisionAnswer>('POST /api/queries/revisions/deploy', { body, options }),
  /** Fetch one query, archived or not. */
  fetch: (id: string, query?: FetchQueryQuery, options?: CallOptions) =>
    core.json<FetchQueryAnswer>(`GET /api/queries/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one query. */
  edit: (id: string, body: EditQueryBody, options?: CallOptions) =>
    core.json<EditQueryAnswer>(`PUT /api/queries/${at(id)}`, { body, repeatable: true, options }),
  /** List querys that match, newest first. */
  query: (body?: QueryQueriesBody, options?: CallOptions & { readonly query?: QueryQueriesQuery }) =>
    core.pages<QueryQueriesAnswer, 'queries'>('POST /api/queries/query', 'queries', { body, query: options?.query, repeatable: true, options }),
  /** Hide one query and what stands below it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveQueryAnswer>(`POST /api/queries/${at(id)}/archive`, { options }),
  /** Show one query in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveQueryAnswer>(`POST /api/queries/${at(id)}/unarchive`, { options }),
  /** Fetch one query variant, archived or not. */
  fetchVariant: (id: string, query?: FetchQueryVariantQuery, options?: CallOptions) =>
    core.json<FetchQueryVariantAnswer>(`GET /api/queries/variants/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one query variant. */
  editVariant: (id: string, body: EditQueryVariantBody, options?: CallOptions) =>
    core.json<EditQueryVariantAnswer>(`PUT /api/queries/variants/${at(id)}`, { body, repeatable: true, options }),
  /** List query variants that match, newest first. */
  queryVariants: (body?: QueryQueryVariantsBody, options?: CallOptions & { readonly query?: QueryQueryVariantsQuery }) =>
    core.pages<QueryQueryVariantsAnswer, 'query_variants'>('POST /api/queries/variants/query', 'query_variants', { body, query: options?.query, repeatable: true, options }),
  /** Hide one query variant and what stands below it from queries. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveQueryVariantAnswer>(`POST /api/queries/variants/${at(id)}/archive`, { options }),
  /** Show one query variant in queries again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveQueryVariantAnswer>(`POST /api/queries/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one query revision, archived or not. */
  fetchRevision: (id: string, query?: FetchQueryRevisionQuery, options?: CallOptions) =>
    core.json<FetchQueryRevisionAnswer>(`GET /api/queries/revisions/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one query revision. */
  editRevision: (id: string, body: EditQueryRevisionBody, options?: CallOptions) =>
    core.json<EditQueryRevisionAnswer>(`PUT /api/queries/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** List query revisions that match, newest first. */
  queryRevisions: (body?: QueryQueryRevisionsBody, options?: CallOptions & { readonly query?: QueryQueryRevisionsQuery }) =>
    core.pages<QueryQueryRevisionsAnswer, 'query_revisions'>('POST /api/queries/revisions/query', 'query_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Hide one query revision and what stands below it from queries. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveQueryRevisionAnswer>(`POST /api/queries/revisions/${at(id)}/archive`, { options }),
  /** Show one query revision in queries again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveQueryRevisionAnswer>(`POST /api/queries/revisions/${at(id)}/unarchive`, { options }),
})
