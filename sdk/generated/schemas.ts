// Written by `npm run sdk` from docs/openapi.json. Do not edit.

/** JSON whose members are free. */
export type JsonObject = Readonly<Record<string, unknown>>

export interface Error {
  /** One of a closed list of words. */
  readonly code: 'reference_required' | 'reference_insufficient' | 'reference_mismatch' | 'key_required' | 'id_mismatch' | 'data_or_delta' | 'data_required' | 'fork_source_empty' | 'slug_reserved' | 'cursor_unknown' | 'filter_invalid' | 'trace_invalid' | 'payload_undecodable' | 'embed_failed' | 'unauthorized' | 'forbidden' | 'environment_guarded' | 'not_found' | 'archived' | 'not_deployed' | 'route_not_found' | 'method_not_allowed' | 'slug_conflict' | 'id_conflict' | 'revision_conflict' | 'initial_revision_exists' | 'focus_conflict' | 'merge_conflict' | 'run_closed' | 'run_active' | 'run_not_finished' | 'queue_conflict' | 'payload_too_large' | 'unsupported_media_type' | 'validation_failed' | 'json_invalid' | 'uri_unknown' | 'schema_invalid' | 'output_mismatch' | 'rows_unknown' | 'column_conflict' | 'limit_exceeded' | 'too_many_requests' | 'internal_error' | 'unavailable' | 'budget_exceeded'
  /** A sentence, a list of wrong fields, or an object with a message. */
  readonly detail: string | ReadonlyArray<{
    readonly type: string
    readonly loc: ReadonlyArray<string | number>
    readonly msg: string
    readonly input?: unknown
  }> | {
    readonly message: string
  }
}

/** A page of a list; send it back as answered to read on. */
export interface Windowing {
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
  readonly next?: string | null
  readonly newest?: string | null
  readonly oldest?: string | null
}

export interface ServiceRequest {
  readonly version?: string | null
  readonly references?: {
    readonly [key: string]: Reference
  } | null
  readonly selector?: {
    readonly key?: string | null
    readonly path?: string | null
  } | null
  readonly links?: {
    readonly [key: string]: {
      readonly trace_id: string
      readonly span_id: string
    }
  } | null
  readonly data?: {
    readonly revision?: {
      readonly [key: string]: unknown
    } | null
    readonly parameters?: {
      readonly [key: string]: unknown
    } | null
    readonly inputs?: {
      readonly [key: string]: unknown
    } | null
    readonly testcase?: {
      readonly [key: string]: unknown
    } | null
    readonly outputs?: unknown
    readonly trace?: {
      readonly [key: string]: unknown
    } | null
  } | null
  readonly flags?: {
    readonly [key: string]: unknown
  } | null
  readonly tags?: {
    readonly [key: string]: unknown
  } | null
  readonly meta?: {
    readonly [key: string]: unknown
  } | null
  readonly session_id?: string | null
  readonly secrets?: unknown
  readonly credentials?: unknown
}

/** Names a record by id, slug, or (revisions) version. */
export interface Reference {
  readonly id?: string | null
  readonly slug?: string | null
  readonly version?: string | number | null
}

export interface ServiceResponse {
  readonly version: string
  readonly status: {
    readonly code: number
    readonly message: string
    readonly type?: string
  }
  readonly data?: {
    readonly outputs: unknown
  }
  readonly trace_id: string
  readonly span_id: string
  readonly session_id?: string
}

export interface WorkflowVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly forked_from_revision_id?: string
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly workflow_id: string
  readonly workflow_slug: string
  readonly [key: string]: unknown
}

export interface ApplicationVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly forked_from_revision_id?: string
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly application_id: string
  readonly application_slug: string
  readonly workflow_id: string
  readonly workflow_slug: string
  readonly [key: string]: unknown
}

export interface EvaluatorVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly forked_from_revision_id?: string
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly evaluator_id: string
  readonly evaluator_slug: string
  readonly workflow_id: string
  readonly workflow_slug: string
  readonly [key: string]: unknown
}

export interface TestsetVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly forked_from_revision_id?: string
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly testset_id: string
  readonly testset_slug: string
  readonly [key: string]: unknown
}

export interface QueryVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly forked_from_revision_id?: string
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly query_id: string
  readonly query_slug: string
  readonly [key: string]: unknown
}

export interface EnvironmentVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly forked_from_revision_id?: string
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly environment_id: string
  readonly environment_slug: string
  readonly [key: string]: unknown
}

export interface Workflow {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly [key: string]: unknown
}

export interface WorkflowData {
  readonly uri?: string | null
  readonly url?: string | null
  readonly headers?: {
    readonly [key: string]: string | {
      readonly slug: string
    }
  } | null
  readonly runtime?: 'python' | 'typescript' | 'javascript' | null
  readonly script?: string | null
  readonly schemas?: {
    /** A JSON Schema. */
    readonly parameters?: JsonObject | boolean | null
    /** A JSON Schema. */
    readonly inputs?: JsonObject | boolean | null
    /** A JSON Schema. */
    readonly outputs?: JsonObject | boolean | null
  } | null
  readonly parameters?: {
    readonly [key: string]: unknown
  } | null
}

export interface WorkflowDelta {
  readonly set?: {
    readonly [key: string]: unknown
  } | null
  readonly remove?: readonly string[] | null
}

export interface WorkflowRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly workflow_id: string
  readonly workflow_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly workflow_variant_id: string
  readonly workflow_variant_slug: string
  readonly [key: string]: unknown
}

export interface SimpleWorkflow {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface Application {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly [key: string]: unknown
}

export interface ApplicationRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly application_id: string
  readonly application_slug: string
  readonly workflow_id: string
  readonly workflow_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly application_variant_id: string
  readonly application_variant_slug: string
  readonly workflow_variant_id: string
  readonly workflow_variant_slug: string
  readonly [key: string]: unknown
}

export interface SimpleApplication {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface Evaluator {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly [key: string]: unknown
}

export interface EvaluatorRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly evaluator_id: string
  readonly evaluator_slug: string
  readonly workflow_id: string
  readonly workflow_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly evaluator_variant_id: string
  readonly evaluator_variant_slug: string
  readonly workflow_variant_id: string
  readonly workflow_variant_slug: string
  readonly [key: string]: unknown
}

export interface SimpleEvaluator {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface Testset {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly [key: string]: unknown
}

export interface TestsetData {
  readonly testcase_ids?: readonly string[] | null
  readonly testcases?: ReadonlyArray<{
    readonly data?: {
      readonly [key: string]: unknown
    } | null
    readonly [key: string]: unknown
  }> | null
}

export interface TestsetDelta {
  readonly rows?: {
    readonly [key: string]: unknown
  } | null
  readonly columns?: {
    readonly [key: string]: unknown
  } | null
}

export interface TestsetRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly testset_id: string
  readonly testset_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly testset_variant_id: string
  readonly testset_variant_slug: string
  readonly [key: string]: unknown
}

/** A page of rows; send it back as answered to read on. */
export interface RowWindowing {
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
  readonly next?: string | null
  readonly newest?: unknown
  readonly oldest?: unknown
}

export interface SimpleTestset {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface Query {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly [key: string]: unknown
}

export interface QueryData {
  readonly formatting?: {
    readonly focus?: 'trace' | 'span' | null
    readonly format?: 'agenta' | 'opentelemetry' | null
  } | null
  readonly filtering?: {
    readonly [key: string]: unknown
  } | null
  readonly windowing?: {
    readonly limit?: number | null
    readonly order?: 'ascending' | 'descending' | null
    readonly oldest?: string | number | null
    readonly newest?: string | number | null
    readonly next?: string | null
    readonly rate?: number | null
    readonly interval?: unknown
  } | null
  readonly trace_ids?: unknown
  readonly traces?: unknown
}

export interface QueryRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly query_id: string
  readonly query_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly query_variant_id: string
  readonly query_variant_slug: string
  readonly [key: string]: unknown
}

export interface SimpleQuery {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface Environment {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly [key: string]: unknown
}

export interface EnvironmentData {
  readonly references?: {
    readonly [key: string]: unknown
  } | null
}

export interface EnvironmentDelta {
  readonly set?: {
    readonly [key: string]: unknown
  } | null
  readonly remove?: readonly string[] | null
}

export interface EnvironmentRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly environment_id: string
  readonly environment_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly environment_variant_id: string
  readonly environment_variant_slug: string
  readonly [key: string]: unknown
}

export interface SimpleEnvironment {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly environment_id: string
  readonly version?: string
  readonly [key: string]: unknown
}

export interface MergeResolution {
  readonly testcase_dedup_id: string
  readonly occurrence?: number | null
  readonly path?: readonly string[] | null
  readonly choice?: 'ours' | 'theirs' | null
  readonly value?: unknown
  readonly data?: {
    readonly [key: string]: unknown
  } | null
}

export interface MergeReport {
  readonly status: 'merged' | 'up_to_date' | 'mergeable' | 'conflicts'
  readonly base?: {
    readonly id: string
    readonly version: string
  }
  readonly ours?: {
    readonly id: string
    readonly version: string
  }
  readonly theirs: {
    readonly id: string
    readonly version: string
  }
  readonly counts: {
    readonly [key: string]: number
  }
  readonly conflicts?: ReadonlyArray<{
    readonly kind: 'field' | 'edit_remove'
    readonly [key: string]: unknown
  }>
}

export interface Testcase {
  readonly id: string
  readonly testset_id: string
  readonly set_id: string
  readonly data: {
    readonly [key: string]: unknown
  }
  readonly flags?: {
    readonly [key: string]: unknown
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly [key: string]: unknown
}

/** One trace of one span, as a flat record. */
export interface SimpleTrace {
  readonly trace_id: string
  readonly span_id: string
  readonly origin: string
  readonly kind: string
  readonly channel: string
  readonly data: {
    readonly [key: string]: unknown
  }
  readonly references: {
    readonly [key: string]: unknown
  }
  readonly links: {
    readonly [key: string]: unknown
  } | ReadonlyArray<{
    readonly [key: string]: unknown
  }>
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
}

export interface SpanWindowing {
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
  readonly oldest?: string | number | null
  readonly newest?: string | number | null
  readonly next?: string | null
  readonly rate?: number | null
  readonly interval?: unknown
}

export interface EvaluationRunData {
  readonly steps?: readonly EvaluationStep[] | null
  readonly repeats?: number | null
  readonly mappings?: ReadonlyArray<{
    readonly column: {
      readonly kind: string
      readonly name: string
    }
    readonly step: {
      readonly key: string
      readonly path: string
    }
  }> | null
  readonly concurrency?: {
    readonly batch_size?: number | null
    readonly max_retries?: number | null
    readonly retry_delay?: number | null
  } | null
}

export interface EvaluationStep {
  readonly key: string
  readonly type: 'input' | 'invocation' | 'annotation'
  readonly origin: 'custom' | 'human' | 'auto'
  readonly references?: {
    readonly [key: string]: Reference
  } | null
  readonly inputs?: ReadonlyArray<{
    readonly key: string
  }> | null
  readonly schemas?: {
    readonly parameters?: {
      readonly [key: string]: unknown
    } | null
    readonly inputs?: {
      readonly [key: string]: unknown
    } | null
    readonly outputs?: {
      readonly [key: string]: unknown
    } | null
  } | null
}

export interface EvaluationRun {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface EvaluationQueue {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly run_id: string
  readonly [key: string]: unknown
}

export interface EvaluationProgress {
  readonly run_id: string
  readonly status: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly is_active: boolean
  readonly executor: 'server' | 'client'
  readonly scenarios: {
    readonly [key: string]: number
  }
  readonly cells: {
    readonly [key: string]: number
  }
  readonly started_at?: string
  readonly finished_at?: string
  readonly estimated_end?: string
}

export interface EvaluationComparison {
  readonly baseline: string | null
  readonly metrics: ReadonlyArray<{
    readonly evaluator: string
    readonly path: string
    readonly type: string
    readonly runs: ReadonlyArray<{
      readonly run_id: string
      readonly count: number
      readonly mean?: number
      readonly std?: number
      readonly ci95?: readonly number[]
    }>
    readonly differences: ReadonlyArray<{
      readonly run_id: string
      readonly mean?: number
      readonly ci95?: readonly number[]
      readonly p_value: number
      readonly test: 'sign_flip_permutation' | 'mcnemar_exact'
      readonly n: number
      readonly wins: number
      readonly losses: number
      readonly ties: number
      readonly significant: boolean
    }>
  }>
  readonly rows: ReadonlyArray<{
    readonly testcase_id?: string
    readonly source_trace_id?: string
    readonly runs: ReadonlyArray<{
      readonly run_id: string
      readonly scenario_id: string
      readonly trace_id?: string
      readonly status: string
      readonly values: {
        readonly [key: string]: {
          readonly [key: string]: unknown
        }
      }
    }>
  }>
}

export interface EvaluationGateRule {
  readonly evaluator: string
  readonly path: string
  readonly statistic: string
  readonly min?: number | null
  readonly max?: number | null
  readonly max_drop?: number | null
  readonly significant_only?: boolean | null
}

export interface EvaluationGate {
  readonly verdict: 'pass' | 'fail'
  readonly reason?: string
  readonly rules: ReadonlyArray<{
    readonly evaluator: string
    readonly path: string
    readonly statistic: string
    readonly value?: number
    readonly baseline?: number
    readonly passed: boolean
    readonly reason?: string
    readonly [key: string]: unknown
  }>
}

export interface EvaluationManifest {
  readonly run_id: string
  readonly revisions: ReadonlyArray<{
    readonly name: string
    readonly id: string
    readonly version: string
    readonly content_hash: string
  }>
  readonly testcases_hash: string
  readonly prices_hash: string
  readonly program_version: string
  readonly created_at: string
  readonly hash: string
}

export interface EvaluationVerification {
  readonly ok: boolean
  readonly mismatches: ReadonlyArray<{
    readonly name: string
    readonly expected: string | null
    readonly actual: string | null
  }>
}

export interface EvaluationScenario {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly run_id: string
  readonly interval?: number
  readonly timestamp?: string
  readonly [key: string]: unknown
}

export interface EvaluationResult {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly run_id: string
  readonly scenario_id: string
  readonly step_key: string
  readonly repeat_idx: number
  readonly trace_id?: string
  readonly testcase_id?: string
  readonly hash_id?: string
  readonly error?: {
    readonly [key: string]: unknown
  }
  readonly interval?: number
  readonly timestamp?: string
  readonly [key: string]: unknown
}

export interface EvaluationMetrics {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly run_id: string
  readonly scenario_id?: string
  readonly interval?: number
  readonly timestamp?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface SimpleEvaluationData {
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly query_steps?: readonly string[] | {
    readonly [key: string]: 'custom' | 'human' | 'auto'
  } | null
  readonly testset_steps?: readonly string[] | {
    readonly [key: string]: 'custom' | 'human' | 'auto'
  } | null
  readonly application_steps?: readonly string[] | {
    readonly [key: string]: 'custom' | 'human' | 'auto'
  } | null
  readonly evaluator_steps?: readonly string[] | {
    readonly [key: string]: 'custom' | 'human' | 'auto'
  } | null
  readonly repeats?: number | null
  readonly concurrency?: {
    readonly batch_size?: number | null
    readonly max_retries?: number | null
    readonly retry_delay?: number | null
  } | null
}

export interface SimpleEvaluation {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly [key: string]: unknown
}

export interface SimpleQueueData {
  readonly kind?: 'traces' | 'testcases' | 'queries' | 'testsets' | null
  readonly queries?: readonly string[] | {
    readonly [key: string]: 'custom' | 'human' | 'auto'
  } | null
  readonly testsets?: readonly string[] | {
    readonly [key: string]: 'custom' | 'human' | 'auto'
  } | null
  readonly evaluators?: readonly string[] | {
    readonly [key: string]: 'custom' | 'human' | 'auto'
  } | null
  readonly repeats?: number | null
  readonly assignments?: ReadonlyArray<readonly string[]> | null
  readonly step_keys?: readonly string[] | null
  readonly settings?: {
    readonly batch_size?: number | null
    readonly batch_offset?: number | null
  } | null
}

export interface SimpleQueue {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: {
    readonly [key: string]: unknown
  }
  readonly meta?: {
    readonly [key: string]: unknown
  }
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: {
    readonly [key: string]: unknown
  }
  readonly run_id: string
  readonly [key: string]: unknown
}
