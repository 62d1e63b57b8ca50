// Written by `npm run sdk` from docs/openapi.json. Do not edit.

/** JSON whose members are free. */
export type JsonObject = Readonly<Record<string, unknown>>

export interface ActivityPeriod {
  readonly oldest?: FilterTime | null
  readonly newest?: FilterTime | null
}

/** within: counts and reads only spans that started in this period. filter, filtering: only ids of traces with a matching span. sort: the largest first, as one page. */
export interface ActivityRequest {
  readonly realtime?: Bool | null
  readonly include_totals?: Bool | null
  readonly filter?: FilterText | Filter | null
  readonly filtering?: Filter | null
  readonly within?: ActivityPeriod | null
  readonly sort?: 'duration' | 'traces' | 'failed_traces' | 'tokens' | 'cost' | null
  readonly windowing?: SpanWindowing | null
}

export interface AddSimpleEvaluationScenariosRequest {
  readonly count: number
  readonly timestamp?: Time | null
}

export interface AddSimpleEvaluationStepsRequest {
  readonly steps: readonly EvaluationStep[]
}

export interface AddSimpleQueueTestcasesRequest {
  readonly testcase_ids: readonly Id[]
}

export interface AddSimpleQueueTracesRequest {
  readonly trace_ids: readonly TraceId[]
}

export interface AddSpansToTestsetRevisionRequest {
  readonly testset_id?: Id | null
  readonly testset_variant_id?: Id | null
  readonly base_revision_id?: Id | null
  readonly message?: string | null
  readonly spans: readonly ChosenSpan[]
  readonly mapping?: {
    readonly [key: string]: string
  } | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface AddSpansToTestsetRevisionResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: readonly CommitWarning[]
}

/** metrics: statistics by the path of their attribute. With group_by: group is the value of the field, or a list of two values, null for spans without a value; rest marks the spans of all groups beyond group_limit. */
export interface AnalyticsBucket {
  readonly timestamp: string
  readonly interval: number
  readonly group?: unknown
  readonly rest?: true
  readonly spans?: number
  readonly metrics?: {
    readonly [key: string]: JsonObject
  }
}

export interface AnalyticsRequest {
  readonly focus?: 'trace' | 'span' | null
  readonly format?: unknown
  readonly filter?: FilterText | Filter | null
  readonly filtering?: Filter | null
  readonly windowing?: AnalyticsWindowing | null
  readonly oldest?: FilterTime | null
  readonly newest?: FilterTime | null
  readonly rate?: number | null
  readonly interval?: number | null
  readonly specs?: readonly AnalyticsSpec[] | null
  readonly group_by?: 'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string | ReadonlyArray<'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string> | null
  /** With group_by: the number of separate groups, the same in all buckets. The others form one bucket with rest: true. */
  readonly group_limit?: number | null
  /** With group_limit: the groups with the largest sums of this attribute are separate. Absent: those with the most spans. */
  readonly group_order?: string | null
  readonly heads?: Bool | null
}

/** vmax is not below vmin. */
export interface AnalyticsSpec {
  readonly type: 'numeric/continuous' | 'numeric/discrete' | 'binary' | 'categorical/single' | 'categorical/multiple' | 'string' | 'json' | 'none' | '*'
  readonly path: string
  readonly bins?: number | null
  readonly vmin?: number | null
  readonly vmax?: number | null
  readonly edge?: Bool | null
}

/** interval: the width of a bucket in minutes. */
export interface AnalyticsWindowing {
  readonly oldest?: FilterTime | null
  readonly newest?: FilterTime | null
  readonly rate?: number | null
  readonly interval?: number | null
}

export interface AnnotationEdit {
  readonly data?: JsonObject | null
  readonly references?: NewSimpleReferences | null
  readonly links?: NewAnnotationLinks
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface AnnotationRecordResponse {
  readonly count: number
  readonly annotation?: SimpleTrace
}

export interface Application {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
}

/** One of application_id, workflow_id, artifact_id, application_variant_id, workflow_variant_id, variant_id, application_revision_id, workflow_revision_id or revision_id is required. data and delta exclude each other. */
export interface ApplicationCommit {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly application_id?: Id | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
  readonly application_variant_id?: Id | null
  readonly workflow_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly application_revision_id?: Id | null
  readonly workflow_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  readonly message?: string | null
  readonly if_changed?: Bool | null
  readonly data?: WorkflowData | null
  readonly delta?: WorkflowDelta | null
}

export interface ApplicationListResponse {
  readonly count: number
  readonly applications: readonly Application[]
  readonly windowing?: NextWindowing
}

/** One of application_id, workflow_id, artifact_id, application_variant_id, workflow_variant_id, variant_id, application_revision_id, workflow_revision_id or revision_id is required. */
export interface ApplicationLogTarget {
  readonly application_id?: Id | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
  readonly application_variant_id?: Id | null
  readonly workflow_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly application_revision_id?: Id | null
  readonly workflow_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly depth?: number | null
}

export interface ApplicationResponse {
  readonly count: number
  readonly application?: Application
}

export interface ApplicationRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly data?: JsonObject
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
}

export interface ApplicationRevisionListResponse {
  readonly count: number
  readonly application_revisions: readonly ApplicationRevision[]
  readonly windowing?: NextWindowing
}

export interface ApplicationRevisionResponse {
  readonly count: number
  readonly application_revision?: ApplicationRevision
}

export interface ApplicationVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
}

export interface ApplicationVariantListResponse {
  readonly count: number
  readonly application_variants: readonly ApplicationVariant[]
  readonly windowing?: NextWindowing
}

export interface ApplicationVariantResponse {
  readonly count: number
  readonly application_variant?: ApplicationVariant
}

export interface AssigneeFilter {
  readonly user_id?: Id | null
  readonly user_ids?: OptionalIdList
}

export interface AttributeKey {
  readonly key: string
  readonly types: ReadonlyArray<'string' | 'number' | 'boolean'>
  readonly count: number
}

/** One attribute by its path; `attributes` then contains only it. */
export type AttributeMember = string

export interface AttributeValue {
  readonly value: string
  readonly count: number
}

export interface AuditEntry {
  readonly id: string
  readonly timestamp: string
  readonly actor_id: string
  readonly actor_prefix: string
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly resource_kind?: string
  readonly resource_id?: string
  readonly status_code: number
  readonly remote_address: string
  readonly request_id: string
}

export interface AuditEntryListResponse {
  readonly count: number
  readonly entries: readonly AuditEntry[]
  readonly windowing?: NextWindowing
}

export interface AuditFilter {
  readonly actor_id?: Id | null
  readonly method?: string | null
  readonly path?: string | null
  readonly resource_kind?: string | null
  readonly resource_id?: string | null
}

export type Bool = boolean

/** version: the day of the table. */
export interface BuiltInPricesResponse {
  readonly count: number
  readonly version: string
  readonly prices: readonly Price[]
}

export interface BuiltInRedaction {
  readonly kind: 'built_in'
  readonly name: 'email' | 'phone' | 'card' | 'key'
  readonly replacement?: string | null
}

export interface CatalogHarness {
  readonly key: string
  readonly name: string
  readonly description?: string
}

export interface CatalogHarnessListResponse {
  readonly count: number
  readonly harnesses: readonly CatalogHarness[]
  readonly windowing?: NextWindowing
}

export interface CatalogHarnessResponse {
  readonly count: number
  readonly harness?: CatalogHarness
}

export interface CatalogPresetResponse {
  readonly count: number
  readonly preset?: CatalogTemplate
}

export interface CatalogPresetsResponse {
  readonly count: number
  readonly presets?: readonly CatalogTemplate[]
}

/** A built-in to start from, or a preset of one. */
export interface CatalogTemplate {
  readonly key: string
  readonly name: string
  readonly description?: string
  readonly categories: readonly string[]
  readonly flags: {
    readonly [key: string]: boolean
  }
  readonly data: JsonObject
}

export interface CatalogTemplateListResponse {
  readonly count: number
  readonly templates: readonly CatalogTemplate[]
  readonly windowing?: NextWindowing
}

export interface CatalogTemplateResponse {
  readonly count: number
  readonly template?: CatalogTemplate
}

export interface CatalogType {
  readonly key: string
  readonly name: string
  readonly description?: string
  readonly json_schema: JsonObject
}

export interface CatalogTypeListResponse {
  readonly count: number
  readonly types: readonly CatalogType[]
  readonly windowing?: NextWindowing
}

export interface CatalogTypeResponse {
  readonly count: number
  readonly type?: CatalogType
}

export interface CheckOtlpResponse {
  readonly status: 'ready'
}

export interface CheckPermissionResponse {
  readonly effect: 'allow'
}

export interface CheckServicesResponse {
  readonly status: 'ok'
}

export interface ChosenSpan {
  readonly trace_id: TraceId
  readonly span_id?: SpanId | null
}

/** replace: pairs of the old and the new name. convert runs first: pairs of a column of the base and the new type of its values; a value that does not convert stays. */
export interface ColumnChanges {
  readonly convert?: ReadonlyArray<readonly [string, 'string' | 'number' | 'boolean' | 'object' | 'array']> | null
  readonly add?: readonly string[] | null
  readonly remove?: readonly string[] | null
  readonly replace?: ReadonlyArray<readonly [string, string]> | null
}

export interface ColumnCondition {
  readonly column: string
  readonly operator: 'is' | 'is_not' | 'in' | 'not_in' | 'contains' | 'not_contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'exists' | 'not_exists' | 'not_converts_to'
  readonly value?: unknown
}

export interface ColumnMapping {
  readonly [key: string]: string | null
}

/** Exactly one of application_revision or application_revision_commit is required. */
export interface CommitApplicationRevisionRequest {
  readonly application_revision?: ApplicationCommit | null
  readonly application_revision_commit?: ApplicationCommit | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CommitApplicationRevisionResponse {
  readonly count: number
  readonly application_revision?: ApplicationRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of environment_revision or environment_revision_commit is required. */
export interface CommitEnvironmentRevisionRequest {
  readonly environment_revision?: EnvironmentCommit | null
  readonly environment_revision_commit?: EnvironmentCommit | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CommitEnvironmentRevisionResponse {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of evaluator_revision or evaluator_revision_commit is required. */
export interface CommitEvaluatorRevisionRequest {
  readonly evaluator_revision?: EvaluatorCommit | null
  readonly evaluator_revision_commit?: EvaluatorCommit | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CommitEvaluatorRevisionResponse {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of query_revision or query_revision_commit is required. */
export interface CommitQueryRevisionRequest {
  readonly query_revision?: QueryCommit | null
  readonly query_revision_commit?: QueryCommit | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CommitQueryRevisionResponse {
  readonly count: number
  readonly query_revision?: QueryRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of testset_revision or testset_revision_commit is required. */
export interface CommitTestsetRevisionRequest {
  readonly testset_revision?: TestsetCommit | null
  readonly testset_revision_commit?: TestsetCommit | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CommitTestsetRevisionResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: readonly CommitWarning[]
}

export interface CommitWarning {
  readonly code: string
  readonly message: string
  readonly target?: ReadonlyArray<string | number>
}

/** Exactly one of workflow_revision or workflow_revision_commit is required. */
export interface CommitWorkflowRevisionRequest {
  readonly workflow_revision?: WorkflowCommit | null
  readonly workflow_revision_commit?: WorkflowCommit | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CommitWorkflowRevisionResponse {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
  readonly status?: 'committed' | 'no_change'
  readonly warnings?: readonly CommitWarning[]
}

export interface CompareRunsRequest {
  readonly runs: readonly RunToCompare[]
  readonly match?: 'testcase_id' | 'testcase_dedup_id' | null
  /** A name for a snapshot of the runs. Requests with the same name within five minutes are answered from the snapshot, even if the runs change. */
  readonly reading?: string | null
  /** totals: duration, cost, tokens and errors of the applications, paired by row. */
  readonly include?: ReadonlyArray<'totals'> | null
  readonly windowing?: OptionalWindowing
}

export interface CompareRunsResponse {
  readonly count: number
  readonly comparison: EvaluationComparison
  readonly windowing?: NextWindowing
}

export interface ComparedMetric {
  readonly evaluator: string
  readonly path: string
  readonly type: string
  readonly runs: readonly ComparedRunMetric[]
  readonly differences: readonly RunDifference[]
}

export interface ComparedRow {
  readonly testcase_id?: string
  readonly source_trace_id?: string
  readonly runs: readonly ComparedScenario[]
}

export interface ComparedRunMetric {
  readonly run_id: string
  readonly count: number
  readonly mean?: number
  readonly std?: number
  readonly ci95?: readonly number[]
}

export interface ComparedScenario {
  readonly run_id: string
  readonly scenario_id: string
  readonly trace_id?: string
  readonly status: string
  readonly values: {
    readonly [key: string]: JsonObject
  }
}

export interface ComparedTotal {
  readonly path: string
  readonly type: string
  readonly runs: readonly ComparedRunMetric[]
  readonly differences: readonly RunDifference[]
}

export interface ConflictWindowing {
  readonly limit?: number | null
  readonly next?: Id | null
}

export interface CountProjectRecordsResponse {
  readonly count: number
  readonly records: readonly RecordCount[]
}

export interface CreateAnnotationRequest {
  readonly annotation: NewAnnotation
}

export interface CreateApplicationRequest {
  readonly application: NewArtifact
}

export interface CreateApplicationRevisionRequest {
  readonly application_revision: ApplicationCommit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CreateApplicationVariantRequest {
  readonly application_variant: NewApplicationVariant
}

export interface CreateDeletionRequest {
  readonly deletion: NewDeletion
}

export interface CreateEnvironmentRequest {
  readonly environment: NewArtifact
}

export interface CreateEnvironmentRevisionRequest {
  readonly environment_revision: EnvironmentCommit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CreateEnvironmentVariantRequest {
  readonly environment_variant: NewEnvironmentVariant
}

export interface CreateEvaluatorRequest {
  readonly evaluator: NewArtifact
}

export interface CreateEvaluatorRevisionRequest {
  readonly evaluator_revision: EvaluatorCommit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CreateEvaluatorVariantRequest {
  readonly evaluator_variant: NewEvaluatorVariant
}

export interface CreateInvocationRequest {
  readonly invocation: NewSimpleTrace
}

export interface CreateOwnProjectRequest {
  readonly project: OwnNewProject
}

export interface CreateProjectKeyRequest {
  readonly key: NewKey
}

export interface CreateProjectKeyResponse {
  readonly count: 1
  readonly key: NewProjectKey
}

export interface CreateProjectRequest {
  readonly project: NewProject
}

export interface CreateQueryRequest {
  readonly query: NewArtifact
}

export interface CreateQueryRevisionRequest {
  readonly query_revision: QueryCommit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CreateQueryVariantRequest {
  readonly query_variant: NewQueryVariant
}

export interface CreateQueuesRequest {
  readonly queues: readonly NewEvaluationQueue[]
}

export interface CreateRunsRequest {
  readonly runs: readonly NewEvaluationRun[]
}

export interface CreateScenariosRequest {
  readonly scenarios: readonly NewScenario[]
}

export interface CreateSecretRequest {
  readonly slug?: NewSlug | null
  readonly header: SecretHeader
  readonly secret: SecretContent
}

export interface CreateSessionResponse {
  readonly session: Session
}

export interface CreateSimpleApplicationRequest {
  readonly application: NewSimpleApplication
}

export interface CreateSimpleEnvironmentRequest {
  readonly environment: NewSimpleEnvironment
}

export interface CreateSimpleEvaluationRequest {
  readonly evaluation: NewSimpleEvaluation
}

export interface CreateSimpleEvaluatorRequest {
  readonly evaluator: NewSimpleEvaluator
}

export interface CreateSimpleQueryRequest {
  readonly query: NewSimpleQuery
}

export interface CreateSimpleQueueRequest {
  readonly queue: NewSimpleQueue
}

export interface CreateSimpleTestsetFromFileRequest {
  readonly file: Blob
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  readonly delimiter?: string
  readonly columns?: ColumnMapping
  readonly skip_errors?: boolean
  readonly dry_run?: boolean
  readonly preview?: boolean
  readonly testset_name?: Name
  readonly testset_description?: LongText
  readonly testset_tags?: Tags
  readonly testset_meta?: JsonObject
  readonly testset_slug?: NewSlug
  readonly message?: string
}

export interface CreateSimpleTestsetFromFileResponse {
  readonly count: number
  readonly testset?: SimpleTestset
  readonly dry_run?: UploadDryRun
  readonly skipped?: SkippedRows
}

export interface CreateSimpleTestsetRequest {
  readonly testset: NewSimpleTestset
}

export interface CreateSimpleTraceRequest {
  readonly trace: NewSimpleTrace
}

export interface CreateSimpleWorkflowRequest {
  readonly workflow: NewSimpleWorkflow
}

export interface CreateTestsetRequest {
  readonly testset: NewArtifact
}

export interface CreateTestsetRevisionRequest {
  readonly testset_revision: TestsetCommit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CreateTestsetVariantRequest {
  readonly testset_variant: NewTestsetVariant
}

export interface CreateWorkflowRequest {
  readonly workflow: NewArtifact
}

export interface CreateWorkflowRevisionRequest {
  readonly workflow_revision: WorkflowCommit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface CreateWorkflowVariantRequest {
  readonly workflow_variant: NewWorkflowVariant
}

export interface CreatedProjectResponse {
  readonly count: 1
  readonly project: ProjectName
  readonly key: string
}

export interface CustomProvider {
  readonly url?: string | null
  readonly version?: string | null
  readonly key?: string | null
  readonly extras?: JsonObject | null
}

export interface CustomProviderData {
  readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini' | 'azure' | 'bedrock' | 'sagemaker' | 'vertex_ai' | 'custom'
  readonly provider: CustomProvider
  readonly models: readonly SecretModel[]
}

export interface CustomProviderSecret {
  readonly kind: 'custom_provider'
  readonly data: CustomProviderData
}

export interface CustomSecret {
  readonly format: 'text' | 'json'
  readonly content: string | JsonObject
}

export interface CustomSecretData {
  readonly secret: CustomSecret
}

export interface DeleteAnnotationResponse {
  readonly count: number
  readonly annotation?: SimpleTrace
  readonly annotation_link?: SpanAddress
}

export interface DeleteInvocationResponse {
  readonly count: number
  readonly invocation?: SimpleTrace
  readonly invocation_link?: SpanAddress
}

export interface DeleteKeyResponse {
  readonly message: string
}

export interface DeleteMetricsRequest {
  readonly metrics_ids: readonly Id[]
}

export interface DeleteProjectKeyResponse {
  readonly count: 1
  readonly key: ProjectKey
}

export interface DeleteQueuesRequest {
  readonly queue_ids: readonly Id[]
}

export interface DeleteResultsRequest {
  readonly result_ids: readonly Id[]
}

export interface DeleteRunsRequest {
  readonly run_ids: readonly Id[]
}

export interface DeleteScenariosRequest {
  readonly scenario_ids: readonly Id[]
}

export interface DeleteSessionResponse {
  readonly count: number
}

export interface DeleteSimpleQueuesRequest {
  readonly queue_ids: readonly Id[]
}

export interface DeleteSimpleTraceResponse {
  readonly count: number
  readonly trace?: SimpleTrace
  readonly link?: SpanAddress
}

export interface DeleteSpansOfSessionRequest {
  readonly session_id: string
}

export interface DeleteSpansOfUserRequest {
  readonly user_id: string
}

export interface DeleteTraceResponse {
  readonly count: number
  readonly trace_id?: string
}

export interface Deletion {
  readonly id: string
  readonly status: 'waiting' | 'running' | 'done' | 'failed'
  readonly created_at: string
  readonly finished_at?: string
  readonly created_by_id: string
  readonly request: JsonObject
  readonly erased: ErasedCounts
  readonly error?: string
  readonly receipt?: DeletionReceipt
}

/** Where the data was, and where it may still be. */
export interface DeletionReceipt {
  readonly inbox: string
  readonly summaries: string
  readonly disk: string
  readonly testsets: string
  readonly backups: string
}

export interface DeletionResponse {
  readonly count: number
  readonly deletion: Deletion
}

export interface DeletionsResponse {
  readonly count: number
  readonly deletions: readonly Deletion[]
}

export interface DemoProjectResponse {
  readonly count: 1
  readonly project: ProjectName
  readonly key: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployApplicationRevisionRequest {
  readonly application_ref?: OptionalReference
  readonly application_variant_ref?: OptionalReference
  readonly application_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployApplicationRevisionResponse {
  readonly count: number
  readonly application_revision?: ApplicationRevision
  readonly retrieval_info?: RetrievalInfo
  readonly deployed_at?: string
  readonly environment_id?: string
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployEvaluatorRevisionRequest {
  readonly evaluator_ref?: OptionalReference
  readonly evaluator_variant_ref?: OptionalReference
  readonly evaluator_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployEvaluatorRevisionResponse {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
  readonly retrieval_info?: RetrievalInfo
  readonly deployed_at?: string
  readonly environment_id?: string
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployQueryRevisionRequest {
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployQueryRevisionResponse {
  readonly count: number
  readonly query_revision?: QueryRevision
  readonly retrieval_info?: RetrievalInfo
  readonly deployed_at?: string
  readonly environment_id?: string
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployTestsetRevisionRequest {
  readonly testset_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly testset_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployTestsetRevisionResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly retrieval_info?: RetrievalInfo
  readonly deployed_at?: string
  readonly environment_id?: string
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployWorkflowRevisionRequest {
  readonly workflow_ref?: OptionalReference
  readonly workflow_variant_ref?: OptionalReference
  readonly workflow_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly message?: string | null
}

export interface DeployWorkflowRevisionResponse {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
  readonly retrieval_info?: RetrievalInfo
  readonly deployed_at?: string
  readonly environment_id?: string
  readonly environment_version?: string
}

export interface DescribeStoresResponse {
  readonly version: string
  readonly stores: readonly StoreSize[]
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffApplicationRevisionsRequest {
  readonly application_ref?: OptionalReference
  readonly application_variant_ref?: OptionalReference
  readonly application_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly base_application_ref?: OptionalReference
  readonly base_application_variant_ref?: OptionalReference
  readonly base_application_revision_ref?: OptionalReference
  readonly base_environment_ref?: OptionalReference
  readonly base_environment_variant_ref?: OptionalReference
  readonly base_environment_revision_ref?: OptionalReference
  readonly base_key?: string | null
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. The base is optional; its references follow the same rule. */
export interface DiffEnvironmentRevisionsRequest {
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly base_environment_ref?: OptionalReference
  readonly base_environment_variant_ref?: OptionalReference
  readonly base_environment_revision_ref?: OptionalReference
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffEvaluatorRevisionsRequest {
  readonly evaluator_ref?: OptionalReference
  readonly evaluator_variant_ref?: OptionalReference
  readonly evaluator_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly base_evaluator_ref?: OptionalReference
  readonly base_evaluator_variant_ref?: OptionalReference
  readonly base_evaluator_revision_ref?: OptionalReference
  readonly base_environment_ref?: OptionalReference
  readonly base_environment_variant_ref?: OptionalReference
  readonly base_environment_revision_ref?: OptionalReference
  readonly base_key?: string | null
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffQueryRevisionsRequest {
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly base_query_ref?: OptionalReference
  readonly base_query_variant_ref?: OptionalReference
  readonly base_query_revision_ref?: OptionalReference
  readonly base_environment_ref?: OptionalReference
  readonly base_environment_variant_ref?: OptionalReference
  readonly base_environment_revision_ref?: OptionalReference
  readonly base_key?: string | null
}

export interface DiffSide {
  readonly id: string
  readonly slug: string
  readonly version: string
  readonly content_hash?: string
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffTestsetRevisionsRequest {
  readonly testset_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly testset_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly base_testset_ref?: OptionalReference
  readonly base_testset_variant_ref?: OptionalReference
  readonly base_testset_revision_ref?: OptionalReference
  readonly base_environment_ref?: OptionalReference
  readonly base_environment_variant_ref?: OptionalReference
  readonly base_environment_revision_ref?: OptionalReference
  readonly base_key?: string | null
  readonly kinds?: ReadonlyArray<'added' | 'removed' | 'edited' | 'moved'> | null
  readonly include_rows?: Bool | null
  readonly windowing?: DiffWindowing | null
}

export interface DiffWindowing {
  readonly limit?: number | null
  readonly next?: Id | null
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffWorkflowRevisionsRequest {
  readonly workflow_ref?: OptionalReference
  readonly workflow_variant_ref?: OptionalReference
  readonly workflow_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly base_workflow_ref?: OptionalReference
  readonly base_workflow_variant_ref?: OptionalReference
  readonly base_workflow_revision_ref?: OptionalReference
  readonly base_environment_ref?: OptionalReference
  readonly base_environment_variant_ref?: OptionalReference
  readonly base_environment_revision_ref?: OptionalReference
  readonly base_key?: string | null
}

export interface EditAnnotationRequest {
  readonly annotation: AnnotationEdit
}

export interface EditApplicationRequest {
  readonly application: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditApplicationResponse {
  readonly count: number
  readonly application?: Application
  readonly warnings?: readonly CommitWarning[]
}

export interface EditApplicationRevisionRequest {
  readonly application_revision: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditApplicationRevisionResponse {
  readonly count: number
  readonly application_revision?: ApplicationRevision
  readonly warnings?: readonly CommitWarning[]
}

export interface EditApplicationVariantRequest {
  readonly application_variant: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditApplicationVariantResponse {
  readonly count: number
  readonly application_variant?: ApplicationVariant
  readonly warnings?: readonly CommitWarning[]
}

export interface EditEnvironmentRequest {
  readonly environment: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditEnvironmentResponse {
  readonly count: number
  readonly environment?: Environment
  readonly warnings?: readonly CommitWarning[]
}

export interface EditEnvironmentRevisionRequest {
  readonly environment_revision: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditEnvironmentRevisionResponse {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
  readonly warnings?: readonly CommitWarning[]
}

export interface EditEnvironmentVariantRequest {
  readonly environment_variant: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditEnvironmentVariantResponse {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
  readonly warnings?: readonly CommitWarning[]
}

export interface EditEvaluatorRequest {
  readonly evaluator: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditEvaluatorResponse {
  readonly count: number
  readonly evaluator?: Evaluator
  readonly warnings?: readonly CommitWarning[]
}

export interface EditEvaluatorRevisionRequest {
  readonly evaluator_revision: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditEvaluatorRevisionResponse {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
  readonly warnings?: readonly CommitWarning[]
}

export interface EditEvaluatorVariantRequest {
  readonly evaluator_variant: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditEvaluatorVariantResponse {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
  readonly warnings?: readonly CommitWarning[]
}

export interface EditInvocationRequest {
  readonly invocation: SimpleTraceEdit
}

export interface EditQueryRequest {
  readonly query: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditQueryResponse {
  readonly count: number
  readonly query?: Query
  readonly warnings?: readonly CommitWarning[]
}

export interface EditQueryRevisionRequest {
  readonly query_revision: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditQueryRevisionResponse {
  readonly count: number
  readonly query_revision?: QueryRevision
  readonly warnings?: readonly CommitWarning[]
}

export interface EditQueryVariantRequest {
  readonly query_variant: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditQueryVariantResponse {
  readonly count: number
  readonly query_variant?: QueryVariant
  readonly warnings?: readonly CommitWarning[]
}

export interface EditQueueRequest {
  readonly queue: EvaluationQueueEdit
}

export interface EditQueuesRequest {
  readonly queues: readonly EvaluationQueueEditById[]
}

export interface EditRetentionRequest {
  readonly retention: RetentionEdit
}

export interface EditRunRequest {
  readonly run: EvaluationRunEdit
}

export interface EditRunsRequest {
  readonly runs: readonly EvaluationRunEditById[]
}

export interface EditScenarioRequest {
  readonly scenario: EvaluationScenarioEdit
}

export interface EditScenariosRequest {
  readonly scenarios: readonly EvaluationScenarioEditById[]
}

export interface EditSecretRequest {
  readonly header?: SecretHeaderEdit | null
  readonly secret?: SecretContent | null
  /** Masked values in `secret` mean the stored ones, if kind and URL of the provider are unchanged. */
  readonly keep_values?: boolean | null
}

export interface EditSecretSettingsRequest {
  readonly settings: SecretSettings
}

export interface EditSimpleApplicationRequest {
  readonly application: SimpleApplicationEdit
}

export interface EditSimpleApplicationResponse {
  readonly count: number
  readonly application?: SimpleApplication
  readonly warnings?: readonly CommitWarning[]
}

export interface EditSimpleEnvironmentRequest {
  readonly environment: SimpleEnvironmentEdit
}

export interface EditSimpleEnvironmentResponse {
  readonly count: number
  readonly environment?: SimpleEnvironment
  readonly warnings?: readonly CommitWarning[]
}

export interface EditSimpleEvaluationRequest {
  readonly evaluation: SimpleEvaluationEdit
}

export interface EditSimpleEvaluatorRequest {
  readonly evaluator: SimpleEvaluatorEdit
}

export interface EditSimpleEvaluatorResponse {
  readonly count: number
  readonly evaluator?: SimpleEvaluator
  readonly warnings?: readonly CommitWarning[]
}

export interface EditSimpleQueryRequest {
  readonly query: SimpleQueryEdit
}

export interface EditSimpleQueryResponse {
  readonly count: number
  readonly query?: SimpleQuery
  readonly warnings?: readonly CommitWarning[]
}

export interface EditSimpleTestsetRequest {
  readonly testset: SimpleTestsetEdit
}

export interface EditSimpleTestsetResponse {
  readonly count: number
  readonly testset?: SimpleTestset
  readonly warnings?: readonly CommitWarning[]
}

export interface EditSimpleTraceRequest {
  readonly trace: SimpleTraceEdit
}

export interface EditSimpleWorkflowRequest {
  readonly workflow: SimpleWorkflowEdit
}

export interface EditSimpleWorkflowResponse {
  readonly count: number
  readonly workflow?: SimpleWorkflow
  readonly warnings?: readonly CommitWarning[]
}

export interface EditTestsetRequest {
  readonly testset: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditTestsetResponse {
  readonly count: number
  readonly testset?: Testset
  readonly warnings?: readonly CommitWarning[]
}

export interface EditTestsetRevisionRequest {
  readonly testset_revision: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditTestsetRevisionResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly warnings?: readonly CommitWarning[]
}

export interface EditTestsetVariantRequest {
  readonly testset_variant: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditTestsetVariantResponse {
  readonly count: number
  readonly testset_variant?: TestsetVariant
  readonly warnings?: readonly CommitWarning[]
}

export interface EditWorkflowRequest {
  readonly workflow: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditWorkflowResponse {
  readonly count: number
  readonly workflow?: Workflow
  readonly warnings?: readonly CommitWarning[]
}

export interface EditWorkflowRevisionRequest {
  readonly workflow_revision: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditWorkflowRevisionResponse {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
  readonly warnings?: readonly CommitWarning[]
}

export interface EditWorkflowVariantRequest {
  readonly workflow_variant: HeaderEdit
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface EditWorkflowVariantResponse {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
  readonly warnings?: readonly CommitWarning[]
}

export interface EditedSecret {
  readonly id: string
  readonly slug: string
  readonly kind: string
  readonly data: JsonObject
  readonly value_status: SecretValueStatus
  readonly header: SecretHeaderShown
  readonly lifecycle: SecretLifecycle
  readonly warnings?: readonly CommitWarning[]
}

export interface EmbedUse {
  readonly workflow: UsedReference
  readonly workflow_variant: UsedReference
  readonly workflow_revision: UsedReference
  readonly flags: {
    readonly [key: string]: boolean
  }
  readonly is_head: boolean
  readonly author: string
  readonly date: string
  readonly message?: string
}

export interface EntrySelector {
  readonly key: string
}

export interface Environment {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
}

/** One of environment_id, artifact_id, environment_variant_id, variant_id, environment_revision_id or revision_id is required. data and delta exclude each other. */
export interface EnvironmentCommit {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly environment_id?: Id | null
  readonly artifact_id?: Id | null
  readonly environment_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly environment_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  readonly message?: string | null
  readonly if_changed?: Bool | null
  readonly data?: EnvironmentData | null
  readonly delta?: EnvironmentDelta | null
}

export interface EnvironmentData {
  readonly references?: JsonObject | null
}

export interface EnvironmentDelta {
  readonly set?: JsonObject | null
  readonly remove?: readonly string[] | null
}

export interface EnvironmentListResponse {
  readonly count: number
  readonly environments: readonly Environment[]
  readonly windowing?: NextWindowing
}

/** One of environment_id, artifact_id, environment_variant_id, variant_id, environment_revision_id or revision_id is required. */
export interface EnvironmentLogTarget {
  readonly environment_id?: Id | null
  readonly artifact_id?: Id | null
  readonly environment_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly environment_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly depth?: number | null
}

export interface EnvironmentResponse {
  readonly count: number
  readonly environment?: Environment
}

export interface EnvironmentRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly data?: JsonObject
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly environment_id: string
  readonly environment_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly environment_variant_id: string
  readonly environment_variant_slug: string
}

export interface EnvironmentRevisionListResponse {
  readonly count: number
  readonly environment_revisions: readonly EnvironmentRevision[]
  readonly windowing?: NextWindowing
}

export interface EnvironmentRevisionResponse {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
}

/** A current deployment. */
export interface EnvironmentUse {
  readonly environment: UsedReference
  readonly environment_variant: UsedReference
  readonly environment_revision: UsedReference
  readonly key: string
  readonly revision: UsedReference
  readonly author?: string
  readonly date?: string
  readonly message?: string
}

export interface EnvironmentVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
}

export interface EnvironmentVariantListResponse {
  readonly count: number
  readonly environment_variants: readonly EnvironmentVariant[]
  readonly windowing?: NextWindowing
}

export interface EnvironmentVariantResponse {
  readonly count: number
  readonly environment_variant?: EnvironmentVariant
}

export interface ErasedCounts {
  readonly traces: number
  readonly spans: number
  /** One per span. */
  readonly facts: number
  /** Log events that waited for their spans. */
  readonly log_events: number
  /** Rejected spans, which are stored apart. */
  readonly rejections: number
}

/** An error. */
export interface Error {
  readonly code: ErrorCode
  /** A message, a list of invalid fields, or an object with a message. */
  readonly detail: string | readonly Fault[] | ErrorParticulars
}

/** A closed list; docs/errors.md describes each code. */
export type ErrorCode = 'reference_required' | 'reference_insufficient' | 'reference_mismatch' | 'key_required' | 'id_mismatch' | 'data_or_delta' | 'data_required' | 'fork_source_empty' | 'slug_reserved' | 'cursor_unknown' | 'filter_invalid' | 'trace_invalid' | 'payload_undecodable' | 'embed_failed' | 'unauthorized' | 'forbidden' | 'environment_guarded' | 'not_found' | 'archived' | 'not_deployed' | 'route_not_found' | 'method_not_allowed' | 'slug_conflict' | 'id_conflict' | 'revision_conflict' | 'initial_revision_exists' | 'focus_conflict' | 'merge_conflict' | 'run_closed' | 'run_active' | 'run_not_finished' | 'queue_conflict' | 'payload_too_large' | 'unsupported_media_type' | 'validation_failed' | 'json_invalid' | 'uri_unknown' | 'schema_invalid' | 'output_mismatch' | 'rows_unknown' | 'column_conflict' | 'limit_exceeded' | 'too_many_requests' | 'internal_error' | 'unavailable' | 'budget_exceeded'

export interface ErrorParticulars {
  readonly message: string
  readonly [key: string]: unknown
}

export interface EvaluationComparison {
  readonly baseline: string | null
  readonly metrics: readonly ComparedMetric[]
  readonly totals?: readonly ComparedTotal[]
  readonly rows: readonly ComparedRow[]
}

export interface EvaluationConcurrency {
  readonly batch_size?: number | null
  readonly max_retries?: number | null
  readonly retry_delay?: number | null
}

export interface EvaluationGate {
  readonly verdict: 'pass' | 'fail'
  readonly reason?: string
  readonly rules: readonly GateRuleVerdict[]
}

export interface EvaluationGateResponse {
  readonly count: number
  readonly gate?: EvaluationGate
}

export interface EvaluationGateRule {
  readonly evaluator: StepKey
  readonly path: string
  readonly statistic: string
  readonly min?: number | null
  readonly max?: number | null
  readonly max_drop?: number | null
  readonly significant_only?: Bool | null
}

export interface EvaluationIdResponse {
  readonly count: number
  readonly evaluation_id?: string
}

export interface EvaluationLink {
  readonly trace_id: string
  readonly span_id?: string
}

export interface EvaluationManifest {
  readonly run_id: string
  readonly revisions: readonly ManifestRevision[]
  readonly testcases_hash: string
  readonly prices_hash: string
  readonly program_version: string
  readonly created_at: string
  /** Coverage of `hash`. 2: all other members; absent: all but `created_at`. */
  readonly hash_version?: 2
  readonly hash: string
}

export interface EvaluationManifestResponse {
  readonly count: number
  readonly manifest?: EvaluationManifest
}

export interface EvaluationMetrics {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly data?: JsonObject
}

export interface EvaluationMetricsListResponse {
  readonly count: number
  readonly metrics: readonly EvaluationMetrics[]
  readonly windowing?: NextWindowing
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
  readonly skipped_traces?: number
  readonly started_at?: string
  readonly finished_at?: string
  readonly estimated_end?: string
}

export interface EvaluationProgressResponse {
  readonly count: number
  readonly progress?: EvaluationProgress
}

export interface EvaluationQueue {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: EvaluationRecordData
  readonly run_id: string
}

export interface EvaluationQueueData {
  readonly user_ids?: ReadonlyArray<readonly Id[]> | null
  readonly scenario_ids?: OptionalIdList
  readonly step_keys?: readonly StepKey[] | null
  readonly batch_size?: number | null
  readonly batch_offset?: number | null
}

export interface EvaluationQueueEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly data?: EvaluationQueueData | null
}

export interface EvaluationQueueEditById {
  readonly id: Id
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly data?: EvaluationQueueData | null
}

export interface EvaluationQueueListResponse {
  readonly count: number
  readonly queues: readonly EvaluationQueue[]
  readonly windowing?: NextWindowing
}

export interface EvaluationQueueResponse {
  readonly count: number
  readonly queue?: EvaluationQueue
}

export type EvaluationRecordData = JsonObject

export interface EvaluationResult {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly error?: JsonObject
  readonly interval?: number
  readonly timestamp?: string
}

export interface EvaluationResultListResponse {
  readonly count: number
  readonly results: readonly EvaluationResult[]
  readonly windowing?: NextWindowing
}

export interface EvaluationResultResponse {
  readonly count: number
  readonly result?: EvaluationResult
}

export interface EvaluationRun {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: EvaluationRecordData
  readonly testset_revision_id?: string
}

export interface EvaluationRunData {
  readonly steps?: readonly EvaluationStep[] | null
  readonly repeats?: number | null
  readonly mappings?: readonly StepMapping[] | null
  readonly concurrency?: EvaluationConcurrency | null
}

export interface EvaluationRunEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly data?: EvaluationRunData | null
}

export interface EvaluationRunEditById {
  readonly id: Id
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly data?: EvaluationRunData | null
}

export interface EvaluationRunListResponse {
  readonly count: number
  readonly runs: readonly EvaluationRun[]
  readonly windowing?: NextWindowing
}

export interface EvaluationRunResponse {
  readonly count: number
  readonly run?: EvaluationRun
}

export interface EvaluationScenario {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly run_id: string
  readonly interval?: number
  readonly timestamp?: string
  readonly links?: {
    readonly [key: string]: EvaluationLink | readonly EvaluationLink[]
  }
}

export interface EvaluationScenarioEdit {
  readonly id?: Id | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly interval?: Interval | null
  readonly timestamp?: Time | null
}

export interface EvaluationScenarioEditById {
  readonly id: Id
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly interval?: Interval | null
  readonly timestamp?: Time | null
}

export interface EvaluationScenarioListResponse {
  readonly count: number
  readonly scenarios: readonly EvaluationScenario[]
  readonly windowing?: NextWindowing
}

export interface EvaluationScenarioResponse {
  readonly count: number
  readonly scenario?: EvaluationScenario
}

export interface EvaluationSlice {
  readonly scenario_ids?: OptionalIdList
  readonly step_keys?: readonly StepKey[] | null
  readonly repeat_idxs?: readonly number[] | null
  readonly overwrite?: Bool | null
}

export interface EvaluationStep {
  readonly key: StepKey
  readonly type: 'input' | 'invocation' | 'annotation'
  readonly origin: 'custom' | 'human' | 'auto'
  readonly references?: References | null
  readonly inputs?: readonly StepInput[] | null
  readonly schemas?: StepSchemas | null
}

export interface EvaluationVerification {
  readonly ok: boolean
  readonly mismatches: readonly ManifestMismatch[]
}

export interface EvaluationVerificationResponse {
  readonly count: number
  readonly verification?: EvaluationVerification
}

export interface Evaluator {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
}

/** One of evaluator_id, workflow_id, artifact_id, evaluator_variant_id, workflow_variant_id, variant_id, evaluator_revision_id, workflow_revision_id or revision_id is required. data and delta exclude each other. */
export interface EvaluatorCommit {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly evaluator_id?: Id | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
  readonly evaluator_variant_id?: Id | null
  readonly workflow_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly evaluator_revision_id?: Id | null
  readonly workflow_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  readonly message?: string | null
  readonly if_changed?: Bool | null
  readonly data?: WorkflowData | null
  readonly delta?: WorkflowDelta | null
}

export interface EvaluatorDisagreement {
  readonly run_id: string
  readonly scenario_id: string
  readonly trace_id?: string
  readonly evaluator: string | number | boolean
  readonly people: string | number | boolean
}

export interface EvaluatorListResponse {
  readonly count: number
  readonly evaluators: readonly Evaluator[]
  readonly windowing?: NextWindowing
}

/** One of evaluator_id, workflow_id, artifact_id, evaluator_variant_id, workflow_variant_id, variant_id, evaluator_revision_id, workflow_revision_id or revision_id is required. */
export interface EvaluatorLogTarget {
  readonly evaluator_id?: Id | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
  readonly evaluator_variant_id?: Id | null
  readonly workflow_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly evaluator_revision_id?: Id | null
  readonly workflow_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly depth?: number | null
}

/** equal: the share of rows with equal values. interval: the 95 % confidence interval of equal, or of mean_difference (evaluator minus people). matrix: the evaluator has the rows, people have the columns; both in the order of `values`. */
export interface EvaluatorMetricQuality {
  readonly path: string
  readonly people_path: string
  readonly kind: 'boolean' | 'category' | 'number'
  readonly n: number
  readonly equal: number
  readonly interval?: readonly number[]
  readonly kappa?: number
  readonly alpha?: number
  readonly correlation?: number
  readonly mean_difference?: number
  readonly values?: ReadonlyArray<string | number | boolean>
  readonly matrix?: ReadonlyArray<readonly number[]>
  readonly disagreements: readonly EvaluatorDisagreement[]
  readonly disagreement_count: number
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface EvaluatorQualityRequest {
  readonly evaluator_ref?: OptionalReference
  readonly evaluator_variant_ref?: OptionalReference
  readonly evaluator_revision_ref?: OptionalReference
}

export interface EvaluatorResponse {
  readonly count: number
  readonly evaluator?: Evaluator
}

export interface EvaluatorRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly data?: JsonObject
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
}

export interface EvaluatorRevisionListResponse {
  readonly count: number
  readonly evaluator_revisions: readonly EvaluatorRevision[]
  readonly windowing?: NextWindowing
}

export interface EvaluatorRevisionResponse {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
}

export interface EvaluatorVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
}

export interface EvaluatorVariantListResponse {
  readonly count: number
  readonly evaluator_variants: readonly EvaluatorVariant[]
  readonly windowing?: NextWindowing
}

export interface EvaluatorVariantResponse {
  readonly count: number
  readonly evaluator_variant?: EvaluatorVariant
}

export interface ExportLogsPartialSuccess {
  readonly rejectedLogRecords?: string
  readonly errorMessage?: string
}

export interface ExportLogsResponse {
  readonly partialSuccess?: ExportLogsPartialSuccess
}

export type ExportNothingResponse = JsonObject

export interface ExportPartialSuccess {
  readonly rejectedSpans?: string
  readonly errorMessage?: string
}

export interface ExportSpansRequest {
  readonly filtering?: Filter | null
  readonly filter?: FilterText | Filter | null
  readonly windowing?: SpanWindowing | null
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
  readonly heads?: Bool | null
  readonly format?: 'jsonl' | 'parquet' | 'csv' | null
  /** Columns of a CSV file, in their order: name, type, input, output, status, scores, duration, tokens, cost, model, tags, session, user, time, the path of an attribute, or an output of annotations such as annotation.helpful.score. Ids come first. */
  readonly columns?: readonly string[] | null
}

export interface ExportTracesResponse {
  readonly partialSuccess?: ExportPartialSuccess
}

/** One invalid field of a request: its location, the problem, and the input. */
export interface Fault {
  readonly type: string
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  readonly input?: unknown
  readonly ctx?: {
    readonly [key: string]: unknown
  }
}

/** An invalid request, with all invalid fields. */
export interface FaultsError {
  readonly code: ErrorCode
  readonly detail: readonly Fault[]
}

export interface FetchCurrentProjectResponse {
  readonly organization_id: string
  readonly organization_name: string
  readonly workspace_id: string
  readonly workspace_name: string
  readonly project_id: string
  readonly project_name: string
  readonly is_default_project: boolean
  readonly user_role: 'viewer' | 'editor' | 'admin' | 'program'
  readonly is_demo: boolean
}

export type FetchOrganizationsResponse = ReadonlyArray<{
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly owner_id: string
  readonly workspaces: readonly string[]
}>

export type FetchProjectsResponse = readonly FetchCurrentProjectResponse[]

export interface FetchSpansResponse {
  readonly count: number
  readonly spans: readonly Span[]
}

export interface FetchTestsetRevisionColumnsResponse {
  readonly count: number
  /** Rows of the revision. */
  readonly total: number
  /** Rows that were sampled for the types. */
  readonly sampled: number
  readonly columns: readonly TestsetColumn[]
}

export interface FetchTraceOutlineResponse {
  readonly count: number
  readonly received_at?: string
  readonly spans: readonly Span[]
}

export interface FetchTracesResponse {
  readonly count: number
  readonly traces: readonly Trace[]
}

export type FetchWorkspacesResponse = ReadonlyArray<{
  readonly id: string
  readonly name: string
  readonly type: string
}>

/** A tree of conditions; see docs/filters.md. */
export type Filter = FilterGroup | FilterCondition | FilterRelation

/** Which operators, keys and values a field takes: docs/filters.md. */
export interface FilterCondition {
  readonly field: 'trace_id' | 'span_id' | 'parent_id' | 'trace_type' | 'span_type' | 'span_kind' | 'status_code' | 'span_name' | 'status_message' | 'session_id' | 'user_id' | 'agent_id' | 'start_time' | 'end_time' | 'created_at' | 'updated_at' | 'deleted_at' | 'created_by_id' | 'updated_by_id' | 'deleted_by_id' | 'is_head' | 'attributes' | 'references' | 'links' | 'events' | 'hashes' | 'content'
  readonly key?: string | null
  readonly operator?: 'is' | 'is_not' | 'eq' | 'neq' | 'gt' | 'lt' | 'gte' | 'lte' | 'btwn' | 'startswith' | 'endswith' | 'contains' | 'matches' | 'like' | 'in' | 'not_in' | 'has' | 'has_not' | 'exists' | 'not_exists' | null
  readonly value?: unknown
  readonly options?: FilterOptions | null
}

/** conditions is required. The operator not takes exactly one condition. */
export interface FilterGroup {
  readonly operator?: 'and' | 'or' | 'not' | 'nand' | 'nor' | null
  readonly conditions?: readonly Filter[] | null
}

export interface FilterOptions {
  readonly case_sensitive?: Bool | null
  readonly exact_match?: Bool | null
  readonly all?: Bool | null
}

/** Some span of the same trace with this relation satisfies where. With trace each condition of where is about the whole trace; with span all are about one span. conditions and field are not allowed beside related. */
export interface FilterRelation {
  readonly related: 'any' | 'head' | 'root' | 'parent' | 'child' | 'annotation' | 'trace' | 'span'
  readonly where: Filter
}

/** The filter as one line: `status_code = STATUS_CODE_ERROR`. */
export type FilterText = string

/** ISO 8601, or an integer of 10, 13, 16 or 19 digits: s, ms, µs or ns since 1970. */
export type FilterTime = Time | number

export interface FindInTraceRequest {
  readonly text: string
}

export interface FindInTraceResponse {
  readonly count: number
  readonly span_ids: readonly string[]
}

export interface Flags {
  readonly [key: string]: Bool | null
}

export interface FlagsEdit {
  readonly [key: string]: Bool | null
}

export interface FollowSpansRequest {
  readonly filtering?: Filter | null
  readonly filter?: FilterText | Filter | null
  readonly heads?: Bool | null
  readonly fields?: ReadonlyArray<SpanMember | AttributeMember> | null
  readonly exclude?: readonly SpanMember[] | null
}

/** At least one reference has an id, a slug or a version. */
export interface ForkApplicationVariantRequest {
  readonly application_variant: ForkedVariant
  readonly application_ref?: OptionalReference
  readonly application_variant_ref?: OptionalReference
  readonly application_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkEnvironmentVariantRequest {
  readonly environment_variant: ForkedVariant
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkEvaluatorVariantRequest {
  readonly evaluator_variant: ForkedVariant
  readonly evaluator_ref?: OptionalReference
  readonly evaluator_variant_ref?: OptionalReference
  readonly evaluator_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkQueryVariantRequest {
  readonly query_variant: ForkedVariant
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkTestsetVariantRequest {
  readonly testset_variant: ForkedVariant
  readonly testset_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly testset_revision_ref?: OptionalReference
}

export interface ForkVariantRequest {
  readonly workflow_variant?: ForkedVariant | null
  readonly workflow_ref?: OptionalReference
  readonly workflow_variant_ref?: OptionalReference
  readonly workflow_revision_ref?: OptionalReference
  readonly application_variant?: ForkedVariant | null
  readonly application_ref?: OptionalReference
  readonly application_variant_ref?: OptionalReference
  readonly application_revision_ref?: OptionalReference
  readonly evaluator_variant?: ForkedVariant | null
  readonly evaluator_ref?: OptionalReference
  readonly evaluator_variant_ref?: OptionalReference
  readonly evaluator_revision_ref?: OptionalReference
  readonly testset_variant?: ForkedVariant | null
  readonly testset_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly testset_revision_ref?: OptionalReference
  readonly query_variant?: ForkedVariant | null
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
  readonly environment_variant?: ForkedVariant | null
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
}

export interface ForkVariantResponse {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
  readonly application_variant?: ApplicationVariant
  readonly evaluator_variant?: EvaluatorVariant
  readonly testset_variant?: TestsetVariant
  readonly query_variant?: QueryVariant
  readonly environment_variant?: EnvironmentVariant
}

/** At least one reference has an id, a slug or a version. */
export interface ForkWorkflowVariantRequest {
  readonly workflow_variant: ForkedVariant
  readonly workflow_ref?: OptionalReference
  readonly workflow_variant_ref?: OptionalReference
  readonly workflow_revision_ref?: OptionalReference
}

export interface ForkedVariant {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface GateRuleVerdict {
  readonly evaluator: string
  readonly path: string
  readonly statistic: string
  readonly value?: number
  readonly baseline?: number
  readonly passed: boolean
  readonly reason?: string
}

/** A rule with max_drop needs a baseline_run_id. */
export interface GateRunRequest {
  readonly baseline_run_id?: Id | null
  readonly rules: readonly EvaluationGateRule[]
}

/** artifact_ref needs an id or a slug. */
export interface GraphRequest {
  readonly kind: KindName
  readonly artifact_ref: Reference
  readonly windowing?: OptionalWindowing
}

export interface GraphRevision {
  readonly id: string
  readonly variant_id: string
  readonly version: string
  readonly message?: string
  readonly author: string
  readonly date: string
  readonly content_hash?: string
  readonly copied_from_revision_id?: string
  readonly merged_revision_id?: string
  readonly deleted_at?: string
}

export interface GraphVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly forked_from_revision_id?: string
  readonly created_at: string
  readonly deleted_at?: string
}

export interface HeaderEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface HealthResponse {
  readonly status: 'ok'
}

/** A UUID, in any case, with or without dashes. */
export type Id = string

export interface ImportProjectRequest {
  readonly file: Blob
  readonly name?: Name
  readonly slug?: NewSlug
}

export interface ImportSpansResponse {
  readonly count: number
  readonly receipt_id: string
}

export interface ImportedProjectResponse {
  readonly count: 1
  readonly project: ProjectName
  readonly key: string
  readonly contents: 'full' | 'configuration'
  readonly counts: {
    readonly [key: string]: number
  }
}

export interface IngestHealth {
  readonly waiting: WaitingIngest
  readonly waiting_logs: WaitingLogs
  readonly minutes: readonly IngestMinute[]
  readonly rejections: readonly RejectionReason[]
}

/** Counts of spans, and of accepted log events. */
export interface IngestMinute {
  readonly minute: string
  readonly requests: number
  readonly received: number
  readonly accepted: number
  readonly stored: number
  readonly log_events: number
}

export interface IngestResponse {
  readonly count: number
  readonly links: readonly SpanAddress[]
}

/** data is required. */
export interface InlineApplicationRevision {
  readonly data?: WorkflowData | null
}

/** data is required. */
export interface InlineEnvironmentRevision {
  readonly data?: EnvironmentData | null
}

/** data is required. */
export interface InlineEvaluatorRevision {
  readonly data?: WorkflowData | null
}

/** data is required. */
export interface InlineWorkflowRevision {
  readonly data?: WorkflowData | null
}

export interface InspectedRevision {
  readonly data: JsonObject
}

export type Interval = number

export interface InvocationRecordResponse {
  readonly count: number
  readonly invocation?: SimpleTrace
}

export interface JudgeQueueItemRequest {
  readonly judgement: QueueJudgement
}

export interface JudgedItems {
  readonly total: number
  readonly judged: number
}

export interface Key {
  readonly id: string
  readonly prefix: string
  readonly name: string | null
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expiration_date: string | null
  readonly secrets: SecretsRight
}

export interface KeyName {
  readonly id: string
  readonly prefix: string
  readonly name: string | null
}

export type KindName = 'workflow' | 'application' | 'evaluator' | 'testset' | 'query' | 'environment'

/** A reference with every member that the server knows. */
export interface KnownReference {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
}

export interface ListKeyNamesResponse {
  readonly count: number
  readonly keys: readonly KeyName[]
}

export type ListKeysResponse = readonly Key[]

export interface ListOwnSessionsResponse {
  readonly count: number
  readonly sessions: readonly Session[]
}

export interface ListProjectKeysResponse {
  readonly count: number
  readonly keys: readonly ProjectKey[]
}

export interface ListProjectsResponse {
  readonly count: number
  readonly projects: readonly Project[]
}

export interface ListProviderModelsRequest {
  /** The stored secret whose values replace masked ones. */
  readonly id?: Id | null
  readonly secret: SecretContent
}

export type ListSecretsResponse = readonly Secret[]

export interface ListSessionsResponse {
  readonly count: number
  readonly sessions: readonly UsedSession[]
}

export interface ListedModel {
  readonly slug: string
}

export interface ListedModels {
  readonly count: number
  readonly models: readonly ListedModel[]
  readonly message?: string
}

/** One of application_revisions or application is required. */
export interface LogApplicationRevisionsRequest {
  readonly application_revisions?: ApplicationLogTarget | null
  readonly application?: ApplicationLogTarget | null
  readonly include_data?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

/** One of environment_revisions or environment is required. */
export interface LogEnvironmentRevisionsRequest {
  readonly environment_revisions?: EnvironmentLogTarget | null
  readonly environment?: EnvironmentLogTarget | null
  readonly include_data?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

/** One of evaluator_revisions or evaluator is required. */
export interface LogEvaluatorRevisionsRequest {
  readonly evaluator_revisions?: EvaluatorLogTarget | null
  readonly evaluator?: EvaluatorLogTarget | null
  readonly include_data?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

/** One of query_revisions or query is required. */
export interface LogQueryRevisionsRequest {
  readonly query_revisions?: QueryLogTarget | null
  readonly query?: QueryLogTarget | null
  readonly include_data?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

/** One of testset_revisions or testset is required. */
export interface LogTestsetRevisionsRequest {
  readonly testset_revisions?: TestsetLogTarget | null
  readonly testset?: TestsetLogTarget | null
  readonly include_data?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

/** One of workflow_revisions or workflow is required. */
export interface LogWorkflowRevisionsRequest {
  readonly workflow_revisions?: WorkflowLogTarget | null
  readonly workflow?: WorkflowLogTarget | null
  readonly include_data?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export type LongText = string

export interface ManifestMismatch {
  readonly name: string
  readonly expected: string | null
  readonly actual: string | null
}

export interface ManifestRevision {
  readonly name: string
  readonly id: string
  readonly version: string
  readonly content_hash: string
}

export interface MappedColumn {
  readonly kind: string
  readonly name: string
}

export interface MappedStep {
  readonly key: string
  readonly path: string
}

/** Absent value: all annotations are equal, as expected by chance. observed: the share of equal pairs. */
export interface MeasuredAgreement {
  readonly step_key: string
  readonly path: string
  readonly scale: 'nominal' | 'ordinal' | 'interval'
  readonly measure: 'cohen_kappa' | 'krippendorff_alpha'
  readonly value?: number
  readonly items: number
  readonly raters: number
  readonly observed: number
}

export interface MergeConflict {
  readonly kind: 'field' | 'edit_remove'
  readonly testcase_dedup_id: string
  readonly occurrence: number
}

export interface MergeReport {
  readonly status: 'merged' | 'up_to_date' | 'mergeable' | 'conflicts'
  readonly base?: MergeSide
  readonly ours?: MergeSide
  readonly theirs: MergeSide
  readonly counts: {
    readonly [key: string]: number
  }
  readonly conflicts?: readonly MergeConflict[]
}

/** Resolves a conflict. Exactly one of choice, value or data is required. */
export interface MergeResolution {
  readonly testcase_dedup_id: string
  readonly occurrence?: number | null
  readonly path?: readonly string[] | null
  readonly choice?: 'ours' | 'theirs' | null
  readonly value?: unknown
  readonly data?: JsonObject | null
}

export interface MergeResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly merge: MergeReport
  readonly windowing?: NextWindowing
}

export interface MergeSide {
  readonly id: string
  readonly version: string
}

export interface MergeTestsetVariantsRequest {
  readonly testset_variant_ref?: OptionalReference
  readonly source_testset_variant_ref?: OptionalReference
  readonly source_testset_revision_ref?: OptionalReference
  readonly message?: string | null
  readonly base_revision_id?: Id | null
  readonly strategy?: 'ours' | 'theirs' | null
  readonly resolutions?: readonly MergeResolution[] | null
  readonly dry_run?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
  readonly windowing?: ConflictWindowing | null
}

export interface MetricsFilter {
  readonly ids?: OptionalIdList
  readonly run_id?: Id | null
  readonly run_ids?: OptionalIdList
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  readonly interval?: Interval | null
  readonly intervals?: readonly Interval[] | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly scenario_id?: Id | null
  readonly scenario_ids?: readonly Id[] | Bool | null
  readonly timestamp?: Time | null
  readonly timestamps?: readonly Time[] | Bool | null
}

export interface MetricsIdsResponse {
  readonly count: number
  readonly metrics_ids: readonly string[]
}

export interface MetricsRefresh {
  readonly run_id?: Id | null
  readonly run_ids?: OptionalIdList
  readonly scenario_id?: Id | null
  readonly scenario_ids?: OptionalIdList
  readonly timestamp?: Time | null
  readonly timestamps?: readonly Time[] | null
  readonly interval?: Interval | null
}

export interface MoreUses {
  readonly environments: boolean
  readonly runs: boolean
  readonly embeds: boolean
}

export type Name = string

export interface NewAnnotation {
  readonly origin?: 'custom' | 'human' | 'auto' | null
  readonly kind?: 'adhoc' | 'eval' | 'play' | null
  readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
  readonly data?: JsonObject | null
  readonly references?: NewSimpleReferences | null
  readonly links: NewAnnotationLinks
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export type NewAnnotationLinks = {
  readonly [key: string]: NewSimpleLink
} | readonly NewSimpleLink[]

/** One of application_id, workflow_id or artifact_id is required. */
export interface NewApplicationVariant {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly application_id?: Id | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
}

export interface NewArtifact {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

/** Exactly one of user_id, session_id, and a filter: filtering or filter, which restricts something. */
export interface NewDeletion {
  readonly user_id?: string | null
  readonly session_id?: string | null
  readonly filtering?: Filter | null
  readonly filter?: FilterText | Filter | null
}

/** One of environment_id or artifact_id is required. */
export interface NewEnvironmentVariant {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly environment_id?: Id | null
  readonly artifact_id?: Id | null
}

export interface NewEvaluationQueue {
  readonly run_id: Id
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly data?: EvaluationQueueData | null
}

export interface NewEvaluationRun {
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly data?: EvaluationRunData | null
}

/** One of evaluator_id, workflow_id or artifact_id is required. */
export interface NewEvaluatorVariant {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly evaluator_id?: Id | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
}

export interface NewKey {
  readonly name?: Name | null
  readonly role?: 'viewer' | 'editor' | 'admin' | null
  readonly expiration_date?: Time | null
  readonly secrets?: SecretsRight | null
}

export interface NewMetrics {
  readonly run_id: Id
  readonly scenario_id?: Id | null
  readonly timestamp?: Time | null
  readonly interval?: Interval | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly data?: JsonObject | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

/** US dollars per million tokens. */
export interface NewPrice {
  readonly provider?: string | null
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cache_read?: number | null
  readonly cache_write?: number | null
  readonly reasoning?: number | null
  readonly audio_input?: number | null
  readonly audio_output?: number | null
}

export interface NewProject {
  readonly name: Name
  readonly slug?: NewSlug | null
  readonly seed_defaults?: Bool | null
}

export interface NewProjectKey {
  readonly id: string
  readonly prefix: string
  readonly name?: string
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly created_at: string
  readonly last_used_at?: string
  readonly expiration_date?: string
  readonly secrets: SecretsRight
  readonly secret: string
}

/** One of query_id or artifact_id is required. */
export interface NewQueryVariant {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly query_id?: Id | null
  readonly artifact_id?: Id | null
}

export type NewRedactionRule = PathRedaction | PatternRedaction | BuiltInRedaction

export interface NewResult {
  readonly run_id: Id
  readonly scenario_id: Id
  readonly step_key: StepKey
  readonly repeat_idx?: number | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly trace_id?: TraceId | null
  readonly testcase_id?: Id | null
  readonly hash_id?: Id | null
  readonly error?: JsonObject | null
  readonly interval?: Interval | null
  readonly timestamp?: Time | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface NewScenario {
  readonly run_id: Id
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly interval?: Interval | null
  readonly timestamp?: Time | null
}

export interface NewSimpleApplication {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: WorkflowData | null
  readonly message?: string | null
}

export interface NewSimpleEnvironment {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: EnvironmentData | null
  readonly message?: string | null
}

export interface NewSimpleEvaluation {
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data: SimpleEvaluationData
}

export interface NewSimpleEvaluator {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: WorkflowData | null
  readonly message?: string | null
}

/** In a list, attributes.key has its name. */
export interface NewSimpleLink {
  readonly trace_id: TraceId
  readonly span_id: SpanId
  readonly attributes?: JsonObject | null
}

export type NewSimpleLinks = {
  readonly [key: string]: NewSimpleLink
} | readonly NewSimpleLink[]

export interface NewSimpleQuery {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: QueryData | null
  readonly message?: string | null
}

export interface NewSimpleQueue {
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data: SimpleQueueData
}

/** Other keys are stored unchanged. */
export interface NewSimpleReferences {
  readonly application?: OptionalReference
  readonly application_variant?: OptionalReference
  readonly application_revision?: OptionalReference
  readonly workflow?: OptionalReference
  readonly workflow_variant?: OptionalReference
  readonly workflow_revision?: OptionalReference
  readonly evaluator?: OptionalReference
  readonly evaluator_variant?: OptionalReference
  readonly evaluator_revision?: OptionalReference
  readonly testset?: OptionalReference
  readonly testset_variant?: OptionalReference
  readonly testset_revision?: OptionalReference
  readonly query?: OptionalReference
  readonly query_variant?: OptionalReference
  readonly query_revision?: OptionalReference
  readonly environment?: OptionalReference
  readonly environment_variant?: OptionalReference
  readonly environment_revision?: OptionalReference
  readonly snippet?: OptionalReference
  readonly snippet_variant?: OptionalReference
  readonly snippet_revision?: OptionalReference
  readonly testcase?: OptionalReference
  readonly selector?: JsonObject | null
}

export interface NewSimpleTestset {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: TestsetData | null
  readonly message?: string | null
}

export interface NewSimpleTrace {
  readonly origin?: 'custom' | 'human' | 'auto' | null
  readonly kind?: 'adhoc' | 'eval' | 'play' | null
  readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
  readonly data?: JsonObject | null
  readonly references?: NewSimpleReferences | null
  readonly links?: NewSimpleLinks | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface NewSimpleWorkflow {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: WorkflowData | null
  readonly message?: string | null
}

export type NewSlug = string

/** A span; `spans` has its children. */
export interface NewSpan {
  readonly trace_id: NewTraceId
  readonly span_id: NewSpanId
  readonly parent_id?: ParentSpanId | null
  readonly trace_type?: 'invocation' | 'annotation' | 'unknown' | null
  readonly span_type?: 'workflow' | 'agent' | 'chain' | 'task' | 'tool' | 'llm' | 'chat' | 'completion' | 'embedding' | 'query' | 'rerank' | 'unknown' | null
  readonly span_kind?: 'SPAN_KIND_UNSPECIFIED' | 'SPAN_KIND_INTERNAL' | 'SPAN_KIND_SERVER' | 'SPAN_KIND_CLIENT' | 'SPAN_KIND_PRODUCER' | 'SPAN_KIND_CONSUMER' | null
  readonly span_name?: string | null
  readonly start_time?: SpanTime | null
  readonly end_time?: SpanTime | null
  readonly status_code?: 'STATUS_CODE_UNSET' | 'STATUS_CODE_OK' | 'STATUS_CODE_ERROR' | null
  readonly status_message?: string | null
  readonly session_id?: string | null
  readonly user_id?: string | null
  readonly agent_id?: string | null
  readonly attributes?: JsonObject | null
  readonly exception?: JsonObject | null
  readonly references?: readonly NewSpanReference[] | null
  readonly links?: readonly NewSpanLink[] | null
  readonly hashes?: readonly NewSpanHash[] | null
  readonly events?: readonly NewSpanEvent[] | null
  readonly spans?: NewSpans | null
}

export interface NewSpanEvent {
  readonly name: string
  readonly timestamp?: SpanTime | null
  readonly attributes?: JsonObject | null
}

export interface NewSpanHash {
  readonly id: string
  readonly attributes?: JsonObject | null
}

export type NewSpanId = string

export interface NewSpanLink {
  readonly trace_id: NewTraceId
  readonly span_id: NewSpanId
  readonly attributes?: JsonObject | null
}

export interface NewSpanReference {
  readonly id?: string | null
  readonly slug?: string | null
  readonly version?: string | number | null
  readonly attributes?: JsonObject | null
}

/** Spans by their names, or a list of spans. */
export type NewSpans = {
  readonly [key: string]: NewSpan | readonly NewSpan[]
} | readonly NewSpan[]

export interface NewTestcase {
  readonly id?: Id | null
  readonly data?: JsonObject | null
  readonly flags?: JsonObject | null
  readonly tags?: JsonObject | null
  readonly meta?: JsonObject | null
}

/** One of testset_id or artifact_id is required. */
export interface NewTestsetVariant {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly testset_id?: Id | null
  readonly artifact_id?: Id | null
}

/** A trace with one root. The trace id may be omitted in its spans. */
export interface NewTrace {
  readonly trace_id?: NewTraceId | null
  readonly spans: NewSpans
}

export type NewTraceId = string

/** One of workflow_id or artifact_id is required. */
export interface NewWorkflowVariant {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
}

/** Send it back unchanged to read the next page. */
export interface NextSpanWindowing {
  readonly next?: string
  readonly limit?: number
  readonly order?: string
  readonly oldest?: unknown
  readonly newest?: unknown
  readonly rate?: unknown
  readonly interval?: unknown
}

/** Send it back unchanged to read the next page. */
export interface NextWindowing {
  readonly next?: string
  readonly limit?: number
  readonly order?: string
  readonly newest?: string
  readonly oldest?: string
}

export interface OffsetWindowing {
  readonly limit?: number | null
  readonly offset?: number | null
}

export type OptionalFlags = Flags | null

export type OptionalIdList = readonly Id[] | null

export type OptionalReference = Reference | null

export type OptionalReferenceList = readonly OptionalReference[] | null

export type OptionalSlugList = readonly Slug[] | null

export type OptionalTags = Tags | null

export type OptionalWindowing = Windowing | null

export interface OtlpEvent {
  readonly timeUnixNano?: OtlpNanoseconds | null
  readonly name?: string | null
  readonly attributes?: readonly OtlpKeyValue[] | null
}

/** value: an AnyValue, such as {"stringValue": "a"}. */
export interface OtlpKeyValue {
  readonly key?: string | null
  readonly value?: unknown
}

export interface OtlpLink {
  readonly traceId?: string | null
  readonly spanId?: string | null
  readonly attributes?: readonly OtlpKeyValue[] | null
}

/** A record without a span, or that is no gen_ai event, is ignored, except events of coding agents. */
export interface OtlpLogRecord {
  readonly timeUnixNano?: OtlpNanoseconds | null
  readonly observedTimeUnixNano?: OtlpNanoseconds | null
  readonly traceId?: string | null
  readonly spanId?: string | null
  readonly eventName?: string | null
  readonly attributes?: readonly OtlpKeyValue[] | null
  readonly body?: unknown
}

/** An ExportLogsServiceRequest. */
export interface OtlpLogs {
  readonly resourceLogs?: readonly OtlpResourceLogs[] | null
}

/** Ignored. */
export type OtlpMetrics = unknown

/** Nanoseconds since 1970, as text or as a number. */
export type OtlpNanoseconds = number

export interface OtlpResource {
  readonly attributes?: readonly OtlpKeyValue[] | null
}

export interface OtlpResourceLogs {
  readonly resource?: OtlpResource | null
  readonly scopeLogs?: readonly OtlpScopeLogs[] | null
}

export interface OtlpResourceSpans {
  readonly resource?: OtlpResource | null
  readonly scopeSpans?: readonly OtlpScopeSpans[] | null
}

export interface OtlpScope {
  readonly name?: string | null
  readonly version?: string | null
  readonly attributes?: readonly OtlpKeyValue[] | null
}

export interface OtlpScopeLogs {
  readonly scope?: OtlpScope | null
  readonly logRecords?: readonly OtlpLogRecord[] | null
}

export interface OtlpScopeSpans {
  readonly scope?: OtlpScope | null
  readonly spans?: readonly OtlpSpan[] | null
}

/** A span without valid ids is rejected alone, with a reason in the receipt. */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | null
  readonly name?: string | null
  readonly kind?: string | number | null
  readonly startTimeUnixNano?: OtlpNanoseconds | null
  readonly endTimeUnixNano?: OtlpNanoseconds | null
  readonly attributes?: readonly OtlpKeyValue[] | null
  readonly events?: readonly OtlpEvent[] | null
  readonly links?: readonly OtlpLink[] | null
  readonly status?: JsonObject | null
  readonly traceState?: string | null
}

/** An ExportTraceServiceRequest. */
export interface OtlpTraces {
  readonly resourceSpans?: readonly OtlpResourceSpans[] | null
}

export interface OwnNewProject {
  readonly name: Name
  readonly slug?: NewSlug | null
}

/** A span id; empty or all zero: none. */
export type ParentSpanId = string

/** An error with a message and details. */
export interface ParticularsError {
  readonly code: ErrorCode
  readonly detail: ErrorParticulars
}

export interface PathRedaction {
  readonly kind: 'path'
  readonly path: string
  readonly replacement?: string | null
}

export interface PatternRedaction {
  readonly kind: 'pattern'
  readonly pattern: string
  readonly ignore_case?: boolean | null
  readonly replacement?: string | null
}

export interface PickTestsetRevisionRequest {
  readonly testset_revision_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly message?: string | null
  readonly base_revision_id?: Id | null
  readonly strategy?: 'ours' | 'theirs' | null
  readonly resolutions?: readonly MergeResolution[] | null
  readonly dry_run?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
  readonly windowing?: ConflictWindowing | null
}

/** US dollars per million tokens. */
export interface Price {
  readonly provider: string
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cache_read?: number
  readonly cache_write?: number
  readonly reasoning?: number
  readonly audio_input?: number
  readonly audio_output?: number
}

export interface PricesResponse {
  readonly count: number
  readonly prices: readonly Price[]
}

export interface Profile {
  readonly id: string
  readonly uid: string
  readonly username: string
  readonly email: string
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly project_id: string
  readonly project_name: string
  readonly created_at: string
}

export interface Project {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly is_default: boolean
  readonly created_at: string
  readonly archived_at?: string
}

export interface ProjectKey {
  readonly id: string
  readonly prefix: string
  readonly name?: string
  readonly role: 'viewer' | 'editor' | 'admin'
  readonly created_at: string
  readonly last_used_at?: string
  readonly expiration_date?: string
  readonly secrets: SecretsRight
}

export interface ProjectName {
  readonly id: string
  readonly slug: string
  readonly name: string
}

export interface ProjectResponse {
  readonly count: 1
  readonly project: Project
}

export interface ProviderKey {
  readonly key: string
}

export interface ProviderKeyData {
  readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini'
  readonly provider: ProviderKey
  readonly models?: readonly SecretModel[] | null
}

export interface ProviderKeySecret {
  readonly kind: 'provider_key'
  readonly data: ProviderKeyData
}

export interface Query {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
}

export type QueryAnalyticsRequest = AnalyticsRequest

export interface QueryAnalyticsResponse {
  readonly count: number
  readonly buckets: readonly AnalyticsBucket[]
  readonly query: JsonObject
  readonly specs: readonly JsonObject[]
  readonly group_by?: 'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string | ReadonlyArray<'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string>
  readonly group_limit?: number
  readonly group_order?: string
}

export interface QueryAnnotationsRequest {
  readonly annotation?: SimpleTraceFilter | null
  readonly annotation_links?: SoughtSpans | null
  readonly windowing?: SpanWindowing | null
}

export interface QueryAnnotationsResponse {
  readonly count: number
  readonly annotations: readonly SimpleTrace[]
  readonly windowing?: NextSpanWindowing
}

export interface QueryApplicationRevisionsRequest {
  readonly application_revision?: RevisionFilter | null
  readonly application_refs?: OptionalReferenceList
  readonly application_variant_refs?: OptionalReferenceList
  readonly application_revision_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryApplicationVariantsRequest {
  readonly application_variant?: RecordFilter | null
  readonly application_refs?: OptionalReferenceList
  readonly application_variant_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryApplicationsRequest {
  readonly application?: RecordFilter | null
  readonly application_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryAuditRequest {
  readonly entry?: AuditFilter | null
  readonly windowing?: OptionalWindowing
}

/** One of query_id, artifact_id, query_variant_id, variant_id, query_revision_id or revision_id is required. data and delta exclude each other. */
export interface QueryCommit {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly query_id?: Id | null
  readonly artifact_id?: Id | null
  readonly query_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly query_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  readonly message?: string | null
  readonly if_changed?: Bool | null
  readonly data?: QueryData | null
}

export interface QueryData {
  readonly formatting?: QueryFormatting | null
  readonly filtering?: Filter | null
  readonly windowing?: SavedWindowing | null
  readonly trace_ids?: unknown
  readonly traces?: unknown
}

export interface QueryEnvironmentRevisionsRequest {
  readonly environment_revision?: RevisionFilter | null
  readonly environment_refs?: OptionalReferenceList
  readonly environment_variant_refs?: OptionalReferenceList
  readonly environment_revision_refs?: OptionalReferenceList
  readonly references?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryEnvironmentVariantsRequest {
  readonly environment_variant?: RecordFilter | null
  readonly environment_refs?: OptionalReferenceList
  readonly environment_variant_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryEnvironmentsRequest {
  readonly environment?: RecordFilter | null
  readonly environment_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryEvaluatorQualityResponse {
  readonly count: number
  readonly runs: number
  readonly rows: number
  readonly more: boolean
  readonly metrics: readonly EvaluatorMetricQuality[]
}

export interface QueryEvaluatorRevisionsRequest {
  readonly evaluator_revision?: RevisionFilter | null
  readonly evaluator_refs?: OptionalReferenceList
  readonly evaluator_variant_refs?: OptionalReferenceList
  readonly evaluator_revision_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryEvaluatorVariantsRequest {
  readonly evaluator_variant?: RecordFilter | null
  readonly evaluator_refs?: OptionalReferenceList
  readonly evaluator_variant_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryEvaluatorsRequest {
  readonly evaluator?: RecordFilter | null
  readonly evaluator_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryFormatting {
  readonly focus?: 'trace' | 'span' | null
  readonly format?: 'agenta' | 'opentelemetry' | null
}

export interface QueryInvocationsRequest {
  readonly invocation?: SimpleTraceFilter | null
  readonly invocation_links?: SoughtSpans | null
  readonly windowing?: SpanWindowing | null
}

export interface QueryInvocationsResponse {
  readonly count: number
  readonly invocations: readonly SimpleTrace[]
  readonly windowing?: NextSpanWindowing
}

export interface QueryListResponse {
  readonly count: number
  readonly queries: readonly Query[]
  readonly windowing?: NextWindowing
}

/** One of query_id, artifact_id, query_variant_id, variant_id, query_revision_id or revision_id is required. */
export interface QueryLogTarget {
  readonly query_id?: Id | null
  readonly artifact_id?: Id | null
  readonly query_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly query_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly depth?: number | null
}

export interface QueryMetricsRequest {
  readonly metrics?: MetricsFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QueryQueriesRequest {
  readonly query?: RecordFilter | null
  readonly query_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryQueryRevisionsRequest {
  readonly query_revision?: RevisionFilter | null
  readonly query_refs?: OptionalReferenceList
  readonly query_variant_refs?: OptionalReferenceList
  readonly query_revision_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryQueryVariantsRequest {
  readonly query_variant?: RecordFilter | null
  readonly query_refs?: OptionalReferenceList
  readonly query_variant_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryQueueProgressRequest {
  readonly queue_ids: readonly Id[]
}

export interface QueryQueueProgressResponse {
  readonly count: number
  readonly progress: readonly QueueProgress[]
}

export interface QueryQueuesRequest {
  readonly queue?: QueueFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QueryReceiptsRequest {
  readonly receipt?: ReceiptFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QueryRejectionsRequest {
  readonly receipt_id?: Id | null
  readonly windowing?: OptionalWindowing
}

export interface QueryResponse {
  readonly count: number
  readonly query?: Query
}

export interface QueryResultsRequest {
  readonly result?: ResultFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QueryRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly data?: JsonObject
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly query_id: string
  readonly query_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly query_variant_id: string
  readonly query_variant_slug: string
}

export interface QueryRevisionListResponse {
  readonly count: number
  readonly query_revisions: readonly QueryRevision[]
  readonly windowing?: NextWindowing
}

export interface QueryRevisionResponse {
  readonly count: number
  readonly query_revision?: QueryRevision
}

export interface QueryRunRowsRequest {
  readonly runs: readonly RunToCompare[]
  readonly match?: 'testcase_id' | 'testcase_dedup_id' | null
  /** A name for a snapshot of the runs. Requests with the same name within five minutes are answered from the snapshot, even if the runs change. */
  readonly reading?: string | null
  readonly filters?: readonly RunRowFilter[] | null
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  /** Only rows where a run differs from the first: in the sort metric, or else in any metric. */
  readonly differing?: Bool | null
  readonly sort?: RunRowSort | null
  readonly include?: ReadonlyArray<'plots' | 'agreement'> | null
  readonly windowing?: OffsetWindowing | null
}

export interface QueryRunRowsResponse {
  readonly count: number
  readonly total: number
  readonly rows: readonly ComparedRow[]
  readonly plots?: RunRowPlots
  readonly agreement?: readonly VerdictAgreement[]
}

export interface QueryRunsRequest {
  readonly run?: RunFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QueryScenariosRequest {
  readonly scenario?: ScenarioFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QuerySessionsResponse {
  readonly count: number
  readonly session_ids: readonly string[]
  readonly sessions?: readonly SessionTotals[]
  readonly windowing?: NextSpanWindowing
}

export interface QuerySimpleApplicationsRequest {
  readonly application?: RecordFilter | null
  readonly application_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QuerySimpleEnvironmentsRequest {
  readonly environment?: RecordFilter | null
  readonly environment_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QuerySimpleEvaluationsRequest {
  readonly evaluation?: SimpleEvaluationFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QuerySimpleEvaluatorsRequest {
  readonly evaluator?: RecordFilter | null
  readonly evaluator_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QuerySimpleQueriesRequest {
  readonly query?: RecordFilter | null
  readonly query_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QuerySimpleQueuesRequest {
  readonly queue?: SimpleQueueFilter | null
  readonly windowing?: OptionalWindowing
}

export interface QuerySimpleTestsetsRequest {
  readonly testset?: RecordFilter | null
  readonly testset_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QuerySimpleTracesRequest {
  readonly trace?: SimpleTraceFilter | null
  readonly links?: SoughtSpans | null
  readonly windowing?: SpanWindowing | null
}

export interface QuerySimpleTracesResponse {
  readonly count: number
  readonly traces: readonly SimpleTrace[]
  readonly windowing?: NextSpanWindowing
}

export interface QuerySimpleWorkflowsRequest {
  readonly workflow?: RecordFilter | null
  readonly workflow_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QuerySpanAttributesRequest {
  readonly key?: string | null
  readonly prefix?: string | null
  readonly limit?: number | null
  readonly windowing?: SpanWindowing | null
}

export interface QuerySpanAttributesResponse {
  readonly count: number
  readonly attributes?: readonly AttributeKey[]
  readonly values?: readonly AttributeValue[]
}

export interface QuerySpansRpcResponse {
  readonly count: number
  readonly windowing?: NextSpanWindowing
  readonly searched_to?: string
  readonly spans: readonly Span[]
}

/** One of testcase_ids, testset_id or a reference is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface QueryTestcasesRequest {
  readonly testcase_ids?: OptionalIdList
  readonly testset_id?: Id | null
  readonly testset_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly testset_revision_ref?: OptionalReference
  readonly include_history?: Bool | null
  readonly windowing?: RowWindowing | null
}

export interface QueryTestcasesResponse {
  readonly count: number
  readonly testcases: readonly Testcase[]
  readonly windowing?: NextWindowing
  /** Rows of the revision; with windowing.offset only. */
  readonly total?: number
}

export interface QueryTestsetRevisionsRequest {
  readonly testset_revision?: RevisionFilter | null
  readonly testset_refs?: OptionalReferenceList
  readonly testset_variant_refs?: OptionalReferenceList
  readonly testset_revision_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryTestsetVariantsRequest {
  readonly testset_variant?: RecordFilter | null
  readonly testset_refs?: OptionalReferenceList
  readonly testset_variant_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryTestsetsRequest {
  readonly testset?: RecordFilter | null
  readonly testset_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryTracesResponse {
  readonly count: number
  readonly windowing?: NextSpanWindowing
  readonly searched_to?: string
  readonly traces: readonly Trace[]
}

export interface QueryUsersResponse {
  readonly count: number
  readonly user_ids: readonly string[]
  readonly users?: readonly UserTotals[]
  readonly windowing?: NextSpanWindowing
}

export interface QueryVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
}

export interface QueryVariantListResponse {
  readonly count: number
  readonly query_variants: readonly QueryVariant[]
  readonly windowing?: NextWindowing
}

export interface QueryVariantResponse {
  readonly count: number
  readonly query_variant?: QueryVariant
}

export interface QueryWorkflowRevisionsRequest {
  readonly workflow_revision?: RevisionFilter | null
  readonly workflow_refs?: OptionalReferenceList
  readonly workflow_variant_refs?: OptionalReferenceList
  readonly workflow_revision_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryWorkflowVariantsRequest {
  readonly workflow_variant?: RecordFilter | null
  readonly workflow_refs?: OptionalReferenceList
  readonly workflow_variant_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueryWorkflowsRequest {
  readonly workflow?: RecordFilter | null
  readonly workflow_refs?: OptionalReferenceList
  readonly include_archived?: Bool | null
  readonly windowing?: OptionalWindowing
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface QueueAgreement {
  readonly measures: readonly MeasuredAgreement[]
  readonly disagreements: readonly QueueDisagreement[]
  readonly disagreement_count: number
}

export interface QueueAgreementResponse {
  readonly count: number
  readonly agreement?: QueueAgreement
}

export interface QueueBatches {
  readonly batch_size?: number | null
  readonly batch_offset?: number | null
}

export interface QueueDisagreement {
  readonly step_key: string
  readonly path: string
  readonly scenario_id: string
  readonly trace_id?: string
  readonly testcase_id?: string
  readonly values: readonly SaidByPerson[]
}

export interface QueueFilter {
  readonly ids?: OptionalIdList
  readonly run_id?: Id | null
  readonly run_ids?: OptionalIdList
  readonly user_id?: Id | null
  readonly user_ids?: OptionalIdList
  readonly name?: string | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly include_archived?: Bool | null
}

export interface QueueIdResponse {
  readonly count: number
  readonly queue_id?: string
}

export interface QueueIdsResponse {
  readonly count: number
  readonly queue_ids: readonly string[]
}

/** place and total count the items of the caller; judgements: traces by step key. */
export interface QueueItem {
  readonly scenario_id: string
  readonly repeat_idx: number
  readonly state: 'open' | 'judged' | 'skipped'
  readonly place: number
  readonly total: number
  readonly held_until?: string
  readonly trace_id?: string
  readonly testcase_id?: string
  readonly judgements: {
    readonly [key: string]: string
  }
}

export interface QueueItemPlace {
  readonly scenario_id: Id
  readonly repeat_idx?: number | null
}

export interface QueueItemResponse {
  readonly count: number
  readonly item?: QueueItem
}

/** outputs: the annotation for each evaluator of the queue, by step key. */
export interface QueueJudgement {
  readonly scenario_id: Id
  readonly repeat_idx?: number | null
  readonly outputs: {
    readonly [key: string]: JsonObject
  }
  readonly note?: LongText | null
}

export interface QueuePerson {
  readonly user_id: string
  readonly assigned?: number
  readonly judged: number
  readonly skipped: number
  readonly last_at?: string
}

export interface QueueProgress {
  readonly queue_id: string
  readonly items: JudgedItems
  readonly people: readonly QueuePerson[]
  readonly last_at?: string
}

export interface QueueScenariosRequest {
  readonly queue?: AssigneeFilter | null
  readonly scenario?: ScenarioFilter | null
  readonly windowing?: OptionalWindowing
}

export interface ReadyResponse {
  readonly status: 'ready'
}

export interface Receipt {
  readonly id: string
  readonly status: 'pending' | 'stored' | 'rejected'
  readonly kind: ReceiptKind
  readonly received_at: string
  readonly finished_at?: string
  readonly received: number
  readonly accepted: number
  readonly stored: number
  readonly rejected: readonly ReceiptRejection[]
}

export interface ReceiptFilter {
  readonly status?: 'pending' | 'stored' | 'rejected' | null
}

/** The kind of records in the request; the counts are of this kind. */
export type ReceiptKind = 'spans' | 'logs'

export interface ReceiptRejection {
  readonly id: string
  readonly index: number
  readonly trace_id?: string
  readonly span_id?: string
  readonly reason: string
}

export interface ReceiptResponse {
  readonly count: number
  readonly receipt?: Receipt
}

export interface ReceiptSummary {
  readonly id: string
  readonly status: 'pending' | 'stored' | 'rejected'
  readonly kind: ReceiptKind
  readonly received_at: string
  readonly finished_at?: string
  readonly received: number
  readonly accepted: number
  readonly stored: number
}

export interface ReceiptSummaryListResponse {
  readonly count: number
  readonly receipts: readonly ReceiptSummary[]
  readonly windowing?: NextWindowing
}

export interface RecordCount {
  readonly family: 'workflow' | 'testset' | 'query' | 'environment'
  readonly artifacts: number
  readonly revisions: number
}

export interface RecordFilter {
  readonly name?: string | null
  readonly description?: string | null
  readonly slug?: Slug | null
  readonly slugs?: OptionalSlugList
  readonly flags?: OptionalFlags
  readonly tags?: JsonObject | null
  readonly meta?: JsonObject | null
}

export interface RedactionRule {
  readonly kind: 'path' | 'pattern' | 'built_in'
  readonly path?: string
  readonly pattern?: string
  readonly ignore_case?: boolean
  readonly name?: string
  readonly replacement?: string
}

export interface RedactionRulesResponse {
  readonly count: number
  readonly rules: readonly RedactionRule[]
}

/** Names a record by id, slug, or (revisions) version. */
export interface Reference {
  readonly id?: Id | null
  readonly slug?: Slug | null
  readonly version?: string | number | null
}

/** References by role: application_revision, testset, … */
export interface References {
  readonly [key: string]: OptionalReference
}

export interface RefreshMetricsRequest {
  readonly metrics: MetricsRefresh
}

export interface Rejection {
  readonly id: string
  readonly receipt_id: string
  readonly index: number
  readonly trace_id?: string
  readonly span_id?: string
  readonly reason: string
  readonly received_at: string
}

export interface RejectionListResponse {
  readonly count: number
  readonly rejections: readonly Rejection[]
  readonly windowing?: NextWindowing
}

export interface RejectionReason {
  readonly reason: string
  readonly count: number
  readonly last_received_at: string
}

export interface RemoveSimpleEvaluationScenariosRequest {
  readonly scenario_ids: readonly Id[]
}

export interface RemoveSimpleEvaluationStepsRequest {
  readonly step_keys: readonly StepKey[]
}

export interface RemovedSpansResponse {
  readonly count: number
  readonly traces: number
}

export interface RenameCurrentProjectRequest {
  readonly project: RenamedProject
}

export interface RenamedProject {
  readonly name: Name
}

export interface RenamedProjectResponse {
  readonly count: 1
  readonly project: ProjectName
}

export interface ReplacePricesRequest {
  readonly prices: readonly NewPrice[]
}

export interface ReplaceRedactionRulesRequest {
  readonly rules: readonly NewRedactionRule[]
}

/** Which embeds were replaced. */
export interface ResolutionInfo {
  readonly references_used: ReadonlyArray<{
    readonly [key: string]: KnownReference
  }>
  readonly depth_reached: number
  readonly embeds_resolved: number
  readonly errors: readonly unknown[]
}

/** Exactly one of application_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface ResolveApplicationRevisionRequest {
  readonly application_ref?: OptionalReference
  readonly application_variant_ref?: OptionalReference
  readonly application_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly application_revision?: InlineApplicationRevision | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveApplicationRevisionResponse {
  readonly count: number
  readonly application_revision?: ResolvedApplicationRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

/** Exactly one of environment_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface ResolveEnvironmentRevisionRequest {
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly environment_revision?: InlineEnvironmentRevision | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveEnvironmentRevisionResponse {
  readonly count: number
  readonly environment_revision?: ResolvedEnvironmentRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

/** Exactly one of evaluator_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface ResolveEvaluatorRevisionRequest {
  readonly evaluator_ref?: OptionalReference
  readonly evaluator_variant_ref?: OptionalReference
  readonly evaluator_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly evaluator_revision?: InlineEvaluatorRevision | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveEvaluatorRevisionResponse {
  readonly count: number
  readonly evaluator_revision?: ResolvedEvaluatorRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

/** Exactly one of workflow_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface ResolveWorkflowRevisionRequest {
  readonly workflow_ref?: OptionalReference
  readonly workflow_variant_ref?: OptionalReference
  readonly workflow_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly workflow_revision?: InlineWorkflowRevision | null
  readonly max_depth?: number | null
  readonly max_embeds?: number | null
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

export interface ResolveWorkflowRevisionResponse {
  readonly count: number
  readonly workflow_revision?: ResolvedWorkflowRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

export interface ResolvedApplicationRevision {
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at?: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version?: string
  readonly message?: string
  readonly author?: string
  readonly date?: string
  readonly content_hash?: string
  readonly data?: JsonObject
  readonly artifact_id?: string
  readonly artifact_slug?: string
  readonly application_id?: string
  readonly application_slug?: string
  readonly workflow_id?: string
  readonly workflow_slug?: string
  readonly variant_id?: string
  readonly variant_slug?: string
  readonly application_variant_id?: string
  readonly application_variant_slug?: string
  readonly workflow_variant_id?: string
  readonly workflow_variant_slug?: string
}

export interface ResolvedEnvironmentRevision {
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at?: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version?: string
  readonly message?: string
  readonly author?: string
  readonly date?: string
  readonly content_hash?: string
  readonly data?: JsonObject
  readonly artifact_id?: string
  readonly artifact_slug?: string
  readonly environment_id?: string
  readonly environment_slug?: string
  readonly variant_id?: string
  readonly variant_slug?: string
  readonly environment_variant_id?: string
  readonly environment_variant_slug?: string
}

export interface ResolvedEvaluatorRevision {
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at?: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version?: string
  readonly message?: string
  readonly author?: string
  readonly date?: string
  readonly content_hash?: string
  readonly data?: JsonObject
  readonly artifact_id?: string
  readonly artifact_slug?: string
  readonly evaluator_id?: string
  readonly evaluator_slug?: string
  readonly workflow_id?: string
  readonly workflow_slug?: string
  readonly variant_id?: string
  readonly variant_slug?: string
  readonly evaluator_variant_id?: string
  readonly evaluator_variant_slug?: string
  readonly workflow_variant_id?: string
  readonly workflow_variant_slug?: string
}

export interface ResolvedWorkflowRevision {
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at?: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly version?: string
  readonly message?: string
  readonly author?: string
  readonly date?: string
  readonly content_hash?: string
  readonly data?: JsonObject
  readonly artifact_id?: string
  readonly artifact_slug?: string
  readonly workflow_id?: string
  readonly workflow_slug?: string
  readonly variant_id?: string
  readonly variant_slug?: string
  readonly workflow_variant_id?: string
  readonly workflow_variant_slug?: string
}

export interface ResultFilter {
  readonly ids?: OptionalIdList
  readonly run_id?: Id | null
  readonly run_ids?: OptionalIdList
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  readonly interval?: Interval | null
  readonly intervals?: readonly Interval[] | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly timestamp?: Time | null
  readonly timestamps?: readonly Time[] | null
  readonly scenario_id?: Id | null
  readonly scenario_ids?: OptionalIdList
  readonly step_key?: StepKey | null
  readonly step_keys?: readonly StepKey[] | null
  readonly repeat_idx?: number | null
  readonly repeat_idxs?: readonly number[] | null
  readonly testcase_id?: Id | null
  readonly testcase_ids?: OptionalIdList
}

export interface ResultIdResponse {
  readonly count: number
  readonly result_id?: string
}

export interface ResultIdsResponse {
  readonly count: number
  readonly result_ids: readonly string[]
}

export interface Retention {
  readonly days?: number
  readonly runs_days?: number
  readonly audit_days?: number
  readonly hold_days?: number
}

export interface RetentionEdit {
  readonly days: number | null
  readonly runs_days?: number | null
  readonly audit_days?: number | null
  readonly hold_days?: number | null
}

export interface RetentionResponse {
  readonly count: number
  readonly retention: Retention
}

/** The resolved references, and the environment entry they came through. */
export interface RetrievalInfo {
  readonly references: {
    readonly [key: string]: KnownReference
  }
  readonly selector?: EntrySelector
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveApplicationRevisionRequest {
  readonly application_ref?: OptionalReference
  readonly application_variant_ref?: OptionalReference
  readonly application_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly resolve?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface RetrieveApplicationRevisionResponse {
  readonly count: number
  readonly application_revision?: ApplicationRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface RetrieveEnvironmentRevisionRequest {
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly resolve?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface RetrieveEnvironmentRevisionResponse {
  readonly count: number
  readonly environment_revision?: EnvironmentRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveEvaluatorRevisionRequest {
  readonly evaluator_ref?: OptionalReference
  readonly evaluator_variant_ref?: OptionalReference
  readonly evaluator_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly resolve?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface RetrieveEvaluatorRevisionResponse {
  readonly count: number
  readonly evaluator_revision?: EvaluatorRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveQueryRevisionRequest {
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly resolve?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
  readonly include_trace_ids?: Bool | null
  readonly include_traces?: Bool | null
  readonly windowing?: SpanWindowing | null
}

export interface RetrieveQueryRevisionResponse {
  readonly count: number
  readonly query_revision?: QueryRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
  readonly windowing?: NextSpanWindowing
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveTestsetRevisionRequest {
  readonly testset_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly testset_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly resolve?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
  readonly windowing?: RowWindowing | null
}

export interface RetrieveTestsetRevisionResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
  readonly windowing?: NextWindowing
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveWorkflowRevisionRequest {
  readonly workflow_ref?: OptionalReference
  readonly workflow_variant_ref?: OptionalReference
  readonly workflow_revision_ref?: OptionalReference
  readonly environment_ref?: OptionalReference
  readonly environment_variant_ref?: OptionalReference
  readonly environment_revision_ref?: OptionalReference
  readonly key?: string | null
  readonly resolve?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface RetrieveWorkflowRevisionResponse {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
  readonly retrieval_info?: RetrievalInfo
  readonly resolution_info?: ResolutionInfo
}

export interface RetryRejectionsRequest {
  readonly rejection_ids: readonly Id[]
}

export interface RevertTestsetRevisionRequest {
  readonly testset_revision_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly mode?: 'undo' | 'restore' | null
  readonly message?: string | null
  readonly base_revision_id?: Id | null
  readonly strategy?: 'ours' | 'theirs' | null
  readonly resolutions?: readonly MergeResolution[] | null
  readonly dry_run?: Bool | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
  readonly windowing?: ConflictWindowing | null
}

export type ReviewChoice = readonly Id[] | {
  readonly [key: string]: StepOrigin
}

export interface RevisionDiff {
  readonly base?: DiffSide
  readonly target: DiffSide
  readonly equal: boolean
  readonly added: readonly StructuralChange[]
  readonly removed: readonly StructuralChange[]
  readonly changed: readonly StructuralChange[]
}

export interface RevisionDiffResponse {
  readonly count: number
  readonly diff: RevisionDiff
  readonly windowing?: NextWindowing
}

export interface RevisionFilter {
  readonly name?: string | null
  readonly description?: string | null
  readonly slug?: Slug | null
  readonly slugs?: OptionalSlugList
  readonly flags?: OptionalFlags
  readonly tags?: JsonObject | null
  readonly meta?: JsonObject | null
  readonly message?: string | null
  readonly author?: Id | null
  readonly authors?: OptionalIdList
  readonly date?: Time | null
  readonly dates?: readonly Time[] | null
}

export interface RevisionGraph {
  readonly count: number
  readonly variants: readonly GraphVariant[]
  readonly revisions: readonly GraphRevision[]
  readonly windowing?: NextWindowing
}

export interface RowChanges {
  readonly add?: readonly NewTestcase[] | null
  readonly remove?: readonly Id[] | TestcaseRemoval | null
  readonly replace?: readonly TestcaseReplacement[] | null
}

export interface RowSearch {
  readonly content?: string | null
  readonly conditions?: readonly ColumnCondition[] | null
  readonly offset?: number | null
  readonly limit?: number | null
}

/** A page of rows. Send back the windowing of an answer to read the next page. */
export interface RowWindowing {
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
  readonly next?: Id | null
  readonly offset?: number | null
}

/** A google.rpc.Status. */
export interface RpcStatus {
  readonly code: number
  readonly message: string
}

export interface RunDifference {
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
}

export interface RunFilter {
  readonly ids?: OptionalIdList
  readonly name?: string | null
  readonly description?: string | null
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly references?: readonly References[] | null
}

export interface RunIdResponse {
  readonly count: number
  readonly run_id?: string
}

export interface RunIds {
  readonly run_ids: readonly Id[]
}

export interface RunIdsResponse {
  readonly count: number
  readonly run_ids: readonly string[]
}

/** All values, sorted, or 201 of them at even distances. */
export interface RunRowCurve {
  readonly run_id: string
  readonly count: number
  readonly values: readonly number[]
}

/** Compares the mean of the repeats; all conditions must hold. */
export interface RunRowFilter {
  /** The slug of an evaluator or the key of a step, as in gate rules. */
  readonly evaluator: StepKey
  readonly path: string
  /** A position in `runs`, from 0. Default: the last. */
  readonly run?: number | null
  readonly min?: number | null
  readonly max?: number | null
  readonly is?: ReadonlyArray<boolean | number | string> | null
  readonly exists?: Bool | null
}

export interface RunRowPlots {
  readonly distributions: readonly RunRowCurve[]
  readonly differences: readonly RunRowCurve[]
}

/** A difference is relative to the first run. */
export interface RunRowSort {
  /** The slug of an evaluator or the key of a step, as in gate rules. */
  readonly evaluator: StepKey
  readonly path: string
  /** A position in `runs`, from 0. Default: the last. */
  readonly run?: number | null
  readonly by?: 'value' | 'difference' | null
  readonly order?: 'ascending' | 'descending' | null
}

export interface RunToCompare {
  readonly run_id: Id
  readonly application_step_key?: StepKey | null
}

export interface RunUse {
  readonly id: string
  readonly name?: string
  readonly status: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly steps: readonly string[]
  readonly created_at: string
  readonly created_by_id: string
}

export interface SaidByPerson {
  readonly user_id: string
  readonly value: string | number | boolean
}

export interface SavedWindowing {
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
  readonly oldest?: FilterTime | null
  readonly newest?: FilterTime | null
  readonly next?: SpanCursor | null
  readonly rate?: number | null
  readonly interval?: unknown
}

export interface ScenarioFilter {
  readonly ids?: OptionalIdList
  readonly run_id?: Id | null
  readonly run_ids?: OptionalIdList
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  readonly interval?: Interval | null
  readonly intervals?: readonly Interval[] | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly timestamp?: Time | null
  readonly timestamps?: readonly Time[] | null
}

export interface ScenarioIdResponse {
  readonly count: number
  readonly scenario_id?: string
}

export interface ScenarioIdsResponse {
  readonly count: number
  readonly scenario_ids: readonly string[]
}

export interface Secret {
  readonly id: string
  readonly slug: string
  readonly kind: string
  readonly data: JsonObject
  readonly value_status: SecretValueStatus
  readonly header: SecretHeaderShown
  readonly lifecycle: SecretLifecycle
}

export type SecretContent = ProviderKeySecret | CustomProviderSecret | WebhookProviderSecret | TextOrJsonSecret

export interface SecretHeader {
  readonly name: Name
  readonly description?: LongText | null
}

export interface SecretHeaderEdit {
  readonly name?: Name | null
  readonly description?: LongText | null
}

export interface SecretHeaderShown {
  readonly name?: string
  readonly description?: string
}

export interface SecretLifecycle {
  readonly created_at: string
  readonly updated_at?: string
}

export interface SecretModel {
  readonly slug: string
  readonly extras?: JsonObject | null
}

export interface SecretSettings {
  readonly masked: boolean
}

export interface SecretSettingsResponse {
  readonly count: 1
  readonly settings: SecretSettings
}

export interface SecretTrial {
  readonly ok: boolean
  readonly message: string
  readonly status?: number
  readonly model?: string
  readonly duration_ms: number
}

export interface SecretValueStatus {
  readonly configured: boolean
  readonly preview?: string
}

export type SecretsRight = 'read' | 'none'

/** An error with a message. */
export interface SentenceError {
  readonly code: ErrorCode
  readonly detail: string
}

export interface ServiceInspection {
  readonly version: string
  readonly revision: InspectedRevision
  readonly request: JsonObject
}

export interface ServiceLink {
  readonly trace_id: TraceId
  readonly span_id: SpanId
}

export interface ServiceOutputs {
  readonly outputs: unknown
}

export interface ServiceRequest {
  readonly version?: string | null
  readonly references?: {
    readonly [key: string]: Reference
  } | null
  readonly selector?: ServiceSelector | null
  readonly links?: {
    readonly [key: string]: ServiceLink
  } | null
  readonly data?: ServiceRequestData | null
  readonly flags?: JsonObject | null
  readonly tags?: JsonObject | null
  readonly meta?: JsonObject | null
  readonly session_id?: string | null
  readonly secrets?: unknown
  readonly credentials?: unknown
}

export interface ServiceRequestData {
  readonly revision?: JsonObject | null
  readonly parameters?: JsonObject | null
  readonly inputs?: JsonObject | null
  readonly testcase?: JsonObject | null
  readonly outputs?: unknown
  readonly trace?: JsonObject | null
}

export interface ServiceResponse {
  readonly version: string
  readonly status: ServiceStatus
  readonly data?: ServiceOutputs
  readonly trace_id: string
  readonly span_id: string
  readonly session_id?: string
}

export interface ServiceSelector {
  readonly key?: string | null
  readonly path?: string | null
}

export interface ServiceStatus {
  readonly code: number
  readonly message: string
  readonly type?: string
  /** The HTTP status of the provider or program that was called, if it responded with an error. */
  readonly upstream_status?: number
}

export interface Session {
  readonly id: string
  readonly project: SessionProject
  readonly key: SessionKey
  readonly created_at: string
  readonly expires_at: string
}

export interface SessionKey {
  readonly id: string
  readonly prefix: string
  readonly name: string | null
  readonly role: 'viewer' | 'editor' | 'admin'
}

export interface SessionPreview {
  readonly inputs: string
}

export interface SessionProject {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly is_default: boolean
}

/** preview: the start of its first inputs, as JSON text. */
export interface SessionTotals {
  readonly id: string
  readonly first_active: string
  readonly last_active: string
  readonly duration: number
  readonly traces: number
  readonly failed_traces: number
  readonly errors: number
  readonly tokens: number
  readonly cost: number
  readonly user_id?: string
  readonly preview?: SessionPreview
}

export interface SetSimpleEvaluationRepeatsRequest {
  readonly repeats: number
}

export interface SimpleApplication {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: JsonObject
}

export interface SimpleApplicationEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: WorkflowData | null
  readonly message?: string | null
}

export interface SimpleApplicationListResponse {
  readonly count: number
  readonly applications: readonly SimpleApplication[]
  readonly windowing?: NextWindowing
}

export interface SimpleApplicationResponse {
  readonly count: number
  readonly application?: SimpleApplication
}

export interface SimpleEnvironment {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: JsonObject
  readonly environment_id: string
  readonly version?: string
}

export interface SimpleEnvironmentEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: EnvironmentData | null
  readonly message?: string | null
}

export interface SimpleEnvironmentListResponse {
  readonly count: number
  readonly environments: readonly SimpleEnvironment[]
  readonly windowing?: NextWindowing
}

export interface SimpleEnvironmentResponse {
  readonly count: number
  readonly environment?: SimpleEnvironment
}

export interface SimpleEvaluation {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: EvaluationRecordData
  readonly testset_revision_id?: string
}

export interface SimpleEvaluationData {
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  readonly query_steps?: StepChoice | null
  readonly testset_steps?: StepChoice | null
  readonly application_steps?: StepChoice | null
  readonly evaluator_steps?: StepChoice | null
  readonly repeats?: number | null
  readonly concurrency?: EvaluationConcurrency | null
}

export interface SimpleEvaluationEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: SimpleEvaluationData | null
}

export interface SimpleEvaluationFilter {
  readonly ids?: OptionalIdList
  readonly name?: string | null
  readonly description?: string | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface SimpleEvaluationListResponse {
  readonly count: number
  readonly evaluations: readonly SimpleEvaluation[]
  readonly windowing?: NextWindowing
}

export interface SimpleEvaluationResponse {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface SimpleEvaluator {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: JsonObject
}

export interface SimpleEvaluatorEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: WorkflowData | null
  readonly message?: string | null
}

export interface SimpleEvaluatorListResponse {
  readonly count: number
  readonly evaluators: readonly SimpleEvaluator[]
  readonly windowing?: NextWindowing
}

export interface SimpleEvaluatorResponse {
  readonly count: number
  readonly evaluator?: SimpleEvaluator
}

export interface SimpleQuery {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: JsonObject
}

export interface SimpleQueryEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: QueryData | null
  readonly message?: string | null
}

export interface SimpleQueryListResponse {
  readonly count: number
  readonly queries: readonly SimpleQuery[]
  readonly windowing?: NextWindowing
}

export interface SimpleQueryResponse {
  readonly count: number
  readonly query?: SimpleQuery
}

export interface SimpleQueue {
  readonly id: string
  readonly version: string
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly name?: string
  readonly description?: string
  readonly data?: EvaluationRecordData
  readonly run_id: string
}

export interface SimpleQueueData {
  readonly kind?: 'traces' | 'testcases' | 'queries' | 'testsets' | null
  readonly queries?: StepChoice | null
  readonly testsets?: StepChoice | null
  readonly evaluators?: ReviewChoice | null
  readonly repeats?: number | null
  readonly assignments?: ReadonlyArray<readonly Id[]> | null
  readonly step_keys?: readonly StepKey[] | null
  readonly settings?: QueueBatches | null
}

export interface SimpleQueueFilter {
  readonly kind?: 'traces' | 'testcases' | 'queries' | 'testsets' | null
  readonly queue_ids?: OptionalIdList
  readonly run_id?: Id | null
  readonly run_ids?: OptionalIdList
  readonly user_id?: Id | null
  readonly user_ids?: OptionalIdList
  readonly name?: string | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface SimpleQueueListResponse {
  readonly count: number
  readonly queues: readonly SimpleQueue[]
  readonly windowing?: NextWindowing
}

export interface SimpleQueueResponse {
  readonly count: number
  readonly queue?: SimpleQueue
}

export interface SimpleTestset {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: JsonObject
}

export interface SimpleTestsetEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: TestsetData | null
  readonly message?: string | null
}

export interface SimpleTestsetListResponse {
  readonly count: number
  readonly testsets: readonly SimpleTestset[]
  readonly windowing?: NextWindowing
}

export interface SimpleTestsetResponse {
  readonly count: number
  readonly testset?: SimpleTestset
}

/** One trace of one span, as a flat record. */
export interface SimpleTrace {
  readonly trace_id: string
  readonly span_id: string
  readonly origin: string
  readonly kind: string
  readonly channel: string
  readonly data: JsonObject
  readonly references: JsonObject
  readonly links: JsonObject | readonly JsonObject[]
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
}

export interface SimpleTraceEdit {
  readonly data?: JsonObject | null
  readonly references?: NewSimpleReferences | null
  readonly links?: NewSimpleLinks | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
}

export interface SimpleTraceFilter {
  readonly origin?: 'custom' | 'human' | 'auto' | null
  readonly kind?: 'adhoc' | 'eval' | 'play' | null
  readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly references?: NewSimpleReferences | null
  readonly links?: SoughtSpans | null
}

export interface SimpleWorkflow {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
  readonly variant_id?: string
  readonly revision_id?: string
  readonly data?: JsonObject
}

export interface SimpleWorkflowEdit {
  readonly id?: Id | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: FlagsEdit | null
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly data?: WorkflowData | null
  readonly message?: string | null
}

export interface SimpleWorkflowListResponse {
  readonly count: number
  readonly workflows: readonly SimpleWorkflow[]
  readonly windowing?: NextWindowing
}

export interface SimpleWorkflowResponse {
  readonly count: number
  readonly workflow?: SimpleWorkflow
}

export interface SkipQueueItemRequest {
  readonly item: QueueItemPlace
}

export interface SkippedRowError {
  readonly line: number
  readonly message: string
}

/** The rows that skip_errors left out, with the first 100 errors. */
export interface SkippedRows {
  readonly rows: number
  readonly errors: readonly SkippedRowError[]
}

export type Slug = string

/** Without span_id: any span of the trace. */
export interface SoughtSpan {
  readonly trace_id: TraceId
  readonly span_id?: SpanId | null
  readonly attributes?: JsonObject | null
}

export type SoughtSpans = {
  readonly [key: string]: SoughtSpan
} | readonly SoughtSpan[]

export interface Span {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id?: string | null
  readonly trace_type?: 'invocation' | 'annotation' | 'unknown'
  readonly span_type?: 'workflow' | 'agent' | 'chain' | 'task' | 'tool' | 'llm' | 'chat' | 'completion' | 'embedding' | 'query' | 'rerank' | 'unknown'
  readonly span_kind?: 'SPAN_KIND_UNSPECIFIED' | 'SPAN_KIND_INTERNAL' | 'SPAN_KIND_SERVER' | 'SPAN_KIND_CLIENT' | 'SPAN_KIND_PRODUCER' | 'SPAN_KIND_CONSUMER'
  readonly span_name?: string
  readonly start_time?: string
  readonly end_time?: string
  readonly status_code?: 'STATUS_CODE_UNSET' | 'STATUS_CODE_OK' | 'STATUS_CODE_ERROR'
  readonly status_message?: string
  readonly session_id?: string
  readonly user_id?: string
  readonly agent_id?: string
  readonly attributes?: JsonObject
  readonly references?: readonly SpanReference[]
  readonly links?: readonly SpanLink[]
  readonly hashes?: readonly SpanHash[]
  readonly events?: readonly SpanEvent[]
  readonly adapters?: readonly string[]
  readonly created_at?: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly totals?: SpanTotals
  readonly preview?: SpanPreview
  readonly trace?: TraceOfHead
}

/** The ids of a trace and of one of its spans. */
export interface SpanAddress {
  readonly trace_id: string
  readonly span_id: string
}

export type SpanCursor = string

export interface SpanEvent {
  readonly name: string
  readonly timestamp: string
  readonly attributes?: JsonObject
}

export interface SpanHash {
  readonly id: string
  readonly attributes?: JsonObject
}

/** 16 hex digits, with or without 0x, or a UUID, of which the last 16 digits count; case-insensitive. */
export type SpanId = string

/** An OpenTelemetry link; attributes.key is its name. */
export interface SpanLink {
  readonly trace_id: string
  readonly span_id: string
  readonly attributes?: JsonObject
}

export type SpanMember = 'trace_id' | 'span_id' | 'parent_id' | 'trace_type' | 'span_type' | 'span_kind' | 'span_name' | 'start_time' | 'end_time' | 'status_code' | 'status_message' | 'session_id' | 'user_id' | 'agent_id' | 'created_at' | 'created_by_id' | 'updated_at' | 'updated_by_id' | 'attributes' | 'references' | 'links' | 'hashes' | 'events' | 'adapters' | 'totals' | 'preview' | 'trace'

/** The start of inputs and outputs; only on request. */
export interface SpanPreview {
  readonly inputs?: string
  readonly outputs?: string
}

export interface SpanQuery {
  readonly filtering?: Filter | null
  readonly filter?: FilterText | Filter | null
  readonly windowing?: SpanWindowing | null
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
  readonly fields?: ReadonlyArray<SpanMember | AttributeMember> | null
  readonly exclude?: readonly SpanMember[] | null
  readonly heads?: Bool | null
  readonly partial?: Bool | null
}

/** A copy of one of ag.references; attributes.key is its name. */
export interface SpanReference {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
  readonly attributes?: JsonObject
}

export interface SpanResponse {
  readonly count: number
  readonly span?: Span
}

/** ISO 8601 (without an offset: UTC), or an integer of 10, 13, 16 or 19 digits: s, ms, µs or ns since 1970. */
export type SpanTime = number

/** Totals of the span and its descendants; only on request. */
export interface SpanTotals {
  readonly duration?: number
  readonly errors?: number
  readonly tokens?: number
  readonly cost?: number
}

export interface SpanTree {
  readonly [key: string]: TreeSpan | readonly TreeSpan[]
}

export interface SpanWindowing {
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
  readonly oldest?: FilterTime | null
  readonly newest?: FilterTime | null
  readonly next?: SpanCursor | null
  readonly rate?: number | null
  readonly interval?: unknown
}

export type StepChoice = readonly Id[] | {
  readonly [key: string]: StepOrigin
}

export interface StepInput {
  readonly key: StepKey
}

export type StepKey = string

export interface StepMapping {
  readonly column: MappedColumn
  readonly step: MappedStep
}

export type StepOrigin = 'custom' | 'human' | 'auto'

export interface StepSchemas {
  readonly parameters?: JsonObject | null
  readonly inputs?: JsonObject | null
  readonly outputs?: JsonObject | null
}

export interface StoreSize {
  readonly name: 'relational' | 'trace'
  readonly form: string
  readonly bytes: number
}

/** path: a JSON Pointer. */
export interface StructuralChange {
  readonly path: string
  readonly value?: unknown
}

export interface Tags {
  readonly [key: string]: string | number | boolean | null | Tags
}

export interface TestSecretRequest {
  readonly model?: string | null
}

export interface TestSecretValuesRequest {
  /** The stored secret whose values replace masked ones. */
  readonly id?: Id | null
  readonly secret: SecretContent
  readonly model?: string | null
}

export interface Testcase {
  readonly id: string
  readonly testset_id: string
  readonly set_id: string
  readonly data: JsonObject
  readonly flags?: JsonObject
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
}

export interface TestcaseChange {
  readonly path: readonly string[]
  readonly kind: 'added' | 'removed' | 'changed'
}

export interface TestcaseListResponse {
  readonly count: number
  readonly testcases: readonly Testcase[]
  readonly windowing?: NextWindowing
}

export interface TestcaseRemoval {
  readonly ids?: readonly Id[] | null
  readonly dedup_ids?: readonly string[] | null
}

/** One of id or testcase_dedup_id is required. */
export interface TestcaseReplacement {
  readonly id?: Id | null
  readonly data: JsonObject
  readonly flags?: JsonObject | null
  readonly tags?: JsonObject | null
  readonly meta?: JsonObject | null
  readonly testcase_dedup_id?: string | null
}

export interface TestcaseResponse {
  readonly count: number
  readonly testcase?: Testcase
}

export interface Testset {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
}

/** The number of sampled rows with a value of each type. */
export interface TestsetColumn {
  readonly name: string
  readonly types: {
    readonly [key: string]: number
  }
}

/** One of testset_id, artifact_id, testset_variant_id, variant_id, testset_revision_id or revision_id is required. data and delta exclude each other. */
export interface TestsetCommit {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly testset_id?: Id | null
  readonly artifact_id?: Id | null
  readonly testset_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly testset_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  readonly message?: string | null
  readonly if_changed?: Bool | null
  readonly data?: TestsetData | null
  readonly delta?: TestsetDelta | null
}

export interface TestsetData {
  readonly testcase_ids?: readonly Id[] | null
  readonly testcases?: readonly NewTestcase[] | null
}

export interface TestsetDelta {
  readonly rows?: RowChanges | null
  readonly columns?: ColumnChanges | null
}

export interface TestsetDiff {
  readonly base?: DiffSide
  readonly target: DiffSide
  readonly counts: TestsetDiffCounts
  readonly columns: TestsetDiffColumns
  readonly rows?: readonly TestsetDiffRow[]
}

export interface TestsetDiffColumns {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export interface TestsetDiffCounts {
  readonly [key: string]: number
}

export interface TestsetDiffResponse {
  readonly count: number
  readonly diff: TestsetDiff
  readonly windowing?: NextWindowing
}

export interface TestsetDiffRow {
  readonly kind: 'added' | 'removed' | 'edited' | 'moved'
  readonly testcase_dedup_id: string
  readonly base?: TestsetDiffSide
  readonly target?: TestsetDiffSide
  readonly moved?: boolean
  readonly changes?: readonly TestcaseChange[]
}

export interface TestsetDiffSide {
  readonly index: number
  readonly testcase_id: string
  readonly data?: JsonObject
}

export interface TestsetListResponse {
  readonly count: number
  readonly testsets: readonly Testset[]
  readonly windowing?: NextWindowing
}

/** One of testset_id, artifact_id, testset_variant_id, variant_id, testset_revision_id or revision_id is required. */
export interface TestsetLogTarget {
  readonly testset_id?: Id | null
  readonly artifact_id?: Id | null
  readonly testset_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly testset_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly depth?: number | null
}

export interface TestsetResponse {
  readonly count: number
  readonly testset?: Testset
}

export interface TestsetRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly data?: JsonObject
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly testset_id: string
  readonly testset_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly testset_variant_id: string
  readonly testset_variant_slug: string
}

export interface TestsetRevisionListResponse {
  readonly count: number
  readonly testset_revisions: readonly TestsetRevision[]
  readonly windowing?: NextWindowing
}

export interface TestsetRevisionResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
}

export interface TestsetVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
}

export interface TestsetVariantListResponse {
  readonly count: number
  readonly testset_variants: readonly TestsetVariant[]
  readonly windowing?: NextWindowing
}

export interface TestsetVariantResponse {
  readonly count: number
  readonly testset_variant?: TestsetVariant
}

export interface TextOrJsonSecret {
  readonly kind: 'custom_secret'
  readonly data: CustomSecretData
}

/** ISO 8601, with any offset; without one it is UTC. */
export type Time = string

export interface Trace {
  readonly trace_id: string
  readonly spans: SpanTree
}

/** 32 hex digits, with or without 0x, or a UUID; case-insensitive. */
export type TraceId = string

/** On the head of a trace, on request: its state and the totals of all its spans. */
export interface TraceOfHead {
  readonly state?: 'finished' | 'running' | 'root_missing'
  readonly duration?: number
  readonly errors?: number
  readonly tokens?: number
  readonly cost?: number
}

export interface TraceQuery {
  readonly filtering?: Filter | null
  readonly filter?: FilterText | Filter | null
  readonly windowing?: SpanWindowing | null
  readonly query_ref?: OptionalReference
  readonly query_variant_ref?: OptionalReference
  readonly query_revision_ref?: OptionalReference
  readonly fields?: ReadonlyArray<SpanMember | AttributeMember> | null
  readonly exclude?: readonly SpanMember[] | null
  readonly partial?: Bool | null
}

export interface TraceRecordResponse {
  readonly count: number
  readonly trace?: SimpleTrace
}

export interface TraceResponse {
  readonly count: number
  readonly trace?: Trace
}

export interface TransferSimpleTestsetRowsRequest {
  readonly source: TransferSource
  readonly testcase_ids?: readonly Id[] | null
  readonly skip_existing?: Bool | null
  readonly message?: string | null
  readonly include_testcases?: Bool | null
  readonly include_testcase_ids?: Bool | null
}

export interface TransferSimpleTestsetRowsResponse {
  readonly count: number
  readonly testset?: SimpleTestset
  readonly transferred: number
  readonly skipped: number
}

export interface TransferSource {
  readonly testset_ref?: OptionalReference
  readonly testset_variant_ref?: OptionalReference
  readonly testset_revision_ref?: OptionalReference
}

export interface TranslateSpanFilterRequest {
  readonly filtering?: Filter | null
  readonly filter?: FilterText | Filter | null
  readonly focus?: 'trace' | 'span' | null
}

export interface TranslateSpanFilterResponse {
  readonly filtering: JsonObject
  readonly filter: string
}

/** A span with its children, by their names. */
export interface TreeSpan {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id?: string | null
  readonly trace_type?: 'invocation' | 'annotation' | 'unknown'
  readonly span_type?: 'workflow' | 'agent' | 'chain' | 'task' | 'tool' | 'llm' | 'chat' | 'completion' | 'embedding' | 'query' | 'rerank' | 'unknown'
  readonly span_kind?: 'SPAN_KIND_UNSPECIFIED' | 'SPAN_KIND_INTERNAL' | 'SPAN_KIND_SERVER' | 'SPAN_KIND_CLIENT' | 'SPAN_KIND_PRODUCER' | 'SPAN_KIND_CONSUMER'
  readonly span_name?: string
  readonly start_time?: string
  readonly end_time?: string
  readonly status_code?: 'STATUS_CODE_UNSET' | 'STATUS_CODE_OK' | 'STATUS_CODE_ERROR'
  readonly status_message?: string
  readonly session_id?: string
  readonly user_id?: string
  readonly agent_id?: string
  readonly attributes?: JsonObject
  readonly references?: readonly SpanReference[]
  readonly links?: readonly SpanLink[]
  readonly hashes?: readonly SpanHash[]
  readonly events?: readonly SpanEvent[]
  readonly adapters?: readonly string[]
  readonly created_at?: string
  readonly created_by_id?: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly totals?: SpanTotals
  readonly preview?: SpanPreview
  readonly trace?: TraceOfHead
  readonly spans?: SpanTree
}

export interface UndoQueueItemRequest {
  readonly item: QueueItemPlace
}

export interface UploadDryRun {
  readonly file_type: string
  readonly rows: number
  readonly errors_total: number
}

export interface UploadSimpleTestsetFileRequest {
  readonly file: Blob
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  readonly delimiter?: string
  readonly columns?: ColumnMapping
  readonly skip_errors?: boolean
  readonly dry_run?: boolean
  readonly preview?: boolean
  readonly testset_name?: Name
  readonly testset_description?: LongText
  readonly testset_tags?: Tags
  readonly testset_meta?: JsonObject
  readonly if_changed?: boolean
}

export interface UploadSimpleTestsetFileResponse {
  readonly count: number
  readonly testset?: SimpleTestset
  readonly testset_revision?: TestsetRevision
  readonly dry_run?: UploadDryRun
  readonly skipped?: SkippedRows
}

export interface UploadTestsetRevisionFileRequest {
  readonly file: Blob
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  readonly delimiter?: string
  readonly columns?: ColumnMapping
  readonly skip_errors?: boolean
  readonly dry_run?: boolean
  readonly preview?: boolean
  readonly message?: string
  readonly base_revision_id?: Id
  readonly if_changed?: boolean
  readonly include_testcases?: boolean
}

export interface UploadTestsetRevisionFileResponse {
  readonly count: number
  readonly testset_revision?: TestsetRevision
  readonly dry_run?: UploadDryRun
  readonly skipped?: SkippedRows
}

export interface UsageDay {
  readonly day: string
  readonly spans: number
  /** Of the requests with these spans, inflated. */
  readonly bytes: number
  /** New testcases. */
  readonly testcases: number
  /** Calls of models in these spans. */
  readonly calls: number
  /** Of these calls, in US dollars. */
  readonly cost: number
}

export interface UsageLimit {
  readonly name: 'spans' | 'bytes' | 'testcases' | 'calls' | 'cost'
  readonly setting: string
  readonly max: number
  readonly used: number
}

export interface UsageResponse {
  readonly count: number
  readonly days: readonly UsageDay[]
  readonly limits: readonly UsageLimit[]
}

export interface UsedReference {
  readonly id: string
  readonly slug?: string
  readonly version?: string
}

export interface UsedSession {
  readonly id: string
  readonly project: SessionProject
  readonly key: SessionKey
  readonly created_at: string
  readonly expires_at: string
  readonly last_used_at: string
}

export interface UserTotals {
  readonly id: string
  readonly first_active: string
  readonly last_active: string
  readonly duration: number
  readonly traces: number
  readonly failed_traces: number
  readonly errors: number
  readonly tokens: number
  readonly cost: number
  readonly sessions: number
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface UsesRequest {
  readonly kind: KindName
  readonly artifact_ref?: OptionalReference
  readonly variant_ref?: OptionalReference
  readonly revision_ref?: OptionalReference
  readonly limit?: number | null
}

export interface VerdictAgreement {
  readonly run_id: string
  readonly a: VerdictName
  readonly b: VerdictName
  readonly n: number
  readonly both: number
  readonly only_a: number
  readonly only_b: number
  readonly neither: number
  readonly kappa?: number
}

export interface VerdictName {
  readonly evaluator: string
  readonly path: string
}

export interface WaitingIngest {
  readonly requests: number
  readonly bytes: number
  readonly oldest_received_at?: string
}

/** Log events whose spans have not arrived yet. */
export interface WaitingLogs {
  readonly events: number
  readonly bytes: number
  readonly oldest_received_at?: string
}

export interface WantedQueueItem {
  readonly scenario_id?: Id | null
  readonly move?: 'next' | 'previous' | null
}

export interface WebhookProviderData {
  readonly provider: ProviderKey
}

export interface WebhookProviderSecret {
  readonly kind: 'webhook_provider'
  readonly data: WebhookProviderData
}

export interface WhereUsed {
  readonly count: number
  readonly environments: readonly EnvironmentUse[]
  readonly runs: readonly RunUse[]
  readonly embeds: readonly EmbedUse[]
  readonly more: MoreUses
}

/** A page of a list. Send back the windowing of an answer to read the next page. */
export interface Windowing {
  readonly limit?: number | null
  readonly order?: 'ascending' | 'descending' | null
  readonly next?: Id | null
  readonly newest?: Time | null
  readonly oldest?: Time | null
}

export interface Workflow {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
  readonly created_at: string
  readonly created_by_id: string
  readonly updated_at?: string
  readonly updated_by_id?: string
  readonly deleted_at?: string
  readonly deleted_by_id?: string
}

/** One of workflow_id, artifact_id, workflow_variant_id, variant_id, workflow_revision_id or revision_id is required. data and delta exclude each other. */
export interface WorkflowCommit {
  readonly slug?: NewSlug | null
  readonly name?: Name | null
  readonly description?: LongText | null
  readonly flags?: OptionalFlags
  readonly tags?: OptionalTags
  readonly meta?: JsonObject | null
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
  readonly workflow_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly workflow_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  readonly message?: string | null
  readonly if_changed?: Bool | null
  readonly data?: WorkflowData | null
  readonly delta?: WorkflowDelta | null
}

export interface WorkflowData {
  /** provider:kind:key:version; key, kind:key and provider:kind:key are completed. */
  readonly uri?: string | null
  /** The address of the program. */
  readonly url?: string | null
  /** Sent with each invocation; an object references a secret whose text is inserted. */
  readonly headers?: JsonObject | null
  readonly runtime?: 'python' | 'typescript' | 'javascript' | null
  readonly script?: string | null
  readonly schemas?: WorkflowSchemas | null
  readonly parameters?: JsonObject | null
}

export interface WorkflowDelta {
  readonly set?: JsonObject | null
  readonly remove?: readonly string[] | null
}

export interface WorkflowListResponse {
  readonly count: number
  readonly workflows: readonly Workflow[]
  readonly windowing?: NextWindowing
}

/** One of workflow_id, artifact_id, workflow_variant_id, variant_id, workflow_revision_id or revision_id is required. */
export interface WorkflowLogTarget {
  readonly workflow_id?: Id | null
  readonly artifact_id?: Id | null
  readonly workflow_variant_id?: Id | null
  readonly variant_id?: Id | null
  readonly workflow_revision_id?: Id | null
  readonly revision_id?: Id | null
  readonly depth?: number | null
}

export interface WorkflowResponse {
  readonly count: number
  readonly workflow?: Workflow
}

export interface WorkflowRevision {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
  readonly data?: JsonObject
  readonly artifact_id: string
  readonly artifact_slug: string
  readonly workflow_id: string
  readonly workflow_slug: string
  readonly variant_id: string
  readonly variant_slug: string
  readonly workflow_variant_id: string
  readonly workflow_variant_slug: string
}

export interface WorkflowRevisionListResponse {
  readonly count: number
  readonly workflow_revisions: readonly WorkflowRevision[]
  readonly windowing?: NextWindowing
}

export interface WorkflowRevisionResponse {
  readonly count: number
  readonly workflow_revision?: WorkflowRevision
}

export interface WorkflowSchemas {
  /** A JSON Schema. */
  readonly parameters?: JsonObject | boolean | null
  /** A JSON Schema. */
  readonly inputs?: JsonObject | boolean | null
  /** A JSON Schema. */
  readonly outputs?: JsonObject | boolean | null
}

export interface WorkflowVariant {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly description?: string
  readonly flags?: {
    readonly [key: string]: boolean
  }
  readonly tags?: JsonObject
  readonly meta?: JsonObject
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
}

export interface WorkflowVariantListResponse {
  readonly count: number
  readonly workflow_variants: readonly WorkflowVariant[]
  readonly windowing?: NextWindowing
}

export interface WorkflowVariantResponse {
  readonly count: number
  readonly workflow_variant?: WorkflowVariant
}

export interface WriteMetricsRequest {
  readonly metrics: readonly NewMetrics[]
}

export interface WriteResultsRequest {
  readonly results: readonly NewResult[]
}

export interface WriteTraceRequest {
  readonly trace: NewTrace
}

export interface WrittenTraceResponse {
  readonly count: number
  readonly trace_id: string
  readonly trace: Trace
}
