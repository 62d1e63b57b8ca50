// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, Windowing, Workflow, WorkflowData, WorkflowDelta, WorkflowRevision, WorkflowVariant } from './schemas.ts'

export interface CreateWorkflowBody {
  readonly workflow: {
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

export interface CreateWorkflowQuery {
  readonly workflow_id?: string | null
}

export interface CreateWorkflowAnswer {
  readonly count: number
  readonly workflow?: Workflow
}

export interface CreateWorkflowVariantBody {
  readonly workflow_variant: {
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
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
  }
}

export interface CreateWorkflowVariantAnswer {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
}

export interface ForkWorkflowVariantBody {
  readonly workflow_variant: {
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
  readonly workflow_ref?: Reference | null
  readonly workflow_variant_ref?: Reference | null
  readonly workflow_revision_ref?: Reference | null
}

export interface ForkWorkflowVariantQuery {
  readonly workflow_variant_id?: string | null
}

export interface ForkWorkflowVariantAnswer {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
}

export interface CreateWorkflowRevisionBody {
  readonly workflow_revision: {
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
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
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

export interface CreateWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
}

export interface CommitWorkflowRevisionBody {
  readonly workflow_revision?: {
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
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: WorkflowData | null
    readonly delta?: WorkflowDelta | null
  } | null
  readonly workflow_revision_commit?: {
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
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
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

export interface CommitWorkflowRevisionQuery {
  readonly workflow_variant_id?: string | null
}

export interface CommitWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: ReadonlyArray<{
    readonly code: string
    readonly message: string
    readonly target?: ReadonlyArray<string | number>
  }>
}

export interface RetrieveWorkflowRevisionBody {
  readonly workflow_ref?: Reference | null
  readonly workflow_variant_ref?: Reference | null
  readonly workflow_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly resolve?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface RetrieveWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
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

export interface LogWorkflowRevisionsBody {
  readonly workflow_revisions?: {
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly workflow?: {
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly include_data?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface LogWorkflowRevisionsAnswer {
  readonly count: number
  readonly workflow_revisions: readonly WorkflowRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DiffWorkflowRevisionsBody {
  readonly workflow_ref?: Reference | null
  readonly workflow_variant_ref?: Reference | null
  readonly workflow_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly base_workflow_ref?: Reference | null
  readonly base_workflow_variant_ref?: Reference | null
  readonly base_workflow_revision_ref?: Reference | null
  readonly base_environment_ref?: Reference | null
  readonly base_environment_variant_ref?: Reference | null
  readonly base_environment_revision_ref?: Reference | null
  readonly base_key?: string | null
}

export interface DiffWorkflowRevisionsAnswer {
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

export interface DeployWorkflowRevisionBody {
  readonly workflow_ref?: Reference | null
  readonly workflow_variant_ref?: Reference | null
  readonly workflow_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
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

export interface ResolveWorkflowRevisionBody {
  readonly workflow_ref?: Reference | null
  readonly workflow_variant_ref?: Reference | null
  readonly workflow_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly workflow_revision?: {
    readonly data?: WorkflowData | null
  } | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: {
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

export interface FetchWorkflowQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchWorkflowAnswer {
  readonly count: number
  readonly workflow?: Workflow
}

export interface EditWorkflowBody {
  readonly workflow: {
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

export interface EditWorkflowAnswer {
  readonly count: number
  readonly workflow?: Workflow
}

export interface QueryWorkflowsBody {
  readonly workflow?: {
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
  readonly workflow_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryWorkflowsQuery {
  readonly workflow_id?: string | null
  readonly workflow_slug?: string | null
  readonly workflow_ids?: readonly string[] | null
  readonly workflow_slugs?: readonly string[] | null
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

export interface QueryWorkflowsAnswer {
  readonly count: number
  readonly workflows: readonly Workflow[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveWorkflowAnswer {
  readonly count: number
  readonly workflow?: Workflow
}

export interface UnarchiveWorkflowAnswer {
  readonly count: number
  readonly workflow?: Workflow
}

export interface FetchWorkflowVariantQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchWorkflowVariantAnswer {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
}

export interface EditWorkflowVariantBody {
  readonly workflow_variant: {
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

export interface EditWorkflowVariantAnswer {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
}

export interface QueryWorkflowVariantsBody {
  readonly workflow_variant?: {
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
  readonly workflow_refs?: ReadonlyArray<Reference | null> | null
  readonly workflow_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryWorkflowVariantsQuery {
  readonly workflow_id?: string | null
  readonly workflow_slug?: string | null
  readonly workflow_ids?: readonly string[] | null
  readonly workflow_slugs?: readonly string[] | null
  readonly workflow_variant_id?: string | null
  readonly workflow_variant_slug?: string | null
  readonly workflow_variant_ids?: readonly string[] | null
  readonly workflow_variant_slugs?: readonly string[] | null
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

export interface QueryWorkflowVariantsAnswer {
  readonly count: number
  readonly workflow_variants: readonly WorkflowVariant[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveWorkflowVariantAnswer {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
}

export interface UnarchiveWorkflowVariantAnswer {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
}

export interface FetchWorkflowRevisionQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
}

export interface EditWorkflowRevisionBody {
  readonly workflow_revision: {
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

export interface EditWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
}

export interface QueryWorkflowRevisionsBody {
  readonly workflow_revision?: {
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
  readonly workflow_refs?: ReadonlyArray<Reference | null> | null
  readonly workflow_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly workflow_revision_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryWorkflowRevisionsQuery {
  readonly workflow_id?: string | null
  readonly workflow_slug?: string | null
  readonly workflow_ids?: readonly string[] | null
  readonly workflow_slugs?: readonly string[] | null
  readonly workflow_variant_id?: string | null
  readonly workflow_variant_slug?: string | null
  readonly workflow_variant_ids?: readonly string[] | null
  readonly workflow_variant_slugs?: readonly string[] | null
  readonly workflow_revision_id?: string | null
  readonly workflow_revision_slug?: string | null
  readonly workflow_revision_ids?: readonly string[] | null
  readonly workflow_revision_slugs?: readonly string[] | null
  readonly workflow_revision_version?: string | number | null
  readonly workflow_revision_versions?: ReadonlyArray<string | number> | null
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

export interface QueryWorkflowRevisionsAnswer {
  readonly count: number
  readonly workflow_revisions: readonly WorkflowRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
}

export interface UnarchiveWorkflowRevisionAnswer {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
}

export const workflows = (core: Core) => ({
  /** Make one workflow, without a variant. */
  create: (body: CreateWorkflowBody, options?: CallOptions & { readonly query?: CreateWorkflowQuery }) =>
    core.json<CreateWorkflowAnswer>('POST /api/workflows/', { body, query: options?.query, options }),
  /** Make one variant of a workflow, without a revision. */
  createVariant: (body: CreateWorkflowVariantBody, options?: CallOptions) =>
    core.json<CreateWorkflowVariantAnswer>('POST /api/workflows/variants/', { body, options }),
  /** Make a variant with copies of a history up to one revision. */
  fork: (body: ForkWorkflowVariantBody, options?: CallOptions & { readonly query?: ForkWorkflowVariantQuery }) =>
    core.json<ForkWorkflowVariantAnswer>('POST /api/workflows/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateWorkflowRevisionBody, options?: CallOptions) =>
    core.json<CreateWorkflowRevisionAnswer>('POST /api/workflows/revisions/', { body, options }),
  /** Commit a payload, or a change of one, to a variant. */
  commit: (body: CommitWorkflowRevisionBody, options?: CallOptions & { readonly query?: CommitWorkflowRevisionQuery }) =>
    core.json<CommitWorkflowRevisionAnswer>('POST /api/workflows/revisions/commit', { body, query: options?.query, options }),
  /** Find one revision by references: revision over variant over environment over artifact. */
  retrieve: (body: RetrieveWorkflowRevisionBody, options?: CallOptions) =>
    core.json<RetrieveWorkflowRevisionAnswer>('POST /api/workflows/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogWorkflowRevisionsBody, options?: CallOptions) =>
    core.json<LogWorkflowRevisionsAnswer>('POST /api/workflows/revisions/log', { body, repeatable: true, options }),
  /** What changed between two revisions. */
  diff: (body: DiffWorkflowRevisionsBody, options?: CallOptions) =>
    core.json<DiffWorkflowRevisionsAnswer>('POST /api/workflows/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployWorkflowRevisionBody, options?: CallOptions) =>
    core.json<DeployWorkflowRevisionAnswer>('POST /api/workflows/revisions/deploy', { body, options }),
  /** A revision, stored or inline, with its embeds replaced. */
  resolve: (body: ResolveWorkflowRevisionBody, options?: CallOptions) =>
    core.json<ResolveWorkflowRevisionAnswer>('POST /api/workflows/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one workflow, archived or not. */
  fetch: (id: string, query?: FetchWorkflowQuery, options?: CallOptions) =>
    core.json<FetchWorkflowAnswer>(`GET /api/workflows/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one workflow. */
  edit: (id: string, body: EditWorkflowBody, options?: CallOptions) =>
    core.json<EditWorkflowAnswer>(`PUT /api/workflows/${at(id)}`, { body, repeatable: true, options }),
  /** List workflows that match, newest first. */
  query: (body?: QueryWorkflowsBody, options?: CallOptions & { readonly query?: QueryWorkflowsQuery }) =>
    core.pages<QueryWorkflowsAnswer, 'workflows'>('POST /api/workflows/query', 'workflows', { body, query: options?.query, repeatable: true, options }),
  /** Hide one workflow and what stands below it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveWorkflowAnswer>(`POST /api/workflows/${at(id)}/archive`, { options }),
  /** Show one workflow in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveWorkflowAnswer>(`POST /api/workflows/${at(id)}/unarchive`, { options }),
  /** Fetch one workflow variant, archived or not. */
  fetchVariant: (id: string, query?: FetchWorkflowVariantQuery, options?: CallOptions) =>
    core.json<FetchWorkflowVariantAnswer>(`GET /api/workflows/variants/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one workflow variant. */
  editVariant: (id: string, body: EditWorkflowVariantBody, options?: CallOptions) =>
    core.json<EditWorkflowVariantAnswer>(`PUT /api/workflows/variants/${at(id)}`, { body, repeatable: true, options }),
  /** List workflow variants that match, newest first. */
  queryVariants: (body?: QueryWorkflowVariantsBody, options?: CallOptions & { readonly query?: QueryWorkflowVariantsQuery }) =>
    core.pages<QueryWorkflowVariantsAnswer, 'workflow_variants'>('POST /api/workflows/variants/query', 'workflow_variants', { body, query: options?.query, repeatable: true, options }),
  /** Hide one workflow variant and what stands below it from queries. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveWorkflowVariantAnswer>(`POST /api/workflows/variants/${at(id)}/archive`, { options }),
  /** Show one workflow variant in queries again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveWorkflowVariantAnswer>(`POST /api/workflows/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one workflow revision, archived or not. */
  fetchRevision: (id: string, query?: FetchWorkflowRevisionQuery, options?: CallOptions) =>
    core.json<FetchWorkflowRevisionAnswer>(`GET /api/workflows/revisions/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one workflow revision. */
  editRevision: (id: string, body: EditWorkflowRevisionBody, options?: CallOptions) =>
    core.json<EditWorkflowRevisionAnswer>(`PUT /api/workflows/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** List workflow revisions that match, newest first. */
  queryRevisions: (body?: QueryWorkflowRevisionsBody, options?: CallOptions & { readonly query?: QueryWorkflowRevisionsQuery }) =>
    core.pages<QueryWorkflowRevisionsAnswer, 'workflow_revisions'>('POST /api/workflows/revisions/query', 'workflow_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Hide one workflow revision and what stands below it from queries. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveWorkflowRevisionAnswer>(`POST /api/workflows/revisions/${at(id)}/archive`, { options }),
  /** Show one workflow revision in queries again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveWorkflowRevisionAnswer>(`POST /api/workflows/revisions/${at(id)}/unarchive`, { options }),
})
