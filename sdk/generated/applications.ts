// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Application, ApplicationRevision, ApplicationVariant, Reference, Windowing, WorkflowData, WorkflowDelta } from './schemas.ts'

export interface CreateApplicationBody {
  readonly application: {
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

export interface CreateApplicationQuery {
  readonly application_id?: string | null
}

export interface CreateApplicationAnswer {
  readonly count: number
  readonly application?: Application
}

export interface CreateApplicationVariantBody {
  readonly application_variant: {
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
    readonly application_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
  }
}

export interface CreateApplicationVariantAnswer {
  readonly count: number
  readonly application_variant?: ApplicationVariant
}

export interface ForkApplicationVariantBody {
  readonly application_variant: {
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
  readonly application_ref?: Reference | null
  readonly application_variant_ref?: Reference | null
  readonly application_revision_ref?: Reference | null
}

export interface ForkApplicationVariantQuery {
  readonly application_variant_id?: string | null
}

export interface ForkApplicationVariantAnswer {
  readonly count: number
  readonly application_variant?: ApplicationVariant
}

export interface CreateApplicationRevisionBody {
  readonly application_revision: {
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
    readonly application_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly application_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly application_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: WorkflowData | null
    readonly delta?: WorkflowDelta | null
  }
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CreateApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
}

export interface CommitApplicationRevisionBody {
  readonly application_revision?: {
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
    readonly application_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly application_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly application_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: WorkflowData | null
    readonly delta?: WorkflowDelta | null
  } | null
  readonly application_revision_commit?: {
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
    readonly application_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly application_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly application_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: WorkflowData | null
    readonly delta?: WorkflowDelta | null
  } | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface CommitApplicationRevisionQuery {
  readonly application_variant_id?: string | null
}

export interface CommitApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: ReadonlyArray<{
    readonly code: string
    readonly message: string
    readonly target?: ReadonlyArray<string | number>
  }>
}

export interface RetrieveApplicationRevisionBody {
  readonly application_ref?: Reference | null
  readonly application_variant_ref?: Reference | null
  readonly application_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly resolve?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface RetrieveApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
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

export interface LogApplicationRevisionsBody {
  readonly application_revisions?: {
    readonly application_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly application_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly application_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly application?: {
    readonly application_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly application_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly application_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly include_data?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface LogApplicationRevisionsAnswer {
  readonly count: number
  readonly application_revisions: readonly ApplicationRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DiffApplicationRevisionsBody {
  readonly application_ref?: Reference | null
  readonly application_variant_ref?: Reference | null
  readonly application_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly base_application_ref?: Reference | null
  readonly base_application_variant_ref?: Reference | null
  readonly base_application_revision_ref?: Reference | null
  readonly base_environment_ref?: Reference | null
  readonly base_environment_variant_ref?: Reference | null
  readonly base_environment_revision_ref?: Reference | null
  readonly base_key?: string | null
}

export interface DiffApplicationRevisionsAnswer {
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

export interface DeployApplicationRevisionBody {
  readonly application_ref?: Reference | null
  readonly application_variant_ref?: Reference | null
  readonly application_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
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

export interface ResolveApplicationRevisionBody {
  readonly application_ref?: Reference | null
  readonly application_variant_ref?: Reference | null
  readonly application_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly application_revision?: {
    readonly data?: WorkflowData | null
  } | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: {
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

export interface FetchApplicationQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchApplicationAnswer {
  readonly count: number
  readonly application?: Application
}

export interface EditApplicationBody {
  readonly application: {
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

export interface EditApplicationAnswer {
  readonly count: number
  readonly application?: Application
}

export interface QueryApplicationsBody {
  readonly application?: {
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
  readonly application_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryApplicationsQuery {
  readonly application_id?: string | null
  readonly application_slug?: string | null
  readonly application_ids?: readonly string[] | null
  readonly application_slugs?: readonly string[] | null
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

export interface QueryApplicationsAnswer {
  readonly count: number
  readonly applications: readonly Application[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveApplicationAnswer {
  readonly count: number
  readonly application?: Application
}

export interface UnarchiveApplicationAnswer {
  readonly count: number
  readonly application?: Application
}

export interface FetchApplicationVariantQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchApplicationVariantAnswer {
  readonly count: number
  readonly application_variant?: ApplicationVariant
}

export interface EditApplicationVariantBody {
  readonly application_variant: {
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

export interface EditApplicationVariantAnswer {
  readonly count: number
  readonly application_variant?: ApplicationVariant
}

export interface QueryApplicationVariantsBody {
  readonly application_variant?: {
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
  readonly application_refs?: ReadonlyArray<Reference | null> | null
  readonly application_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryApplicationVariantsQuery {
  readonly application_id?: string | null
  readonly application_slug?: string | null
  readonly application_ids?: readonly string[] | null
  readonly application_slugs?: readonly string[] | null
  readonly application_variant_id?: string | null
  readonly application_variant_slug?: string | null
  readonly application_variant_ids?: readonly string[] | null
  readonly application_variant_slugs?: readonly string[] | null
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

export interface QueryApplicationVariantsAnswer {
  readonly count: number
  readonly application_variants: readonly ApplicationVariant[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveApplicationVariantAnswer {
  readonly count: number
  readonly application_variant?: ApplicationVariant
}

export interface UnarchiveApplicationVariantAnswer {
  readonly count: number
  readonly application_variant?: ApplicationVariant
}

export interface FetchApplicationRevisionQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
}

export interface EditApplicationRevisionBody {
  readonly application_revision: {
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

export interface EditApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
}

export interface QueryApplicationRevisionsBody {
  readonly application_revision?: {
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
  readonly application_refs?: ReadonlyArray<Reference | null> | null
  readonly application_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly application_revision_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryApplicationRevisionsQuery {
  readonly application_id?: string | null
  readonly application_slug?: string | null
  readonly application_ids?: readonly string[] | null
  readonly application_slugs?: readonly string[] | null
  readonly application_variant_id?: string | null
  readonly application_variant_slug?: string | null
  readonly application_variant_ids?: readonly string[] | null
  readonly application_variant_slugs?: readonly string[] | null
  readonly application_revision_id?: string | null
  readonly application_revision_slug?: string | null
  readonly application_revision_ids?: readonly string[] | null
  readonly application_revision_slugs?: readonly string[] | null
  readonly application_revision_version?: string | number | null
  readonly application_revision_versions?: ReadonlyArray<string | number> | null
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

export interface QueryApplicationRevisionsAnswer {
  readonly count: number
  readonly application_revisions: readonly ApplicationRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
}

export interface UnarchiveApplicationRevisionAnswer {
  readonly count: number
  readonly application_revision?: ApplicationRevision
}

export const applications = (core: Core) => ({
  /** Make one application, without a variant. */
  create: (body: CreateApplicationBody, options?: CallOptions & { readonly query?: CreateApplicationQuery }) =>
    core.json<CreateApplicationAnswer>('POST /api/applications/', { body, query: options?.query, options }),
  /** Make one variant of a application, without a revision. */
  createVariant: (body: CreateApplicationVariantBody, options?: CallOptions) =>
    core.json<CreateApplicationVariantAnswer>('POST /api/applications/variants/', { body, options }),
  /** Make a variant with copies of a history up to one revision. */
  fork: (body: ForkApplicationVariantBody, options?: CallOptions & { readonly query?: ForkApplicationVariantQuery }) =>
    core.json<ForkApplicationVariantAnswer>('POST /api/applications/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateApplicationRevisionBody, options?: CallOptions) =>
    core.json<CreateApplicationRevisionAnswer>('POST /api/applications/revisions/', { body, options }),
  /** Commit a payload, or a change of one, to a variant. */
  commit: (body: CommitApplicationRevisionBody, options?: CallOptions & { readonly query?: CommitApplicationRevisionQuery }) =>
    core.json<CommitApplicationRevisionAnswer>('POST /api/applications/revisions/commit', { body, query: options?.query, options }),
  /** Find one revision by references: revision over variant over environment over artifact. */
  retrieve: (body: RetrieveApplicationRevisionBody, options?: CallOptions) =>
    core.json<RetrieveApplicationRevisionAnswer>('POST /api/applications/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogApplicationRevisionsBody, options?: CallOptions) =>
    core.json<LogApplicationRevisionsAnswer>('POST /api/applications/revisions/log', { body, repeatable: true, options }),
  /** What changed between two revisions. */
  diff: (body: DiffApplicationRevisionsBody, options?: CallOptions) =>
    core.json<DiffApplicationRevisionsAnswer>('POST /api/applications/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployApplicationRevisionBody, options?: CallOptions) =>
    core.json<DeployApplicationRevisionAnswer>('POST /api/applications/revisions/deploy', { body, options }),
  /** A revision, stored or inline, with its embeds replaced. */
  resolve: (body: ResolveApplicationRevisionBody, options?: CallOptions) =>
    core.json<ResolveApplicationRevisionAnswer>('POST /api/applications/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one application, archived or not. */
  fetch: (id: string, query?: FetchApplicationQuery, options?: CallOptions) =>
    core.json<FetchApplicationAnswer>(`GET /api/applications/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one application. */
  edit: (id: string, body: EditApplicationBody, options?: CallOptions) =>
    core.json<EditApplicationAnswer>(`PUT /api/applications/${at(id)}`, { body, repeatable: true, options }),
  /** List applications that match, newest first. */
  query: (body?: QueryApplicationsBody, options?: CallOptions & { readonly query?: QueryApplicationsQuery }) =>
    core.pages<QueryApplicationsAnswer, 'applications'>('POST /api/applications/query', 'applications', { body, query: options?.query, repeatable: true, options }),
  /** Hide one application and what stands below it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveApplicationAnswer>(`POST /api/applications/${at(id)}/archive`, { options }),
  /** Show one application in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveApplicationAnswer>(`POST /api/applications/${at(id)}/unarchive`, { options }),
  /** Fetch one application variant, archived or not. */
  fetchVariant: (id: string, query?: FetchApplicationVariantQuery, options?: CallOptions) =>
    core.json<FetchApplicationVariantAnswer>(`GET /api/applications/variants/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one application variant. */
  editVariant: (id: string, body: EditApplicationVariantBody, options?: CallOptions) =>
    core.json<EditApplicationVariantAnswer>(`PUT /api/applications/variants/${at(id)}`, { body, repeatable: true, options }),
  /** List application variants that match, newest first. */
  queryVariants: (body?: QueryApplicationVariantsBody, options?: CallOptions & { readonly query?: QueryApplicationVariantsQuery }) =>
    core.pages<QueryApplicationVariantsAnswer, 'application_variants'>('POST /api/applications/variants/query', 'application_variants', { body, query: options?.query, repeatable: true, options }),
  /** Hide one application variant and what stands below it from queries. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveApplicationVariantAnswer>(`POST /api/applications/variants/${at(id)}/archive`, { options }),
  /** Show one application variant in queries again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveApplicationVariantAnswer>(`POST /api/applications/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one application revision, archived or not. */
  fetchRevision: (id: string, query?: FetchApplicationRevisionQuery, options?: CallOptions) =>
    core.json<FetchApplicationRevisionAnswer>(`GET /api/applications/revisions/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one application revision. */
  editRevision: (id: string, body: EditApplicationRevisionBody, options?: CallOptions) =>
    core.json<EditApplicationRevisionAnswer>(`PUT /api/applications/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** List application revisions that match, newest first. */
  queryRevisions: (body?: QueryApplicationRevisionsBody, options?: CallOptions & { readonly query?: QueryApplicationRevisionsQuery }) =>
    core.pages<QueryApplicationRevisionsAnswer, 'application_revisions'>('POST /api/applications/revisions/query', 'application_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Hide one application revision and what stands below it from queries. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveApplicationRevisionAnswer>(`POST /api/applications/revisions/${at(id)}/archive`, { options }),
  /** Show one application revision in queries again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveApplicationRevisionAnswer>(`POST /api/applications/revisions/${at(id)}/unarchive`, { options }),
})
