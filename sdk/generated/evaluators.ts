// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Evaluator, EvaluatorRevision, EvaluatorVariant, Reference, Windowing, WorkflowData, WorkflowDelta } from './schemas.ts'

export interface CreateEvaluatorBody {
  readonly evaluator: {
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

export interface CreateEvaluatorQuery {
  readonly evaluator_id?: string | null
}

export interface CreateEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: Evaluator
}

export interface CreateEvaluatorVariantBody {
  readonly evaluator_variant: {
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
    readonly evaluator_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
  }
}

export interface CreateEvaluatorVariantAnswer {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
}

export interface ForkEvaluatorVariantBody {
  readonly evaluator_variant: {
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
  readonly evaluator_ref?: Reference | null
  readonly evaluator_variant_ref?: Reference | null
  readonly evaluator_revision_ref?: Reference | null
}

export interface ForkEvaluatorVariantQuery {
  readonly evaluator_variant_id?: string | null
}

export interface ForkEvaluatorVariantAnswer {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
}

export interface CreateEvaluatorRevisionBody {
  readonly evaluator_revision: {
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
    readonly evaluator_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly evaluator_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly evaluator_revision_id?: string | null
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

export interface CreateEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
}

export interface CommitEvaluatorRevisionBody {
  readonly evaluator_revision?: {
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
    readonly evaluator_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly evaluator_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly evaluator_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly base_revision_id?: string | null
    readonly message?: string | null
    readonly data?: WorkflowData | null
    readonly delta?: WorkflowDelta | null
  } | null
  readonly evaluator_revision_commit?: {
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
    readonly evaluator_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly evaluator_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly evaluator_revision_id?: string | null
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

export interface CommitEvaluatorRevisionQuery {
  readonly evaluator_variant_id?: string | null
}

export interface CommitEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: ReadonlyArray<{
    readonly code: string
    readonly message: string
    readonly target?: ReadonlyArray<string | number>
  }>
}

export interface RetrieveEvaluatorRevisionBody {
  readonly evaluator_ref?: Reference | null
  readonly evaluator_variant_ref?: Reference | null
  readonly evaluator_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly resolve?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface RetrieveEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
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

export interface LogEvaluatorRevisionsBody {
  readonly evaluator_revisions?: {
    readonly evaluator_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly evaluator_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly evaluator_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly evaluator?: {
    readonly evaluator_id?: string | null
    readonly workflow_id?: string | null
    readonly artifact_id?: string | null
    readonly evaluator_variant_id?: string | null
    readonly workflow_variant_id?: string | null
    readonly variant_id?: string | null
    readonly evaluator_revision_id?: string | null
    readonly workflow_revision_id?: string | null
    readonly revision_id?: string | null
    readonly depth?: number | null
  } | null
  readonly include_data?: boolean | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface LogEvaluatorRevisionsAnswer {
  readonly count: number
  readonly evaluator_revisions: readonly EvaluatorRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DiffEvaluatorRevisionsBody {
  readonly evaluator_ref?: Reference | null
  readonly evaluator_variant_ref?: Reference | null
  readonly evaluator_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly base_evaluator_ref?: Reference | null
  readonly base_evaluator_variant_ref?: Reference | null
  readonly base_evaluator_revision_ref?: Reference | null
  readonly base_environment_ref?: Reference | null
  readonly base_environment_variant_ref?: Reference | null
  readonly base_environment_revision_ref?: Reference | null
  readonly base_key?: string | null
}

export interface DiffEvaluatorRevisionsAnswer {
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

export interface DeployEvaluatorRevisionBody {
  readonly evaluator_ref?: Reference | null
  readonly evaluator_variant_ref?: Reference | null
  readonly evaluator_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
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

export interface ResolveEvaluatorRevisionBody {
  readonly evaluator_ref?: Reference | null
  readonly evaluator_variant_ref?: Reference | null
  readonly evaluator_revision_ref?: Reference | null
  readonly environment_ref?: Reference | null
  readonly environment_variant_ref?: Reference | null
  readonly environment_revision_ref?: Reference | null
  readonly key?: string | null
  readonly evaluator_revision?: {
    readonly data?: WorkflowData | null
  } | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: {
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

export interface FetchEvaluatorQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: Evaluator
}

export interface EditEvaluatorBody {
  readonly evaluator: {
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

export interface EditEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: Evaluator
}

export interface QueryEvaluatorsBody {
  readonly evaluator?: {
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
  readonly evaluator_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryEvaluatorsQuery {
  readonly evaluator_id?: string | null
  readonly evaluator_slug?: string | null
  readonly evaluator_ids?: readonly string[] | null
  readonly evaluator_slugs?: readonly string[] | null
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

export interface QueryEvaluatorsAnswer {
  readonly count: number
  readonly evaluators: readonly Evaluator[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: Evaluator
}

export interface UnarchiveEvaluatorAnswer {
  readonly count: number
  readonly evaluator?: Evaluator
}

export interface FetchEvaluatorVariantQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchEvaluatorVariantAnswer {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
}

export interface EditEvaluatorVariantBody {
  readonly evaluator_variant: {
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

export interface EditEvaluatorVariantAnswer {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
}

export interface QueryEvaluatorVariantsBody {
  readonly evaluator_variant?: {
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
  readonly evaluator_refs?: ReadonlyArray<Reference | null> | null
  readonly evaluator_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryEvaluatorVariantsQuery {
  readonly evaluator_id?: string | null
  readonly evaluator_slug?: string | null
  readonly evaluator_ids?: readonly string[] | null
  readonly evaluator_slugs?: readonly string[] | null
  readonly evaluator_variant_id?: string | null
  readonly evaluator_variant_slug?: string | null
  readonly evaluator_variant_ids?: readonly string[] | null
  readonly evaluator_variant_slugs?: readonly string[] | null
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

export interface QueryEvaluatorVariantsAnswer {
  readonly count: number
  readonly evaluator_variants: readonly EvaluatorVariant[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveEvaluatorVariantAnswer {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
}

export interface UnarchiveEvaluatorVariantAnswer {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
}

export interface FetchEvaluatorRevisionQuery {
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface FetchEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
}

export interface EditEvaluatorRevisionBody {
  readonly evaluator_revision: {
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

export interface EditEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
}

export interface QueryEvaluatorRevisionsBody {
  readonly evaluator_revision?: {
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
  readonly evaluator_refs?: ReadonlyArray<Reference | null> | null
  readonly evaluator_variant_refs?: ReadonlyArray<Reference | null> | null
  readonly evaluator_revision_refs?: ReadonlyArray<Reference | null> | null
  readonly include_archived?: boolean | null
  readonly windowing?: Windowing | null
  readonly include_testcases?: boolean | null
  readonly include_testcase_ids?: boolean | null
}

export interface QueryEvaluatorRevisionsQuery {
  readonly evaluator_id?: string | null
  readonly evaluator_slug?: string | null
  readonly evaluator_ids?: readonly string[] | null
  readonly evaluator_slugs?: readonly string[] | null
  readonly evaluator_variant_id?: string | null
  readonly evaluator_variant_slug?: string | null
  readonly evaluator_variant_ids?: readonly string[] | null
  readonly evaluator_variant_slugs?: readonly string[] | null
  readonly evaluator_revision_id?: string | null
  readonly evaluator_revision_slug?: string | null
  readonly evaluator_revision_ids?: readonly string[] | null
  readonly evaluator_revision_slugs?: readonly string[] | null
  readonly evaluator_revision_version?: string | number | null
  readonly evaluator_revision_versions?: ReadonlyArray<string | number> | null
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

export interface QueryEvaluatorRevisionsAnswer {
  readonly count: number
  readonly evaluator_revisions: readonly EvaluatorRevision[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface ArchiveEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
}

export interface UnarchiveEvaluatorRevisionAnswer {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
}

export const evaluators = (core: Core) => ({
  /** Make one evaluator, without a variant. */
  create: (body: CreateEvaluatorBody, options?: CallOptions & { readonly query?: CreateEvaluatorQuery }) =>
    core.json<CreateEvaluatorAnswer>('POST /api/evaluators/', { body, query: options?.query, options }),
  /** Make one variant of a evaluator, without a revision. */
  createVariant: (body: CreateEvaluatorVariantBody, options?: CallOptions) =>
    core.json<CreateEvaluatorVariantAnswer>('POST /api/evaluators/variants/', { body, options }),
  /** Make a variant with copies of a history up to one revision. */
  fork: (body: ForkEvaluatorVariantBody, options?: CallOptions & { readonly query?: ForkEvaluatorVariantQuery }) =>
    core.json<ForkEvaluatorVariantAnswer>('POST /api/evaluators/variants/fork', { body, query: options?.query, options }),
  /** Write version 0 of a variant that has no revision. */
  createRevision: (body: CreateEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<CreateEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/', { body, options }),
  /** Commit a payload, or a change of one, to a variant. */
  commit: (body: CommitEvaluatorRevisionBody, options?: CallOptions & { readonly query?: CommitEvaluatorRevisionQuery }) =>
    core.json<CommitEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/commit', { body, query: options?.query, options }),
  /** Find one revision by references: revision over variant over environment over artifact. */
  retrieve: (body: RetrieveEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<RetrieveEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/retrieve', { body, repeatable: true, options }),
  /** The history of a variant, newest first. */
  log: (body: LogEvaluatorRevisionsBody, options?: CallOptions) =>
    core.json<LogEvaluatorRevisionsAnswer>('POST /api/evaluators/revisions/log', { body, repeatable: true, options }),
  /** What changed between two revisions. */
  diff: (body: DiffEvaluatorRevisionsBody, options?: CallOptions) =>
    core.json<DiffEvaluatorRevisionsAnswer>('POST /api/evaluators/revisions/diff', { body, repeatable: true, options }),
  /** Point an entry of an environment at a revision. */
  deploy: (body: DeployEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<DeployEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/deploy', { body, options }),
  /** A revision, stored or inline, with its embeds replaced. */
  resolve: (body: ResolveEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<ResolveEvaluatorRevisionAnswer>('POST /api/evaluators/revisions/resolve', { body, repeatable: true, options }),
  /** Fetch one evaluator, archived or not. */
  fetch: (id: string, query?: FetchEvaluatorQuery, options?: CallOptions) =>
    core.json<FetchEvaluatorAnswer>(`GET /api/evaluators/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one evaluator. */
  edit: (id: string, body: EditEvaluatorBody, options?: CallOptions) =>
    core.json<EditEvaluatorAnswer>(`PUT /api/evaluators/${at(id)}`, { body, repeatable: true, options }),
  /** List evaluators that match, newest first. */
  query: (body?: QueryEvaluatorsBody, options?: CallOptions & { readonly query?: QueryEvaluatorsQuery }) =>
    core.pages<QueryEvaluatorsAnswer, 'evaluators'>('POST /api/evaluators/query', 'evaluators', { body, query: options?.query, repeatable: true, options }),
  /** Hide one evaluator and what stands below it from queries. */
  archive: (id: string, options?: CallOptions) =>
    core.json<ArchiveEvaluatorAnswer>(`POST /api/evaluators/${at(id)}/archive`, { options }),
  /** Show one evaluator in queries again. */
  unarchive: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEvaluatorAnswer>(`POST /api/evaluators/${at(id)}/unarchive`, { options }),
  /** Fetch one evaluator variant, archived or not. */
  fetchVariant: (id: string, query?: FetchEvaluatorVariantQuery, options?: CallOptions) =>
    core.json<FetchEvaluatorVariantAnswer>(`GET /api/evaluators/variants/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one evaluator variant. */
  editVariant: (id: string, body: EditEvaluatorVariantBody, options?: CallOptions) =>
    core.json<EditEvaluatorVariantAnswer>(`PUT /api/evaluators/variants/${at(id)}`, { body, repeatable: true, options }),
  /** List evaluator variants that match, newest first. */
  queryVariants: (body?: QueryEvaluatorVariantsBody, options?: CallOptions & { readonly query?: QueryEvaluatorVariantsQuery }) =>
    core.pages<QueryEvaluatorVariantsAnswer, 'evaluator_variants'>('POST /api/evaluators/variants/query', 'evaluator_variants', { body, query: options?.query, repeatable: true, options }),
  /** Hide one evaluator variant and what stands below it from queries. */
  archiveVariant: (id: string, options?: CallOptions) =>
    core.json<ArchiveEvaluatorVariantAnswer>(`POST /api/evaluators/variants/${at(id)}/archive`, { options }),
  /** Show one evaluator variant in queries again. */
  unarchiveVariant: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEvaluatorVariantAnswer>(`POST /api/evaluators/variants/${at(id)}/unarchive`, { options }),
  /** Fetch one evaluator revision, archived or not. */
  fetchRevision: (id: string, query?: FetchEvaluatorRevisionQuery, options?: CallOptions) =>
    core.json<FetchEvaluatorRevisionAnswer>(`GET /api/evaluators/revisions/${at(id)}`, { query, options }),
  /** Change name, description, flags, tags or meta of one evaluator revision. */
  editRevision: (id: string, body: EditEvaluatorRevisionBody, options?: CallOptions) =>
    core.json<EditEvaluatorRevisionAnswer>(`PUT /api/evaluators/revisions/${at(id)}`, { body, repeatable: true, options }),
  /** List evaluator revisions that match, newest first. */
  queryRevisions: (body?: QueryEvaluatorRevisionsBody, options?: CallOptions & { readonly query?: QueryEvaluatorRevisionsQuery }) =>
    core.pages<QueryEvaluatorRevisionsAnswer, 'evaluator_revisions'>('POST /api/evaluators/revisions/query', 'evaluator_revisions', { body, query: options?.query, repeatable: true, options }),
  /** Hide one evaluator revision and what stands below it from queries. */
  archiveRevision: (id: string, options?: CallOptions) =>
    core.json<ArchiveEvaluatorRevisionAnswer>(`POST /api/evaluators/revisions/${at(id)}/archive`, { options }),
  /** Show one evaluator revision in queries again. */
  unarchiveRevision: (id: string, options?: CallOptions) =>
    core.json<UnarchiveEvaluatorRevisionAnswer>(`POST /api/evaluators/revisions/${at(id)}/unarchive`, { options }),
})
