// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Environment, EnvironmentData, EnvironmentDelta, EnvironmentRevision, EnvironmentVariant, Reference, Windowing } from './schemas.ts'

export interface CreateEnvironmentBody {
  readonly environment: {
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

export interface CreateEnvironmentQuery {
  readonly environment_id?: string | null
}

export interface CreateEnvironmentAnswer {
  readonly count: number
  readonly environment?: Environment
}

export interface CreateEnvironmentVariantBody {
  readonly environment_variant: {
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
    readonly environment_id?: string | null
    readonly artifact_id?: string | null
  }
}

export interface CreateEnvironmentVariantAnswer {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
}

export interface ForkEnvironmentVariantBody {
  readonly environment_variant: {
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
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
}

export interface ForkEnvironmentVariantQuery {
  readonly environment_variant_id?: string | null
}

export interface ForkEnvironmentVariantAnswer {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
}

export interface CreateEnvironmentRevisionBody {
  readonly environment_revision: {
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
    readonly environment_id?: string | null
    readonly artifact_id?: string | null
    readonly environment_variant_id?: string | null
    readonly variant_id?: string | null
    readonly environment_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: EnvironmentData | null
    readonly delta?: EnvironmentDelta | null
  }
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CreateEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
}

export interface CommitEnvironmentRevisionBody {
  readonly environment_revision?: {
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
    readonly environment_id?: string | null
    readonly artifact_id?: string | null
    readonly environment_variant_id?: string | null
    readonly variant_id?: string | null
    readonly environment_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: EnvironmentData | null
    readonly delta?: EnvironmentDelta | null
  } | null
  readonly environment_revision_commit?: {
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
    readonly environment_id?: string | null
    readonly artifact_id?: string | null
    readonly environment_variant_id?: string | null
    readonly variant_id?: string | null
    readonly environment_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: EnvironmentData | null
    readonly delta?: EnvironmentDelta | null
  } | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CommitEnvironmentRevisionQuery {
  readonly environment_variant_id?: string | null
}

export interface CommitEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: ReadonlyArray<{
    readonly code: string
    readonly message: string
    readonly target?: ReadonlyArray<string | number>
  }>
}

export interface RetrieveEnvironmentRevisionBody {
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly resolve?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface RetrieveEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
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
}

export interface LogEnvironmentRevisionsBody {
  readonly environment_revisions?: {
    readonly environment_id?: string | null
    readonly artifact_id?: string | null
    readonly environment_variant_id?: string | null
    readonly variant_id?: string | null
    readonly environment_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly environment?: {
    readonly environment_id?: string | null
    readonly artifact_id?: string | null
    readonly environment_variant_id?: string | null
    readonly variant_id?: string | null
    readonly environment_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly include_data?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface LogEnvironmentRevisionsAnswer {
  readonly count: number
  readonly environment_revisions: readonly EnvironmentRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DiffEnvironmentRevisionsBody {
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly base_environment_ref?: Reference | null
  readonly base_environment_variant_ref?: Reference | null
  readonly base_environment_revision_ref?: Reference | null
}

export interface DiffEnvironmentRevisionsAnswer {
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

export interface ResolveEnvironmentRevisionBody {
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly environment_revision?: {
    readonly data?: EnvironmentData | null
  } | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: {
    readonly [key: string]: unknown
  }
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
}

export interface FetchEnvironmentQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchEnvironmentAnswer {
  readonly count: number
  readonly environment?: Environment
}

export interface EditEnvironmentBody {
  readonly environment: {
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

export interface EditEnvironmentAnswer {
  readonly count: number
  readonly environment?: Environment
}

export interface QueryEnvironmentsBody {
  readonly environment?: {
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
  readonly environment_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryEnvironmentsQuery {
  readonly environment_id?: string | null
  readonly environment_slug?: string | null
  readonly environment_ids?: readonly string[] | null
  readonly environment_slugs?: readonly string[] | null
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

export interface QueryEnvironmentsAnswer {
  readonly count: number
  readonly environments: readonly Environment[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveEnvironmentAnswer {
  readonly count: number
  readonly environment?: Environment
}

export interface UnarchiveEnvironmentAnswer {
  readonly count: number
  readonly environment?: Environment
}

export interface FetchEnvironmentVariantQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchEnvironmentVariantAnswer {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
}

export interface EditEnvironmentVariantBody {
  readonly environment_variant: {
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

export interface EditEnvironmentVariantAnswer {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
}

export interface QueryEnvironmentVariantsBody {
  readonly environment_variant?: {
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
  readonly environment_refs?: ReadonlyArray<Reference | null> | null
  readonly environment_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryEnvironmentVariantsQuery {
  readonly environment_id?: string | null
  readonly environment_slug?: string | null
  readonly environment_ids?: readonly string[] | null
  readonly environment_slugs?: readonly string[] | null
  readonly environment_variant_id?: string | null
  readonly environment_variant_slug?: string | null
  readonly environment_variant_ids?: readonly string[] | null
  readonly environment_variant_slugs?: readonly string[] | null
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

export interface QueryEnvironmentVariantsAnswer {
  readonly count: number
  readonly environment_variants: readonly EnvironmentVariant[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveEnvironmentVariantAnswer {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
}

export interface UnarchiveEnvironmentVariantAnswer {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
}

export interface FetchEnvironmentRevisionQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
}

export interface EditEnvironmentRevisionBody {
  readonly environment_revision: {
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

export interface EditEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
}

export interface QueryEnvironmentRevisionsBody {
  readonly environment_revision?: {
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
  readonly environment_refs?: ReadonlyArray<Reference | null> | null
  readonly environment_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly environment_revision_refs?: ReadonlyArray<Reference | null> | null
  readonly references?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryEnvironmentRevisionsQuery {
  readonly environment_id?: string | null
  readonly environment_slug?: string | null
  readonly environment_ids?: readonly string[] | null
  readonly environment_slugs?: readonly string[] | null
  readonly environment_variant_id?: string | null
  readonly environment_variant_slug?: string | null
  readonly environment_variant_ids?: readonly string[] | null
  readonly environment_variant_slugs?: readonly string[] | null
  readonly environment_revision_id?: string | null
  readonly environment_revision_slug?: string | null
  readonly environment_revision_ids?: readonly string[] | null
  readonly environment_revision_slugs?: readonly string[] | null
  readonly environment_revision_version?: string | number | null
  readonly environment_revision_versions?: ReadonlyArray<string | number> | null
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

export interface QueryEnvironmentRevisionsAnswer {
  readonly count: number
  readonly environment_revisions: readonly EnvironmentRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
}

export interface UnarchiveEnvironmentRevisionAnswer {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
}

export const environments = (core: Core) => ({
  /** Make one environment, without a variant. */
  create: (body: CreateEnvironmentBody, options?: CallOptions & { readonly query?: CreateEnvironmentQuery }) =>
    core.json<CreateEnvironmentAnswer>('POST /api/environments/', { body, query: options?.query, options }),
  /** Make one variant of a environment, without a revision. */
  createVariant: (body: CreateEnvironmentVariantBody, options?: CallOptions) =>
    core.json<CreateEnvironmentVariantAnswer>('POST /api/environments/variants/', { body, options }),
  /** Make a variant with copies of a history up to one revision. */
  fork: (body: ForkEnvironmentVariantBody, options?: CallOptions & { readonly query?: ForkEnvironmentVariantQuery }) =>
    core.json<ForkEnvironmentVariantAnswer>('POST /api/environments/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<CreateEnvironmentRevisionAnswer>('POST /api/environments/revisions/', { body, options }),
  /** Commit a payload, or a change of one, to a variant. */
  commit: (body: CommitEnvironmentRevisionBody, options?: CallOptions & { readonly query?: CommitEnvironmentRevisionQuery }) =>
    core.json<CommitEnvironmentRevisionAnswer>('POST /api/environments/revisions/commit', { body, query: options?.query, options }),
  /** Find one revision by references: revision over variant over environment over artifact. */
  retrieve: (body: RetrieveEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<RetrieveEnvironmentRevisionAnswer>('POST /api/environments/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogEnvironmentRevisionsBody, options?: CallOptions) =>
    core.json<LogEnvironmentRevisionsAnswer>('POST /api/environments/revisions/log', { body, repeatable: true, options }),
  /** What changed between two revisions. */
  diff: (body: DiffEnvironmentRevisionsBody, options?: CallOptions) =>
    core.json<DiffEnvironmentRevisionsAnswer>('POST /api/environments/revisions/diff', { body, repeatable: true, options }),
  /** A revision, stored or inline, with its embeds replaced. */
  resolve: (body: ResolveEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<ResolveEnvironmentRevisionAnswer>('POST /api/environments/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one environment, archived or not. */
  fetch: (id: string, query?: FetchEnvironmentQuery, options?: CallOptions) =>
    core.json<FetchEnvironmentAnswer>(`GET /api/environments/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one environment. */
  edit: (id: string, body: EditEnvironmentBody, options?: CallOptions) =>
    core.json<EditEnvironmentAnswer>(`PUT /api/environments/${at(id)}`, { body, repeatable: true, options }),
  /** List environments that match, newest first. */
  query: (body?: QueryEnvironmentsBody, options?: CallOptions & { readonly query?: QueryEnvironmentsQuery }) =>
    core.pages<QueryEnvironmentsAnswer, 'environments'>('POST /api/environments/query', 'environments', { body, query: options?.query, repeatable: true, options }),
  /** Hide one environment and what stands below it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveEnvironmentAnswer>(`POST /api/environments/${at(id)}/archive`, { options }),
  /** Show one environment in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEnvironmentAnswer>(`POST /api/environments/${at(id)}/unarchive`, { options }),
  /** Fetch one environment variant, archived or not. */
  fetchVariant: (id: string, query?: FetchEnvironmentVariantQuery, options?: CallOptions) =>
    core.json<FetchEnvironmentVariantAnswer>(`GET /api/environments/variants/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one environment variant. */
  editVariant: (id: string, body: EditEnvironmentVariantBody, options?: CallOptions) =>
    core.json<EditEnvironmentVariantAnswer>(`PUT /api/environments/variants/${at(id)}`, { body, repeatable: true, options }),
  /** List environment variants that match, newest first. */
  queryVariants: (body?: QueryEnvironmentVariantsBody, options?: CallOptions & { readonly query?: QueryEnvironmentVariantsQuery }) =>
    core.pages<QueryEnvironmentVariantsAnswer, 'environment_variants'>('POST /api/environments/variants/query', 'environment_variants', { body, query: options?.query, repeatable: true, options }),
  /** Hide one environment variant and what stands below it from queries. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveEnvironmentVariantAnswer>(`POST /api/environments/variants/${at(id)}/archive`, { options }),
  /** Show one environment variant in queries again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEnvironmentVariantAnswer>(`POST /api/environments/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one environment revision, archived or not. */
  fetchRevision: (id: string, query?: FetchEnvironmentRevisionQuery, options?: CallOptions) =>
    core.json<FetchEnvironmentRevisionAnswer>(`GET /api/environments/revisions/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one environment revision. */
  editRevision: (id: string, body: EditEnvironmentRevisionBody, options?: CallOptions) =>
    core.json<EditEnvironmentRevisionAnswer>(`PUT /api/environments/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** List environment revisions that match, newest first. */
  queryRevisions: (body?: QueryEnvironmentRevisionsBody, options?: CallOptions & { readonly query?: QueryEnvironmentRevisionsQuery }) =>
    core.pages<QueryEnvironmentRevisionsAnswer, 'environment_revisions'>('POST /api/environments/revisions/query', 'environment_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Hide one environment revision and what stands below it from queries. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveEnvironmentRevisionAnswer>(`POST /api/environments/revisions/${at(id)}/archive`, { options }),
  /** Show one environment revision in queries again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEnvironmentRevisionAnswer>(`POST /api/environments/revisions/${at(id)}/unarchive`, { options }),
})
