// Written by `npm run sdk` from docs/openapi.json. Do not edit.

/** JSON whose members are free. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A period of activity. */
export interface ActivityPeriod {
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: FilterTime | null
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: FilterTime | null
}

/** within: counts and reads only spans that started in this period. filter, filtering: only ids of traces with a matching span. sort: the largest first, as one page. */
export interface ActivityRequest {
  /** Orders by the latest activity; by default by the first. */
  readonly realtime?: Bool | null
  /** Adds first and last activity, traces, errors, tokens and cost of each. */
  readonly include_totals?: Bool | null
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** Only sessions or users that were active in this period. */
  readonly within?: ActivityPeriod | null
  /** Order by this total, greatest first; by time if absent. */
  readonly sort?: 'duration' | 'traces' | 'failed_traces' | 'tokens' | 'cost' | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
}

/** The body of `simpleEvaluations.addScenarios`. */
export interface AddSimpleEvaluationScenariosRequest {
  /** The number of scenarios to add. */
  readonly count: number
  /** The minute that the scenarios belong to, for live runs. */
  readonly timestamp?: Time | null
}

/** The body of `simpleEvaluations.addSteps`. */
export interface AddSimpleEvaluationStepsRequest {
  /** The steps to add. */
  readonly steps: readonly EvaluationStep[]
}

/** The body of `simpleQueues.addTestcases`. */
export interface AddSimpleQueueTestcasesRequest {
  /** The ids of the testcases to add; those already in the queue are skipped. */
  readonly testcase_ids: readonly Id[]
}

/** The body of `simpleQueues.addTraces`. */
export interface AddSimpleQueueTracesRequest {
  /** The ids of the traces to add; those already in the queue are skipped. */
  readonly trace_ids: readonly TraceId[]
}

/** The body of `testsets.addSpans`. */
export interface AddSpansToTestsetRevisionRequest {
  /** The id of the testset, a UUID. */
  readonly testset_id?: Id | null
  /** The id of the variant of the testset, a UUID. */
  readonly testset_variant_id?: Id | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The commit message. */
  readonly message?: string | null
  /** The spans to add, one row for each. */
  readonly spans: readonly ChosenSpan[]
  /** The fields of a row by column: each value is a path into the span, such as `attributes.ag.data.inputs.question`. */
  readonly mapping?: {
    readonly [key: string]: string
  } | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `testsets.addSpans`. */
export interface AddSpansToTestsetRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** `no_change` if every row was there already, so that no revision was created. */
  readonly status?: 'committed' | 'no_change'
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** metrics: statistics by the path of their attribute. With group_by: group is the value of the field, or a list of two values, null for spans without a value; rest marks the spans of all groups beyond group_limit. */
export interface AnalyticsBucket {
  /** The start of the bucket, ISO 8601 in UTC. */
  readonly timestamp: string
  /** The length of the bucket in minutes. */
  readonly interval: number
  /** The value of the field in `group_by`; null for spans without one. */
  readonly group?: unknown
  /** Marks the bucket of all groups beyond `group_limit`. */
  readonly rest?: true
  /** The number of counted spans. */
  readonly spans?: number
  /** Statistics by the path of their attribute. */
  readonly metrics?: {
    readonly [key: string]: JsonObject
  }
}

/** Statistics of spans or traces over time. */
export interface AnalyticsRequest {
  /** `trace`: one item per trace, by its root span; `span`: every span on its own. */
  readonly focus?: 'trace' | 'span' | null
  /** Ignored: answers have one format. */
  readonly format?: unknown
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: AnalyticsWindowing | null
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: FilterTime | null
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: FilterTime | null
  /** The share of traces to sample, 0 to 1; always the same traces. */
  readonly rate?: number | null
  /** The length of a bucket in minutes; chosen by the time range by default. */
  readonly interval?: number | null
  /** The metrics to compute: path, type and bins of each. */
  readonly specs?: readonly AnalyticsSpec[] | null
  /** The field, or the two fields, that split each bucket: a name of the list or the path of an attribute. */
  readonly group_by?: 'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string | ReadonlyArray<'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string> | null
  /** With group_by: the number of separate groups, the same in all buckets. The others form one bucket with rest: true. */
  readonly group_limit?: number | null
  /** With group_limit: the groups with the largest sums of this attribute are separate. Absent: those with the most spans. */
  readonly group_order?: string | null
  /** One row for each trace: its root span, or its earliest span, with the state and totals of the trace. */
  readonly heads?: Bool | null
}

/** vmax is not below vmin. */
export interface AnalyticsSpec {
  /** The type of the values, which decides the statistics. */
  readonly type: 'numeric/continuous' | 'numeric/discrete' | 'binary' | 'categorical/single' | 'categorical/multiple' | 'string' | 'json' | 'none' | '*'
  /** The path of the attribute, such as `attributes.ag.metrics.duration.cumulative`. */
  readonly path: string
  /** The number of bins of the histogram; the square root of the count by default. */
  readonly bins?: number | null
  /** The lower edge of the histogram; the least value by default. */
  readonly vmin?: number | null
  /** The upper edge of the histogram; the greatest value by default. */
  readonly vmax?: number | null
  /** Counts values outside `vmin` and `vmax` in the first and the last bin; by default they are left out. */
  readonly edge?: Bool | null
}

/** interval: the width of a bucket in minutes. */
export interface AnalyticsWindowing {
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: FilterTime | null
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: FilterTime | null
  /** The share of traces to sample, 0 to 1; always the same traces. */
  readonly rate?: number | null
  /** The length of a bucket in minutes. */
  readonly interval?: number | null
}

/** Changes of an annotation. */
export interface AnnotationEdit {
  /** The new data: `outputs` has the values. */
  readonly data?: JsonObject | null
  /** References to versioned records, by name such as `application_revision`. */
  readonly references?: NewSimpleReferences | null
  /** The spans that the annotation is about. */
  readonly links?: NewAnnotationLinks
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
}

/** The answer of `annotations.create` and of others. */
export interface AnnotationRecordResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The annotation: an evaluator's outputs for a trace or span. */
  readonly annotation?: SimpleTrace
}

/** The application: a name for a line of versions. Its variants are branches, its revisions are commits. */
export interface Application {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
}

/** One of application_id, workflow_id, artifact_id, application_variant_id, workflow_variant_id, variant_id, application_revision_id, workflow_revision_id or revision_id is required. data and delta exclude each other. */
export interface ApplicationCommit {
  /** The slug of the new revision; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The application; needed if neither a variant nor a revision is named. */
  readonly application_id?: Id | null
  /** The workflow; needed if neither a variant nor a revision is named. */
  readonly workflow_id?: Id | null
  /** The id of the application; the same as `application_id`. */
  readonly artifact_id?: Id | null
  /** The variant to commit to; the default variant of the application if absent. */
  readonly application_variant_id?: Id | null
  /** The variant to commit to; the default variant of the workflow if absent. */
  readonly workflow_variant_id?: Id | null
  /** The variant to commit to; the same as `application_variant_id`. */
  readonly variant_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly application_revision_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly workflow_revision_id?: Id | null
  /** The base of a delta; the same as `application_revision_id`. */
  readonly revision_id?: Id | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  /** The commit message. */
  readonly message?: string | null
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: Bool | null
  /** The complete new payload; exclusive with `delta`. */
  readonly data?: WorkflowData | null
  /** Changes relative to the base revision; exclusive with `data`. */
  readonly delta?: WorkflowDelta | null
}

/** The answer of `applications.query`. */
export interface ApplicationListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The applications of this page, newest first. */
  readonly applications: readonly Application[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** One of application_id, workflow_id, artifact_id, application_variant_id, workflow_variant_id, variant_id, application_revision_id, workflow_revision_id or revision_id is required. */
export interface ApplicationLogTarget {
  /** The id of the application, a UUID. */
  readonly application_id?: Id | null
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: Id | null
  /** The id of the application; the same as `application_id`. */
  readonly artifact_id?: Id | null
  /** The id of the variant of the application, a UUID. */
  readonly application_variant_id?: Id | null
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id?: Id | null
  /** The id of the variant; the same as `application_variant_id`. */
  readonly variant_id?: Id | null
  /** The id of the revision of the application, a UUID. */
  readonly application_revision_id?: Id | null
  /** The id of the revision of the workflow, a UUID. */
  readonly workflow_revision_id?: Id | null
  /** The id of the revision; the same as `application_revision_id`. */
  readonly revision_id?: Id | null
  /** The number of revisions to list; all by default. */
  readonly depth?: number | null
}

/** The answer of `applications.create` and of others. */
export interface ApplicationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The application. */
  readonly application?: Application
}

/** A revision of the application: an immutable commit on a variant. */
export interface ApplicationRevision {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the application. */
  readonly data?: JsonObject
  /** The id of the application that owns the revision; the same as `application_id`. */
  readonly artifact_id: string
  /** The slug of the application that owns the revision. */
  readonly artifact_slug: string
  /** The id of the application, a UUID. */
  readonly application_id: string
  /** The slug of the application. */
  readonly application_slug: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id: string
  /** The slug of the workflow. */
  readonly workflow_slug: string
  /** The id of the variant; the same as `application_variant_id`. */
  readonly variant_id: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug: string
  /** The id of the variant of the application, a UUID. */
  readonly application_variant_id: string
  /** The slug of the variant of the application. */
  readonly application_variant_slug: string
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id: string
  /** The slug of the variant of the workflow. */
  readonly workflow_variant_slug: string
}

/** The answer of `applications.log` and of others. */
export interface ApplicationRevisionListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revisions of this page, newest first. */
  readonly application_revisions: readonly ApplicationRevision[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `applications.createRevision` and of others. */
export interface ApplicationRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the application. */
  readonly application_revision?: ApplicationRevision
}

/** A variant of the application: a branch of revisions. */
export interface ApplicationVariant {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The revision that the variant was forked from. */
  readonly forked_from_revision_id?: string
  /** The id of the application that owns the variant; the same as `application_id`. */
  readonly artifact_id: string
  /** The slug of the application that owns the variant. */
  readonly artifact_slug: string
  /** The id of the application, a UUID. */
  readonly application_id: string
  /** The slug of the application. */
  readonly application_slug: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id: string
  /** The slug of the workflow. */
  readonly workflow_slug: string
}

/** The answer of `applications.queryVariants`. */
export interface ApplicationVariantListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variants of this page, newest first. */
  readonly application_variants: readonly ApplicationVariant[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `applications.createVariant` and of others. */
export interface ApplicationVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the application. */
  readonly application_variant?: ApplicationVariant
}

/** Scenarios of the named people. */
export interface AssigneeFilter {
  /** Only queues, or their scenarios, that this person is assigned. */
  readonly user_id?: Id | null
  /** Only queues, or their scenarios, that one of these people is assigned. */
  readonly user_ids?: OptionalIdList
}

/** An attribute that spans have. */
export interface AttributeKey {
  /** The name of the attribute. */
  readonly key: string
  /** The types of its values. */
  readonly types: ReadonlyArray<'string' | 'number' | 'boolean'>
  /** The number of spans that have it. */
  readonly count: number
}

/** One attribute by its path; `attributes` then contains only it. */
export type AttributeMember = string

/** A value of an attribute. */
export interface AttributeValue {
  /** The value as text. */
  readonly value: string
  /** The number of spans that have it. */
  readonly count: number
}

/** One attempted write, or read of secrets. */
export interface AuditEntry {
  /** The id, a UUID. */
  readonly id: string
  /** The time of the request, ISO 8601 in UTC. */
  readonly timestamp: string
  /** The id of the key that made the request. */
  readonly actor_id: string
  /** The first characters of the key; `admin key` or `command line` for the operator. */
  readonly actor_prefix: string
  /** The HTTP method. */
  readonly method: string
  /** The path of the request. */
  readonly path: string
  /** The operation id, as in the OpenAPI document. */
  readonly operation: string
  /** The kind of the affected record. */
  readonly resource_kind?: string
  /** The id of the affected record. */
  readonly resource_id?: string
  /** The HTTP status of the answer. */
  readonly status_code: number
  /** The network address of the client. */
  readonly remote_address: string
  /** The id of the request, which is also in the header `X-Request-Id` and in the log. */
  readonly request_id: string
}

/** The answer of `audit.query`. */
export interface AuditEntryListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The audit entries of this page, newest first. */
  readonly entries: readonly AuditEntry[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** Properties of audit entries. */
export interface AuditFilter {
  /** Only requests with this key, by id. */
  readonly actor_id?: Id | null
  /** Only requests with this HTTP method. */
  readonly method?: string | null
  /** Only requests with this path. */
  readonly path?: string | null
  /** Only requests that affected records of this kind. */
  readonly resource_kind?: string | null
  /** Only requests that affected this record. */
  readonly resource_id?: string | null
}

/** The last backup, and whether the schedule is met. */
export interface BackupState {
  /** The last successful backup; absent if there is none. */
  readonly last?: LastBackup
  /** The interval of the schedule; absent if there is none. */
  readonly every_hours?: number
  /** Whether the last backup is older than twice the interval of the schedule. */
  readonly is_late: boolean
}

/** A boolean, or its text. */
export type Bool = boolean

/** version: the day of the table. */
export interface BuiltInPricesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The version of the built-in list. */
  readonly version: string
  /** Prices of models in US dollars per million tokens. */
  readonly prices: readonly Price[]
}

/** Replaces texts that a built-in rule recognises. */
export interface BuiltInRedaction {
  /** A built-in rule. */
  readonly kind: 'built_in'
  /** The texts to replace: e-mail addresses, phone numbers, card numbers, or keys of providers. */
  readonly name: 'email' | 'phone' | 'card' | 'key'
  /** The text that replaces a match. */
  readonly replacement?: string | null
}

/** A harness of the catalog. */
export interface CatalogHarness {
  /** The key of the harness. */
  readonly key: string
  /** The name of the harness. */
  readonly name: string
  /** What the harness does. */
  readonly description?: string
}

/** The answer of `workflowCatalog.listHarnesses`. */
export interface CatalogHarnessListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The harnesses of the catalog. */
  readonly harnesses: readonly CatalogHarness[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `workflowCatalog.fetchHarness`. */
export interface CatalogHarnessResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The harness of the catalog. */
  readonly harness?: CatalogHarness
}

/** The answer of `workflowCatalog.fetchPreset` and of others. */
export interface CatalogPresetResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The preset. */
  readonly preset?: CatalogTemplate
}

/** The answer of `workflowCatalog.listPresets` and of others. */
export interface CatalogPresetsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The presets of the template. */
  readonly presets?: readonly CatalogTemplate[]
}

/** A template of a built-in, or one of its presets. */
export interface CatalogTemplate {
  /** The key, which is part of the `uri`. */
  readonly key: string
  /** The name to show. */
  readonly name: string
  /** The purpose of the built-in. */
  readonly description?: string
  /** The categories of the catalog that it belongs to. */
  readonly categories: readonly string[]
  /** The flags of revisions that use it. */
  readonly flags: {
    readonly [key: string]: boolean
  }
  /** The payload of a new revision that uses it. */
  readonly data: JsonObject
}

/** The answer of `workflowCatalog.listTemplates` and of others. */
export interface CatalogTemplateListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The templates of the catalog. */
  readonly templates: readonly CatalogTemplate[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `workflowCatalog.fetchTemplate` and of others. */
export interface CatalogTemplateResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The template. */
  readonly template?: CatalogTemplate
}

/** A type of the catalog. */
export interface CatalogType {
  /** The key of the type. */
  readonly key: string
  /** The name of the type. */
  readonly name: string
  /** The meaning of the type. */
  readonly description?: string
  /** The type as a JSON Schema. */
  readonly json_schema: JsonObject
}

/** The answer of `workflowCatalog.listTypes` and of others. */
export interface CatalogTypeListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The types of the catalog. */
  readonly types: readonly CatalogType[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `workflowCatalog.fetchType`. */
export interface CatalogTypeResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The type of the catalog. */
  readonly type?: CatalogType
}

/** The answer of `otlp.check`. */
export interface CheckOtlpResponse {
  /** `ready`: spans can be sent. */
  readonly status: 'ready'
}

/** The answer of `permissions.check`. */
export interface CheckPermissionResponse {
  /** `allow`: a refusal is an error with the status 403. */
  readonly effect: 'allow'
}

/** The answer of `services.health`. */
export interface CheckServicesResponse {
  /** `ok`: programs can be called. */
  readonly status: 'ok'
}

/** A span, or the root of a trace. */
export interface ChosenSpan {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: TraceId
  /** The id of the span, 16 hex digits; the root of the trace by default. */
  readonly span_id?: SpanId | null
}

/** replace: pairs of the old and the new name. convert runs first: pairs of a column of the base and the new type of its values; a value that does not convert stays. */
export interface ColumnChanges {
  /** Columns to convert: pairs of a name and a type. */
  readonly convert?: ReadonlyArray<readonly [string, 'string' | 'number' | 'boolean' | 'object' | 'array']> | null
  /** The names of columns to add, with null in each row. */
  readonly add?: readonly string[] | null
  /** The names of columns to remove. */
  readonly remove?: readonly string[] | null
  /** Columns to rename: pairs of the present and the new name. */
  readonly replace?: ReadonlyArray<readonly [string, string]> | null
}

/** A condition on the values of a column. */
export interface ColumnCondition {
  /** The name of the column. */
  readonly column: string
  /** The operator. */
  readonly operator: 'is' | 'is_not' | 'in' | 'not_in' | 'contains' | 'not_contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'exists' | 'not_exists' | 'not_converts_to'
  /** The value to compare with; a list for `in` and `not_in`. */
  readonly value?: unknown
}

/** New names of columns by their names in the file; null leaves a column out. */
export interface ColumnMapping {
  readonly [key: string]: string | null
}

/** Exactly one of application_revision or application_revision_commit is required. */
export interface CommitApplicationRevisionRequest {
  /** The revision of the application. */
  readonly application_revision?: ApplicationCommit | null
  /** The commit; another name of `application_revision`. */
  readonly application_revision_commit?: ApplicationCommit | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `applications.commit`. */
export interface CommitApplicationRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the application. */
  readonly application_revision?: ApplicationRevision
  /** `no_change` if the content equals the newest revision, so that none was created. */
  readonly status?: 'committed' | 'no_change'
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of environment_revision or environment_revision_commit is required. */
export interface CommitEnvironmentRevisionRequest {
  /** The revision of the environment. */
  readonly environment_revision?: EnvironmentCommit | null
  /** The commit; another name of `environment_revision`. */
  readonly environment_revision_commit?: EnvironmentCommit | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `environments.commit`. */
export interface CommitEnvironmentRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the environment. */
  readonly environment_revision?: EnvironmentRevision
  /** `no_change` if the content equals the newest revision, so that none was created. */
  readonly status?: 'committed' | 'no_change'
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of evaluator_revision or evaluator_revision_commit is required. */
export interface CommitEvaluatorRevisionRequest {
  /** The revision of the evaluator. */
  readonly evaluator_revision?: EvaluatorCommit | null
  /** The commit; another name of `evaluator_revision`. */
  readonly evaluator_revision_commit?: EvaluatorCommit | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `evaluators.commit`. */
export interface CommitEvaluatorRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the evaluator. */
  readonly evaluator_revision?: EvaluatorRevision
  /** `no_change` if the content equals the newest revision, so that none was created. */
  readonly status?: 'committed' | 'no_change'
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of query_revision or query_revision_commit is required. */
export interface CommitQueryRevisionRequest {
  /** The revision of the query. */
  readonly query_revision?: QueryCommit | null
  /** The commit; another name of `query_revision`. */
  readonly query_revision_commit?: QueryCommit | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `queries.commit`. */
export interface CommitQueryRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the query. */
  readonly query_revision?: QueryRevision
  /** `no_change` if the content equals the newest revision, so that none was created. */
  readonly status?: 'committed' | 'no_change'
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** Exactly one of testset_revision or testset_revision_commit is required. */
export interface CommitTestsetRevisionRequest {
  /** The revision of the testset. */
  readonly testset_revision?: TestsetCommit | null
  /** The commit; another name of `testset_revision`. */
  readonly testset_revision_commit?: TestsetCommit | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `testsets.commit`. */
export interface CommitTestsetRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** `no_change` if the content equals the newest revision, so that none was created. */
  readonly status?: 'committed' | 'no_change'
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** A problem of a stored payload. */
export interface CommitWarning {
  /** The kind of problem. */
  readonly code: string
  /** The problem in words. */
  readonly message: string
  /** The path of the member that the warning is about. */
  readonly target?: ReadonlyArray<string | number>
}

/** Exactly one of workflow_revision or workflow_revision_commit is required. */
export interface CommitWorkflowRevisionRequest {
  /** The revision of the workflow. */
  readonly workflow_revision?: WorkflowCommit | null
  /** The commit; another name of `workflow_revision`. */
  readonly workflow_revision_commit?: WorkflowCommit | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `workflows.commit`. */
export interface CommitWorkflowRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the workflow. */
  readonly workflow_revision?: WorkflowRevision
  /** `no_change` if the content equals the newest revision, so that none was created. */
  readonly status?: 'committed' | 'no_change'
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `runs.compare`. */
export interface CompareRunsRequest {
  /** The runs to compare; the first is the baseline. */
  readonly runs: readonly RunToCompare[]
  /** The identity by which rows of different runs are paired. */
  readonly match?: 'testcase_id' | 'testcase_dedup_id' | null
  /** A name for a snapshot of the runs. Requests with the same name within five minutes are answered from the snapshot, even if the runs change. */
  readonly reading?: string | null
  /** totals: duration, cost, tokens and errors of the applications, paired by row. */
  readonly include?: ReadonlyArray<'totals'> | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The answer of `runs.compare`. */
export interface CompareRunsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The compared runs: metrics with differences, and rows. */
  readonly comparison: EvaluationComparison
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** One output of an evaluator in all compared runs. */
export interface ComparedMetric {
  /** The slug of the evaluator. */
  readonly evaluator: string
  /** The path of the output, such as `score`. */
  readonly path: string
  /** The type of the values, such as `numeric/continuous` or `binary`. */
  readonly type: string
  /** The statistics of each run. */
  readonly runs: readonly ComparedRunMetric[]
  /** The difference of each further run from the first run, with its significance. */
  readonly differences: readonly RunDifference[]
}

/** One row of the testset, or one trace, in all compared runs. */
export interface ComparedRow {
  /** The id of the testcase, computed from its content. */
  readonly testcase_id?: string
  /** The id of the trace that the row came from, for runs over traces. */
  readonly source_trace_id?: string
  /** The scenario of each run for this row. */
  readonly runs: readonly ComparedScenario[]
}

/** The statistics of a metric in one run. */
export interface ComparedRunMetric {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The number of values. */
  readonly count: number
  /** The mean of the values; of booleans the share of true. */
  readonly mean?: number
  /** The standard deviation. */
  readonly std?: number
  /** The 95 % confidence interval: lower and upper bound. */
  readonly ci95?: readonly number[]
}

/** The scenario of a row in one run. */
export interface ComparedScenario {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The id of the scenario. */
  readonly scenario_id: string
  /** The id of the trace of the invocation, 32 hex digits. */
  readonly trace_id?: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status: string
  /** Values of the evaluators, by slug and path. */
  readonly values: {
    readonly [key: string]: JsonObject
  }
}

/** One total (duration, cost, tokens, errors) in all compared runs. */
export interface ComparedTotal {
  /** The path of the total in spans. */
  readonly path: string
  /** The type of the values. */
  readonly type: string
  /** The statistics of each run. */
  readonly runs: readonly ComparedRunMetric[]
  /** The difference of each further run from the first run, with its significance. */
  readonly differences: readonly RunDifference[]
}

/** A page of conflicts. */
export interface ConflictWindowing {
  /** The page size; 0 means the default. */
  readonly limit?: number | null
  /** The cursor of the next page. */
  readonly next?: Id | null
}

/** The answer of `projects.countRecords`. */
export interface CountProjectRecordsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** Counts by family. */
  readonly records: readonly RecordCount[]
}

/** The body of `annotations.create`. */
export interface CreateAnnotationRequest {
  /** The annotation to create. */
  readonly annotation: NewAnnotation
}

/** The body of `applications.create`. */
export interface CreateApplicationRequest {
  /** The application to create. */
  readonly application: NewArtifact
}

/** The body of `applications.createRevision`. */
export interface CreateApplicationRevisionRequest {
  /** The revision of the application. */
  readonly application_revision: ApplicationCommit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `applications.createVariant`. */
export interface CreateApplicationVariantRequest {
  /** The variant of the application. */
  readonly application_variant: NewApplicationVariant
}

/** The body of `deletions.create`. */
export interface CreateDeletionRequest {
  /** The deletion of spans and the state of its work. */
  readonly deletion: NewDeletion
}

/** The body of `environments.create`. */
export interface CreateEnvironmentRequest {
  /** The environment to create. */
  readonly environment: NewArtifact
}

/** The body of `environments.createRevision`. */
export interface CreateEnvironmentRevisionRequest {
  /** The revision of the environment. */
  readonly environment_revision: EnvironmentCommit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `environments.createVariant`. */
export interface CreateEnvironmentVariantRequest {
  /** The variant of the environment. */
  readonly environment_variant: NewEnvironmentVariant
}

/** The body of `evaluators.create`. */
export interface CreateEvaluatorRequest {
  /** The evaluator to create. */
  readonly evaluator: NewArtifact
}

/** The body of `evaluators.createRevision`. */
export interface CreateEvaluatorRevisionRequest {
  /** The revision of the evaluator. */
  readonly evaluator_revision: EvaluatorCommit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `evaluators.createVariant`. */
export interface CreateEvaluatorVariantRequest {
  /** The variant of the evaluator. */
  readonly evaluator_variant: NewEvaluatorVariant
}

/** The body of `invocations.create`. */
export interface CreateInvocationRequest {
  /** The trace to create. */
  readonly invocation: NewSimpleTrace
}

/** The body of `projects.create`. */
export interface CreateOwnProjectRequest {
  /** The project. */
  readonly project: OwnNewProject
}

/** The body of `admin.createKey`. */
export interface CreateProjectKeyRequest {
  /** The key to create. */
  readonly key: NewKey
}

/** The answer of `admin.createKey`. */
export interface CreateProjectKeyResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The new key; its secret part is shown only here. */
  readonly key: NewProjectKey
}

/** The body of `admin.createProject`. */
export interface CreateProjectRequest {
  /** The project. */
  readonly project: NewProject
}

/** The body of `queries.create`. */
export interface CreateQueryRequest {
  /** The query to create. */
  readonly query: NewArtifact
}

/** The body of `queries.createRevision`. */
export interface CreateQueryRevisionRequest {
  /** The revision of the query. */
  readonly query_revision: QueryCommit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `queries.createVariant`. */
export interface CreateQueryVariantRequest {
  /** The variant of the query. */
  readonly query_variant: NewQueryVariant
}

/** The body of `queues.create`. */
export interface CreateQueuesRequest {
  /** The queues to create. */
  readonly queues: readonly NewEvaluationQueue[]
}

/** The body of `runs.create`. */
export interface CreateRunsRequest {
  /** The runs to create. */
  readonly runs: readonly NewEvaluationRun[]
}

/** The body of `scenarios.create`. */
export interface CreateScenariosRequest {
  /** The scenarios to create. */
  readonly scenarios: readonly NewScenario[]
}

/** The body of `secrets.create`. */
export interface CreateSecretRequest {
  /** The slug, by which programs name the secret; generated by default. */
  readonly slug?: NewSlug | null
  /** Name and description. */
  readonly header: SecretHeader
  /** The kind and the values. */
  readonly secret: SecretContent
}

/** The answer of `session.create`. */
export interface CreateSessionResponse {
  /** The session of a person who signed in. */
  readonly session: Session
}

/** The body of `simpleApplications.create`. */
export interface CreateSimpleApplicationRequest {
  /** The application. */
  readonly application: NewSimpleApplication
}

/** The body of `simpleEnvironments.create`. */
export interface CreateSimpleEnvironmentRequest {
  /** The environment. */
  readonly environment: NewSimpleEnvironment
}

/** The body of `simpleEvaluations.create`. */
export interface CreateSimpleEvaluationRequest {
  /** The evaluation to create. */
  readonly evaluation: NewSimpleEvaluation
}

/** The body of `simpleEvaluators.create`. */
export interface CreateSimpleEvaluatorRequest {
  /** The evaluator. */
  readonly evaluator: NewSimpleEvaluator
}

/** The body of `simpleQueries.create`. */
export interface CreateSimpleQueryRequest {
  /** The query. */
  readonly query: NewSimpleQuery
}

/** The body of `simpleQueues.create`. */
export interface CreateSimpleQueueRequest {
  /** The queue to create. */
  readonly queue: NewSimpleQueue
}

/** The body of `simpleTestsets.createFromFile`. */
export interface CreateSimpleTestsetFromFileRequest {
  /** The bytes of the file. */
  readonly file: Blob
  /** The format of the file; by default its extension or content decides. */
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  /** The character between the cells of a CSV file; detected by default. */
  readonly delimiter?: string
  /** New names of columns by their names in the file; null leaves a column out. */
  readonly columns?: ColumnMapping
  /** Leaves out rows with errors and reports them; by default one error refuses the file. */
  readonly skip_errors?: boolean
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: boolean
  /** Adds the first rows to the result of a dry run. */
  readonly preview?: boolean
  /** The name of the testset. */
  readonly testset_name?: Name
  /** The description of the testset. */
  readonly testset_description?: LongText
  /** The tags of the testset. */
  readonly testset_tags?: Tags
  /** The meta of the testset: any JSON object. */
  readonly testset_meta?: JsonObject
  /** The slug of the testset. */
  readonly testset_slug?: NewSlug
  /** The commit message. */
  readonly message?: string
}

/** The answer of `simpleTestsets.createFromFile`. */
export interface CreateSimpleTestsetFromFileResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testset. */
  readonly testset?: SimpleTestset
  /** The result of a check without storing. */
  readonly dry_run?: UploadDryRun
  /** The rows that `skip_errors` left out. */
  readonly skipped?: SkippedRows
}

/** The body of `simpleTestsets.create`. */
export interface CreateSimpleTestsetRequest {
  /** The testset. */
  readonly testset: NewSimpleTestset
}

/** The body of `simpleTraces.create`. */
export interface CreateSimpleTraceRequest {
  /** The trace to create. */
  readonly trace: NewSimpleTrace
}

/** The body of `simpleWorkflows.create`. */
export interface CreateSimpleWorkflowRequest {
  /** The workflow. */
  readonly workflow: NewSimpleWorkflow
}

/** The body of `testsets.create`. */
export interface CreateTestsetRequest {
  /** The testset to create. */
  readonly testset: NewArtifact
}

/** The body of `testsets.createRevision`. */
export interface CreateTestsetRevisionRequest {
  /** The revision of the testset. */
  readonly testset_revision: TestsetCommit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `testsets.createVariant`. */
export interface CreateTestsetVariantRequest {
  /** The variant of the testset. */
  readonly testset_variant: NewTestsetVariant
}

/** The body of `workflows.create`. */
export interface CreateWorkflowRequest {
  /** The workflow to create. */
  readonly workflow: NewArtifact
}

/** The body of `workflows.createRevision`. */
export interface CreateWorkflowRevisionRequest {
  /** The revision of the workflow. */
  readonly workflow_revision: WorkflowCommit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `workflows.createVariant`. */
export interface CreateWorkflowVariantRequest {
  /** The variant of the workflow. */
  readonly workflow_variant: NewWorkflowVariant
}

/** The answer of `projects.create`. */
export interface CreatedProjectResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The project. */
  readonly project: ProjectName
  /** The first key of the project, shown only here. */
  readonly key: string
}

/** Access to a provider by its address. */
export interface CustomProvider {
  /** The base address of the provider. */
  readonly url?: string | null
  /** The API version, for providers that need one. */
  readonly version?: string | null
  /** The key of the provider. */
  readonly key?: string | null
  /** Further settings of the provider or model, such as a region or an API version. */
  readonly extras?: JsonObject | null
}

/** A provider with its models. */
export interface CustomProviderData {
  /** The interface of the provider. */
  readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini' | 'azure' | 'bedrock' | 'sagemaker' | 'vertex_ai' | 'custom'
  /** Address and key of the provider. */
  readonly provider: CustomProvider
  /** The models that the provider offers. */
  readonly models: readonly SecretModel[]
}

/** A secret with the address and key of a provider. */
export interface CustomProviderSecret {
  /** A provider with its own address. */
  readonly kind: 'custom_provider'
  /** The provider and its models. */
  readonly data: CustomProviderData
}

/** A value for programs. */
export interface CustomSecret {
  /** Whether the value is text or JSON. */
  readonly format: 'text' | 'json'
  /** The value: text, or JSON. */
  readonly content: string | JsonObject
}

/** The data of a custom secret. */
export interface CustomSecretData {
  /** The value. */
  readonly secret: CustomSecret
}

/** The answer of `annotations.delete`. */
export interface DeleteAnnotationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The annotation: an evaluator's outputs for a trace or span. */
  readonly annotation?: SimpleTrace
  /** The ids of the deleted annotation. */
  readonly annotation_link?: SpanAddress
}

/** The answer of `invocations.delete`. */
export interface DeleteInvocationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The trace of one call of an application. */
  readonly invocation?: SimpleTrace
  /** The ids of the deleted trace. */
  readonly invocation_link?: SpanAddress
}

/** The answer of `keys.delete`. */
export interface DeleteKeyResponse {
  /** The outcome in words. */
  readonly message: string
}

/** The body of `metrics.deleteMany`. */
export interface DeleteMetricsRequest {
  /** The ids of the metrics to delete. */
  readonly metrics_ids: readonly Id[]
}

/** The answer of `admin.deleteKey`. */
export interface DeleteProjectKeyResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The deleted key. */
  readonly key: ProjectKey
}

/** The body of `queues.deleteMany`. */
export interface DeleteQueuesRequest {
  /** The ids of the queues to delete. */
  readonly queue_ids: readonly Id[]
}

/** The body of `results.deleteMany`. */
export interface DeleteResultsRequest {
  /** The ids of the results to delete. */
  readonly result_ids: readonly Id[]
}

/** The body of `runs.deleteMany`. */
export interface DeleteRunsRequest {
  /** The ids of the runs to delete. */
  readonly run_ids: readonly Id[]
}

/** The body of `scenarios.deleteMany`. */
export interface DeleteScenariosRequest {
  /** The ids of the scenarios to delete. */
  readonly scenario_ids: readonly Id[]
}

/** The answer of `keys.endSession`. */
export interface DeleteSessionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
}

/** The body of `simpleQueues.deleteMany`. */
export interface DeleteSimpleQueuesRequest {
  /** The ids of the queues to delete. */
  readonly queue_ids: readonly Id[]
}

/** The answer of `simpleTraces.delete`. */
export interface DeleteSimpleTraceResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The trace. */
  readonly trace?: SimpleTrace
  /** The ids of the deleted trace. */
  readonly link?: SpanAddress
}

/** The body of `sessions.delete`. */
export interface DeleteSpansOfSessionRequest {
  /** The id of the session, as spans have it. */
  readonly session_id: string
}

/** The body of `users.delete`. */
export interface DeleteSpansOfUserRequest {
  /** The id of the user, as spans have it. */
  readonly user_id: string
}

/** The answer of `traces.delete`. */
export interface DeleteTraceResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: string
}

/** A deletion of spans, by user, session or filter. */
export interface Deletion {
  /** The id of the deletion. */
  readonly id: string
  /** The state of the work. */
  readonly status: 'waiting' | 'running' | 'done' | 'failed'
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time the work ended, ISO 8601 in UTC; absent before. */
  readonly finished_at?: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The selection of spans, as requested. */
  readonly request: JsonObject
  /** The numbers of removed records. */
  readonly erased: ErasedCounts
  /** The reason of a failed deletion. */
  readonly error?: string
  /** Where the data was, and where it may still be; present when the deletion has ended. */
  readonly receipt?: DeletionReceipt
}

/** Where the data was, and where it may still be. */
export interface DeletionReceipt {
  /** Requests that waited to be stored. */
  readonly inbox: string
  /** The summary rows of spans. */
  readonly summaries: string
  /** When the bytes are removed from the disk of the trace store. */
  readonly disk: string
  /** Rows that were copied from the deleted spans. */
  readonly testsets: string
  /** The testsets with rows that were copied from the erased traces. */
  readonly testset_rows: readonly ErasedTestsetRows[]
  /** Copies in backups. */
  readonly backups: string
}

/** The answer of `deletions.create` and of others. */
export interface DeletionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The deletion of spans and the state of its work. */
  readonly deletion: Deletion
}

/** The answer of `deletions.list`. */
export interface DeletionsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The deletions of the project, newest first. */
  readonly deletions: readonly Deletion[]
}

/** The answer of `projects.createDemo` and of others. */
export interface DemoProjectResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The project. */
  readonly project: ProjectName
  /** The key of the sample project, shown only here. */
  readonly key: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployApplicationRevisionRequest {
  /** The application, by id or slug. */
  readonly application_ref?: OptionalReference
  /** The variant of the application, by id or slug. */
  readonly application_variant_ref?: OptionalReference
  /** The revision of the application, by id, slug, or version with its variant. */
  readonly application_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment; the slug of the artifact by default. */
  readonly key?: string | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `applications.deploy`. */
export interface DeployApplicationRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the application. */
  readonly application_revision?: ApplicationRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** The time of the deployment, ISO 8601 in UTC. */
  readonly deployed_at?: string
  /** The id of the environment, a UUID. */
  readonly environment_id?: string
  /** The version of the environment's new revision. */
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployEvaluatorRevisionRequest {
  /** The evaluator, by id or slug. */
  readonly evaluator_ref?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant_ref?: OptionalReference
  /** The revision of the evaluator, by id, slug, or version with its variant. */
  readonly evaluator_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment; the slug of the artifact by default. */
  readonly key?: string | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `evaluators.deploy`. */
export interface DeployEvaluatorRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the evaluator. */
  readonly evaluator_revision?: EvaluatorRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** The time of the deployment, ISO 8601 in UTC. */
  readonly deployed_at?: string
  /** The id of the environment, a UUID. */
  readonly environment_id?: string
  /** The version of the environment's new revision. */
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployQueryRevisionRequest {
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment; the slug of the artifact by default. */
  readonly key?: string | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `queries.deploy`. */
export interface DeployQueryRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the query. */
  readonly query_revision?: QueryRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** The time of the deployment, ISO 8601 in UTC. */
  readonly deployed_at?: string
  /** The id of the environment, a UUID. */
  readonly environment_id?: string
  /** The version of the environment's new revision. */
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployTestsetRevisionRequest {
  /** The testset, by id or slug. */
  readonly testset_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment; the slug of the artifact by default. */
  readonly key?: string | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `testsets.deploy`. */
export interface DeployTestsetRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** The time of the deployment, ISO 8601 in UTC. */
  readonly deployed_at?: string
  /** The id of the environment, a UUID. */
  readonly environment_id?: string
  /** The version of the environment's new revision. */
  readonly environment_version?: string
}

/** The references name the revision, and the environment to deploy to. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface DeployWorkflowRevisionRequest {
  /** The workflow, by id or slug. */
  readonly workflow_ref?: OptionalReference
  /** The variant of the workflow, by id or slug. */
  readonly workflow_variant_ref?: OptionalReference
  /** The revision of the workflow, by id, slug, or version with its variant. */
  readonly workflow_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment; the slug of the artifact by default. */
  readonly key?: string | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `workflows.deploy`. */
export interface DeployWorkflowRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the workflow. */
  readonly workflow_revision?: WorkflowRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** The time of the deployment, ISO 8601 in UTC. */
  readonly deployed_at?: string
  /** The id of the environment, a UUID. */
  readonly environment_id?: string
  /** The version of the environment's new revision. */
  readonly environment_version?: string
}

/** The answer of `server.stores`. */
export interface DescribeStoresResponse {
  /** The version of the server. */
  readonly version: string
  /** The stores of the server with their sizes. */
  readonly stores: readonly StoreSize[]
  /** The last backup, and whether the schedule is met. */
  readonly backup: BackupState
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffApplicationRevisionsRequest {
  /** The application, by id or slug. */
  readonly application_ref?: OptionalReference
  /** The variant of the application, by id or slug. */
  readonly application_variant_ref?: OptionalReference
  /** The revision of the application, by id, slug, or version with its variant. */
  readonly application_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to compare, if the target is read through an environment. */
  readonly key?: string | null
  /** The application of the base side, by id or slug. */
  readonly base_application_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_application_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_application_revision_ref?: OptionalReference
  /** The environment of the base side, by id or slug. */
  readonly base_environment_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_environment_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_environment_revision_ref?: OptionalReference
  /** The entry of the base environment to compare, if the base is read through an environment. */
  readonly base_key?: string | null
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. The base is optional; its references follow the same rule. */
export interface DiffEnvironmentRevisionsRequest {
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The environment of the base side, by id or slug. */
  readonly base_environment_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_environment_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_environment_revision_ref?: OptionalReference
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffEvaluatorRevisionsRequest {
  /** The evaluator, by id or slug. */
  readonly evaluator_ref?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant_ref?: OptionalReference
  /** The revision of the evaluator, by id, slug, or version with its variant. */
  readonly evaluator_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to compare, if the target is read through an environment. */
  readonly key?: string | null
  /** The evaluator of the base side, by id or slug. */
  readonly base_evaluator_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_evaluator_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_evaluator_revision_ref?: OptionalReference
  /** The environment of the base side, by id or slug. */
  readonly base_environment_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_environment_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_environment_revision_ref?: OptionalReference
  /** The entry of the base environment to compare, if the base is read through an environment. */
  readonly base_key?: string | null
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffQueryRevisionsRequest {
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to compare, if the target is read through an environment. */
  readonly key?: string | null
  /** The query of the base side, by id or slug. */
  readonly base_query_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_query_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_query_revision_ref?: OptionalReference
  /** The environment of the base side, by id or slug. */
  readonly base_environment_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_environment_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_environment_revision_ref?: OptionalReference
  /** The entry of the base environment to compare, if the base is read through an environment. */
  readonly base_key?: string | null
}

/** A compared revision. */
export interface DiffSide {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** The number of the revision on its variant, as text. */
  readonly version: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffTestsetRevisionsRequest {
  /** The testset, by id or slug. */
  readonly testset_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to compare, if the target is read through an environment. */
  readonly key?: string | null
  /** The testset of the base side, by id or slug. */
  readonly base_testset_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_testset_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_testset_revision_ref?: OptionalReference
  /** The environment of the base side, by id or slug. */
  readonly base_environment_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_environment_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_environment_revision_ref?: OptionalReference
  /** The entry of the base environment to compare, if the base is read through an environment. */
  readonly base_key?: string | null
  /** Only rows with one of these kinds of change. */
  readonly kinds?: ReadonlyArray<'added' | 'removed' | 'edited' | 'moved'> | null
  /** Includes the changed rows, not just their numbers. */
  readonly include_rows?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: DiffWindowing | null
}

/** A page of changed rows. */
export interface DiffWindowing {
  /** The page size; 0 means the default. */
  readonly limit?: number | null
  /** The cursor of the next page. */
  readonly next?: Id | null
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. The base is optional; its references follow the same rule. */
export interface DiffWorkflowRevisionsRequest {
  /** The workflow, by id or slug. */
  readonly workflow_ref?: OptionalReference
  /** The variant of the workflow, by id or slug. */
  readonly workflow_variant_ref?: OptionalReference
  /** The revision of the workflow, by id, slug, or version with its variant. */
  readonly workflow_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to compare, if the target is read through an environment. */
  readonly key?: string | null
  /** The workflow of the base side, by id or slug. */
  readonly base_workflow_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_workflow_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_workflow_revision_ref?: OptionalReference
  /** The environment of the base side, by id or slug. */
  readonly base_environment_ref?: OptionalReference
  /** The variant of the base side, by id or slug. */
  readonly base_environment_variant_ref?: OptionalReference
  /** The revision of the base side, by id, slug or version. */
  readonly base_environment_revision_ref?: OptionalReference
  /** The entry of the base environment to compare, if the base is read through an environment. */
  readonly base_key?: string | null
}

/** The body of `annotations.edit`. */
export interface EditAnnotationRequest {
  /** The changes. */
  readonly annotation: AnnotationEdit
}

/** The body of `applications.edit`. */
export interface EditApplicationRequest {
  /** The new name, description, flags, tags and meta. */
  readonly application: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `applications.edit`. */
export interface EditApplicationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The application. */
  readonly application?: Application
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `applications.editRevision`. */
export interface EditApplicationRevisionRequest {
  /** The revision of the application. */
  readonly application_revision: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `applications.editRevision`. */
export interface EditApplicationRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the application. */
  readonly application_revision?: ApplicationRevision
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `applications.editVariant`. */
export interface EditApplicationVariantRequest {
  /** The variant of the application. */
  readonly application_variant: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `applications.editVariant`. */
export interface EditApplicationVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the application. */
  readonly application_variant?: ApplicationVariant
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `environments.edit`. */
export interface EditEnvironmentRequest {
  /** The new name, description, flags, tags and meta. */
  readonly environment: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `environments.edit`. */
export interface EditEnvironmentResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The environment. */
  readonly environment?: Environment
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `environments.editRevision`. */
export interface EditEnvironmentRevisionRequest {
  /** The revision of the environment. */
  readonly environment_revision: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `environments.editRevision`. */
export interface EditEnvironmentRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the environment. */
  readonly environment_revision?: EnvironmentRevision
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `environments.editVariant`. */
export interface EditEnvironmentVariantRequest {
  /** The variant of the environment. */
  readonly environment_variant: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `environments.editVariant`. */
export interface EditEnvironmentVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the environment. */
  readonly environment_variant?: EnvironmentVariant
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `evaluators.edit`. */
export interface EditEvaluatorRequest {
  /** The new name, description, flags, tags and meta. */
  readonly evaluator: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `evaluators.edit`. */
export interface EditEvaluatorResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluator. */
  readonly evaluator?: Evaluator
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `evaluators.editRevision`. */
export interface EditEvaluatorRevisionRequest {
  /** The revision of the evaluator. */
  readonly evaluator_revision: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `evaluators.editRevision`. */
export interface EditEvaluatorRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the evaluator. */
  readonly evaluator_revision?: EvaluatorRevision
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `evaluators.editVariant`. */
export interface EditEvaluatorVariantRequest {
  /** The variant of the evaluator. */
  readonly evaluator_variant: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `evaluators.editVariant`. */
export interface EditEvaluatorVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the evaluator. */
  readonly evaluator_variant?: EvaluatorVariant
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `invocations.edit`. */
export interface EditInvocationRequest {
  /** The changes. */
  readonly invocation: SimpleTraceEdit
}

/** The body of `queries.edit`. */
export interface EditQueryRequest {
  /** The new name, description, flags, tags and meta. */
  readonly query: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `queries.edit`. */
export interface EditQueryResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The query. */
  readonly query?: Query
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `queries.editRevision`. */
export interface EditQueryRevisionRequest {
  /** The revision of the query. */
  readonly query_revision: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `queries.editRevision`. */
export interface EditQueryRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the query. */
  readonly query_revision?: QueryRevision
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `queries.editVariant`. */
export interface EditQueryVariantRequest {
  /** The variant of the query. */
  readonly query_variant: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `queries.editVariant`. */
export interface EditQueryVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the query. */
  readonly query_variant?: QueryVariant
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `queues.edit`. */
export interface EditQueueRequest {
  /** The changes. */
  readonly queue: EvaluationQueueEdit
}

/** The body of `queues.editMany`. */
export interface EditQueuesRequest {
  /** The changes, each with the id of its queue. */
  readonly queues: readonly EvaluationQueueEditById[]
}

/** The body of `retention.edit`. */
export interface EditRetentionRequest {
  /** How long data is stored. */
  readonly retention: RetentionEdit
}

/** The body of `runs.edit`. */
export interface EditRunRequest {
  /** The changes. */
  readonly run: EvaluationRunEdit
}

/** The body of `runs.editMany`. */
export interface EditRunsRequest {
  /** The changes, each with the id of its run. */
  readonly runs: readonly EvaluationRunEditById[]
}

/** The body of `scenarios.edit`. */
export interface EditScenarioRequest {
  /** The changes. */
  readonly scenario: EvaluationScenarioEdit
}

/** The body of `scenarios.editMany`. */
export interface EditScenariosRequest {
  /** The changes, each with the id of its scenario. */
  readonly scenarios: readonly EvaluationScenarioEditById[]
}

/** The body of `secrets.edit`. */
export interface EditSecretRequest {
  /** Name and description. */
  readonly header?: SecretHeaderEdit | null
  /** The new kind and values. */
  readonly secret?: SecretContent | null
  /** Masked values in `secret` mean the stored ones, if kind and URL of the provider are unchanged. */
  readonly keep_values?: boolean | null
}

/** The body of `secrets.editSettings`. */
export interface EditSecretSettingsRequest {
  /** The settings. */
  readonly settings: SecretSettings
}

/** The body of `simpleApplications.edit`. */
export interface EditSimpleApplicationRequest {
  /** The application. */
  readonly application: SimpleApplicationEdit
}

/** The answer of `simpleApplications.edit`. */
export interface EditSimpleApplicationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The application. */
  readonly application?: SimpleApplication
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `simpleEnvironments.edit`. */
export interface EditSimpleEnvironmentRequest {
  /** The environment. */
  readonly environment: SimpleEnvironmentEdit
}

/** The answer of `simpleEnvironments.edit`. */
export interface EditSimpleEnvironmentResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The environment. */
  readonly environment?: SimpleEnvironment
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `simpleEvaluations.edit`. */
export interface EditSimpleEvaluationRequest {
  /** The changes. */
  readonly evaluation: SimpleEvaluationEdit
}

/** The body of `simpleEvaluators.edit`. */
export interface EditSimpleEvaluatorRequest {
  /** The evaluator. */
  readonly evaluator: SimpleEvaluatorEdit
}

/** The answer of `simpleEvaluators.edit`. */
export interface EditSimpleEvaluatorResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluator. */
  readonly evaluator?: SimpleEvaluator
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `simpleQueries.edit`. */
export interface EditSimpleQueryRequest {
  /** The query. */
  readonly query: SimpleQueryEdit
}

/** The answer of `simpleQueries.edit`. */
export interface EditSimpleQueryResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The query. */
  readonly query?: SimpleQuery
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `simpleTestsets.edit`. */
export interface EditSimpleTestsetRequest {
  /** The testset. */
  readonly testset: SimpleTestsetEdit
}

/** The answer of `simpleTestsets.edit`. */
export interface EditSimpleTestsetResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testset. */
  readonly testset?: SimpleTestset
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `simpleTraces.edit`. */
export interface EditSimpleTraceRequest {
  /** The changes. */
  readonly trace: SimpleTraceEdit
}

/** The body of `simpleWorkflows.edit`. */
export interface EditSimpleWorkflowRequest {
  /** The workflow. */
  readonly workflow: SimpleWorkflowEdit
}

/** The answer of `simpleWorkflows.edit`. */
export interface EditSimpleWorkflowResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The workflow. */
  readonly workflow?: SimpleWorkflow
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `testsets.edit`. */
export interface EditTestsetRequest {
  /** The new name, description, flags, tags and meta. */
  readonly testset: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `testsets.edit`. */
export interface EditTestsetResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testset. */
  readonly testset?: Testset
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `testsets.editRevision`. */
export interface EditTestsetRevisionRequest {
  /** The revision of the testset. */
  readonly testset_revision: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `testsets.editRevision`. */
export interface EditTestsetRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `testsets.editVariant`. */
export interface EditTestsetVariantRequest {
  /** The variant of the testset. */
  readonly testset_variant: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `testsets.editVariant`. */
export interface EditTestsetVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the testset. */
  readonly testset_variant?: TestsetVariant
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `workflows.edit`. */
export interface EditWorkflowRequest {
  /** The new name, description, flags, tags and meta. */
  readonly workflow: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `workflows.edit`. */
export interface EditWorkflowResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The workflow. */
  readonly workflow?: Workflow
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `workflows.editRevision`. */
export interface EditWorkflowRevisionRequest {
  /** The revision of the workflow. */
  readonly workflow_revision: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `workflows.editRevision`. */
export interface EditWorkflowRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the workflow. */
  readonly workflow_revision?: WorkflowRevision
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** The body of `workflows.editVariant`. */
export interface EditWorkflowVariantRequest {
  /** The variant of the workflow. */
  readonly workflow_variant: HeaderEdit
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `workflows.editVariant`. */
export interface EditWorkflowVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the workflow. */
  readonly workflow_variant?: WorkflowVariant
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** A secret after a change. */
export interface EditedSecret {
  /** The id, a UUID. */
  readonly id: string
  /** The slug, by which programs name the secret. */
  readonly slug: string
  /** The kind of secret. */
  readonly kind: string
  /** The values; masked for keys that may not read them. */
  readonly data: JsonObject
  /** Whether the secret has a value, and a preview of it. */
  readonly value_status: SecretValueStatus
  /** Name and description. */
  readonly header: SecretHeaderShown
  /** The times of creation and of the latest change. */
  readonly lifecycle: SecretLifecycle
  /** Problems that did not stop the request. */
  readonly warnings?: readonly CommitWarning[]
}

/** A revision that embeds another. */
export interface EmbedUse {
  /** The workflow. */
  readonly workflow: UsedReference
  /** The variant of the workflow. */
  readonly workflow_variant: UsedReference
  /** The revision of the workflow. */
  readonly workflow_revision: UsedReference
  /** The flags of the embedding revision. */
  readonly flags: {
    readonly [key: string]: boolean
  }
  /** Whether the revision is the newest of its variant. */
  readonly is_head: boolean
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The commit message. */
  readonly message?: string
}

/** An entry of an environment. */
export interface EntrySelector {
  /** The key of the entry. */
  readonly key: string
}

/** The environment: a name for a line of versions. Its variants are branches, its revisions are commits. */
export interface Environment {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
}

/** One of environment_id, artifact_id, environment_variant_id, variant_id, environment_revision_id or revision_id is required. data and delta exclude each other. */
export interface EnvironmentCommit {
  /** The slug of the new revision; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The environment; needed if neither a variant nor a revision is named. */
  readonly environment_id?: Id | null
  /** The id of the environment; the same as `environment_id`. */
  readonly artifact_id?: Id | null
  /** The variant to commit to; the default variant of the environment if absent. */
  readonly environment_variant_id?: Id | null
  /** The variant to commit to; the same as `environment_variant_id`. */
  readonly variant_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly environment_revision_id?: Id | null
  /** The base of a delta; the same as `environment_revision_id`. */
  readonly revision_id?: Id | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  /** The commit message. */
  readonly message?: string | null
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: Bool | null
  /** The complete new payload; exclusive with `delta`. */
  readonly data?: EnvironmentData | null
  /** Changes relative to the base revision; exclusive with `data`. */
  readonly delta?: EnvironmentDelta | null
}

/** The payload of a revision of the environment. */
export interface EnvironmentData {
  /** The deployed revisions, by entry. */
  readonly references?: JsonObject | null
}

/** Changes of a payload. */
export interface EnvironmentDelta {
  /** Entries to set: the references of a deployment by key. */
  readonly set?: JsonObject | null
  /** Keys of entries to remove. */
  readonly remove?: readonly string[] | null
}

/** The answer of `environments.query`. */
export interface EnvironmentListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The environments of this page, newest first. */
  readonly environments: readonly Environment[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** One of environment_id, artifact_id, environment_variant_id, variant_id, environment_revision_id or revision_id is required. */
export interface EnvironmentLogTarget {
  /** The id of the environment, a UUID. */
  readonly environment_id?: Id | null
  /** The id of the environment; the same as `environment_id`. */
  readonly artifact_id?: Id | null
  /** The id of the variant of the environment, a UUID. */
  readonly environment_variant_id?: Id | null
  /** The id of the variant; the same as `environment_variant_id`. */
  readonly variant_id?: Id | null
  /** The id of the revision of the environment, a UUID. */
  readonly environment_revision_id?: Id | null
  /** The id of the revision; the same as `environment_revision_id`. */
  readonly revision_id?: Id | null
  /** The number of revisions to list; all by default. */
  readonly depth?: number | null
}

/** The answer of `environments.create` and of others. */
export interface EnvironmentResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The environment. */
  readonly environment?: Environment
}

/** A revision of the environment: an immutable commit on a variant. */
export interface EnvironmentRevision {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the environment. */
  readonly data?: JsonObject
  /** The id of the environment that owns the revision; the same as `environment_id`. */
  readonly artifact_id: string
  /** The slug of the environment that owns the revision. */
  readonly artifact_slug: string
  /** The id of the environment, a UUID. */
  readonly environment_id: string
  /** The slug of the environment. */
  readonly environment_slug: string
  /** The id of the variant; the same as `environment_variant_id`. */
  readonly variant_id: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug: string
  /** The id of the variant of the environment, a UUID. */
  readonly environment_variant_id: string
  /** The slug of the variant of the environment. */
  readonly environment_variant_slug: string
}

/** The answer of `environments.log` and of others. */
export interface EnvironmentRevisionListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revisions of this page, newest first. */
  readonly environment_revisions: readonly EnvironmentRevision[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `environments.createRevision` and of others. */
export interface EnvironmentRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the environment. */
  readonly environment_revision?: EnvironmentRevision
}

/** A current deployment. */
export interface EnvironmentUse {
  /** The environment. */
  readonly environment: UsedReference
  /** The variant of the environment. */
  readonly environment_variant: UsedReference
  /** The revision of the environment. */
  readonly environment_revision: UsedReference
  /** The entry of the environment. */
  readonly key: string
  /** The deployed revision. */
  readonly revision: UsedReference
  /** The id of the key that deployed it. */
  readonly author?: string
  /** The time of the deployment, ISO 8601 in UTC. */
  readonly date?: string
  /** The message of the deployment. */
  readonly message?: string
}

/** A variant of the environment: a branch of revisions. */
export interface EnvironmentVariant {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The revision that the variant was forked from. */
  readonly forked_from_revision_id?: string
  /** The id of the environment that owns the variant; the same as `environment_id`. */
  readonly artifact_id: string
  /** The slug of the environment that owns the variant. */
  readonly artifact_slug: string
  /** The id of the environment, a UUID. */
  readonly environment_id: string
  /** The slug of the environment. */
  readonly environment_slug: string
}

/** The answer of `environments.queryVariants`. */
export interface EnvironmentVariantListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variants of this page, newest first. */
  readonly environment_variants: readonly EnvironmentVariant[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `environments.createVariant` and of others. */
export interface EnvironmentVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the environment. */
  readonly environment_variant?: EnvironmentVariant
}

/** Numbers of removed records. */
export interface ErasedCounts {
  /** Removed traces. */
  readonly traces: number
  /** Removed spans. */
  readonly spans: number
  /** Facts of spans, one per span. */
  readonly facts: number
  /** Log events that waited for their spans. */
  readonly log_events: number
  /** Rejected spans, which are stored separately. */
  readonly rejections: number
}

/** Rows of one testset that were copied from erased traces. */
export interface ErasedTestsetRows {
  /** The id of the testset, a UUID. */
  readonly testset_id: string
  /** Rows that were copied from the erased traces. */
  readonly rows: number
  /** Revisions that still have such rows. */
  readonly revision_ids: readonly string[]
  /** Revisions that the job committed without them. */
  readonly clean_revision_ids: readonly string[]
}

/** An error. */
export interface Error {
  /** The error code, from the closed list in docs/errors.md. */
  readonly code: ErrorCode
  /** A message, a list of invalid fields, or an object with a message. */
  readonly detail: string | readonly Fault[] | ErrorParticulars
}

/** A closed list; docs/errors.md describes each code. */
export type ErrorCode = 'reference_required' | 'reference_insufficient' | 'reference_mismatch' | 'key_required' | 'id_mismatch' | 'data_or_delta' | 'data_required' | 'fork_source_empty' | 'slug_reserved' | 'cursor_unknown' | 'filter_invalid' | 'trace_invalid' | 'payload_undecodable' | 'embed_failed' | 'unauthorized' | 'forbidden' | 'environment_guarded' | 'not_found' | 'archived' | 'not_deployed' | 'route_not_found' | 'method_not_allowed' | 'slug_conflict' | 'id_conflict' | 'revision_conflict' | 'initial_revision_exists' | 'focus_conflict' | 'merge_conflict' | 'run_closed' | 'run_active' | 'run_not_finished' | 'queue_conflict' | 'payload_too_large' | 'unsupported_media_type' | 'validation_failed' | 'json_invalid' | 'uri_unknown' | 'schema_invalid' | 'output_mismatch' | 'rows_unknown' | 'column_conflict' | 'limit_exceeded' | 'too_many_requests' | 'internal_error' | 'unavailable' | 'budget_exceeded'

/** A message with details. */
export interface ErrorParticulars {
  /** The explanation. */
  readonly message: string
  readonly [key: string]: unknown
}

/** Runs compared by metric and by row. */
export interface EvaluationComparison {
  /** The id of the first run, with which the others are compared. */
  readonly baseline: string | null
  /** The outputs of the evaluators. */
  readonly metrics: readonly ComparedMetric[]
  /** Duration, cost, tokens and errors. */
  readonly totals?: readonly ComparedTotal[]
  /** The rows of this page. */
  readonly rows: readonly ComparedRow[]
}

/** Parallel calls and retries of a run. */
export interface EvaluationConcurrency {
  /** Cells in flight at once; 10 by default. */
  readonly batch_size?: number | null
  /** How often a failed call is repeated; 3 by default. */
  readonly max_retries?: number | null
  /** Seconds before the first repetition, doubled each time; 1 by default. */
  readonly retry_delay?: number | null
}

/** The outcome of a gate. */
export interface EvaluationGate {
  /** `pass` if every rule holds and the run succeeded. */
  readonly verdict: 'pass' | 'fail'
  /** Why the gate failed regardless of its rules. */
  readonly reason?: string
  /** The outcome of each rule. */
  readonly rules: readonly GateRuleVerdict[]
}

/** The answer of `runs.gate`. */
export interface EvaluationGateResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The verdict and the outcome of each rule. */
  readonly gate?: EvaluationGate
}

/** A rule on one statistic of a run. */
export interface EvaluationGateRule {
  /** The slug of an evaluator, or the key of a step. */
  readonly evaluator: StepKey
  /** The path of the output, such as `score`. */
  readonly path: string
  /** The statistic of the metric: `mean`, `rate`, `min`, `max`, or a percentile such as `p50`. */
  readonly statistic: string
  /** The least allowed value, inclusive. */
  readonly min?: number | null
  /** The greatest allowed value, inclusive. */
  readonly max?: number | null
  /** How far the value may be below the baseline run's. */
  readonly max_drop?: number | null
  /** A drop fails the rule only if it is statistically significant. */
  readonly significant_only?: Bool | null
}

/** The answer of `simpleEvaluations.delete` and of others. */
export interface EvaluationIdResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the evaluation, which is the id of its run. */
  readonly evaluation_id?: string
}

/** A span that a scenario refers to. */
export interface EvaluationLink {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** Hashes of everything that a run used, to prove that nothing changed. */
export interface EvaluationManifest {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The pinned revisions with their hashes. */
  readonly revisions: readonly ManifestRevision[]
  /** The hash of the ids of the run's testcases. */
  readonly testcases_hash: string
  /** The hash of the prices that costs were computed with. */
  readonly prices_hash: string
  /** The version of the server that computed the run. */
  readonly program_version: string
  /** The time of the manifest, ISO 8601 in UTC. */
  readonly created_at: string
  /** Coverage of `hash`. 2: all other members; absent: all but `created_at`. */
  readonly hash_version?: 2
  /** The BLAKE2b-32 hash of the manifest as canonical JSON, in hex. */
  readonly hash: string
}

/** The answer of `runs.fetchManifest`. */
export interface EvaluationManifestResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The hashes of everything that the run used. */
  readonly manifest?: EvaluationManifest
}

/** Statistics of a run, of one scenario, or of one period of a live run. */
export interface EvaluationMetrics {
  /** The id, a UUID. */
  readonly id: string
  /** The version of the record format, a date. */
  readonly version: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The scenario; absent for statistics of the whole run or of a period. */
  readonly scenario_id?: string
  /** The length of a period in minutes. */
  readonly interval?: number
  /** The start of the period of a live run, ISO 8601 in UTC. */
  readonly timestamp?: string
  /** Statistics by step key and path. */
  readonly data?: JsonObject
}

/** The answer of `metrics.create` and of others. */
export interface EvaluationMetricsListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The metrics of this page, oldest first. */
  readonly metrics: readonly EvaluationMetrics[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The progress of a run. */
export interface EvaluationProgress {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The status of the run. */
  readonly status: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** Whether the run is being computed. */
  readonly is_active: boolean
  /** `server` if this server computes the run, `client` if a program does. */
  readonly executor: 'server' | 'client'
  /** The number of scenarios: total, and by status. */
  readonly scenarios: {
    readonly [key: string]: number
  }
  /** The number of cells (a step of a scenario and repeat): total, done, failed, running, waiting, and manual ones for people. */
  readonly cells: {
    readonly [key: string]: number
  }
  /** The number of traces that matched the query and were left out. */
  readonly skipped_traces?: number
  /** The time the work began, ISO 8601 in UTC. */
  readonly started_at?: string
  /** The time of the latest change of the run or of one of its results, ISO 8601 in UTC. */
  readonly last_change_at: string
  /** The time the work ended, ISO 8601 in UTC; absent before. */
  readonly finished_at?: string
  /** The estimated time of the end, ISO 8601 in UTC; absent while it cannot be estimated. */
  readonly estimated_end?: string
}

/** The answer of `runs.fetchProgress`. */
export interface EvaluationProgressResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The progress. */
  readonly progress?: EvaluationProgress
}

/** A queue of scenarios for people. */
export interface EvaluationQueue {
  /** The id, a UUID. */
  readonly id: string
  /** The version of the record format, a date. */
  readonly version: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** `is_sequential`: each person gets one contiguous part; `is_default`: the queue of the whole run. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** People, scenarios and steps of the queue. */
  readonly data?: EvaluationRecordData
  /** The id of the evaluation run. */
  readonly run_id: string
}

/** People, scenarios and steps of a queue. */
export interface EvaluationQueueData {
  /** The ids of the people for each repeat: the first list belongs to repeat 0. */
  readonly user_ids?: ReadonlyArray<readonly Id[]> | null
  /** Only these scenarios; all of the run by default. */
  readonly scenario_ids?: OptionalIdList
  /** The steps to annotate; by default all with origin `human`. */
  readonly step_keys?: readonly StepKey[] | null
  /** Consecutive scenarios that one person gets before the next person; 1 by default. */
  readonly batch_size?: number | null
  /** The number of scenarios to skip before the first batch; 0 by default. */
  readonly batch_offset?: number | null
}

/** Changes of a queue; omitted fields stay. */
export interface EvaluationQueueEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** The new data, which replaces the present one. */
  readonly data?: EvaluationQueueData | null
}

/** Changes of a queue, with its id. */
export interface EvaluationQueueEditById {
  /** The id of the record to change. */
  readonly id: Id
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** The new data, which replaces the present one. */
  readonly data?: EvaluationQueueData | null
}

/** The answer of `queues.create` and of others. */
export interface EvaluationQueueListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The queues. */
  readonly queues: readonly EvaluationQueue[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `runs.fetchDefaultQueue` and of others. */
export interface EvaluationQueueResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The annotation queue. */
  readonly queue?: EvaluationQueue
}

/** The data of a record, by its kind. */
export type EvaluationRecordData = JsonObject

/** The result of one cell: a step of a scenario and repeat. */
export interface EvaluationResult {
  /** The id, a UUID. */
  readonly id: string
  /** The version of the record format, a date. */
  readonly version: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The id of the scenario. */
  readonly scenario_id: string
  /** The key of the step in its run. */
  readonly step_key: string
  /** The repeat, from 0. */
  readonly repeat_idx: number
  /** The id of the trace with the outputs, 32 hex digits. */
  readonly trace_id?: string
  /** The id of the testcase, computed from its content. */
  readonly testcase_id?: string
  /** A hash of the references and links of the cell, as a UUID. Runs with `is_cached` reuse results with an equal hash. */
  readonly hash_id?: string
  /** The failure of the cell: code, message and attempts. */
  readonly error?: JsonObject
  /** The length of a period in minutes. */
  readonly interval?: number
  /** The start of the period, ISO 8601 in UTC. */
  readonly timestamp?: string
}

/** The answer of `results.create` and of others. */
export interface EvaluationResultListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The results. */
  readonly results: readonly EvaluationResult[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `results.fetch`. */
export interface EvaluationResultResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The result of one cell: a step of a scenario and repeat. */
  readonly result?: EvaluationResult
}

/** An evaluation run: steps over the rows of testsets, queries or traces. */
export interface EvaluationRun {
  /** The id, a UUID. */
  readonly id: string
  /** The version of the record format, a date. */
  readonly version: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** Booleans such as `is_live`, `is_active` and `is_closed`; most are computed by the server. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Steps, repeats, mappings and concurrency. */
  readonly data?: EvaluationRecordData
  /** The id of the revision of the testset, a UUID. */
  readonly testset_revision_id?: string
}

/** The steps and settings of a run. */
export interface EvaluationRunData {
  /** The steps: inputs, invocations, annotations. */
  readonly steps?: readonly EvaluationStep[] | null
  /** How often each row is computed, 1 to 100; 1 by default. */
  readonly repeats?: number | null
  /** The columns of the result table and the step values that they show. */
  readonly mappings?: readonly StepMapping[] | null
  /** How many cells are computed at once, and how failed calls are retried. */
  readonly concurrency?: EvaluationConcurrency | null
}

/** Changes of a run; omitted fields stay. */
export interface EvaluationRunEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** The new data, which replaces the present one. */
  readonly data?: EvaluationRunData | null
}

/** Changes of a run, with its id. */
export interface EvaluationRunEditById {
  /** The id of the record to change. */
  readonly id: Id
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** The new data, which replaces the present one. */
  readonly data?: EvaluationRunData | null
}

/** The answer of `runs.create` and of others. */
export interface EvaluationRunListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluation runs. */
  readonly runs: readonly EvaluationRun[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `runs.edit` and of others. */
export interface EvaluationRunResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluation run. */
  readonly run?: EvaluationRun
}

/** One row of a run. */
export interface EvaluationScenario {
  /** The id, a UUID. */
  readonly id: string
  /** The version of the record format, a date. */
  readonly version: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The length of a period in minutes. */
  readonly interval?: number
  /** The minute of a live run that the scenario belongs to, ISO 8601 in UTC. */
  readonly timestamp?: string
  /** The traces of the scenario by step key; a list for several repeats. */
  readonly links?: {
    readonly [key: string]: EvaluationLink | readonly EvaluationLink[]
  }
}

/** Changes of a scenario; omitted fields stay. */
export interface EvaluationScenarioEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** The flags to change; others stay. */
  readonly flags?: OptionalFlags
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The length of a period in minutes. */
  readonly interval?: Interval | null
  /** The start of the period, ISO 8601 in UTC. */
  readonly timestamp?: Time | null
}

/** Changes of a scenario, with its id. */
export interface EvaluationScenarioEditById {
  /** The id of the record to change. */
  readonly id: Id
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** The flags to change; others stay. */
  readonly flags?: OptionalFlags
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The length of a period in minutes. */
  readonly interval?: Interval | null
  /** The start of the period, ISO 8601 in UTC. */
  readonly timestamp?: Time | null
}

/** The answer of `scenarios.create` and of others. */
export interface EvaluationScenarioListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The scenarios. */
  readonly scenarios: readonly EvaluationScenario[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `scenarios.edit` and of others. */
export interface EvaluationScenarioResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The scenario: one row of a run. */
  readonly scenario?: EvaluationScenario
}

/** A part of a run, by scenarios, steps and repeats; all where a list is absent. */
export interface EvaluationSlice {
  /** The ids of scenarios. */
  readonly scenario_ids?: OptionalIdList
  /** The keys of steps of the run. */
  readonly step_keys?: readonly StepKey[] | null
  /** The repeats, from 0. */
  readonly repeat_idxs?: readonly number[] | null
  /** Computes finished cells again; by default they are left. */
  readonly overwrite?: Bool | null
}

/** A step of a run. */
export interface EvaluationStep {
  /** The key, unique in the run. */
  readonly key: StepKey
  /** `input` provides rows, `invocation` calls an application, `annotation` evaluates. */
  readonly type: 'input' | 'invocation' | 'annotation'
  /** Who produces the value: a person (`human`), this server (`auto`), or a program (`custom`). */
  readonly origin: 'custom' | 'human' | 'auto'
  /** The revisions that the step uses, pinned when the run is created. */
  readonly references?: References | null
  /** The steps whose values this one reads. */
  readonly inputs?: readonly StepInput[] | null
  /** JSON Schemas of parameters, inputs and outputs. */
  readonly schemas?: StepSchemas | null
}

/** The comparison of a manifest with the present state. */
export interface EvaluationVerification {
  /** Whether everything equals the manifest. */
  readonly ok: boolean
  /** The values that differ from the manifest. */
  readonly mismatches: readonly ManifestMismatch[]
}

/** The answer of `runs.verifyManifest`. */
export interface EvaluationVerificationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The comparison of the manifest with the present state. */
  readonly verification?: EvaluationVerification
}

/** The evaluator: a name for a line of versions. Its variants are branches, its revisions are commits. */
export interface Evaluator {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
}

/** One of evaluator_id, workflow_id, artifact_id, evaluator_variant_id, workflow_variant_id, variant_id, evaluator_revision_id, workflow_revision_id or revision_id is required. data and delta exclude each other. */
export interface EvaluatorCommit {
  /** The slug of the new revision; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The evaluator; needed if neither a variant nor a revision is named. */
  readonly evaluator_id?: Id | null
  /** The workflow; needed if neither a variant nor a revision is named. */
  readonly workflow_id?: Id | null
  /** The id of the evaluator; the same as `evaluator_id`. */
  readonly artifact_id?: Id | null
  /** The variant to commit to; the default variant of the evaluator if absent. */
  readonly evaluator_variant_id?: Id | null
  /** The variant to commit to; the default variant of the workflow if absent. */
  readonly workflow_variant_id?: Id | null
  /** The variant to commit to; the same as `evaluator_variant_id`. */
  readonly variant_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly evaluator_revision_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly workflow_revision_id?: Id | null
  /** The base of a delta; the same as `evaluator_revision_id`. */
  readonly revision_id?: Id | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  /** The commit message. */
  readonly message?: string | null
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: Bool | null
  /** The complete new payload; exclusive with `delta`. */
  readonly data?: WorkflowData | null
  /** Changes relative to the base revision; exclusive with `data`. */
  readonly delta?: WorkflowDelta | null
}

/** A row with different values. */
export interface EvaluatorDisagreement {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The id of the scenario. */
  readonly scenario_id: string
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: string
  /** The value of the evaluator. */
  readonly evaluator: string | number | boolean
  /** The value of people. */
  readonly people: string | number | boolean
}

/** The answer of `evaluators.query`. */
export interface EvaluatorListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluators of this page, newest first. */
  readonly evaluators: readonly Evaluator[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** One of evaluator_id, workflow_id, artifact_id, evaluator_variant_id, workflow_variant_id, variant_id, evaluator_revision_id, workflow_revision_id or revision_id is required. */
export interface EvaluatorLogTarget {
  /** The id of the evaluator, a UUID. */
  readonly evaluator_id?: Id | null
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: Id | null
  /** The id of the evaluator; the same as `evaluator_id`. */
  readonly artifact_id?: Id | null
  /** The id of the variant of the evaluator, a UUID. */
  readonly evaluator_variant_id?: Id | null
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id?: Id | null
  /** The id of the variant; the same as `evaluator_variant_id`. */
  readonly variant_id?: Id | null
  /** The id of the revision of the evaluator, a UUID. */
  readonly evaluator_revision_id?: Id | null
  /** The id of the revision of the workflow, a UUID. */
  readonly workflow_revision_id?: Id | null
  /** The id of the revision; the same as `evaluator_revision_id`. */
  readonly revision_id?: Id | null
  /** The number of revisions to list; all by default. */
  readonly depth?: number | null
}

/** equal: the share of rows with equal values. interval: the 95 % confidence interval of equal, or of mean_difference (evaluator minus people). matrix: the evaluator has the rows, people have the columns; both in the order of `values`. */
export interface EvaluatorMetricQuality {
  /** The path of the output of the evaluator. */
  readonly path: string
  /** The path of the compared value in the annotations of people. */
  readonly people_path: string
  /** The type of the values. */
  readonly kind: 'boolean' | 'category' | 'number'
  /** The number of rows that both have a value for. */
  readonly n: number
  /** The share of rows with equal values, 0 to 1. */
  readonly equal: number
  /** The 95 % confidence interval of `equal`, or of `mean_difference`. */
  readonly interval?: readonly number[]
  /** Cohen's kappa: 1 is perfect agreement, 0 is agreement by chance. */
  readonly kappa?: number
  /** Krippendorff's alpha: 1 is perfect agreement, 0 is agreement by chance. */
  readonly alpha?: number
  /** Pearson's correlation of the evaluator's numbers with those of people, -1 to 1. */
  readonly correlation?: number
  /** The mean of the evaluator's number minus that of people. */
  readonly mean_difference?: number
  /** The values in the order of the rows and columns of `matrix`. */
  readonly values?: ReadonlyArray<string | number | boolean>
  /** Counts of pairs: a row for each value of the evaluator, a column for each value of people. */
  readonly matrix?: ReadonlyArray<readonly number[]>
  /** Rows with different values, a limited number of them. */
  readonly disagreements: readonly EvaluatorDisagreement[]
  /** The number of all disagreements; the list may have fewer. */
  readonly disagreement_count: number
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface EvaluatorQualityRequest {
  /** The evaluator, by id or slug. */
  readonly evaluator_ref?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant_ref?: OptionalReference
  /** The revision of the evaluator, by id, slug, or version with its variant. */
  readonly evaluator_revision_ref?: OptionalReference
}

/** The answer of `evaluators.create` and of others. */
export interface EvaluatorResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluator. */
  readonly evaluator?: Evaluator
}

/** A revision of the evaluator: an immutable commit on a variant. */
export interface EvaluatorRevision {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the evaluator. */
  readonly data?: JsonObject
  /** The id of the evaluator that owns the revision; the same as `evaluator_id`. */
  readonly artifact_id: string
  /** The slug of the evaluator that owns the revision. */
  readonly artifact_slug: string
  /** The id of the evaluator, a UUID. */
  readonly evaluator_id: string
  /** The slug of the evaluator. */
  readonly evaluator_slug: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id: string
  /** The slug of the workflow. */
  readonly workflow_slug: string
  /** The id of the variant; the same as `evaluator_variant_id`. */
  readonly variant_id: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug: string
  /** The id of the variant of the evaluator, a UUID. */
  readonly evaluator_variant_id: string
  /** The slug of the variant of the evaluator. */
  readonly evaluator_variant_slug: string
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id: string
  /** The slug of the variant of the workflow. */
  readonly workflow_variant_slug: string
}

/** The answer of `evaluators.log` and of others. */
export interface EvaluatorRevisionListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revisions of this page, newest first. */
  readonly evaluator_revisions: readonly EvaluatorRevision[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `evaluators.createRevision` and of others. */
export interface EvaluatorRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the evaluator. */
  readonly evaluator_revision?: EvaluatorRevision
}

/** A variant of the evaluator: a branch of revisions. */
export interface EvaluatorVariant {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The revision that the variant was forked from. */
  readonly forked_from_revision_id?: string
  /** The id of the evaluator that owns the variant; the same as `evaluator_id`. */
  readonly artifact_id: string
  /** The slug of the evaluator that owns the variant. */
  readonly artifact_slug: string
  /** The id of the evaluator, a UUID. */
  readonly evaluator_id: string
  /** The slug of the evaluator. */
  readonly evaluator_slug: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id: string
  /** The slug of the workflow. */
  readonly workflow_slug: string
}

/** The answer of `evaluators.queryVariants`. */
export interface EvaluatorVariantListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variants of this page, newest first. */
  readonly evaluator_variants: readonly EvaluatorVariant[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `evaluators.createVariant` and of others. */
export interface EvaluatorVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the evaluator. */
  readonly evaluator_variant?: EvaluatorVariant
}

/** Rejected log records. */
export interface ExportLogsPartialSuccess {
  /** The number of rejected log records, as text. */
  readonly rejectedLogRecords?: string
  /** The reason of the first rejection; empty if nothing was rejected. */
  readonly errorMessage?: string
}

/** The answer of `otlp.exportLogs`. */
export interface ExportLogsResponse {
  /** The number of rejected records, and why; absent if all were accepted. */
  readonly partialSuccess?: ExportLogsPartialSuccess
}

/** The answer of `otlp.exportMetrics`. */
export type ExportNothingResponse = JsonObject

/** Rejected spans. */
export interface ExportPartialSuccess {
  /** The number of rejected spans, as text. */
  readonly rejectedSpans?: string
  /** The reason of the first rejection; empty if nothing was rejected. */
  readonly errorMessage?: string
}

/** The body of `spans.export`. */
export interface ExportSpansRequest {
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
  /** One row for each trace: its root span, or its earliest span, with the state and totals of the trace. */
  readonly heads?: Bool | null
  /** The format of the file; JSON lines by default. */
  readonly format?: 'jsonl' | 'parquet' | 'csv' | null
  /** Columns of a CSV file, in their order: name, type, input, output, status, scores, duration, tokens, cost, model, tags, session, user, time, the path of an attribute, or an output of annotations such as annotation.helpful.score. Ids come first. */
  readonly columns?: readonly string[] | null
}

/** The answer of `otlp.exportTraces`. */
export interface ExportTracesResponse {
  /** The number of rejected records, and why; absent if all were accepted. */
  readonly partialSuccess?: ExportPartialSuccess
}

/** One invalid field of a request: its location, the problem, and the input. */
export interface Fault {
  /** The kind of failure, such as `missing` or `too_long`. */
  readonly type: string
  /** The path of the wrong field, from `body`, `query` or `path`. */
  readonly loc: ReadonlyArray<string | number>
  /** The explanation. */
  readonly msg: string
  /** The wrong value; absent if it is long or may be secret. */
  readonly input?: unknown
  /** Details of the failure, such as `limit` and the name of its `setting`. */
  readonly ctx?: {
    readonly [key: string]: unknown
  }
}

/** An invalid request, with all invalid fields. */
export interface FaultsError {
  /** The error code, from the closed list in docs/errors.md. */
  readonly code: ErrorCode
  /** All wrong fields of the request. */
  readonly detail: readonly Fault[]
}

/** The answer of `projects.current`. */
export interface FetchCurrentProjectResponse {
  /** The id of the organization; one server has one. */
  readonly organization_id: string
  /** The name of the organization. */
  readonly organization_name: string
  /** The id of the workspace; one server has one. */
  readonly workspace_id: string
  /** The name of the workspace. */
  readonly workspace_name: string
  /** The id of the project. */
  readonly project_id: string
  /** The name of the project. */
  readonly project_name: string
  /** Whether it is the default project of the server. */
  readonly is_default_project: boolean
  /** The role of the key. */
  readonly user_role: 'viewer' | 'editor' | 'admin' | 'program'
  /** Always false: there is no shared demo project. */
  readonly is_demo: boolean
}

/** The answer of `organizations.list`. */
export type FetchOrganizationsResponse = ReadonlyArray<{
  /** The id of the organization. */
  readonly id: string
  /** The slug of the organization. */
  readonly slug: string
  /** The name of the organization. */
  readonly name: string
  /** The id of the owner. */
  readonly owner_id: string
  /** The ids of the workspaces. */
  readonly workspaces: readonly string[]
}>

/** The answer of `projects.list`. */
export type FetchProjectsResponse = readonly FetchCurrentProjectResponse[]

/** The answer of `spans.fetchMany`. */
export interface FetchSpansResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The spans. */
  readonly spans: readonly Span[]
}

/** The answer of `testsets.fetchColumns`. */
export interface FetchTestsetRevisionColumnsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** Rows of the revision. */
  readonly total: number
  /** Rows that were sampled for the types. */
  readonly sampled: number
  /** The columns with the types of their values. */
  readonly columns: readonly TestsetColumn[]
}

/** The answer of `traces.outline`. */
export interface FetchTraceOutlineResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The time of the latest stored span, ISO 8601 in UTC. */
  readonly received_at?: string
  /** All spans of the trace without their content. */
  readonly spans: readonly Span[]
}

/** The answer of `traces.fetchMany`. */
export interface FetchTracesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The traces with all their spans. */
  readonly traces: readonly Trace[]
}

/** The answer of `workspaces.list`. */
export type FetchWorkspacesResponse = ReadonlyArray<{
  /** The id of the workspace. */
  readonly id: string
  /** The name of the workspace. */
  readonly name: string
  /** The type of workspace. */
  readonly type: string
}>

/** A tree of conditions; see docs/filters.md. */
export type Filter = FilterGroup | FilterCondition | FilterRelation

/** docs/filters.md lists the operators, keys and values of each field. */
export interface FilterCondition {
  /** The field of the span that the condition reads; `attributes` needs a `key`. */
  readonly field: 'trace_id' | 'span_id' | 'parent_id' | 'trace_type' | 'span_type' | 'span_kind' | 'status_code' | 'span_name' | 'status_message' | 'session_id' | 'user_id' | 'agent_id' | 'start_time' | 'end_time' | 'created_at' | 'updated_at' | 'deleted_at' | 'created_by_id' | 'updated_by_id' | 'deleted_by_id' | 'is_head' | 'attributes' | 'references' | 'links' | 'events' | 'hashes' | 'content'
  /** The path of the attribute, for `field: attributes`. */
  readonly key?: string | null
  /** The comparison; `is` by default. */
  readonly operator?: 'is' | 'is_not' | 'eq' | 'neq' | 'gt' | 'lt' | 'gte' | 'lte' | 'btwn' | 'startswith' | 'endswith' | 'contains' | 'matches' | 'like' | 'in' | 'not_in' | 'has' | 'has_not' | 'exists' | 'not_exists' | null
  /** The value to compare with; a list for `in`, two values for `btwn`. */
  readonly value?: unknown
  /** Options of the operator. */
  readonly options?: FilterOptions | null
}

/** conditions is required. The operator not takes exactly one condition. */
export interface FilterGroup {
  /** How the conditions are joined; `and` by default. */
  readonly operator?: 'and' | 'or' | 'not' | 'nand' | 'nor' | null
  /** Conditions that must all hold, unless `operator` states otherwise. */
  readonly conditions?: readonly Filter[] | null
}

/** Options of an operator. */
export interface FilterOptions {
  /** For text operators: whether upper and lower case differ. */
  readonly case_sensitive?: Bool | null
  /** For text operators: the whole value must match, not a part of it. */
  readonly exact_match?: Bool | null
  /** For a list operator: every element of the value must match, not just one. */
  readonly all?: Bool | null
}

/** A span of the same trace with this relation must satisfy `where`. With `trace`, different spans of the trace may satisfy its conditions; with `span`, one span must satisfy all of them. conditions and field are not allowed beside related. */
export interface FilterRelation {
  /** The relation of the other span to the matched one. */
  readonly related: 'any' | 'head' | 'root' | 'parent' | 'child' | 'annotation' | 'trace' | 'span'
  /** The conditions on the related span. */
  readonly where: Filter
}

/** The filter as one line: `status_code = STATUS_CODE_ERROR`. */
export type FilterText = string

/** ISO 8601, or an integer of 10, 13, 16 or 19 digits: s, ms, µs or ns since 1970. */
export type FilterTime = Time | number

/** The body of `traces.find`. */
export interface FindInTraceRequest {
  /** The text to search, in names and content of the spans. */
  readonly text: string
}

/** The answer of `traces.find`. */
export interface FindInTraceResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of the spans that contain the text. */
  readonly span_ids: readonly string[]
}

/** Booleans by name. */
export interface Flags {
  readonly [key: string]: Bool | null
}

/** Flags to change; others stay. */
export interface FlagsEdit {
  readonly [key: string]: Bool | null
}

/** The body of `spans.follow`. */
export interface FollowSpansRequest {
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** One row for each trace: its root span, or its earliest span, with the state and totals of the trace. */
  readonly heads?: Bool | null
  /** Only these members of the spans, to make the answer smaller. */
  readonly fields?: ReadonlyArray<SpanMember | AttributeMember> | null
  /** Members of the spans to leave out of the answer. */
  readonly exclude?: readonly SpanMember[] | null
}

/** At least one reference has an id, a slug or a version. */
export interface ForkApplicationVariantRequest {
  /** The variant of the application. */
  readonly application_variant: ForkedVariant
  /** The application, by id or slug. */
  readonly application_ref?: OptionalReference
  /** The variant of the application, by id or slug. */
  readonly application_variant_ref?: OptionalReference
  /** The revision of the application, by id, slug, or version with its variant. */
  readonly application_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkEnvironmentVariantRequest {
  /** The variant of the environment. */
  readonly environment_variant: ForkedVariant
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkEvaluatorVariantRequest {
  /** The variant of the evaluator. */
  readonly evaluator_variant: ForkedVariant
  /** The evaluator, by id or slug. */
  readonly evaluator_ref?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant_ref?: OptionalReference
  /** The revision of the evaluator, by id, slug, or version with its variant. */
  readonly evaluator_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkQueryVariantRequest {
  /** The variant of the query. */
  readonly query_variant: ForkedVariant
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
}

/** At least one reference has an id, a slug or a version. */
export interface ForkTestsetVariantRequest {
  /** The variant of the testset. */
  readonly testset_variant: ForkedVariant
  /** The testset, by id or slug. */
  readonly testset_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
}

/** The body of `variants.fork`. */
export interface ForkVariantRequest {
  /** The variant of the workflow. */
  readonly workflow_variant?: ForkedVariant | null
  /** The workflow, by id or slug. */
  readonly workflow_ref?: OptionalReference
  /** The variant of the workflow, by id or slug. */
  readonly workflow_variant_ref?: OptionalReference
  /** The revision of the workflow, by id, slug, or version with its variant. */
  readonly workflow_revision_ref?: OptionalReference
  /** The variant of the application. */
  readonly application_variant?: ForkedVariant | null
  /** The application, by id or slug. */
  readonly application_ref?: OptionalReference
  /** The variant of the application, by id or slug. */
  readonly application_variant_ref?: OptionalReference
  /** The revision of the application, by id, slug, or version with its variant. */
  readonly application_revision_ref?: OptionalReference
  /** The variant of the evaluator. */
  readonly evaluator_variant?: ForkedVariant | null
  /** The evaluator, by id or slug. */
  readonly evaluator_ref?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant_ref?: OptionalReference
  /** The revision of the evaluator, by id, slug, or version with its variant. */
  readonly evaluator_revision_ref?: OptionalReference
  /** The variant of the testset. */
  readonly testset_variant?: ForkedVariant | null
  /** The testset, by id or slug. */
  readonly testset_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
  /** The variant of the query. */
  readonly query_variant?: ForkedVariant | null
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
  /** The variant of the environment. */
  readonly environment_variant?: ForkedVariant | null
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
}

/** The answer of `variants.fork`. */
export interface ForkVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the workflow. */
  readonly workflow_variant?: WorkflowVariant
  /** The variant of the application. */
  readonly application_variant?: ApplicationVariant
  /** The variant of the evaluator. */
  readonly evaluator_variant?: EvaluatorVariant
  /** The variant of the testset. */
  readonly testset_variant?: TestsetVariant
  /** The variant of the query. */
  readonly query_variant?: QueryVariant
  /** The variant of the environment. */
  readonly environment_variant?: EnvironmentVariant
}

/** At least one reference has an id, a slug or a version. */
export interface ForkWorkflowVariantRequest {
  /** The variant of the workflow. */
  readonly workflow_variant: ForkedVariant
  /** The workflow, by id or slug. */
  readonly workflow_ref?: OptionalReference
  /** The variant of the workflow, by id or slug. */
  readonly workflow_variant_ref?: OptionalReference
  /** The revision of the workflow, by id, slug, or version with its variant. */
  readonly workflow_revision_ref?: OptionalReference
}

/** The header of the new variant. */
export interface ForkedVariant {
  /** The slug of the new variant; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
}

/** The outcome of a rule. */
export interface GateRuleVerdict {
  /** The slug of an evaluator, or the key of a step. */
  readonly evaluator: string
  /** The path of the output. */
  readonly path: string
  /** The statistic of the metric: `mean`, `rate`, `min`, `max`, or a percentile such as `p50`. */
  readonly statistic: string
  /** The value of the run; absent if there is none. */
  readonly value?: number
  /** The value of the baseline run. */
  readonly baseline?: number
  /** Whether the rule holds. */
  readonly passed: boolean
  /** Why the rule failed. */
  readonly reason?: string
}

/** A rule with max_drop needs a baseline_run_id. */
export interface GateRunRequest {
  /** The run to compare with, for rules with `max_drop`. */
  readonly baseline_run_id?: Id | null
  /** The rules, which must all hold. */
  readonly rules: readonly EvaluationGateRule[]
}

/** artifact_ref needs an id or a slug. */
export interface GraphRequest {
  /** The kind of the artifact. */
  readonly kind: KindName
  /** The artifact, by id or slug. */
  readonly artifact_ref: Reference
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** A revision in the graph of an artifact. */
export interface GraphRevision {
  /** The id, a UUID. */
  readonly id: string
  /** The id of the variant that owns the revision. */
  readonly variant_id: string
  /** The number of the revision on its variant, as text. */
  readonly version: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The revision that this one was copied from by a fork, pick or restore. */
  readonly copied_from_revision_id?: string
  /** The second parent of a merge: the revision that was merged into this one. */
  readonly merged_revision_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
}

/** A variant in the graph of an artifact. */
export interface GraphVariant {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** The revision that the variant was forked from. */
  readonly forked_from_revision_id?: string
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
}

/** Changes of name, description, flags, tags and meta; omitted fields stay. */
export interface HeaderEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
}

/** The answer of `server.health`. */
export interface HealthResponse {
  /** `ok`: the process answers. */
  readonly status: 'ok'
}

/** A UUID, in any case, with or without dashes. */
export type Id = string

/** The body of `projects.import`. */
export interface ImportProjectRequest {
  /** The archive that an export wrote. */
  readonly file: Blob
  /** The name of the new project; that of the archive by default. */
  readonly name?: Name
  /** The slug of the new project; that of the archive by default. */
  readonly slug?: NewSlug
}

/** The answer of `spans.import`. */
export interface ImportSpansResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the receipt of the ingest request. */
  readonly receipt_id: string
}

/** The answer of `projects.import`. */
export interface ImportedProjectResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The project. */
  readonly project: ProjectName
  /** The first key of the project, shown only here. */
  readonly key: string
  /** `full` for all data, `configuration` for versioned artifacts and settings alone. */
  readonly contents: 'full' | 'configuration'
  /** The numbers of imported records by type. */
  readonly counts: {
    readonly [key: string]: number
  }
}

/** The state of the ingest of spans. */
export interface IngestHealth {
  /** Received requests that are not stored yet. */
  readonly waiting: WaitingIngest
  /** Log events whose spans have not arrived yet. */
  readonly waiting_logs: WaitingLogs
  /** The last hour, by minute. */
  readonly minutes: readonly IngestMinute[]
  /** Rejected spans by reason. */
  readonly rejections: readonly RejectionReason[]
}

/** Counts of spans, and of accepted log events. */
export interface IngestMinute {
  /** The start of the minute, ISO 8601 in UTC. */
  readonly minute: string
  /** The number of ingest requests. */
  readonly requests: number
  /** Spans received in this minute. */
  readonly received: number
  /** Spans that passed validation in this minute. */
  readonly accepted: number
  /** Spans stored in this minute. */
  readonly stored: number
  /** Accepted log events. */
  readonly log_events: number
}

/** The answer of `otlp.ingest` and of others. */
export interface IngestResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of the accepted spans. */
  readonly links: readonly SpanAddress[]
}

/** data is required. */
export interface InlineApplicationRevision {
  /** The payload to resolve, instead of a stored revision. */
  readonly data?: WorkflowData | null
}

/** data is required. */
export interface InlineEnvironmentRevision {
  /** The payload to resolve, instead of a stored revision. */
  readonly data?: EnvironmentData | null
}

/** data is required. */
export interface InlineEvaluatorRevision {
  /** The payload to resolve, instead of a stored revision. */
  readonly data?: WorkflowData | null
}

/** data is required. */
export interface InlineWorkflowRevision {
  /** The payload to resolve, instead of a stored revision. */
  readonly data?: WorkflowData | null
}

/** The revision of a program, as it would run. */
export interface InspectedRevision {
  /** The payload: uri, parameters and schemas. */
  readonly data: JsonObject
}

/** A length in minutes. */
export type Interval = number

/** The answer of `invocations.create` and of others. */
export interface InvocationRecordResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The trace of one call of an application. */
  readonly invocation?: SimpleTrace
}

/** The body of `queues.judgeItem`. */
export interface JudgeQueueItemRequest {
  /** The annotation of the item. */
  readonly judgement: QueueJudgement
}

/** Progress of a queue. */
export interface JudgedItems {
  /** The number of items of the queue. */
  readonly total: number
  /** The number of items that have an annotation. */
  readonly judged: number
}

/** A key of the project. */
export interface Key {
  /** The id, a UUID. */
  readonly id: string
  /** The first characters of the key, to recognise it. */
  readonly prefix: string
  /** The name; null without one. */
  readonly name: string | null
  /** `viewer` reads, `editor` also writes, `admin` also manages keys, secrets and settings. */
  readonly role: 'viewer' | 'editor' | 'admin'
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time of the latest use, ISO 8601 in UTC; null or absent: never used. */
  readonly last_used_at: string | null
  /** The time after which the key is refused, ISO 8601 in UTC; null or absent: never. */
  readonly expiration_date: string | null
  /** Whether the key may read the values of secrets. */
  readonly secrets: SecretsRight
}

/** A key by name, for lists of authors. */
export interface KeyName {
  /** The id, a UUID. */
  readonly id: string
  /** The first characters of the key, to recognise it. */
  readonly prefix: string
  /** The name; null without one. */
  readonly name: string | null
}

/** A kind of versioned record. */
export type KindName = 'workflow' | 'application' | 'evaluator' | 'testset' | 'query' | 'environment'

/** A reference with all members that the server resolved. */
export interface KnownReference {
  /** The id. */
  readonly id?: string
  /** The slug: a name for programs and URLs. */
  readonly slug?: string
  /** The number of the revision, as text. */
  readonly version?: string
}

/** A successful backup. */
export interface LastBackup {
  /** The backup contains everything acknowledged before this time. */
  readonly point: string
  /** The size of its files before compression. */
  readonly bytes: number
}

/** The answer of `keys.names`. */
export interface ListKeyNamesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The keys of the project, without their secret part. */
  readonly keys: readonly KeyName[]
}

/** The answer of `keys.list`. */
export type ListKeysResponse = readonly Key[]

/** The answer of `session.list`. */
export interface ListOwnSessionsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The sessions. */
  readonly sessions: readonly Session[]
}

/** The answer of `admin.listKeys`. */
export interface ListProjectKeysResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The keys of the project, without their secret part. */
  readonly keys: readonly ProjectKey[]
}

/** The answer of `admin.listProjects`. */
export interface ListProjectsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The projects. */
  readonly projects: readonly Project[]
}

/** The body of `secrets.listModels`. */
export interface ListProviderModelsRequest {
  /** The stored secret whose values replace masked ones. */
  readonly id?: Id | null
  /** The secret with the values to try; it is not stored. */
  readonly secret: SecretContent
}

/** The answer of `secrets.list`. */
export type ListSecretsResponse = readonly Secret[]

/** The answer of `keys.sessions`. */
export interface ListSessionsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The sessions. */
  readonly sessions: readonly UsedSession[]
}

/** A model of a provider. */
export interface ListedModel {
  /** The name of the model in calls. */
  readonly slug: string
}

/** The models of a provider. */
export interface ListedModels {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The models. */
  readonly models: readonly ListedModel[]
  /** Why the list is empty. */
  readonly message?: string
}

/** One of application_revisions or application is required. */
export interface LogApplicationRevisionsRequest {
  /** Another name of `application_revision`. */
  readonly application_revisions?: ApplicationLogTarget | null
  /** The point of the history to start from, and how many revisions to list. */
  readonly application?: ApplicationLogTarget | null
  /** Includes the payload of each revision; false by default. */
  readonly include_data?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** One of environment_revisions or environment is required. */
export interface LogEnvironmentRevisionsRequest {
  /** Another name of `environment_revision`. */
  readonly environment_revisions?: EnvironmentLogTarget | null
  /** The point of the history to start from, and how many revisions to list. */
  readonly environment?: EnvironmentLogTarget | null
  /** Includes the payload of each revision; false by default. */
  readonly include_data?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** One of evaluator_revisions or evaluator is required. */
export interface LogEvaluatorRevisionsRequest {
  /** Another name of `evaluator_revision`. */
  readonly evaluator_revisions?: EvaluatorLogTarget | null
  /** The point of the history to start from, and how many revisions to list. */
  readonly evaluator?: EvaluatorLogTarget | null
  /** Includes the payload of each revision; false by default. */
  readonly include_data?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** One of query_revisions or query is required. */
export interface LogQueryRevisionsRequest {
  /** Another name of `query_revision`. */
  readonly query_revisions?: QueryLogTarget | null
  /** The point of the history to start from, and how many revisions to list. */
  readonly query?: QueryLogTarget | null
  /** Includes the payload of each revision; false by default. */
  readonly include_data?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** One of testset_revisions or testset is required. */
export interface LogTestsetRevisionsRequest {
  /** Another name of `testset_revision`. */
  readonly testset_revisions?: TestsetLogTarget | null
  /** The point of the history to start from, and how many revisions to list. */
  readonly testset?: TestsetLogTarget | null
  /** Includes the payload of each revision; false by default. */
  readonly include_data?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** One of workflow_revisions or workflow is required. */
export interface LogWorkflowRevisionsRequest {
  /** Another name of `workflow_revision`. */
  readonly workflow_revisions?: WorkflowLogTarget | null
  /** The point of the history to start from, and how many revisions to list. */
  readonly workflow?: WorkflowLogTarget | null
  /** Includes the payload of each revision; false by default. */
  readonly include_data?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** A long text without NUL characters. */
export type LongText = string

/** A difference from the manifest. */
export interface ManifestMismatch {
  /** The member that differs. */
  readonly name: string
  /** The value in the manifest; null if it has none. */
  readonly expected: string | null
  /** The value that the server computes now; null if it no longer exists. */
  readonly actual: string | null
}

/** A revision that a run used. */
export interface ManifestRevision {
  /** The step and reference that name the revision. */
  readonly name: string
  /** The id, a UUID. */
  readonly id: string
  /** The number of the revision, as text. */
  readonly version: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash: string
}

/** A column of the result table. */
export interface MappedColumn {
  /** The source of the column: `testset`, `query`, `invocation` or `annotation`. */
  readonly kind: string
  /** The name of the column. */
  readonly name: string
}

/** A value of a step. */
export interface MappedStep {
  /** The key of the step. */
  readonly key: string
  /** The path of the value. */
  readonly path: string
}

/** Absent value: all annotations are equal, as expected by chance. observed: the share of equal pairs. */
export interface MeasuredAgreement {
  /** The key of the step in its run. */
  readonly step_key: string
  /** The path of the output. */
  readonly path: string
  /** The scale of the values, which decides how distances count. */
  readonly scale: 'nominal' | 'ordinal' | 'interval'
  /** Cohen's kappa for two people, Krippendorff's alpha for more. */
  readonly measure: 'cohen_kappa' | 'krippendorff_alpha'
  /** The agreement: 1 is perfect, 0 is chance. */
  readonly value?: number
  /** The number of items that several people annotated. */
  readonly items: number
  /** The number of people. */
  readonly raters: number
  /** The share of equal pairs of annotations, 0 to 1. */
  readonly observed: number
}

/** A row, or a field of it, that both sides changed. */
export interface MergeConflict {
  /** `field`: both changed a field; `edit_remove`: one side removed the row that the other changed. */
  readonly kind: 'field' | 'edit_remove'
  /** The id of the row by which uploads and merges recognise it. */
  readonly testcase_dedup_id: string
  /** The number of the row among those with an equal dedup id, from 1. */
  readonly occurrence: number
}

/** The result of a merge. */
export interface MergeReport {
  /** `merged`: a revision was created; `mergeable`: it would be (dry run); `conflicts`: none was. */
  readonly status: 'merged' | 'up_to_date' | 'mergeable' | 'conflicts'
  /** The common ancestor of both sides. */
  readonly base?: MergeSide
  /** The revision of the target variant. */
  readonly ours?: MergeSide
  /** The revision that is merged. */
  readonly theirs: MergeSide
  /** The numbers of rows by kind of change. */
  readonly counts: {
    readonly [key: string]: number
  }
  /** The conflicts that have to be resolved. */
  readonly conflicts?: readonly MergeConflict[]
}

/** Resolves a conflict. Exactly one of choice, value or data is required. */
export interface MergeResolution {
  /** The id of the row by which uploads and merges recognise it. */
  readonly testcase_dedup_id: string
  /** The number of the row among those with an equal dedup id, from 1. */
  readonly occurrence?: number | null
  /** The path of the conflicting field; absent if one side removed the row. */
  readonly path?: readonly string[] | null
  /** The side to take: `ours` is the target variant, `theirs` the source. */
  readonly choice?: 'ours' | 'theirs' | null
  /** The value of the field. */
  readonly value?: unknown
  /** The complete row. */
  readonly data?: JsonObject | null
}

/** The answer of `testsets.merge` and of others. */
export interface MergeResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** The result of the merge. */
  readonly merge: MergeReport
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** A revision of a merge. */
export interface MergeSide {
  /** The id, a UUID. */
  readonly id: string
  /** The number of the revision on its variant, as text. */
  readonly version: string
}

/** The body of `testsets.merge`. */
export interface MergeTestsetVariantsRequest {
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The variant to merge, by id or slug. */
  readonly source_testset_variant_ref?: OptionalReference
  /** The revision to merge, by id, slug or version. */
  readonly source_testset_revision_ref?: OptionalReference
  /** The commit message. */
  readonly message?: string | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The side that resolves every conflict without a resolution of its own. */
  readonly strategy?: 'ours' | 'theirs' | null
  /** The resolutions of conflicts. */
  readonly resolutions?: readonly MergeResolution[] | null
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: ConflictWindowing | null
}

/** Properties of metrics. */
export interface MetricsFilter {
  /** Only records with one of these ids. */
  readonly ids?: OptionalIdList
  /** Only records of this run. */
  readonly run_id?: Id | null
  /** Only records of one of these runs. */
  readonly run_ids?: OptionalIdList
  /** Only records with this status. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Only records with one of these statuses. */
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  /** Only records of periods with this length in minutes. */
  readonly interval?: Interval | null
  /** Only records with one of these lengths, in minutes. */
  readonly intervals?: readonly Interval[] | null
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
  /** Only records of this scenario. */
  readonly scenario_id?: Id | null
  /** Only metrics of these scenarios; true: of any scenario, false: of none. */
  readonly scenario_ids?: readonly Id[] | Bool | null
  /** Only records of the period that starts at this time. */
  readonly timestamp?: Time | null
  /** Only metrics of periods with these starts; true: of any period, false: of none. */
  readonly timestamps?: readonly Time[] | Bool | null
}

/** The answer of `metrics.deleteMany` and of others. */
export interface MetricsIdsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of the metrics. */
  readonly metrics_ids: readonly string[]
}

/** The metrics to compute again. */
export interface MetricsRefresh {
  /** The run; ignored beside `run_ids`. */
  readonly run_id?: Id | null
  /** The runs. */
  readonly run_ids?: OptionalIdList
  /** Only this scenario. */
  readonly scenario_id?: Id | null
  /** Only these scenarios. */
  readonly scenario_ids?: OptionalIdList
  /** Only the period that starts at this time. */
  readonly timestamp?: Time | null
  /** Only the periods that start at these times. */
  readonly timestamps?: readonly Time[] | null
  /** The length of a period in minutes. */
  readonly interval?: Interval | null
}

/** Which lists of uses have more. */
export interface MoreUses {
  /** Whether more environments have it. */
  readonly environments: boolean
  /** Whether more runs use it. */
  readonly runs: boolean
  /** Whether more revisions embed it. */
  readonly embeds: boolean
}

/** A name for people: not blank. */
export type Name = string

/** An annotation to create. */
export interface NewAnnotation {
  /** Who produces the value: a person (`human`), this server (`auto`), or a program (`custom`). */
  readonly origin?: 'custom' | 'human' | 'auto' | null
  /** The occasion: `adhoc`, `eval` or `play`. */
  readonly kind?: 'adhoc' | 'eval' | 'play' | null
  /** How the record arrived: `api`, `otlp`, `web` or `sdk`. */
  readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
  /** The data: `outputs` has the values. */
  readonly data?: JsonObject | null
  /** References to versioned records, by name such as `application_revision`. */
  readonly references?: NewSimpleReferences | null
  /** The spans that the annotation is about. */
  readonly links: NewAnnotationLinks
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
}

/** The annotated spans, by name or as a list. */
export type NewAnnotationLinks = {
  readonly [key: string]: NewSimpleLink
} | readonly NewSimpleLink[]

/** One of application_id, workflow_id or artifact_id is required. */
export interface NewApplicationVariant {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The id of the application, a UUID. */
  readonly application_id?: Id | null
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: Id | null
  /** The id of the application that gets the variant; the same as `application_id`. */
  readonly artifact_id?: Id | null
}

/** The header of a new artifact. */
export interface NewArtifact {
  /** The slug, unique among artifacts of the family in the project; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
}

/** Exactly one of user_id, session_id, and a filter: filtering or filter, which restricts something. */
export interface NewDeletion {
  /** Delete the spans of this user, as your program names it. */
  readonly user_id?: string | null
  /** Delete the spans of this session. */
  readonly session_id?: string | null
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** Also commit revisions of testsets without the rows that were copied from these traces. */
  readonly include_testset_rows?: boolean | null
}

/** One of environment_id or artifact_id is required. */
export interface NewEnvironmentVariant {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The id of the environment, a UUID. */
  readonly environment_id?: Id | null
  /** The id of the environment that gets the variant; the same as `environment_id`. */
  readonly artifact_id?: Id | null
}

/** A queue to create. */
export interface NewEvaluationQueue {
  /** The run whose scenarios the queue has. */
  readonly run_id: Id
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** People, scenarios and steps of the queue. */
  readonly data?: EvaluationQueueData | null
}

/** A run to create. It does not start by itself. */
export interface NewEvaluationRun {
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Steps, repeats, mappings and concurrency. */
  readonly data?: EvaluationRunData | null
}

/** One of evaluator_id, workflow_id or artifact_id is required. */
export interface NewEvaluatorVariant {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The id of the evaluator, a UUID. */
  readonly evaluator_id?: Id | null
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: Id | null
  /** The id of the evaluator that gets the variant; the same as `evaluator_id`. */
  readonly artifact_id?: Id | null
}

/** A key to create. */
export interface NewKey {
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** `viewer` reads, `editor` also writes, `admin` also manages keys, secrets and settings; the role of the caller by default. */
  readonly role?: 'viewer' | 'editor' | 'admin' | null
  /** The time after which the key is refused, ISO 8601 in UTC; null or absent: never. */
  readonly expiration_date?: Time | null
  /** `none`: the key gets the values of secrets masked; the right of the caller by default. */
  readonly secrets?: SecretsRight | null
}

/** Statistics to store; the same run, scenario and period is overwritten. */
export interface NewMetrics {
  /** The id of the evaluation run. */
  readonly run_id: Id
  /** The scenario; absent for the whole run or a period. Exclusive with `timestamp`. */
  readonly scenario_id?: Id | null
  /** The start of the period; exclusive with `scenario_id`. */
  readonly timestamp?: Time | null
  /** The length of a period in minutes. */
  readonly interval?: Interval | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Statistics by step key and path. */
  readonly data?: JsonObject | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
}

/** US dollars per million tokens. */
export interface NewPrice {
  /** The provider of the model. */
  readonly provider?: string | null
  /** The name of the model. */
  readonly model: string
  /** US dollars per million input tokens. */
  readonly input: number
  /** US dollars per million output tokens. */
  readonly output: number
  /** US dollars per million input tokens read from the provider's cache. */
  readonly cache_read?: number | null
  /** US dollars per million input tokens written to the provider's cache. */
  readonly cache_write?: number | null
  /** US dollars per million reasoning tokens. */
  readonly reasoning?: number | null
  /** US dollars per million audio input tokens. */
  readonly audio_input?: number | null
  /** US dollars per million audio output tokens. */
  readonly audio_output?: number | null
}

/** A project to create. */
export interface NewProject {
  /** A name for people; need not be unique. */
  readonly name: Name
  /** The slug, unique on the server; from the name by default. */
  readonly slug?: NewSlug | null
  /** Creates the default evaluators and environments in the new project; a setting of the server is the default. */
  readonly seed_defaults?: Bool | null
}

/** A new key with its secret part. */
export interface NewProjectKey {
  /** The id, a UUID. */
  readonly id: string
  /** The first characters of the key, to recognise it. */
  readonly prefix: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** `viewer` reads, `editor` also writes, `admin` also manages keys, secrets and settings. */
  readonly role: 'viewer' | 'editor' | 'admin'
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time of the latest use, ISO 8601 in UTC; null or absent: never used. */
  readonly last_used_at?: string
  /** The time after which the key is refused, ISO 8601 in UTC; null or absent: never. */
  readonly expiration_date?: string
  /** Whether the key may read the values of secrets. */
  readonly secrets: SecretsRight
  /** The key as clients send it; it cannot be read again. */
  readonly secret: string
}

/** One of query_id or artifact_id is required. */
export interface NewQueryVariant {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The id of the query, a UUID. */
  readonly query_id?: Id | null
  /** The id of the query that gets the variant; the same as `query_id`. */
  readonly artifact_id?: Id | null
}

/** A rule that replaces content before spans are stored. */
export type NewRedactionRule = PathRedaction | PatternRedaction | BuiltInRedaction

/** A result to store; the same run, scenario, step and repeat is overwritten. */
export interface NewResult {
  /** The id of the evaluation run. */
  readonly run_id: Id
  /** The id of the scenario. */
  readonly scenario_id: Id
  /** The key of the step in its run. */
  readonly step_key: StepKey
  /** The repeat, from 0; 0 by default. */
  readonly repeat_idx?: number | null
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** The id of the trace with the outputs: 32 hex digits, or a UUID. */
  readonly trace_id?: TraceId | null
  /** The id of the testcase, computed from its content. */
  readonly testcase_id?: Id | null
  /** A hash of the references and links of the cell, as a UUID. Runs with `is_cached` reuse results with an equal hash. */
  readonly hash_id?: Id | null
  /** The failure of the cell: code and message. */
  readonly error?: JsonObject | null
  /** The length of a period in minutes. */
  readonly interval?: Interval | null
  /** The start of the period, ISO 8601 in UTC. */
  readonly timestamp?: Time | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
}

/** A scenario to create. */
export interface NewScenario {
  /** The id of the evaluation run. */
  readonly run_id: Id
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The length of a period in minutes. */
  readonly interval?: Interval | null
  /** The minute that the scenario belongs to, for live runs. */
  readonly timestamp?: Time | null
}

/** A new application with its first payload. */
export interface NewSimpleApplication {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The payload of revision 1; without it the application has an empty initial revision only. */
  readonly data?: WorkflowData | null
  /** The commit message. */
  readonly message?: string | null
}

/** A new environment with its first payload. */
export interface NewSimpleEnvironment {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The payload of revision 1; without it the environment has an empty initial revision only. */
  readonly data?: EnvironmentData | null
  /** The commit message. */
  readonly message?: string | null
}

/** An evaluation to create. */
export interface NewSimpleEvaluation {
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The revisions to use, by kind of step. */
  readonly data: SimpleEvaluationData
}

/** A new evaluator with its first payload. */
export interface NewSimpleEvaluator {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The payload of revision 1; without it the evaluator has an empty initial revision only. */
  readonly data?: WorkflowData | null
  /** The commit message. */
  readonly message?: string | null
}

/** In a list, attributes.key has its name. */
export interface NewSimpleLink {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: TraceId
  /** The id of the span, 16 hex digits. */
  readonly span_id: SpanId
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject | null
}

/** Linked spans, by name or as a list. */
export type NewSimpleLinks = {
  readonly [key: string]: NewSimpleLink
} | readonly NewSimpleLink[]

/** A new query with its first payload. */
export interface NewSimpleQuery {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The payload of revision 1; without it the query has an empty initial revision only. */
  readonly data?: QueryData | null
  /** The commit message. */
  readonly message?: string | null
}

/** A queue with its own run. */
export interface NewSimpleQueue {
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** Source, evaluators and people. */
  readonly data: SimpleQueueData
}

/** Other keys are stored unchanged. */
export interface NewSimpleReferences {
  /** The application, by id or slug. */
  readonly application?: OptionalReference
  /** The variant of the application, by id or slug. */
  readonly application_variant?: OptionalReference
  /** The revision of the application, by id, slug or version. */
  readonly application_revision?: OptionalReference
  /** The workflow, by id or slug. */
  readonly workflow?: OptionalReference
  /** The variant of the workflow, by id or slug. */
  readonly workflow_variant?: OptionalReference
  /** The revision of the workflow, by id, slug or version. */
  readonly workflow_revision?: OptionalReference
  /** The evaluator, by id or slug. */
  readonly evaluator?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant?: OptionalReference
  /** The revision of the evaluator, by id, slug or version. */
  readonly evaluator_revision?: OptionalReference
  /** The testset, by id or slug. */
  readonly testset?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant?: OptionalReference
  /** The revision of the testset, by id, slug or version. */
  readonly testset_revision?: OptionalReference
  /** The query, by id or slug. */
  readonly query?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant?: OptionalReference
  /** The revision of the query, by id, slug or version. */
  readonly query_revision?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant?: OptionalReference
  /** The revision of the environment, by id, slug or version. */
  readonly environment_revision?: OptionalReference
  /** The snippet. */
  readonly snippet?: OptionalReference
  /** The variant of the snippet. */
  readonly snippet_variant?: OptionalReference
  /** The revision of the snippet. */
  readonly snippet_revision?: OptionalReference
  /** The testcase, by id. */
  readonly testcase?: OptionalReference
  /** The entry of an environment that was read. */
  readonly selector?: JsonObject | null
}

/** A new testset with its first payload. */
export interface NewSimpleTestset {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The payload of revision 1; without it the testset has an empty initial revision only. */
  readonly data?: TestsetData | null
  /** The commit message. */
  readonly message?: string | null
}

/** A trace of one span. */
export interface NewSimpleTrace {
  /** Who produces the value: a person (`human`), this server (`auto`), or a program (`custom`). */
  readonly origin?: 'custom' | 'human' | 'auto' | null
  /** The occasion: `adhoc`, `eval` or `play`. */
  readonly kind?: 'adhoc' | 'eval' | 'play' | null
  /** How the record arrived: `api`, `otlp`, `web` or `sdk`. */
  readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
  /** Inputs, outputs and parameters of the span. */
  readonly data?: JsonObject | null
  /** References to versioned records, by name such as `application_revision`. */
  readonly references?: NewSimpleReferences | null
  /** Links to other spans, such as the span that an annotation is about. */
  readonly links?: NewSimpleLinks | null
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
}

/** A new workflow with its first payload. */
export interface NewSimpleWorkflow {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The payload of revision 1; without it the workflow has an empty initial revision only. */
  readonly data?: WorkflowData | null
  /** The commit message. */
  readonly message?: string | null
}

/** The slug of a new record: letters, digits, `_`, `-` and `.`. */
export type NewSlug = string

/** A span; `spans` has its children. */
export interface NewSpan {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: NewTraceId
  /** The id of the span, 16 hex digits. */
  readonly span_id: NewSpanId
  /** The id of the parent span, 16 hex digits; null or absent for a root. */
  readonly parent_id?: ParentSpanId | null
  /** `invocation` for a call of a program, `annotation` for an evaluation of one. */
  readonly trace_type?: 'invocation' | 'annotation' | 'unknown' | null
  /** The role of the span in the program, such as `chat` for a model call or `tool`. */
  readonly span_type?: 'workflow' | 'agent' | 'chain' | 'task' | 'tool' | 'llm' | 'chat' | 'completion' | 'embedding' | 'query' | 'rerank' | 'unknown' | null
  /** The kind of span, as OpenTelemetry defines it. */
  readonly span_kind?: 'SPAN_KIND_UNSPECIFIED' | 'SPAN_KIND_INTERNAL' | 'SPAN_KIND_SERVER' | 'SPAN_KIND_CLIENT' | 'SPAN_KIND_PRODUCER' | 'SPAN_KIND_CONSUMER' | null
  /** The name of the span. */
  readonly span_name?: string | null
  /** The start of the span, ISO 8601 with up to nanoseconds. */
  readonly start_time?: SpanTime | null
  /** The end of the span, ISO 8601 with up to nanoseconds. */
  readonly end_time?: SpanTime | null
  /** The outcome of the span: unset, ok or error. */
  readonly status_code?: 'STATUS_CODE_UNSET' | 'STATUS_CODE_OK' | 'STATUS_CODE_ERROR' | null
  /** The message of a failed span. */
  readonly status_message?: string | null
  /** The id of the conversation, as your program has it. */
  readonly session_id?: string | null
  /** The id of the user, as your program has it. */
  readonly user_id?: string | null
  /** The id of the agent that the span belongs to. */
  readonly agent_id?: string | null
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject | null
  /** The exception of a failed span; it is stored as an event. */
  readonly exception?: JsonObject | null
  /** The versioned records that the span used. */
  readonly references?: readonly NewSpanReference[] | null
  /** Links to other spans. */
  readonly links?: readonly NewSpanLink[] | null
  /** Hashes of the span's inputs and references, to find equal calls. */
  readonly hashes?: readonly NewSpanHash[] | null
  /** Events during the span, such as exceptions, each with a time. */
  readonly events?: readonly NewSpanEvent[] | null
  /** The child spans, by name or as a list. */
  readonly spans?: NewSpans | null
}

/** An event of a span. */
export interface NewSpanEvent {
  /** The name of the event. */
  readonly name: string
  /** The time of the event, ISO 8601. */
  readonly timestamp?: SpanTime | null
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject | null
}

/** A hash of a span. */
export interface NewSpanHash {
  /** The hash. */
  readonly id: string
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject | null
}

/** The id of a span: 16 hex digits. */
export type NewSpanId = string

/** A link to another span. */
export interface NewSpanLink {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: NewTraceId
  /** The id of the span, 16 hex digits. */
  readonly span_id: NewSpanId
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject | null
}

/** A reference of a span. */
export interface NewSpanReference {
  /** The id of the record. */
  readonly id?: string | null
  /** The slug: a name for programs and URLs. */
  readonly slug?: string | null
  /** The number of the revision. */
  readonly version?: string | number | null
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject | null
}

/** Spans by their names, or a list of spans. */
export type NewSpans = {
  readonly [key: string]: NewSpan | readonly NewSpan[]
} | readonly NewSpan[]

/** A row of a testset. */
export interface NewTestcase {
  /** The id of an existing row, to keep it; computed from the content by default. */
  readonly id?: Id | null
  /** The values by column. */
  readonly data?: JsonObject | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: JsonObject | null
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject | null
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
}

/** One of testset_id or artifact_id is required. */
export interface NewTestsetVariant {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The id of the testset, a UUID. */
  readonly testset_id?: Id | null
  /** The id of the testset that gets the variant; the same as `testset_id`. */
  readonly artifact_id?: Id | null
}

/** A trace with one root. The trace id may be omitted in its spans. */
export interface NewTrace {
  /** The id of the trace: 32 hex digits, or a UUID; generated by default. */
  readonly trace_id?: NewTraceId | null
  /** The root spans, by name or as a list. */
  readonly spans: NewSpans
}

/** The id of a trace: 32 hex digits, or a UUID. */
export type NewTraceId = string

/** One of workflow_id or artifact_id is required. */
export interface NewWorkflowVariant {
  /** The slug: a name for programs and URLs. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: Id | null
  /** The id of the workflow that gets the variant; the same as `workflow_id`. */
  readonly artifact_id?: Id | null
}

/** Send it back unchanged to read the next page. */
export interface NextSpanWindowing {
  /** The cursor of the next page. */
  readonly next?: string
  /** The page size. */
  readonly limit?: number
  /** `descending` (newest first) or `ascending`. */
  readonly order?: string
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: unknown
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: unknown
  /** The share of traces to sample, 0 to 1; always the same traces. */
  readonly rate?: unknown
  /** Ignored by lists of spans. */
  readonly interval?: unknown
}

/** Send it back unchanged to read the next page. */
export interface NextWindowing {
  /** The cursor of the next page. */
  readonly next?: string
  /** The page size. */
  readonly limit?: number
  /** `descending` (newest first) or `ascending`. */
  readonly order?: string
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: string
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: string
}

/** A page by position. */
export interface OffsetWindowing {
  /** The page size; 0 means the default. */
  readonly limit?: number | null
  /** The number of rows to skip. */
  readonly offset?: number | null
}

/** Booleans by name, or null. */
export type OptionalFlags = Flags | null

/** Ids, or null. */
export type OptionalIdList = readonly Id[] | null

/** A reference, or null. */
export type OptionalReference = Reference | null

/** References, or null. */
export type OptionalReferenceList = readonly OptionalReference[] | null

/** Slugs, or null. */
export type OptionalSlugList = readonly Slug[] | null

/** Tags, or null. */
export type OptionalTags = Tags | null

/** A page; null for the first one. */
export type OptionalWindowing = Windowing | null

/** An event of a span, in the format of OTLP. */
export interface OtlpEvent {
  /** The time in nanoseconds since 1970, as text. */
  readonly timeUnixNano?: OtlpNanoseconds | null
  /** The name of the event. */
  readonly name?: string | null
  /** The attributes of the event. */
  readonly attributes?: readonly OtlpKeyValue[] | null
}

/** value: an AnyValue, such as {"stringValue": "a"}. */
export interface OtlpKeyValue {
  /** The name of the attribute. */
  readonly key?: string | null
  /** The value, in the format of OTLP. */
  readonly value?: unknown
}

/** A link to another span, in the format of OTLP. */
export interface OtlpLink {
  /** The id of the trace, 32 hex digits. */
  readonly traceId?: string | null
  /** The id of the span, 16 hex digits. */
  readonly spanId?: string | null
  /** The attributes of the link. */
  readonly attributes?: readonly OtlpKeyValue[] | null
}

/** A record without a span, or that is no gen_ai event, is ignored, except events of coding agents. */
export interface OtlpLogRecord {
  /** The time in nanoseconds since 1970, as text. */
  readonly timeUnixNano?: OtlpNanoseconds | null
  /** The time a collector saw the record, in nanoseconds since 1970, as text. */
  readonly observedTimeUnixNano?: OtlpNanoseconds | null
  /** The id of the trace, 32 hex digits. */
  readonly traceId?: string | null
  /** The id of the span, 16 hex digits. */
  readonly spanId?: string | null
  /** The name of the event, as OTLP logs have it. */
  readonly eventName?: string | null
  /** The attributes of the log record. */
  readonly attributes?: readonly OtlpKeyValue[] | null
  /** The body of the log record: any OTLP value. */
  readonly body?: unknown
}

/** An ExportLogsServiceRequest. */
export interface OtlpLogs {
  /** Log records by resource. */
  readonly resourceLogs?: readonly OtlpResourceLogs[] | null
}

/** Ignored. */
export type OtlpMetrics = unknown

/** Nanoseconds since 1970, as text or as a number. */
export type OtlpNanoseconds = number

/** The resource that produced the telemetry. */
export interface OtlpResource {
  /** The attributes of the resource, such as `service.name`. */
  readonly attributes?: readonly OtlpKeyValue[] | null
}

/** Log records of one resource. */
export interface OtlpResourceLogs {
  /** The resource that produced the telemetry. */
  readonly resource?: OtlpResource | null
  /** Log records by instrumentation scope. */
  readonly scopeLogs?: readonly OtlpScopeLogs[] | null
}

/** Spans of one resource. */
export interface OtlpResourceSpans {
  /** The resource that produced the telemetry. */
  readonly resource?: OtlpResource | null
  /** Spans by instrumentation scope. */
  readonly scopeSpans?: readonly OtlpScopeSpans[] | null
}

/** An instrumentation scope. */
export interface OtlpScope {
  /** The name of the instrumentation library. */
  readonly name?: string | null
  /** The version of the instrumentation library. */
  readonly version?: string | null
  /** The attributes of the scope. */
  readonly attributes?: readonly OtlpKeyValue[] | null
}

/** Log records of one instrumentation scope. */
export interface OtlpScopeLogs {
  /** The instrumentation scope. */
  readonly scope?: OtlpScope | null
  /** The log records of the scope. */
  readonly logRecords?: readonly OtlpLogRecord[] | null
}

/** Spans of one instrumentation scope. */
export interface OtlpScopeSpans {
  /** The instrumentation scope. */
  readonly scope?: OtlpScope | null
  /** The spans of the scope. */
  readonly spans?: readonly OtlpSpan[] | null
}

/** A span without valid ids is rejected alone, with a reason in the receipt. */
export interface OtlpSpan {
  /** The id of the trace, 32 hex digits. */
  readonly traceId: string
  /** The id of the span, 16 hex digits. */
  readonly spanId: string
  /** The id of the parent span, 16 hex digits; empty for a root. */
  readonly parentSpanId?: string | null
  /** The name of the span. */
  readonly name?: string | null
  /** The kind of span: a name or number of OTLP. */
  readonly kind?: string | number | null
  /** The start of the span in nanoseconds since 1970, as text. */
  readonly startTimeUnixNano?: OtlpNanoseconds | null
  /** The end of the span in nanoseconds since 1970, as text. */
  readonly endTimeUnixNano?: OtlpNanoseconds | null
  /** The attributes of the span. */
  readonly attributes?: readonly OtlpKeyValue[] | null
  /** Events during the span, such as exceptions, each with a time. */
  readonly events?: readonly OtlpEvent[] | null
  /** Links to other spans, such as the span that an annotation is about. */
  readonly links?: readonly OtlpLink[] | null
  /** The status: code and message. */
  readonly status?: JsonObject | null
  /** The W3C trace state. */
  readonly traceState?: string | null
}

/** An ExportTraceServiceRequest. */
export interface OtlpTraces {
  /** Spans by resource. */
  readonly resourceSpans?: readonly OtlpResourceSpans[] | null
}

/** A project to create. */
export interface OwnNewProject {
  /** A name for people; need not be unique. */
  readonly name: Name
  /** The slug, unique on the server; from the name by default. */
  readonly slug?: NewSlug | null
}

/** A span id; empty or all zero: none. */
export type ParentSpanId = string

/** An error with a message and details. */
export interface ParticularsError {
  /** The error code, from the closed list in docs/errors.md. */
  readonly code: ErrorCode
  /** The message with details, such as the conflicting slug. */
  readonly detail: ErrorParticulars
}

/** Replaces the value of an attribute. */
export interface PathRedaction {
  /** A rule by path. */
  readonly kind: 'path'
  /** The path of the attribute; `*` is any name. */
  readonly path: string
  /** The text that replaces a match. */
  readonly replacement?: string | null
}

/** Replaces texts that match a pattern. */
export interface PatternRedaction {
  /** A rule by pattern. */
  readonly kind: 'pattern'
  /** A regular expression; every match is replaced. */
  readonly pattern: string
  /** Whether the pattern ignores upper and lower case. */
  readonly ignore_case?: boolean | null
  /** The text that replaces a match. */
  readonly replacement?: string | null
}

/** The body of `testsets.pick`. */
export interface PickTestsetRevisionRequest {
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The commit message. */
  readonly message?: string | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The side that resolves every conflict without a resolution of its own. */
  readonly strategy?: 'ours' | 'theirs' | null
  /** The resolutions of conflicts. */
  readonly resolutions?: readonly MergeResolution[] | null
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: ConflictWindowing | null
}

/** US dollars per million tokens. */
export interface Price {
  /** The provider of the model. */
  readonly provider: string
  /** The name of the model. */
  readonly model: string
  /** US dollars per million input tokens. */
  readonly input: number
  /** US dollars per million output tokens. */
  readonly output: number
  /** US dollars per million input tokens read from the provider's cache. */
  readonly cache_read?: number
  /** US dollars per million input tokens written to the provider's cache. */
  readonly cache_write?: number
  /** US dollars per million reasoning tokens. */
  readonly reasoning?: number
  /** US dollars per million audio input tokens. */
  readonly audio_input?: number
  /** US dollars per million audio output tokens. */
  readonly audio_output?: number
}

/** The answer of `prices.list` and of others. */
export interface PricesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** Prices of models in US dollars per million tokens. */
  readonly prices: readonly Price[]
}

/** The key of the request, in the format of clients that expect users. */
export interface Profile {
  /** The id of the key. */
  readonly id: string
  /** The id of the key; the same as `id`. */
  readonly uid: string
  /** The name of the key, or its prefix. */
  readonly username: string
  /** No working address: it ends in `.invalid`. */
  readonly email: string
  /** `viewer` reads, `editor` also writes, `admin` also manages keys, secrets and settings. */
  readonly role: 'viewer' | 'editor' | 'admin'
  /** The id of the project. */
  readonly project_id: string
  /** The name of the project. */
  readonly project_name: string
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
}

/** A project: the owner of all records. */
export interface Project {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name: string
  /** Whether it is the default project of the server. */
  readonly is_default: boolean
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time the project was archived, ISO 8601 in UTC; absent while it is active. */
  readonly archived_at?: string
}

/** A key of the project. */
export interface ProjectKey {
  /** The id, a UUID. */
  readonly id: string
  /** The first characters of the key, to recognise it. */
  readonly prefix: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** `viewer` reads, `editor` also writes, `admin` also manages keys, secrets and settings. */
  readonly role: 'viewer' | 'editor' | 'admin'
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time of the latest use, ISO 8601 in UTC; null or absent: never used. */
  readonly last_used_at?: string
  /** The time after which the key is refused, ISO 8601 in UTC; null or absent: never. */
  readonly expiration_date?: string
  /** Whether the key may read the values of secrets. */
  readonly secrets: SecretsRight
}

/** A project by name. */
export interface ProjectName {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name: string
}

/** The answer of `admin.createProject` and of others. */
export interface ProjectResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The project. */
  readonly project: Project
}

/** The key of a provider. */
export interface ProviderKey {
  /** The key. */
  readonly key: string
}

/** The key of a known provider. */
export interface ProviderKeyData {
  /** The provider. */
  readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini'
  /** The key. */
  readonly provider: ProviderKey
  /** The models to offer; all of the provider by default. */
  readonly models?: readonly SecretModel[] | null
}

/** A secret with the key of a known provider. */
export interface ProviderKeySecret {
  /** The key of a known provider. */
  readonly kind: 'provider_key'
  /** The provider and its key. */
  readonly data: ProviderKeyData
}

/** The query: a name for a line of versions. Its variants are branches, its revisions are commits. */
export interface Query {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
}

/** The body of `analytics.query`. */
export type QueryAnalyticsRequest = AnalyticsRequest

/** The answer of `analytics.query`. */
export interface QueryAnalyticsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The buckets, oldest first. */
  readonly buckets: readonly AnalyticsBucket[]
  /** The query. */
  readonly query: JsonObject
  /** The metrics to compute: path, type and bins of each. */
  readonly specs: readonly JsonObject[]
  /** The field, or the two fields, that split each bucket: a name of the list or the path of an attribute. */
  readonly group_by?: 'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string | ReadonlyArray<'model' | 'application' | 'environment' | 'user' | 'session' | 'span_name' | 'span_type' | 'status' | string>
  /** The number of groups to report; the others are joined in a bucket with `rest`. */
  readonly group_limit?: number
  /** The path of the metric whose sum ranks the groups; the number of spans by default. */
  readonly group_order?: string
}

/** The body of `annotations.query`. */
export interface QueryAnnotationsRequest {
  /** Only annotations with these properties. */
  readonly annotation?: SimpleTraceFilter | null
  /** Only annotations with these ids. */
  readonly annotation_links?: SoughtSpans | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
}

/** The answer of `annotations.query`. */
export interface QueryAnnotationsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The annotations of this page. */
  readonly annotations: readonly SimpleTrace[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
}

/** The body of `applications.queryRevisions`. */
export interface QueryApplicationRevisionsRequest {
  /** Only revisions with these properties. */
  readonly application_revision?: RevisionFilter | null
  /** Only records of these applications, by id or slug; elements are alternatives. */
  readonly application_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly application_variant_refs?: OptionalReferenceList
  /** Only these revisions, by id, slug or version; elements are alternatives. */
  readonly application_revision_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `applications.queryVariants`. */
export interface QueryApplicationVariantsRequest {
  /** Only variants with these properties. */
  readonly application_variant?: RecordFilter | null
  /** Only records of these applications, by id or slug; elements are alternatives. */
  readonly application_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly application_variant_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `applications.query`. */
export interface QueryApplicationsRequest {
  /** Only records with these properties. */
  readonly application?: RecordFilter | null
  /** Only records of these applications, by id or slug; elements are alternatives. */
  readonly application_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `audit.query`. */
export interface QueryAuditRequest {
  /** Only entries with these properties. */
  readonly entry?: AuditFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** One of query_id, artifact_id, query_variant_id, variant_id, query_revision_id or revision_id is required. data and delta exclude each other. */
export interface QueryCommit {
  /** The slug of the new revision; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The query; needed if neither a variant nor a revision is named. */
  readonly query_id?: Id | null
  /** The id of the query; the same as `query_id`. */
  readonly artifact_id?: Id | null
  /** The variant to commit to; the default variant of the query if absent. */
  readonly query_variant_id?: Id | null
  /** The variant to commit to; the same as `query_variant_id`. */
  readonly variant_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly query_revision_id?: Id | null
  /** The base of a delta; the same as `query_revision_id`. */
  readonly revision_id?: Id | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  /** The commit message. */
  readonly message?: string | null
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: Bool | null
  /** The complete new payload; exclusive with `delta`. */
  readonly data?: QueryData | null
}

/** The payload of a revision of the query. */
export interface QueryData {
  /** How the query returns its matches. */
  readonly formatting?: QueryFormatting | null
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** The page: its size, order, time bounds and cursor. */
  readonly windowing?: SavedWindowing | null
  /** The ids of the matching traces; in answers with `include_trace_ids`. */
  readonly trace_ids?: unknown
  /** The matching traces; in answers with `include_traces`. */
  readonly traces?: unknown
}

/** The body of `environments.queryRevisions`. */
export interface QueryEnvironmentRevisionsRequest {
  /** Only revisions with these properties. */
  readonly environment_revision?: RevisionFilter | null
  /** Only records of these environments, by id or slug; elements are alternatives. */
  readonly environment_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly environment_variant_refs?: OptionalReferenceList
  /** Only these revisions, by id, slug or version; elements are alternatives. */
  readonly environment_revision_refs?: OptionalReferenceList
  /** References to versioned records, by name such as `application_revision`. */
  readonly references?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `environments.queryVariants`. */
export interface QueryEnvironmentVariantsRequest {
  /** Only variants with these properties. */
  readonly environment_variant?: RecordFilter | null
  /** Only records of these environments, by id or slug; elements are alternatives. */
  readonly environment_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly environment_variant_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `environments.query`. */
export interface QueryEnvironmentsRequest {
  /** Only records with these properties. */
  readonly environment?: RecordFilter | null
  /** Only records of these environments, by id or slug; elements are alternatives. */
  readonly environment_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `evaluators.quality`. */
export interface QueryEvaluatorQualityResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The number of runs that were read. */
  readonly runs: number
  /** The number of compared rows. */
  readonly rows: number
  /** Whether older runs exist that were not read. */
  readonly more: boolean
  /** The agreement for each output. */
  readonly metrics: readonly EvaluatorMetricQuality[]
}

/** The body of `evaluators.queryRevisions`. */
export interface QueryEvaluatorRevisionsRequest {
  /** Only revisions with these properties. */
  readonly evaluator_revision?: RevisionFilter | null
  /** Only records of these evaluators, by id or slug; elements are alternatives. */
  readonly evaluator_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly evaluator_variant_refs?: OptionalReferenceList
  /** Only these revisions, by id, slug or version; elements are alternatives. */
  readonly evaluator_revision_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `evaluators.queryVariants`. */
export interface QueryEvaluatorVariantsRequest {
  /** Only variants with these properties. */
  readonly evaluator_variant?: RecordFilter | null
  /** Only records of these evaluators, by id or slug; elements are alternatives. */
  readonly evaluator_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly evaluator_variant_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `evaluators.query`. */
export interface QueryEvaluatorsRequest {
  /** Only records with these properties. */
  readonly evaluator?: RecordFilter | null
  /** Only records of these evaluators, by id or slug; elements are alternatives. */
  readonly evaluator_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** How a saved query returns its matches. */
export interface QueryFormatting {
  /** `trace`: one item per trace, by its root span; `span`: every span on its own. */
  readonly focus?: 'trace' | 'span' | null
  /** Stored, without effect. */
  readonly format?: 'agenta' | 'opentelemetry' | null
}

/** The body of `invocations.query`. */
export interface QueryInvocationsRequest {
  /** Only invocations with these properties. */
  readonly invocation?: SimpleTraceFilter | null
  /** Only invocations with these ids. */
  readonly invocation_links?: SoughtSpans | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
}

/** The answer of `invocations.query`. */
export interface QueryInvocationsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The invocations of this page, newest first. */
  readonly invocations: readonly SimpleTrace[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
}

/** The answer of `queries.query`. */
export interface QueryListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The saved queries of this page, newest first. */
  readonly queries: readonly Query[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** One of query_id, artifact_id, query_variant_id, variant_id, query_revision_id or revision_id is required. */
export interface QueryLogTarget {
  /** The id of the query, a UUID. */
  readonly query_id?: Id | null
  /** The id of the query; the same as `query_id`. */
  readonly artifact_id?: Id | null
  /** The id of the variant of the query, a UUID. */
  readonly query_variant_id?: Id | null
  /** The id of the variant; the same as `query_variant_id`. */
  readonly variant_id?: Id | null
  /** The id of the revision of the query, a UUID. */
  readonly query_revision_id?: Id | null
  /** The id of the revision; the same as `query_revision_id`. */
  readonly revision_id?: Id | null
  /** The number of revisions to list; all by default. */
  readonly depth?: number | null
}

/** The body of `metrics.query`. */
export interface QueryMetricsRequest {
  /** Only metrics with these properties. */
  readonly metrics?: MetricsFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The body of `queries.query`. */
export interface QueryQueriesRequest {
  /** Only records with these properties. */
  readonly query?: RecordFilter | null
  /** Only records of these queries, by id or slug; elements are alternatives. */
  readonly query_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `queries.queryRevisions`. */
export interface QueryQueryRevisionsRequest {
  /** Only revisions with these properties. */
  readonly query_revision?: RevisionFilter | null
  /** Only records of these queries, by id or slug; elements are alternatives. */
  readonly query_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly query_variant_refs?: OptionalReferenceList
  /** Only these revisions, by id, slug or version; elements are alternatives. */
  readonly query_revision_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `queries.queryVariants`. */
export interface QueryQueryVariantsRequest {
  /** Only variants with these properties. */
  readonly query_variant?: RecordFilter | null
  /** Only records of these queries, by id or slug; elements are alternatives. */
  readonly query_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly query_variant_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `queues.progress`. */
export interface QueryQueueProgressRequest {
  /** The ids of the queues. */
  readonly queue_ids: readonly Id[]
}

/** The answer of `queues.progress`. */
export interface QueryQueueProgressResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The progress of each queue. */
  readonly progress: readonly QueueProgress[]
}

/** The body of `queues.query`. */
export interface QueryQueuesRequest {
  /** Only queues with these properties. */
  readonly queue?: QueueFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The body of `otlp.queryReceipts`. */
export interface QueryReceiptsRequest {
  /** Only receipts with these properties. */
  readonly receipt?: ReceiptFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The body of `otlp.queryRejections`. */
export interface QueryRejectionsRequest {
  /** Only rejections of this receipt. */
  readonly receipt_id?: Id | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The answer of `queries.create` and of others. */
export interface QueryResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The query. */
  readonly query?: Query
}

/** The body of `results.query`. */
export interface QueryResultsRequest {
  /** Only results with these properties. */
  readonly result?: ResultFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** A revision of the query: an immutable commit on a variant. */
export interface QueryRevision {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the query. */
  readonly data?: JsonObject
  /** The id of the query that owns the revision; the same as `query_id`. */
  readonly artifact_id: string
  /** The slug of the query that owns the revision. */
  readonly artifact_slug: string
  /** The id of the query, a UUID. */
  readonly query_id: string
  /** The slug of the query. */
  readonly query_slug: string
  /** The id of the variant; the same as `query_variant_id`. */
  readonly variant_id: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug: string
  /** The id of the variant of the query, a UUID. */
  readonly query_variant_id: string
  /** The slug of the variant of the query. */
  readonly query_variant_slug: string
}

/** The answer of `queries.log` and of others. */
export interface QueryRevisionListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revisions of this page, newest first. */
  readonly query_revisions: readonly QueryRevision[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `queries.createRevision` and of others. */
export interface QueryRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the query. */
  readonly query_revision?: QueryRevision
}

/** The body of `runs.queryRows`. */
export interface QueryRunRowsRequest {
  /** The runs to compare; the first is the baseline. */
  readonly runs: readonly RunToCompare[]
  /** The identity by which rows of different runs are paired. */
  readonly match?: 'testcase_id' | 'testcase_dedup_id' | null
  /** A name for a snapshot of the runs. Requests with the same name within five minutes are answered from the snapshot, even if the runs change. */
  readonly reading?: string | null
  /** Only rows that pass all of these filters. */
  readonly filters?: readonly RunRowFilter[] | null
  /** Only rows whose scenarios have one of these statuses. */
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  /** Only rows where a run differs from the first: in the sort metric, or else in any metric. */
  readonly differing?: Bool | null
  /** The order of the rows; that of the testset by default. */
  readonly sort?: RunRowSort | null
  /** The parts of the answer to compute; all by default. */
  readonly include?: ReadonlyArray<'plots' | 'agreement'> | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OffsetWindowing | null
}

/** The answer of `runs.queryRows`. */
export interface QueryRunRowsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The number of all matching items. */
  readonly total: number
  /** The rows of this page. */
  readonly rows: readonly ComparedRow[]
  /** The values of all matching rows, for charts. */
  readonly plots?: RunRowPlots
  /** How far pairs of boolean verdicts agree. */
  readonly agreement?: readonly VerdictAgreement[]
}

/** The body of `runs.query`. */
export interface QueryRunsRequest {
  /** Only runs with these properties. */
  readonly run?: RunFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The body of `scenarios.query`. */
export interface QueryScenariosRequest {
  /** Only scenarios with these properties. */
  readonly scenario?: ScenarioFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The answer of `sessions.query`. */
export interface QuerySessionsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of sessions, in the requested order. */
  readonly session_ids: readonly string[]
  /** The sessions with their totals, with `include_totals`. */
  readonly sessions?: readonly SessionTotals[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
}

/** The body of `simpleApplications.query`. */
export interface QuerySimpleApplicationsRequest {
  /** Only records with these properties. */
  readonly application?: RecordFilter | null
  /** Only records of these applications, by id or slug; elements are alternatives. */
  readonly application_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `simpleEnvironments.query`. */
export interface QuerySimpleEnvironmentsRequest {
  /** Only records with these properties. */
  readonly environment?: RecordFilter | null
  /** Only records of these environments, by id or slug; elements are alternatives. */
  readonly environment_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `simpleEvaluations.query`. */
export interface QuerySimpleEvaluationsRequest {
  /** Only evaluations with these properties. */
  readonly evaluation?: SimpleEvaluationFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The body of `simpleEvaluators.query`. */
export interface QuerySimpleEvaluatorsRequest {
  /** Only records with these properties. */
  readonly evaluator?: RecordFilter | null
  /** Only records of these evaluators, by id or slug; elements are alternatives. */
  readonly evaluator_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `simpleQueries.query`. */
export interface QuerySimpleQueriesRequest {
  /** Only records with these properties. */
  readonly query?: RecordFilter | null
  /** Only records of these queries, by id or slug; elements are alternatives. */
  readonly query_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `simpleQueues.query`. */
export interface QuerySimpleQueuesRequest {
  /** Only queues with these properties. */
  readonly queue?: SimpleQueueFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The body of `simpleTestsets.query`. */
export interface QuerySimpleTestsetsRequest {
  /** Only records with these properties. */
  readonly testset?: RecordFilter | null
  /** Only records of these testsets, by id or slug; elements are alternatives. */
  readonly testset_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `simpleTraces.query`. */
export interface QuerySimpleTracesRequest {
  /** Only traces with these properties. */
  readonly trace?: SimpleTraceFilter | null
  /** Only traces with these ids. */
  readonly links?: SoughtSpans | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
}

/** The answer of `simpleTraces.query`. */
export interface QuerySimpleTracesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The traces of this page, newest first. */
  readonly traces: readonly SimpleTrace[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
}

/** The body of `simpleWorkflows.query`. */
export interface QuerySimpleWorkflowsRequest {
  /** Only records with these properties. */
  readonly workflow?: RecordFilter | null
  /** Only records of these workflows, by id or slug; elements are alternatives. */
  readonly workflow_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `spans.queryAttributes`. */
export interface QuerySpanAttributesRequest {
  /** List values of this attribute; without it, names of attributes are listed. */
  readonly key?: string | null
  /** Only names, or values, that begin with this text. */
  readonly prefix?: string | null
  /** The greatest number of names or values. */
  readonly limit?: number | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
}

/** The answer of `spans.queryAttributes`. */
export interface QuerySpanAttributesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The names of attributes, most frequent first. */
  readonly attributes?: readonly AttributeKey[]
  /** The values of the attribute, most frequent first. */
  readonly values?: readonly AttributeValue[]
}

/** The answer of `spans.query`. */
export interface QuerySpansRpcResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
  /** The time that the search reached; present if it ended before the end of its time range. */
  readonly searched_to?: string
  /** The spans. */
  readonly spans: readonly Span[]
}

/** One of testcase_ids, testset_id or a reference is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface QueryTestcasesRequest {
  /** Only these testcases. */
  readonly testcase_ids?: OptionalIdList
  /** The id of the testset, a UUID. */
  readonly testset_id?: Id | null
  /** The testset, by id or slug. */
  readonly testset_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
  /** Reads the rows of all revisions of the testset; by default those of the newest one. */
  readonly include_history?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: RowWindowing | null
}

/** The answer of `testcases.query`. */
export interface QueryTestcasesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testcases of this page. */
  readonly testcases: readonly Testcase[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
  /** Rows of the revision; with windowing.offset only. */
  readonly total?: number
}

/** The body of `testsets.queryRevisions`. */
export interface QueryTestsetRevisionsRequest {
  /** Only revisions with these properties. */
  readonly testset_revision?: RevisionFilter | null
  /** Only records of these testsets, by id or slug; elements are alternatives. */
  readonly testset_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly testset_variant_refs?: OptionalReferenceList
  /** Only these revisions, by id, slug or version; elements are alternatives. */
  readonly testset_revision_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `testsets.queryVariants`. */
export interface QueryTestsetVariantsRequest {
  /** Only variants with these properties. */
  readonly testset_variant?: RecordFilter | null
  /** Only records of these testsets, by id or slug; elements are alternatives. */
  readonly testset_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly testset_variant_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `testsets.query`. */
export interface QueryTestsetsRequest {
  /** Only records with these properties. */
  readonly testset?: RecordFilter | null
  /** Only records of these testsets, by id or slug; elements are alternatives. */
  readonly testset_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `traces.query`. */
export interface QueryTracesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
  /** The time that the search reached; present if it ended before the end of its time range. */
  readonly searched_to?: string
  /** The traces of this page with all their spans. */
  readonly traces: readonly Trace[]
}

/** The answer of `users.query`. */
export interface QueryUsersResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of users, in the requested order. */
  readonly user_ids: readonly string[]
  /** The users with their totals, with `include_totals`. */
  readonly users?: readonly UserTotals[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
}

/** A variant of the query: a branch of revisions. */
export interface QueryVariant {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The revision that the variant was forked from. */
  readonly forked_from_revision_id?: string
  /** The id of the query that owns the variant; the same as `query_id`. */
  readonly artifact_id: string
  /** The slug of the query that owns the variant. */
  readonly artifact_slug: string
  /** The id of the query, a UUID. */
  readonly query_id: string
  /** The slug of the query. */
  readonly query_slug: string
}

/** The answer of `queries.queryVariants`. */
export interface QueryVariantListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variants of this page, newest first. */
  readonly query_variants: readonly QueryVariant[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `queries.createVariant` and of others. */
export interface QueryVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the query. */
  readonly query_variant?: QueryVariant
}

/** The body of `workflows.queryRevisions`. */
export interface QueryWorkflowRevisionsRequest {
  /** Only revisions with these properties. */
  readonly workflow_revision?: RevisionFilter | null
  /** Only records of these workflows, by id or slug; elements are alternatives. */
  readonly workflow_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly workflow_variant_refs?: OptionalReferenceList
  /** Only these revisions, by id, slug or version; elements are alternatives. */
  readonly workflow_revision_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `workflows.queryVariants`. */
export interface QueryWorkflowVariantsRequest {
  /** Only variants with these properties. */
  readonly workflow_variant?: RecordFilter | null
  /** Only records of these workflows, by id or slug; elements are alternatives. */
  readonly workflow_refs?: OptionalReferenceList
  /** Only records of these variants, by id or slug; elements are alternatives. */
  readonly workflow_variant_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The body of `workflows.query`. */
export interface QueryWorkflowsRequest {
  /** Only records with these properties. */
  readonly workflow?: RecordFilter | null
  /** Only records of these workflows, by id or slug; elements are alternatives. */
  readonly workflow_refs?: OptionalReferenceList
  /** Includes archived records and records below archived ones; false by default. */
  readonly include_archived?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** How far the people of a queue agree. */
export interface QueueAgreement {
  /** The agreement for each output of each evaluator. */
  readonly measures: readonly MeasuredAgreement[]
  /** Rows with different values, a limited number of them. */
  readonly disagreements: readonly QueueDisagreement[]
  /** The number of all disagreements; the list may have fewer. */
  readonly disagreement_count: number
}

/** The answer of `queues.agreement`. */
export interface QueueAgreementResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** How far the annotations agree. */
  readonly agreement?: QueueAgreement
}

/** How items are distributed among people. */
export interface QueueBatches {
  /** Consecutive scenarios that one person gets before the next person; 1 by default. */
  readonly batch_size?: number | null
  /** The number of scenarios to skip before the first batch; 0 by default. */
  readonly batch_offset?: number | null
}

/** An item with different annotations. */
export interface QueueDisagreement {
  /** The key of the step in its run. */
  readonly step_key: string
  /** The path of the output. */
  readonly path: string
  /** The id of the scenario. */
  readonly scenario_id: string
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: string
  /** The id of the testcase, computed from its content. */
  readonly testcase_id?: string
  /** The value of each person. */
  readonly values: readonly SaidByPerson[]
}

/** Properties of queues. */
export interface QueueFilter {
  /** Only records with one of these ids. */
  readonly ids?: OptionalIdList
  /** Only records of this run. */
  readonly run_id?: Id | null
  /** Only records of one of these runs. */
  readonly run_ids?: OptionalIdList
  /** Only queues, or their scenarios, that this person is assigned. */
  readonly user_id?: Id | null
  /** Only queues, or their scenarios, that one of these people is assigned. */
  readonly user_ids?: OptionalIdList
  /** Only records whose name contains this text, in any case. */
  readonly name?: string | null
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
  /** Includes archived queues; false by default. */
  readonly include_archived?: Bool | null
}

/** The answer of `queues.delete` and of others. */
export interface QueueIdResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the queue. */
  readonly queue_id?: string
}

/** The answer of `queues.deleteMany` and of others. */
export interface QueueIdsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of the queues. */
  readonly queue_ids: readonly string[]
}

/** place and total count the items of the caller; judgements: traces by step key. */
export interface QueueItem {
  /** The id of the scenario. */
  readonly scenario_id: string
  /** The repeat, from 0. */
  readonly repeat_idx: number
  /** Whether the item is open, annotated or skipped. */
  readonly state: 'open' | 'judged' | 'skipped'
  /** The position of the item in the queue, from 1. */
  readonly place: number
  /** The number of items in the queue. */
  readonly total: number
  /** The time until which the item is reserved for a person, ISO 8601 in UTC. */
  readonly held_until?: string
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: string
  /** The id of the testcase, computed from its content. */
  readonly testcase_id?: string
  /** The ids of the annotation traces, by step key. */
  readonly judgements: {
    readonly [key: string]: string
  }
}

/** An item of a queue. */
export interface QueueItemPlace {
  /** The id of the scenario. */
  readonly scenario_id: Id
  /** The repeat, from 0; 0 by default. */
  readonly repeat_idx?: number | null
}

/** The answer of `queues.takeItem` and of others. */
export interface QueueItemResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The item of the queue: a scenario and a repeat. */
  readonly item?: QueueItem
}

/** outputs: the annotation for each evaluator of the queue, by step key. */
export interface QueueJudgement {
  /** The id of the scenario. */
  readonly scenario_id: Id
  /** The repeat, from 0. */
  readonly repeat_idx?: number | null
  /** The annotation for each evaluator of the queue, by step key. */
  readonly outputs: {
    readonly [key: string]: JsonObject
  }
  /** A comment on the annotation. */
  readonly note?: LongText | null
}

/** The progress of one person. */
export interface QueuePerson {
  /** The id of the user. */
  readonly user_id: string
  /** The number of items that this person is assigned; absent without assignments. */
  readonly assigned?: number
  /** The number of items that have an annotation. */
  readonly judged: number
  /** The number of skipped items. */
  readonly skipped: number
  /** The time of the latest annotation, ISO 8601 in UTC. */
  readonly last_at?: string
}

/** The progress of a queue. */
export interface QueueProgress {
  /** The id of the queue. */
  readonly queue_id: string
  /** Total and annotated items. */
  readonly items: JudgedItems
  /** The progress of each person. */
  readonly people: readonly QueuePerson[]
  /** The time of the latest annotation, ISO 8601 in UTC. */
  readonly last_at?: string
}

/** The body of `queues.queryScenarios` and of others. */
export interface QueueScenariosRequest {
  /** Only scenarios of these people. */
  readonly queue?: AssigneeFilter | null
  /** Only scenarios with these properties. */
  readonly scenario?: ScenarioFilter | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: OptionalWindowing
}

/** The answer of `server.ready`. */
export interface ReadyResponse {
  /** `ready`: the stores answer. */
  readonly status: 'ready'
}

/** The outcome of an ingest request. */
export interface Receipt {
  /** The id, a UUID. */
  readonly id: string
  /** `pending` until all spans are stored or rejected. */
  readonly status: 'pending' | 'stored' | 'rejected'
  /** Whether the request had spans or logs. */
  readonly kind: ReceiptKind
  /** The time the server received the request, ISO 8601 in UTC. */
  readonly received_at: string
  /** The time the work ended, ISO 8601 in UTC; absent before. */
  readonly finished_at?: string
  /** The number of received spans. */
  readonly received: number
  /** The number of spans that passed validation. */
  readonly accepted: number
  /** The number of stored spans. */
  readonly stored: number
  /** The rejected spans. */
  readonly rejected: readonly ReceiptRejection[]
}

/** Properties of receipts. */
export interface ReceiptFilter {
  /** Only records with this status. */
  readonly status?: 'pending' | 'stored' | 'rejected' | null
}

/** The kind of records in the request; the counts are of this kind. */
export type ReceiptKind = 'spans' | 'logs'

/** A rejected span. */
export interface ReceiptRejection {
  /** The id, a UUID. */
  readonly id: string
  /** The position of the span in the request, from 0. */
  readonly index: number
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: string
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
  /** Why the span was rejected. */
  readonly reason: string
}

/** The answer of `otlp.fetchReceipt`. */
export interface ReceiptResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The receipt. */
  readonly receipt?: Receipt
}

/** An ingest request in lists. */
export interface ReceiptSummary {
  /** The id, a UUID. */
  readonly id: string
  /** `pending` until all spans are stored or rejected. */
  readonly status: 'pending' | 'stored' | 'rejected'
  /** Whether the request had spans or logs. */
  readonly kind: ReceiptKind
  /** The time the server received the request, ISO 8601 in UTC. */
  readonly received_at: string
  /** The time the work ended, ISO 8601 in UTC; absent before. */
  readonly finished_at?: string
  /** The number of received spans. */
  readonly received: number
  /** The number of spans that passed validation. */
  readonly accepted: number
  /** The number of stored spans. */
  readonly stored: number
}

/** The answer of `otlp.queryReceipts`. */
export interface ReceiptSummaryListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The receipts of this page, newest first. */
  readonly receipts: readonly ReceiptSummary[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** Numbers of records of a family. */
export interface RecordCount {
  /** The family of kinds: applications and evaluators are workflows. */
  readonly family: 'workflow' | 'testset' | 'query' | 'environment'
  /** The number of artifacts, archived ones included. */
  readonly artifacts: number
  /** The number of revisions, archived ones included. */
  readonly revisions: number
}

/** Properties of records. */
export interface RecordFilter {
  /** Only records whose name contains this text, in any case. */
  readonly name?: string | null
  /** Only records whose description contains this text, in any case. */
  readonly description?: string | null
  /** Only the record with this slug. */
  readonly slug?: Slug | null
  /** Only records with one of these slugs. */
  readonly slugs?: OptionalSlugList
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: JsonObject | null
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
}

/** A rule that replaces content before spans are stored. */
export interface RedactionRule {
  /** How the rule finds content. */
  readonly kind: 'path' | 'pattern' | 'built_in'
  /** The path of the attribute that the rule replaces. */
  readonly path?: string
  /** A regular expression; every match is replaced. */
  readonly pattern?: string
  /** Whether the pattern ignores upper and lower case. */
  readonly ignore_case?: boolean
  /** The built-in rule. */
  readonly name?: string
  /** The text that replaces a match. */
  readonly replacement?: string
}

/** The answer of `redactionRules.list` and of others. */
export interface RedactionRulesResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The rules. */
  readonly rules: readonly RedactionRule[]
}

/** Identifies a record by id or slug, and a revision also by version. */
export interface Reference {
  /** The id, a UUID. */
  readonly id?: Id | null
  /** The slug: a name for programs and URLs. */
  readonly slug?: Slug | null
  /** The number of the revision; with an artifact or variant, that version of it. */
  readonly version?: string | number | null
}

/** References by role: application_revision, testset, … */
export interface References {
  readonly [key: string]: OptionalReference
}

/** The body of `metrics.refresh`. */
export interface RefreshMetricsRequest {
  /** The metrics to compute again. */
  readonly metrics: MetricsRefresh
}

/** A rejected span. */
export interface Rejection {
  /** The id, a UUID. */
  readonly id: string
  /** The id of the receipt of the ingest request. */
  readonly receipt_id: string
  /** The position of the span in the request, from 0. */
  readonly index: number
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: string
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
  /** Why the span was rejected. */
  readonly reason: string
  /** The time the server received the request, ISO 8601 in UTC. */
  readonly received_at: string
}

/** The answer of `otlp.queryRejections`. */
export interface RejectionListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The rejected spans, or their counts by reason. */
  readonly rejections: readonly Rejection[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** Rejected spans of one reason. */
export interface RejectionReason {
  /** Why the spans were rejected. */
  readonly reason: string
  /** The number of rejected spans. */
  readonly count: number
  /** The time of the latest rejection for this reason, ISO 8601 in UTC. */
  readonly last_received_at: string
}

/** The body of `simpleEvaluations.removeScenarios`. */
export interface RemoveSimpleEvaluationScenariosRequest {
  /** The ids of the scenarios to remove. */
  readonly scenario_ids: readonly Id[]
}

/** The body of `simpleEvaluations.removeSteps`. */
export interface RemoveSimpleEvaluationStepsRequest {
  /** The keys of the steps to remove. */
  readonly step_keys: readonly StepKey[]
}

/** The answer of `sessions.delete` and of others. */
export interface RemovedSpansResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The number of traces that lost spans. */
  readonly traces: number
}

/** The body of `projects.rename`. */
export interface RenameCurrentProjectRequest {
  /** The project. */
  readonly project: RenamedProject
}

/** A new name. */
export interface RenamedProject {
  /** A name for people; need not be unique. */
  readonly name: Name
}

/** The answer of `projects.rename`. */
export interface RenamedProjectResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The project. */
  readonly project: ProjectName
}

/** The body of `prices.replace`. */
export interface ReplacePricesRequest {
  /** Prices of models in US dollars per million tokens. */
  readonly prices: readonly NewPrice[]
}

/** The body of `redactionRules.replace`. */
export interface ReplaceRedactionRulesRequest {
  /** The new rules, which replace all present ones. */
  readonly rules: readonly NewRedactionRule[]
}

/** Which embeds were replaced. */
export interface ResolutionInfo {
  /** The references of the resolved embeds. */
  readonly references_used: ReadonlyArray<{
    readonly [key: string]: KnownReference
  }>
  /** The deepest level of nested embeds that was resolved. */
  readonly depth_reached: number
  /** The number of embeds that were replaced by their content. */
  readonly embeds_resolved: number
  /** The number of spans with an error. */
  readonly errors: readonly unknown[]
}

/** Exactly one of application_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface ResolveApplicationRevisionRequest {
  /** The application, by id or slug. */
  readonly application_ref?: OptionalReference
  /** The variant of the application, by id or slug. */
  readonly application_variant_ref?: OptionalReference
  /** The revision of the application, by id, slug, or version with its variant. */
  readonly application_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** The revision of the application. */
  readonly application_revision?: InlineApplicationRevision | null
  /** The greatest depth of nested embeds. */
  readonly max_depth?: number | null
  /** The greatest number of embeds. */
  readonly max_embeds?: number | null
  /** For an embed that cannot be resolved: fail (`exception`), replace it by a note (`placeholder`), or leave it as it is (`keep`). */
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

/** The answer of `applications.resolve`. */
export interface ResolveApplicationRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the application. */
  readonly application_revision?: ResolvedApplicationRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** Exactly one of environment_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface ResolveEnvironmentRevisionRequest {
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The revision of the environment. */
  readonly environment_revision?: InlineEnvironmentRevision | null
  /** The greatest depth of nested embeds. */
  readonly max_depth?: number | null
  /** The greatest number of embeds. */
  readonly max_embeds?: number | null
  /** For an embed that cannot be resolved: fail (`exception`), replace it by a note (`placeholder`), or leave it as it is (`keep`). */
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

/** The answer of `environments.resolve`. */
export interface ResolveEnvironmentRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the environment. */
  readonly environment_revision?: ResolvedEnvironmentRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** Exactly one of evaluator_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface ResolveEvaluatorRevisionRequest {
  /** The evaluator, by id or slug. */
  readonly evaluator_ref?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant_ref?: OptionalReference
  /** The revision of the evaluator, by id, slug, or version with its variant. */
  readonly evaluator_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** The revision of the evaluator. */
  readonly evaluator_revision?: InlineEvaluatorRevision | null
  /** The greatest depth of nested embeds. */
  readonly max_depth?: number | null
  /** The greatest number of embeds. */
  readonly max_embeds?: number | null
  /** For an embed that cannot be resolved: fail (`exception`), replace it by a note (`placeholder`), or leave it as it is (`keep`). */
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

/** The answer of `evaluators.resolve`. */
export interface ResolveEvaluatorRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the evaluator. */
  readonly evaluator_revision?: ResolvedEvaluatorRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** Exactly one of workflow_revision or references is required. At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface ResolveWorkflowRevisionRequest {
  /** The workflow, by id or slug. */
  readonly workflow_ref?: OptionalReference
  /** The variant of the workflow, by id or slug. */
  readonly workflow_variant_ref?: OptionalReference
  /** The revision of the workflow, by id, slug, or version with its variant. */
  readonly workflow_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** The revision of the workflow. */
  readonly workflow_revision?: InlineWorkflowRevision | null
  /** The greatest depth of nested embeds. */
  readonly max_depth?: number | null
  /** The greatest number of embeds. */
  readonly max_embeds?: number | null
  /** For an embed that cannot be resolved: fail (`exception`), replace it by a note (`placeholder`), or leave it as it is (`keep`). */
  readonly error_policy?: 'exception' | 'placeholder' | 'keep' | null
}

/** The answer of `workflows.resolve`. */
export interface ResolveWorkflowRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the workflow. */
  readonly workflow_revision?: ResolvedWorkflowRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** A revision of the application whose embeds are replaced by their content. */
export interface ResolvedApplicationRevision {
  /** The id, a UUID. */
  readonly id?: string
  /** The slug: a name for programs and URLs. */
  readonly slug?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at?: string
  /** The id of the key that created the record. */
  readonly created_by_id?: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version?: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author?: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date?: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the application, with embeds replaced. */
  readonly data?: JsonObject
  /** The id of the application that owns the revision; the same as `application_id`. */
  readonly artifact_id?: string
  /** The slug of the application that owns the revision. */
  readonly artifact_slug?: string
  /** The id of the application, a UUID. */
  readonly application_id?: string
  /** The slug of the application. */
  readonly application_slug?: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: string
  /** The slug of the workflow. */
  readonly workflow_slug?: string
  /** The id of the variant; the same as `application_variant_id`. */
  readonly variant_id?: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug?: string
  /** The id of the variant of the application, a UUID. */
  readonly application_variant_id?: string
  /** The slug of the variant of the application. */
  readonly application_variant_slug?: string
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id?: string
  /** The slug of the variant of the workflow. */
  readonly workflow_variant_slug?: string
}

/** A revision of the environment whose embeds are replaced by their content. */
export interface ResolvedEnvironmentRevision {
  /** The id, a UUID. */
  readonly id?: string
  /** The slug: a name for programs and URLs. */
  readonly slug?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at?: string
  /** The id of the key that created the record. */
  readonly created_by_id?: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version?: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author?: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date?: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the environment, with embeds replaced. */
  readonly data?: JsonObject
  /** The id of the environment that owns the revision; the same as `environment_id`. */
  readonly artifact_id?: string
  /** The slug of the environment that owns the revision. */
  readonly artifact_slug?: string
  /** The id of the environment, a UUID. */
  readonly environment_id?: string
  /** The slug of the environment. */
  readonly environment_slug?: string
  /** The id of the variant; the same as `environment_variant_id`. */
  readonly variant_id?: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug?: string
  /** The id of the variant of the environment, a UUID. */
  readonly environment_variant_id?: string
  /** The slug of the variant of the environment. */
  readonly environment_variant_slug?: string
}

/** A revision of the evaluator whose embeds are replaced by their content. */
export interface ResolvedEvaluatorRevision {
  /** The id, a UUID. */
  readonly id?: string
  /** The slug: a name for programs and URLs. */
  readonly slug?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at?: string
  /** The id of the key that created the record. */
  readonly created_by_id?: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version?: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author?: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date?: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the evaluator, with embeds replaced. */
  readonly data?: JsonObject
  /** The id of the evaluator that owns the revision; the same as `evaluator_id`. */
  readonly artifact_id?: string
  /** The slug of the evaluator that owns the revision. */
  readonly artifact_slug?: string
  /** The id of the evaluator, a UUID. */
  readonly evaluator_id?: string
  /** The slug of the evaluator. */
  readonly evaluator_slug?: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: string
  /** The slug of the workflow. */
  readonly workflow_slug?: string
  /** The id of the variant; the same as `evaluator_variant_id`. */
  readonly variant_id?: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug?: string
  /** The id of the variant of the evaluator, a UUID. */
  readonly evaluator_variant_id?: string
  /** The slug of the variant of the evaluator. */
  readonly evaluator_variant_slug?: string
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id?: string
  /** The slug of the variant of the workflow. */
  readonly workflow_variant_slug?: string
}

/** A revision of the workflow whose embeds are replaced by their content. */
export interface ResolvedWorkflowRevision {
  /** The id, a UUID. */
  readonly id?: string
  /** The slug: a name for programs and URLs. */
  readonly slug?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at?: string
  /** The id of the key that created the record. */
  readonly created_by_id?: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version?: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author?: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date?: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the workflow, with embeds replaced. */
  readonly data?: JsonObject
  /** The id of the workflow that owns the revision; the same as `workflow_id`. */
  readonly artifact_id?: string
  /** The slug of the workflow that owns the revision. */
  readonly artifact_slug?: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: string
  /** The slug of the workflow. */
  readonly workflow_slug?: string
  /** The id of the variant; the same as `workflow_variant_id`. */
  readonly variant_id?: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug?: string
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id?: string
  /** The slug of the variant of the workflow. */
  readonly workflow_variant_slug?: string
}

/** Properties of results. */
export interface ResultFilter {
  /** Only records with one of these ids. */
  readonly ids?: OptionalIdList
  /** Only records of this run. */
  readonly run_id?: Id | null
  /** Only records of one of these runs. */
  readonly run_ids?: OptionalIdList
  /** Only records with this status. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Only records with one of these statuses. */
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  /** Only records of periods with this length in minutes. */
  readonly interval?: Interval | null
  /** Only records with one of these lengths, in minutes. */
  readonly intervals?: readonly Interval[] | null
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
  /** Only records of the period that starts at this time. */
  readonly timestamp?: Time | null
  /** Only records of periods that start at one of these times. */
  readonly timestamps?: readonly Time[] | null
  /** Only records of this scenario. */
  readonly scenario_id?: Id | null
  /** Only records of one of these scenarios. */
  readonly scenario_ids?: OptionalIdList
  /** Only results of this step. */
  readonly step_key?: StepKey | null
  /** Only results of one of these steps. */
  readonly step_keys?: readonly StepKey[] | null
  /** Only results of this repeat, from 0. */
  readonly repeat_idx?: number | null
  /** Only results of one of these repeats, from 0. */
  readonly repeat_idxs?: readonly number[] | null
  /** Only results of this testcase. */
  readonly testcase_id?: Id | null
  /** Only results of one of these testcases. */
  readonly testcase_ids?: OptionalIdList
}

/** The answer of `results.delete`. */
export interface ResultIdResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the result. */
  readonly result_id?: string
}

/** The answer of `results.deleteMany`. */
export interface ResultIdsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of the results. */
  readonly result_ids: readonly string[]
}

/** How long data is stored. */
export interface Retention {
  /** Days for which traces are stored; 0 stores them forever. */
  readonly days?: number
  /** Days without a change after which evaluation runs are removed; 0 stores them forever. */
  readonly runs_days?: number
  /** Days after which audit entries are removed; 0 stores them forever. */
  readonly audit_days?: number
  /** Days for which a trace that a result refers to survives the retention of traces; 0: forever. */
  readonly hold_days?: number
}

/** New limits; omitted ones stay. */
export interface RetentionEdit {
  /** Days for which traces are stored; 0 stores them forever. */
  readonly days: number | null
  /** Days without a change after which evaluation runs are removed; 0 stores them forever. */
  readonly runs_days?: number | null
  /** Days after which audit entries are removed; 0 stores them forever. */
  readonly audit_days?: number | null
  /** Days for which a trace that a result refers to survives the retention of traces; 0: forever. */
  readonly hold_days?: number | null
}

/** The answer of `retention.fetch` and of others. */
export interface RetentionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** How long data is stored. */
  readonly retention: Retention
}

/** The resolved references, and the environment entry that led to them. */
export interface RetrievalInfo {
  /** References to versioned records, by name such as `application_revision`. */
  readonly references: {
    readonly [key: string]: KnownReference
  }
  /** The entry or value to pick. */
  readonly selector?: EntrySelector
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveApplicationRevisionRequest {
  /** The application, by id or slug. */
  readonly application_ref?: OptionalReference
  /** The variant of the application, by id or slug. */
  readonly application_variant_ref?: OptionalReference
  /** The revision of the application, by id, slug, or version with its variant. */
  readonly application_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** Replaces embedded references by their content. */
  readonly resolve?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `applications.retrieve`. */
export interface RetrieveApplicationRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the application. */
  readonly application_revision?: ApplicationRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface RetrieveEnvironmentRevisionRequest {
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** Replaces embedded references by their content. */
  readonly resolve?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `environments.retrieve`. */
export interface RetrieveEnvironmentRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the environment. */
  readonly environment_revision?: EnvironmentRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveEvaluatorRevisionRequest {
  /** The evaluator, by id or slug. */
  readonly evaluator_ref?: OptionalReference
  /** The variant of the evaluator, by id or slug. */
  readonly evaluator_variant_ref?: OptionalReference
  /** The revision of the evaluator, by id, slug, or version with its variant. */
  readonly evaluator_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** Replaces embedded references by their content. */
  readonly resolve?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `evaluators.retrieve`. */
export interface RetrieveEvaluatorRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the evaluator. */
  readonly evaluator_revision?: EvaluatorRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveQueryRevisionRequest {
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** Replaces embedded references by their content. */
  readonly resolve?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
  /** Runs the query and adds the ids of the matching traces as `data.trace_ids`. */
  readonly include_trace_ids?: Bool | null
  /** Runs the query and adds the matching traces as `data.traces`. */
  readonly include_traces?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
}

/** The answer of `queries.retrieve`. */
export interface RetrieveQueryRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the query. */
  readonly query_revision?: QueryRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextSpanWindowing
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveTestsetRevisionRequest {
  /** The testset, by id or slug. */
  readonly testset_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** Replaces embedded references by their content. */
  readonly resolve?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: RowWindowing | null
}

/** The answer of `testsets.retrieve`. */
export interface RetrieveTestsetRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. A key needs a reference to an environment, a variant or a revision beside it. */
export interface RetrieveWorkflowRevisionRequest {
  /** The workflow, by id or slug. */
  readonly workflow_ref?: OptionalReference
  /** The variant of the workflow, by id or slug. */
  readonly workflow_variant_ref?: OptionalReference
  /** The revision of the workflow, by id, slug, or version with its variant. */
  readonly workflow_revision_ref?: OptionalReference
  /** The environment, by id or slug. */
  readonly environment_ref?: OptionalReference
  /** The variant of the environment, by id or slug. */
  readonly environment_variant_ref?: OptionalReference
  /** The revision of the environment, by id, slug, or version with its variant. */
  readonly environment_revision_ref?: OptionalReference
  /** The entry of the environment to read; needed if it has several of the kind. */
  readonly key?: string | null
  /** Replaces embedded references by their content. */
  readonly resolve?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `workflows.retrieve`. */
export interface RetrieveWorkflowRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the workflow. */
  readonly workflow_revision?: WorkflowRevision
  /** The resolved references, and the environment entry that they came through. */
  readonly retrieval_info?: RetrievalInfo
  /** Which embeds were resolved. */
  readonly resolution_info?: ResolutionInfo
}

/** The body of `otlp.retryRejections`. */
export interface RetryRejectionsRequest {
  /** The ids of the rejected spans. */
  readonly rejection_ids: readonly Id[]
}

/** The body of `testsets.revert`. */
export interface RevertTestsetRevisionRequest {
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** `undo` reverses the changes of the revision; `restore` makes its content the newest again. */
  readonly mode?: 'undo' | 'restore' | null
  /** The commit message. */
  readonly message?: string | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The side that resolves every conflict without a resolution of its own. */
  readonly strategy?: 'ours' | 'theirs' | null
  /** The resolutions of conflicts. */
  readonly resolutions?: readonly MergeResolution[] | null
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: Bool | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
  /** The page to read: its size, order, time bounds and cursor. */
  readonly windowing?: ConflictWindowing | null
}

/** Evaluator revisions for people: a list of ids (origin `human`), or a map of ids to origins. */
export type ReviewChoice = readonly Id[] | {
  readonly [key: string]: StepOrigin
}

/** The differences between two payloads. */
export interface RevisionDiff {
  /** The side that changes are relative to. */
  readonly base?: DiffSide
  /** The side that is compared with the base. */
  readonly target: DiffSide
  /** Whether both sides are equal. */
  readonly equal: boolean
  /** Values that only the target has. */
  readonly added: readonly StructuralChange[]
  /** Values that only the base has. */
  readonly removed: readonly StructuralChange[]
  /** Values that both sides have and that differ. */
  readonly changed: readonly StructuralChange[]
}

/** The answer of `workflows.diff` and of others. */
export interface RevisionDiffResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The differences between the two revisions. */
  readonly diff: RevisionDiff
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** Properties of revisions. */
export interface RevisionFilter {
  /** Only records whose name contains this text, in any case. */
  readonly name?: string | null
  /** Only records whose description contains this text, in any case. */
  readonly description?: string | null
  /** Only the record with this slug. */
  readonly slug?: Slug | null
  /** Only records with one of these slugs. */
  readonly slugs?: OptionalSlugList
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: JsonObject | null
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
  /** Only revisions whose commit message contains this text, in any case. */
  readonly message?: string | null
  /** Only revisions that this key committed, by id. */
  readonly author?: Id | null
  /** Only revisions that one of these keys committed, by id. */
  readonly authors?: OptionalIdList
  /** Only revisions committed at this time. */
  readonly date?: Time | null
  /** Only revisions committed at one of these times. */
  readonly dates?: readonly Time[] | null
}

/** The variants of an artifact and their revisions. */
export interface RevisionGraph {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variants. */
  readonly variants: readonly GraphVariant[]
  /** The revisions of this page, newest first. */
  readonly revisions: readonly GraphRevision[]
  /** The page: its size, order, time bounds and cursor. */
  readonly windowing?: NextWindowing
}

/** Changes of rows. */
export interface RowChanges {
  /** Rows to append. */
  readonly add?: readonly NewTestcase[] | null
  /** Rows to remove, by id or dedup id. */
  readonly remove?: readonly Id[] | TestcaseRemoval | null
  /** Rows to replace, in place. */
  readonly replace?: readonly TestcaseReplacement[] | null
}

/** A search in the rows of a revision. */
export interface RowSearch {
  /** Only rows that contain this text in any column. */
  readonly content?: string | null
  /** Conditions on columns, which must all hold. */
  readonly conditions?: readonly ColumnCondition[] | null
  /** The number of rows to skip. */
  readonly offset?: number | null
  /** The greatest number of rows. */
  readonly limit?: number | null
}

/** A page of rows. Send back the windowing of an answer to read the next page. */
export interface RowWindowing {
  /** The page size; 0 means the default. */
  readonly limit?: number | null
  /** `descending` (newest first) or `ascending`. */
  readonly order?: 'ascending' | 'descending' | null
  /** The cursor of the next page: send the `windowing` of the previous answer. */
  readonly next?: Id | null
  /** The number of rows to skip. */
  readonly offset?: number | null
}

/** A google.rpc.Status. */
export interface RpcStatus {
  /** The code of gRPC. */
  readonly code: number
  /** The explanation. */
  readonly message: string
}

/** The difference of a run from the first run. */
export interface RunDifference {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The mean difference; positive if this run is greater. */
  readonly mean?: number
  /** The 95 % confidence interval: lower and upper bound. */
  readonly ci95?: readonly number[]
  /** The probability of such a difference by chance. */
  readonly p_value: number
  /** The significance test: a paired permutation test for numbers, McNemar's exact test for booleans. */
  readonly test: 'sign_flip_permutation' | 'mcnemar_exact'
  /** The number of paired rows. */
  readonly n: number
  /** Rows in which the run is better than the first run. */
  readonly wins: number
  /** Rows in which the run is worse than the first run. */
  readonly losses: number
  /** Rows in which both runs are equal. */
  readonly ties: number
  /** Whether the p-value is below 0.05. */
  readonly significant: boolean
}

/** Properties of runs. */
export interface RunFilter {
  /** Only records with one of these ids. */
  readonly ids?: OptionalIdList
  /** Only records whose name contains this text, in any case. */
  readonly name?: string | null
  /** Only records whose description contains this text, in any case. */
  readonly description?: string | null
  /** Only records with this status. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Only records with one of these statuses. */
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
  /** Only runs with a step that has all references of one element. */
  readonly references?: readonly References[] | null
}

/** The answer of `runs.delete`. */
export interface RunIdResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the evaluation run. */
  readonly run_id?: string
}

/** Ids of runs. */
export interface RunIds {
  /** The ids of evaluation runs. */
  readonly run_ids: readonly Id[]
}

/** The answer of `runs.deleteMany`. */
export interface RunIdsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of evaluation runs. */
  readonly run_ids: readonly string[]
}

/** All values, sorted, or 201 of them at even distances. */
export interface RunRowCurve {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The number of values. */
  readonly count: number
  /** The values, ascending. */
  readonly values: readonly number[]
}

/** Compares the mean of the repeats; all conditions must hold. */
export interface RunRowFilter {
  /** The slug of an evaluator or the key of a step, as in gate rules. */
  readonly evaluator: StepKey
  /** The path of the output, such as `score`. */
  readonly path: string
  /** A position in `runs`, from 0. Default: the last. */
  readonly run?: number | null
  /** The least allowed value, inclusive. */
  readonly min?: number | null
  /** The greatest allowed value, inclusive. */
  readonly max?: number | null
  /** The accepted values; others do not pass. */
  readonly is?: ReadonlyArray<boolean | number | string> | null
  /** Whether the row must have a value (true) or must not (false). */
  readonly exists?: Bool | null
}

/** Values of all matching rows, for charts. */
export interface RunRowPlots {
  /** The sorted values of each run. */
  readonly distributions: readonly RunRowCurve[]
  /** The sorted differences of each further run from the first. */
  readonly differences: readonly RunRowCurve[]
}

/** A difference is relative to the first run. */
export interface RunRowSort {
  /** The slug of an evaluator or the key of a step, as in gate rules. */
  readonly evaluator: StepKey
  /** The path of the output, such as `score`. */
  readonly path: string
  /** A position in `runs`, from 0. Default: the last. */
  readonly run?: number | null
  /** Sort by the value of a run, or by its difference from the first run. */
  readonly by?: 'value' | 'difference' | null
  /** `ascending` or `descending`. */
  readonly order?: 'ascending' | 'descending' | null
}

/** A run to compare. */
export interface RunToCompare {
  /** The id of the evaluation run. */
  readonly run_id: Id
  /** The key of the invocation step to compare, if the run has several. */
  readonly application_step_key?: StepKey | null
}

/** An evaluation run that used the record. */
export interface RunUse {
  /** The id, a UUID. */
  readonly id: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** The keys of the steps that used it. */
  readonly steps: readonly string[]
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
}

/** The value of one person. */
export interface SaidByPerson {
  /** The id of the user. */
  readonly user_id: string
  /** The value. */
  readonly value: string | number | boolean
}

/** The page and time bounds of a saved query. */
export interface SavedWindowing {
  /** The page size; 0 means the default. */
  readonly limit?: number | null
  /** `descending` (newest first) or `ascending`. */
  readonly order?: 'ascending' | 'descending' | null
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: FilterTime | null
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: FilterTime | null
  /** The cursor of the next page: send the `windowing` of the previous answer. */
  readonly next?: SpanCursor | null
  /** The share of traces to sample, 0 to 1; always the same traces. */
  readonly rate?: number | null
  /** Ignored by lists of spans. */
  readonly interval?: unknown
}

/** Properties of scenarios. */
export interface ScenarioFilter {
  /** Only records with one of these ids. */
  readonly ids?: OptionalIdList
  /** Only records of this run. */
  readonly run_id?: Id | null
  /** Only records of one of these runs. */
  readonly run_ids?: OptionalIdList
  /** Only records with this status. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Only records with one of these statuses. */
  readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
  /** Only records of periods with this length in minutes. */
  readonly interval?: Interval | null
  /** Only records with one of these lengths, in minutes. */
  readonly intervals?: readonly Interval[] | null
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
  /** Only records of the period that starts at this time. */
  readonly timestamp?: Time | null
  /** Only records of periods that start at one of these times. */
  readonly timestamps?: readonly Time[] | null
}

/** The answer of `scenarios.delete`. */
export interface ScenarioIdResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the scenario. */
  readonly scenario_id?: string
}

/** The answer of `scenarios.deleteMany`. */
export interface ScenarioIdsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The ids of scenarios. */
  readonly scenario_ids: readonly string[]
}

/** A secret of the project. */
export interface Secret {
  /** The id, a UUID. */
  readonly id: string
  /** The slug, by which programs name the secret. */
  readonly slug: string
  /** The kind of secret. */
  readonly kind: string
  /** The values; masked for keys that may not read them. */
  readonly data: JsonObject
  /** Whether the secret has a value, and a preview of it. */
  readonly value_status: SecretValueStatus
  /** Name and description. */
  readonly header: SecretHeaderShown
  /** The times of creation and of the latest change. */
  readonly lifecycle: SecretLifecycle
}

/** The kind and the values of a secret. */
export type SecretContent = ProviderKeySecret | CustomProviderSecret | WebhookProviderSecret | TextOrJsonSecret

/** Name and description of a secret. */
export interface SecretHeader {
  /** A name for people; need not be unique. */
  readonly name: Name
  /** A text for people. */
  readonly description?: LongText | null
}

/** A new name and description. */
export interface SecretHeaderEdit {
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
}

/** Name and description of a secret. */
export interface SecretHeaderShown {
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
}

/** Times of a secret. */
export interface SecretLifecycle {
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
}

/** A model of a provider. */
export interface SecretModel {
  /** The name of the model in calls. */
  readonly slug: string
  /** Further settings of the provider or model, such as a region or an API version. */
  readonly extras?: JsonObject | null
}

/** Settings of the project's secrets. */
export interface SecretSettings {
  /** Whether answers replace the values of secrets by a mask, for every role. */
  readonly masked: boolean
}

/** The answer of `secrets.fetchSettings` and of others. */
export interface SecretSettingsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: 1
  /** The settings. */
  readonly settings: SecretSettings
}

/** The outcome of a call with a secret. */
export interface SecretTrial {
  /** Whether the provider accepted the call. */
  readonly ok: boolean
  /** The outcome in words. */
  readonly message: string
  /** The HTTP status of the provider. */
  readonly status?: number
  /** The called model. */
  readonly model?: string
  /** The duration of the call in milliseconds. */
  readonly duration_ms: number
}

/** Whether a secret has a value. */
export interface SecretValueStatus {
  /** Whether the secret has a value. */
  readonly configured: boolean
  /** A part of the value, to recognise it. */
  readonly preview?: string
}

/** Whether a key may read the values of secrets. */
export type SecretsRight = 'read' | 'none'

/** An error with a message. */
export interface SentenceError {
  /** The error code, from the closed list in docs/errors.md. */
  readonly code: ErrorCode
  /** One sentence. */
  readonly detail: string
}

/** A program and a request that it accepts. */
export interface ServiceInspection {
  /** The version of the protocol, a date. */
  readonly version: string
  /** The revision. */
  readonly revision: InspectedRevision
  /** A request to fill in. */
  readonly request: JsonObject
}

/** A span that the call refers to. */
export interface ServiceLink {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: TraceId
  /** The id of the span, 16 hex digits. */
  readonly span_id: SpanId
}

/** The outputs of a program. */
export interface ServiceOutputs {
  /** The outputs: any JSON. */
  readonly outputs: unknown
}

/** The body of `services.invoke` and of others. */
export interface ServiceRequest {
  /** The version of the protocol, a date. */
  readonly version?: string | null
  /** The revision to run, by name such as `application_revision`. */
  readonly references?: {
    readonly [key: string]: Reference
  } | null
  /** The entry or value to pick. */
  readonly selector?: ServiceSelector | null
  /** Spans that the call refers to, by name. */
  readonly links?: {
    readonly [key: string]: ServiceLink
  } | null
  /** Inputs of the call, or the revision to run. */
  readonly data?: ServiceRequestData | null
  /** Options of the call. */
  readonly flags?: JsonObject | null
  /** Tags of the trace. */
  readonly tags?: JsonObject | null
  /** Any JSON object, stored with the trace. */
  readonly meta?: JsonObject | null
  /** The id of the conversation, for the trace. */
  readonly session_id?: string | null
  /** Accepted for compatibility and ignored: secrets of the project are used. */
  readonly secrets?: unknown
  /** Accepted for compatibility and ignored: secrets of the project are used. */
  readonly credentials?: unknown
}

/** The data of a call. */
export interface ServiceRequestData {
  /** A revision to run that is not stored. */
  readonly revision?: JsonObject | null
  /** Parameters in place of those of the revision. */
  readonly parameters?: JsonObject | null
  /** The inputs by name. */
  readonly inputs?: JsonObject | null
  /** The row that the call is about. */
  readonly testcase?: JsonObject | null
  /** The outputs to evaluate, for evaluators. */
  readonly outputs?: unknown
  /** The trace to evaluate, for evaluators. */
  readonly trace?: JsonObject | null
}

/** The answer of `services.invoke` and of others. */
export interface ServiceResponse {
  /** The version of the protocol, a date. */
  readonly version: string
  /** The outcome of the call. */
  readonly status: ServiceStatus
  /** The outputs. */
  readonly data?: ServiceOutputs
  /** The id of the trace of the call, 32 hex digits. */
  readonly trace_id: string
  /** The id of the span, 16 hex digits. */
  readonly span_id: string
  /** The id of the conversation or session that the spans belong to. */
  readonly session_id?: string
}

/** The entry of an environment, or a part of the outputs. */
export interface ServiceSelector {
  /** The entry of the environment. */
  readonly key?: string | null
  /** The path of the value to return. */
  readonly path?: string | null
}

/** The outcome of a call of a program. */
export interface ServiceStatus {
  /** The HTTP status of the outcome. */
  readonly code: number
  /** The outcome in words. */
  readonly message: string
  /** The code of the failure. */
  readonly type?: string
  /** The HTTP status of the provider or program that was called, if it responded with an error. */
  readonly upstream_status?: number
}

/** A session of a person who signed in. */
export interface Session {
  /** The id, a UUID. */
  readonly id: string
  /** The project. */
  readonly project: SessionProject
  /** The key that the session represents. */
  readonly key: SessionKey
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time the session ends, ISO 8601 in UTC. */
  readonly expires_at: string
}

/** The key of a session. */
export interface SessionKey {
  /** The id, a UUID. */
  readonly id: string
  /** The first characters of the key, to recognise it. */
  readonly prefix: string
  /** The name; null without one. */
  readonly name: string | null
  /** `viewer` reads, `editor` also writes, `admin` also manages keys, secrets and settings. */
  readonly role: 'viewer' | 'editor' | 'admin'
}

/** The start of a session's first inputs. */
export interface SessionPreview {
  /** The start of the inputs, as text. */
  readonly inputs: string
}

/** The project of a session. */
export interface SessionProject {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name: string
  /** Whether it is the default project of the server. */
  readonly is_default: boolean
}

/** preview: the start of its first inputs, as JSON text. */
export interface SessionTotals {
  /** The id of the session, as spans have it. */
  readonly id: string
  /** The start of the earliest span, ISO 8601 in UTC. */
  readonly first_active: string
  /** The start of the latest span, ISO 8601 in UTC. */
  readonly last_active: string
  /** The sum of the durations of its traces in milliseconds. */
  readonly duration: number
  /** The number of traces. */
  readonly traces: number
  /** The number of traces with an error. */
  readonly failed_traces: number
  /** The number of spans with an error. */
  readonly errors: number
  /** The number of tokens. */
  readonly tokens: number
  /** The cost in US dollars. */
  readonly cost: number
  /** The user of the session. */
  readonly user_id?: string
  /** The start of inputs and outputs. */
  readonly preview?: SessionPreview
}

/** The body of `simpleEvaluations.setRepeats`. */
export interface SetSimpleEvaluationRepeatsRequest {
  /** How often each row is computed, 1 to 100; 1 by default. */
  readonly repeats: number
}

/** The application with its newest revision, as one record. */
export interface SimpleApplication {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the variant of the newest revision. */
  readonly variant_id?: string
  /** The id of the newest revision. */
  readonly revision_id?: string
  /** The payload of the newest revision. */
  readonly data?: JsonObject
}

/** Changes of the application; omitted fields stay. */
export interface SimpleApplicationEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The complete new payload, which becomes a revision if it differs. */
  readonly data?: WorkflowData | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `simpleApplications.query`. */
export interface SimpleApplicationListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The applications of this page, newest first. */
  readonly applications: readonly SimpleApplication[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleApplications.create` and of others. */
export interface SimpleApplicationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The application. */
  readonly application?: SimpleApplication
}

/** The environment with its newest revision, as one record. */
export interface SimpleEnvironment {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the variant of the newest revision. */
  readonly variant_id?: string
  /** The id of the newest revision. */
  readonly revision_id?: string
  /** The payload of the newest revision. */
  readonly data?: JsonObject
  /** The id of the environment, a UUID. */
  readonly environment_id: string
  /** The version of the newest revision, as text. */
  readonly version?: string
}

/** Changes of the environment; omitted fields stay. */
export interface SimpleEnvironmentEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The complete new payload, which becomes a revision if it differs. */
  readonly data?: EnvironmentData | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `simpleEnvironments.query`. */
export interface SimpleEnvironmentListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The environments of this page, newest first. */
  readonly environments: readonly SimpleEnvironment[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleEnvironments.create` and of others. */
export interface SimpleEnvironmentResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The environment. */
  readonly environment?: SimpleEnvironment
}

/** A run with its steps by kind. */
export interface SimpleEvaluation {
  /** The id, a UUID. */
  readonly id: string
  /** The version of the record format, a date. */
  readonly version: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Status, repeats and the revisions by kind of step. */
  readonly data?: EvaluationRecordData
  /** The id of the revision of the testset, a UUID. */
  readonly testset_revision_id?: string
}

/** The revisions of an evaluation, by kind of step. */
export interface SimpleEvaluationData {
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
  /** Revisions of query steps: a list of ids, or a map of ids to origins (`custom`, `human` or `auto`). */
  readonly query_steps?: StepChoice | null
  /** Revisions of testset steps: a list of ids, or a map of ids to origins (`custom`, `human` or `auto`). */
  readonly testset_steps?: StepChoice | null
  /** Revisions of application steps: a list of ids, or a map of ids to origins (`custom`, `human` or `auto`). */
  readonly application_steps?: StepChoice | null
  /** Revisions of evaluator steps: a list of ids, or a map of ids to origins (`custom`, `human` or `auto`). */
  readonly evaluator_steps?: StepChoice | null
  /** How often each row is computed, 1 to 100; 1 by default. */
  readonly repeats?: number | null
  /** How many cells are computed at once, and how failed calls are retried. */
  readonly concurrency?: EvaluationConcurrency | null
}

/** Changes of an evaluation; omitted fields stay. */
export interface SimpleEvaluationEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The new revisions and settings. */
  readonly data?: SimpleEvaluationData | null
}

/** Properties of evaluations. */
export interface SimpleEvaluationFilter {
  /** Only records with one of these ids. */
  readonly ids?: OptionalIdList
  /** Only records whose name contains this text, in any case. */
  readonly name?: string | null
  /** Only records whose description contains this text, in any case. */
  readonly description?: string | null
  /** Only records with these flags. */
  readonly flags?: OptionalFlags
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
}

/** The answer of `simpleEvaluations.query`. */
export interface SimpleEvaluationListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluations of this page, newest first. */
  readonly evaluations: readonly SimpleEvaluation[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleEvaluations.create` and of others. */
export interface SimpleEvaluationResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluation: a run with its steps by kind. */
  readonly evaluation?: SimpleEvaluation
}

/** The evaluator with its newest revision, as one record. */
export interface SimpleEvaluator {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the variant of the newest revision. */
  readonly variant_id?: string
  /** The id of the newest revision. */
  readonly revision_id?: string
  /** The payload of the newest revision. */
  readonly data?: JsonObject
}

/** Changes of the evaluator; omitted fields stay. */
export interface SimpleEvaluatorEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The complete new payload, which becomes a revision if it differs. */
  readonly data?: WorkflowData | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `simpleEvaluators.query`. */
export interface SimpleEvaluatorListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluators of this page, newest first. */
  readonly evaluators: readonly SimpleEvaluator[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleEvaluators.create` and of others. */
export interface SimpleEvaluatorResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The evaluator. */
  readonly evaluator?: SimpleEvaluator
}

/** The query with its newest revision, as one record. */
export interface SimpleQuery {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the variant of the newest revision. */
  readonly variant_id?: string
  /** The id of the newest revision. */
  readonly revision_id?: string
  /** The payload of the newest revision. */
  readonly data?: JsonObject
}

/** Changes of the query; omitted fields stay. */
export interface SimpleQueryEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The complete new payload, which becomes a revision if it differs. */
  readonly data?: QueryData | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `simpleQueries.query`. */
export interface SimpleQueryListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The saved queries of this page, newest first. */
  readonly queries: readonly SimpleQuery[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleQueries.create` and of others. */
export interface SimpleQueryResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The query. */
  readonly query?: SimpleQuery
}

/** A queue with its own run. */
export interface SimpleQueue {
  /** The id, a UUID. */
  readonly id: string
  /** The version of the record format, a date. */
  readonly version: string
  /** The status: `success`, `failure`, `errors` and `cancelled` are final. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Source, evaluators and people. */
  readonly data?: EvaluationRecordData
  /** The id of the evaluation run. */
  readonly run_id: string
}

/** Source, evaluators and people of a queue. */
export interface SimpleQueueData {
  /** The source of the items: traces or testcases that are added one by one, or saved queries or testsets. */
  readonly kind?: 'traces' | 'testcases' | 'queries' | 'testsets' | null
  /** The query revisions whose traces are the items. */
  readonly queries?: StepChoice | null
  /** The testset revisions whose rows are the items. */
  readonly testsets?: StepChoice | null
  /** The evaluator revisions whose outputs people enter. */
  readonly evaluators?: ReviewChoice | null
  /** How often each row is computed, 1 to 100; 1 by default. */
  readonly repeats?: number | null
  /** The ids of the people for each repeat: the first list belongs to repeat 0. */
  readonly assignments?: ReadonlyArray<readonly Id[]> | null
  /** The steps to annotate; by default all with origin `human`. */
  readonly step_keys?: readonly StepKey[] | null
  /** How items are distributed among people. */
  readonly settings?: QueueBatches | null
}

/** Properties of queues. */
export interface SimpleQueueFilter {
  /** Only records of this kind. */
  readonly kind?: 'traces' | 'testcases' | 'queries' | 'testsets' | null
  /** Only queues with one of these ids. */
  readonly queue_ids?: OptionalIdList
  /** Only records of this run. */
  readonly run_id?: Id | null
  /** Only records of one of these runs. */
  readonly run_ids?: OptionalIdList
  /** Only queues, or their scenarios, that this person is assigned. */
  readonly user_id?: Id | null
  /** Only queues, or their scenarios, that one of these people is assigned. */
  readonly user_ids?: OptionalIdList
  /** Only records whose name contains this text, in any case. */
  readonly name?: string | null
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
}

/** The answer of `simpleQueues.query`. */
export interface SimpleQueueListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The queues. */
  readonly queues: readonly SimpleQueue[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleQueues.create` and of others. */
export interface SimpleQueueResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The annotation queue. */
  readonly queue?: SimpleQueue
}

/** The testset with its newest revision, as one record. */
export interface SimpleTestset {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the variant of the newest revision. */
  readonly variant_id?: string
  /** The id of the newest revision. */
  readonly revision_id?: string
  /** The payload of the newest revision. */
  readonly data?: JsonObject
}

/** Changes of the testset; omitted fields stay. */
export interface SimpleTestsetEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The complete new payload, which becomes a revision if it differs. */
  readonly data?: TestsetData | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `simpleTestsets.query`. */
export interface SimpleTestsetListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testsets of this page, newest first. */
  readonly testsets: readonly SimpleTestset[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleTestsets.create` and of others. */
export interface SimpleTestsetResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testset. */
  readonly testset?: SimpleTestset
}

/** One trace of one span, as a flat record. */
export interface SimpleTrace {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The id of the span, 16 hex digits. */
  readonly span_id: string
  /** Who produces the value: a person (`human`), this server (`auto`), or a program (`custom`). */
  readonly origin: string
  /** The occasion: `adhoc`, `eval` or `play`. */
  readonly kind: string
  /** How the record arrived: `api`, `otlp`, `web` or `sdk`. */
  readonly channel: string
  /** Inputs, outputs and parameters of the span. */
  readonly data: JsonObject
  /** References to versioned records, by name such as `application_revision`. */
  readonly references: JsonObject
  /** Linked spans, by name or as a list. */
  readonly links: JsonObject | readonly JsonObject[]
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id?: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
}

/** Changes of a trace; omitted fields stay. */
export interface SimpleTraceEdit {
  /** The new data. */
  readonly data?: JsonObject | null
  /** References to versioned records, by name such as `application_revision`. */
  readonly references?: NewSimpleReferences | null
  /** The new links. */
  readonly links?: NewSimpleLinks | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
}

/** Properties of traces of one span. */
export interface SimpleTraceFilter {
  /** Only traces with this origin. */
  readonly origin?: 'custom' | 'human' | 'auto' | null
  /** Only records of this kind. */
  readonly kind?: 'adhoc' | 'eval' | 'play' | null
  /** Only traces that arrived this way. */
  readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
  /** Only records that have all of these tags with equal values. */
  readonly tags?: OptionalTags
  /** Only records whose meta contains these members with equal values. */
  readonly meta?: JsonObject | null
  /** Only records with these references. */
  readonly references?: NewSimpleReferences | null
  /** Only traces with a link to one of these spans. */
  readonly links?: SoughtSpans | null
}

/** The workflow with its newest revision, as one record. */
export interface SimpleWorkflow {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The id of the variant of the newest revision. */
  readonly variant_id?: string
  /** The id of the newest revision. */
  readonly revision_id?: string
  /** The payload of the newest revision. */
  readonly data?: JsonObject
}

/** Changes of the workflow; omitted fields stay. */
export interface SimpleWorkflowEdit {
  /** The id of the record; if present, it must equal the id in the path. */
  readonly id?: Id | null
  /** The new name; null clears it, absent keeps it. */
  readonly name?: Name | null
  /** The new description; null clears it, absent keeps it. */
  readonly description?: LongText | null
  /** The flags to change; others stay. */
  readonly flags?: FlagsEdit | null
  /** The new tags; null clears them, absent keeps them. */
  readonly tags?: OptionalTags
  /** The new meta; null clears it, absent keeps it. */
  readonly meta?: JsonObject | null
  /** The complete new payload, which becomes a revision if it differs. */
  readonly data?: WorkflowData | null
  /** The commit message. */
  readonly message?: string | null
}

/** The answer of `simpleWorkflows.query`. */
export interface SimpleWorkflowListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The workflows of this page, newest first. */
  readonly workflows: readonly SimpleWorkflow[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `simpleWorkflows.create` and of others. */
export interface SimpleWorkflowResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The workflow. */
  readonly workflow?: SimpleWorkflow
}

/** The body of `queues.skipItem`. */
export interface SkipQueueItemRequest {
  /** The item of the queue: a scenario and a repeat. */
  readonly item: QueueItemPlace
}

/** The error of a skipped row. */
export interface SkippedRowError {
  /** The line of the file, from 1. */
  readonly line: number
  /** The error in words. */
  readonly message: string
}

/** The number of rows that skip_errors skipped, with the first 100 errors. */
export interface SkippedRows {
  /** The number of skipped rows. */
  readonly rows: number
  /** The first 100 errors. */
  readonly errors: readonly SkippedRowError[]
}

/** A slug: letters, digits, `_`, `-` and `.`. */
export type Slug = string

/** Without span_id: any span of the trace. */
export interface SoughtSpan {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: TraceId
  /** The id of the span, 16 hex digits. */
  readonly span_id?: SpanId | null
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject | null
}

/** Spans to search for. */
export type SoughtSpans = {
  readonly [key: string]: SoughtSpan
} | readonly SoughtSpan[]

/** A span: one step of a trace. */
export interface Span {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The id of the span, 16 hex digits. */
  readonly span_id: string
  /** The id of the parent span, 16 hex digits; null or absent for a root. */
  readonly parent_id?: string | null
  /** `invocation` for a call of a program, `annotation` for an evaluation of one. */
  readonly trace_type?: 'invocation' | 'annotation' | 'unknown'
  /** The role of the span in the program, such as `chat` for a model call or `tool`. */
  readonly span_type?: 'workflow' | 'agent' | 'chain' | 'task' | 'tool' | 'llm' | 'chat' | 'completion' | 'embedding' | 'query' | 'rerank' | 'unknown'
  /** The kind of span, as OpenTelemetry defines it. */
  readonly span_kind?: 'SPAN_KIND_UNSPECIFIED' | 'SPAN_KIND_INTERNAL' | 'SPAN_KIND_SERVER' | 'SPAN_KIND_CLIENT' | 'SPAN_KIND_PRODUCER' | 'SPAN_KIND_CONSUMER'
  /** The name of the span. */
  readonly span_name?: string
  /** The start of the span, ISO 8601 with up to nanoseconds. */
  readonly start_time?: string
  /** The end of the span, ISO 8601 with up to nanoseconds. */
  readonly end_time?: string
  /** The outcome of the span: unset, ok or error. */
  readonly status_code?: 'STATUS_CODE_UNSET' | 'STATUS_CODE_OK' | 'STATUS_CODE_ERROR'
  /** The message of a failed span. */
  readonly status_message?: string
  /** The id of the conversation or session that the spans belong to. */
  readonly session_id?: string
  /** The id of the user, as your program has it. */
  readonly user_id?: string
  /** The id of the agent that the span belongs to. */
  readonly agent_id?: string
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject
  /** The versioned records that the span used. */
  readonly references?: readonly SpanReference[]
  /** Links to other spans, such as the span that an annotation is about. */
  readonly links?: readonly SpanLink[]
  /** Hashes of the span's inputs and references, to find equal calls. */
  readonly hashes?: readonly SpanHash[]
  /** Events during the span, such as exceptions, each with a time. */
  readonly events?: readonly SpanEvent[]
  /** The span conventions that were recognised, such as `openinference` or `vercel-ai`. */
  readonly adapters?: readonly string[]
  /** The time the span was stored, ISO 8601 in UTC. */
  readonly created_at?: string
  /** The id of the key that sent the span. */
  readonly created_by_id?: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** Totals of the span and its descendants; on request. */
  readonly totals?: SpanTotals
  /** The start of inputs and outputs. */
  readonly preview?: SpanPreview
  /** The state and totals of the trace; on its head, on request. */
  readonly trace?: TraceOfHead
}

/** The ids of a trace and of one of its spans. */
export interface SpanAddress {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The id of the span, 16 hex digits. */
  readonly span_id: string
}

/** The cursor of a page of spans. */
export type SpanCursor = string

/** An event of a span. */
export interface SpanEvent {
  /** The name of the event. */
  readonly name: string
  /** The time of the event, ISO 8601 in UTC. */
  readonly timestamp: string
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject
}

/** A hash of a span. */
export interface SpanHash {
  /** The hash. */
  readonly id: string
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject
}

/** 16 hex digits, with or without 0x, or a UUID, of which the last 16 digits count; case-insensitive. */
export type SpanId = string

/** An OpenTelemetry link; attributes.key is its name. */
export interface SpanLink {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The id of the span, 16 hex digits. */
  readonly span_id: string
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject
}

/** A member of a span. */
export type SpanMember = 'trace_id' | 'span_id' | 'parent_id' | 'trace_type' | 'span_type' | 'span_kind' | 'span_name' | 'start_time' | 'end_time' | 'status_code' | 'status_message' | 'session_id' | 'user_id' | 'agent_id' | 'created_at' | 'created_by_id' | 'updated_at' | 'updated_by_id' | 'attributes' | 'references' | 'links' | 'hashes' | 'events' | 'adapters' | 'totals' | 'preview' | 'trace'

/** The start of inputs and outputs; only on request. */
export interface SpanPreview {
  /** The start of the inputs, as text. */
  readonly inputs?: string
  /** The start of the outputs, as text. */
  readonly outputs?: string
}

/** A search for spans. */
export interface SpanQuery {
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** The page: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
  /** Only these members of the spans, to make the answer smaller. */
  readonly fields?: ReadonlyArray<SpanMember | AttributeMember> | null
  /** Members of the spans to leave out of the answer. */
  readonly exclude?: readonly SpanMember[] | null
  /** One row for each trace: its root span, or its earliest span, with the state and totals of the trace. */
  readonly heads?: Bool | null
  /** Allows an answer with the matches so far when the search takes long; `searched_to` and `windowing` continue it. */
  readonly partial?: Bool | null
}

/** A copy of one of ag.references; attributes.key is its name. */
export interface SpanReference {
  /** The id of the record. */
  readonly id?: string
  /** The slug: a name for programs and URLs. */
  readonly slug?: string
  /** The number of the revision, as text. */
  readonly version?: string
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject
}

/** The answer of `spans.fetch`. */
export interface SpanResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The span. */
  readonly span?: Span
}

/** ISO 8601 (without an offset: UTC), or an integer of 10, 13, 16 or 19 digits: s, ms, µs or ns since 1970. */
export type SpanTime = number

/** Totals of the span and its descendants; only on request. */
export interface SpanTotals {
  /** The duration in milliseconds. */
  readonly duration?: number
  /** The number of spans with an error. */
  readonly errors?: number
  /** The number of tokens. */
  readonly tokens?: number
  /** The cost in US dollars. */
  readonly cost?: number
}

/** Child spans by name; a list where several have the same name. */
export interface SpanTree {
  readonly [key: string]: TreeSpan | readonly TreeSpan[]
}

/** A page of spans or traces. */
export interface SpanWindowing {
  /** The page size; 0 means the default. */
  readonly limit?: number | null
  /** `descending` (newest first) or `ascending`. */
  readonly order?: 'ascending' | 'descending' | null
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: FilterTime | null
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: FilterTime | null
  /** The cursor of the next page: send the `windowing` of the previous answer. */
  readonly next?: SpanCursor | null
  /** The share of traces to sample, 0 to 1; always the same traces. */
  readonly rate?: number | null
  /** Ignored by lists of spans. */
  readonly interval?: unknown
}

/** Revisions for steps: a list of ids (origin `custom`), or a map of ids to origins. */
export type StepChoice = readonly Id[] | {
  readonly [key: string]: StepOrigin
}

/** A step whose values another one reads. */
export interface StepInput {
  /** The key of the step. */
  readonly key: StepKey
}

/** The key of a step. */
export type StepKey = string

/** A column of the result table and the value that it shows. */
export interface StepMapping {
  /** The column. */
  readonly column: MappedColumn
  /** The step and the path of the value. */
  readonly step: MappedStep
}

/** Who produces the values of a step: a person, this server, or a program. */
export type StepOrigin = 'custom' | 'human' | 'auto'

/** JSON Schemas of a step. */
export interface StepSchemas {
  /** The JSON Schema of the parameters. */
  readonly parameters?: JsonObject | null
  /** The JSON Schema of the inputs. */
  readonly inputs?: JsonObject | null
  /** The JSON Schema of the outputs. */
  readonly outputs?: JsonObject | null
}

/** A store and its size. */
export interface StoreSize {
  /** The store: `relational` has records, `trace` has spans. */
  readonly name: 'relational' | 'trace'
  /** The engine of the store, such as `sqlite` or `clickhouse`. */
  readonly form: string
  /** The size in bytes. */
  readonly bytes: number
}

/** path: a JSON Pointer. */
export interface StructuralChange {
  /** A JSON Pointer (RFC 6901). */
  readonly path: string
  /** The new value; of `removed` the old one. */
  readonly value?: unknown
}

/** Labels by name; values are texts, numbers, booleans or objects of these. */
export interface Tags {
  readonly [key: string]: string | number | boolean | null | Tags
}

/** The body of `secrets.test`. */
export interface TestSecretRequest {
  /** The model to call; the first of the secret by default. */
  readonly model?: string | null
}

/** The body of `secrets.testValues`. */
export interface TestSecretValuesRequest {
  /** The stored secret whose values replace masked ones. */
  readonly id?: Id | null
  /** The values to try; they are not stored. */
  readonly secret: SecretContent
  /** The model to call; the first of the secret by default. */
  readonly model?: string | null
}

/** A row of a testset. */
export interface Testcase {
  /** The id, computed from the content. */
  readonly id: string
  /** The id of the testset, a UUID. */
  readonly testset_id: string
  /** The id of the testset that the row belongs to. */
  readonly set_id: string
  /** The values by column. */
  readonly data: JsonObject
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: JsonObject
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
}

/** A changed field of a row. */
export interface TestcaseChange {
  /** The path of the field. */
  readonly path: readonly string[]
  /** Whether the field was added, removed or changed. */
  readonly kind: 'added' | 'removed' | 'changed'
}

/** The answer of `testcases.fetchMany`. */
export interface TestcaseListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The matching testcases. */
  readonly testcases: readonly Testcase[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** Rows to remove, by ids or dedup ids. */
export interface TestcaseRemoval {
  /** The ids of the rows. */
  readonly ids?: readonly Id[] | null
  /** The dedup ids of the rows. */
  readonly dedup_ids?: readonly string[] | null
}

/** One of id or testcase_dedup_id is required. */
export interface TestcaseReplacement {
  /** The id of the row to replace. */
  readonly id?: Id | null
  /** The new values by column. */
  readonly data: JsonObject
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: JsonObject | null
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject | null
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The id of the row by which uploads and merges recognise it. */
  readonly testcase_dedup_id?: string | null
}

/** The answer of `testcases.fetch`. */
export interface TestcaseResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testcase: one row of a testset. */
  readonly testcase?: Testcase
}

/** The testset: a name for a line of versions. Its variants are branches, its revisions are commits. */
export interface Testset {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
}

/** The number of sampled rows with a value of each type. */
export interface TestsetColumn {
  /** The name of the column. */
  readonly name: string
  /** The number of sampled rows with a value of each type. */
  readonly types: {
    readonly [key: string]: number
  }
}

/** One of testset_id, artifact_id, testset_variant_id, variant_id, testset_revision_id or revision_id is required. data and delta exclude each other. */
export interface TestsetCommit {
  /** The slug of the new revision; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The testset; needed if neither a variant nor a revision is named. */
  readonly testset_id?: Id | null
  /** The id of the testset; the same as `testset_id`. */
  readonly artifact_id?: Id | null
  /** The variant to commit to; the default variant of the testset if absent. */
  readonly testset_variant_id?: Id | null
  /** The variant to commit to; the same as `testset_variant_id`. */
  readonly variant_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly testset_revision_id?: Id | null
  /** The base of a delta; the same as `testset_revision_id`. */
  readonly revision_id?: Id | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  /** The commit message. */
  readonly message?: string | null
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: Bool | null
  /** The complete new payload; exclusive with `delta`. */
  readonly data?: TestsetData | null
  /** Changes relative to the base revision; exclusive with `data`. */
  readonly delta?: TestsetDelta | null
}

/** The payload of a revision of the testset. */
export interface TestsetData {
  /** The ids of existing rows, in order, instead of `testcases`. */
  readonly testcase_ids?: readonly Id[] | null
  /** The rows, in order. */
  readonly testcases?: readonly NewTestcase[] | null
}

/** Changes of a payload. */
export interface TestsetDelta {
  /** Rows to add, remove and replace. */
  readonly rows?: RowChanges | null
  /** Columns to add, remove, rename and convert. */
  readonly columns?: ColumnChanges | null
}

/** The differences between two revisions of a testset. */
export interface TestsetDiff {
  /** The side that changes are relative to. */
  readonly base?: DiffSide
  /** The side that is compared with the base. */
  readonly target: DiffSide
  /** The numbers of rows by kind of change. */
  readonly counts: TestsetDiffCounts
  /** Added and removed columns. */
  readonly columns: TestsetDiffColumns
  /** The changed rows of this page. */
  readonly rows?: readonly TestsetDiffRow[]
}

/** Added and removed columns. */
export interface TestsetDiffColumns {
  /** The names of new columns. */
  readonly added: readonly string[]
  /** The names of removed columns. */
  readonly removed: readonly string[]
}

/** Numbers of rows by kind of change. */
export interface TestsetDiffCounts {
  readonly [key: string]: number
}

/** The answer of `testsets.diff`. */
export interface TestsetDiffResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The differences between the two revisions. */
  readonly diff: TestsetDiff
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** A changed row. */
export interface TestsetDiffRow {
  /** How the row changed. */
  readonly kind: 'added' | 'removed' | 'edited' | 'moved'
  /** The id of the row by which uploads and merges recognise it. */
  readonly testcase_dedup_id: string
  /** The row of the base. */
  readonly base?: TestsetDiffSide
  /** The row of the target. */
  readonly target?: TestsetDiffSide
  /** Whether the row changed its position. */
  readonly moved?: boolean
  /** The changed fields of the row. */
  readonly changes?: readonly TestcaseChange[]
}

/** A row of one side. */
export interface TestsetDiffSide {
  /** The position of the row, from 0. */
  readonly index: number
  /** The id of the testcase, computed from its content. */
  readonly testcase_id: string
  /** The values by column. */
  readonly data?: JsonObject
}

/** The answer of `testsets.query`. */
export interface TestsetListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testsets of this page, newest first. */
  readonly testsets: readonly Testset[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** One of testset_id, artifact_id, testset_variant_id, variant_id, testset_revision_id or revision_id is required. */
export interface TestsetLogTarget {
  /** The id of the testset, a UUID. */
  readonly testset_id?: Id | null
  /** The id of the testset; the same as `testset_id`. */
  readonly artifact_id?: Id | null
  /** The id of the variant of the testset, a UUID. */
  readonly testset_variant_id?: Id | null
  /** The id of the variant; the same as `testset_variant_id`. */
  readonly variant_id?: Id | null
  /** The id of the revision of the testset, a UUID. */
  readonly testset_revision_id?: Id | null
  /** The id of the revision; the same as `testset_revision_id`. */
  readonly revision_id?: Id | null
  /** The number of revisions to list; all by default. */
  readonly depth?: number | null
}

/** The answer of `testsets.create` and of others. */
export interface TestsetResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testset. */
  readonly testset?: Testset
}

/** A revision of the testset: an immutable commit on a variant. */
export interface TestsetRevision {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the testset. */
  readonly data?: JsonObject
  /** The id of the testset that owns the revision; the same as `testset_id`. */
  readonly artifact_id: string
  /** The slug of the testset that owns the revision. */
  readonly artifact_slug: string
  /** The id of the testset, a UUID. */
  readonly testset_id: string
  /** The slug of the testset. */
  readonly testset_slug: string
  /** The id of the variant; the same as `testset_variant_id`. */
  readonly variant_id: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug: string
  /** The id of the variant of the testset, a UUID. */
  readonly testset_variant_id: string
  /** The slug of the variant of the testset. */
  readonly testset_variant_slug: string
}

/** The answer of `testsets.log` and of others. */
export interface TestsetRevisionListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revisions of this page, newest first. */
  readonly testset_revisions: readonly TestsetRevision[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `testsets.createRevision` and of others. */
export interface TestsetRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
}

/** A variant of the testset: a branch of revisions. */
export interface TestsetVariant {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The revision that the variant was forked from. */
  readonly forked_from_revision_id?: string
  /** The id of the testset that owns the variant; the same as `testset_id`. */
  readonly artifact_id: string
  /** The slug of the testset that owns the variant. */
  readonly artifact_slug: string
  /** The id of the testset, a UUID. */
  readonly testset_id: string
  /** The slug of the testset. */
  readonly testset_slug: string
}

/** The answer of `testsets.queryVariants`. */
export interface TestsetVariantListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variants of this page, newest first. */
  readonly testset_variants: readonly TestsetVariant[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `testsets.createVariant` and of others. */
export interface TestsetVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the testset. */
  readonly testset_variant?: TestsetVariant
}

/** A secret with a value for programs. */
export interface TextOrJsonSecret {
  /** A value for programs. */
  readonly kind: 'custom_secret'
  /** The value. */
  readonly data: CustomSecretData
}

/** ISO 8601, with any offset; without one it is UTC. */
export type Time = string

/** A trace with its spans as a tree. */
export interface Trace {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The root spans by name. */
  readonly spans: SpanTree
}

/** 32 hex digits, with or without 0x, or a UUID; case-insensitive. */
export type TraceId = string

/** On the head of a trace, on request: its state and the totals of all its spans. */
export interface TraceOfHead {
  /** `running` while spans are open, `root_missing` if the root has not arrived. */
  readonly state?: 'finished' | 'running' | 'root_missing'
  /** The duration of the trace in milliseconds. */
  readonly duration?: number
  /** The number of spans with an error. */
  readonly errors?: number
  /** The number of tokens. */
  readonly tokens?: number
  /** The cost in US dollars. */
  readonly cost?: number
}

/** A search for traces. */
export interface TraceQuery {
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** The page: its size, order, time bounds and cursor. */
  readonly windowing?: SpanWindowing | null
  /** The query, by id or slug. */
  readonly query_ref?: OptionalReference
  /** The variant of the query, by id or slug. */
  readonly query_variant_ref?: OptionalReference
  /** The revision of the query, by id, slug, or version with its variant. */
  readonly query_revision_ref?: OptionalReference
  /** Only these members of the spans, to make the answer smaller. */
  readonly fields?: ReadonlyArray<SpanMember | AttributeMember> | null
  /** Members of the spans to leave out of the answer. */
  readonly exclude?: readonly SpanMember[] | null
  /** Allows an answer with the matches so far when the search takes long; `searched_to` and `windowing` continue it. */
  readonly partial?: Bool | null
}

/** The answer of `simpleTraces.create` and of others. */
export interface TraceRecordResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The trace. */
  readonly trace?: SimpleTrace
}

/** The answer of `traces.fetch`. */
export interface TraceResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The trace. */
  readonly trace?: Trace
}

/** The body of `simpleTestsets.transfer`. */
export interface TransferSimpleTestsetRowsRequest {
  /** The testset to copy rows from. */
  readonly source: TransferSource
  /** Only these rows; all by default. */
  readonly testcase_ids?: readonly Id[] | null
  /** Leaves out rows whose dedup id the target has; true by default. */
  readonly skip_existing?: Bool | null
  /** The commit message. */
  readonly message?: string | null
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: Bool | null
  /** Includes the ids of the rows in `data.testcase_ids`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcase_ids?: Bool | null
}

/** The answer of `simpleTestsets.transfer`. */
export interface TransferSimpleTestsetRowsResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testset. */
  readonly testset?: SimpleTestset
  /** The number of copied rows. */
  readonly transferred: number
  /** The number of rows that the target had already. */
  readonly skipped: number
}

/** A testset, variant or revision to copy rows from. */
export interface TransferSource {
  /** The testset, by id or slug. */
  readonly testset_ref?: OptionalReference
  /** The variant of the testset, by id or slug. */
  readonly testset_variant_ref?: OptionalReference
  /** The revision of the testset, by id, slug, or version with its variant. */
  readonly testset_revision_ref?: OptionalReference
}

/** The body of `spans.translateFilter`. */
export interface TranslateSpanFilterRequest {
  /** A filter as an object of conditions. With `filter`, both must hold. */
  readonly filtering?: Filter | null
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText | Filter | null
  /** `trace`: one item per trace, by its root span; `span`: every span on its own. */
  readonly focus?: 'trace' | 'span' | null
}

/** The answer of `spans.translateFilter`. */
export interface TranslateSpanFilterResponse {
  /** The filter as an object. */
  readonly filtering: JsonObject
  /** The filter as text. */
  readonly filter: string
}

/** A span with its children, by their names. */
export interface TreeSpan {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The id of the span, 16 hex digits. */
  readonly span_id: string
  /** The id of the parent span, 16 hex digits; null or absent for a root. */
  readonly parent_id?: string | null
  /** `invocation` for a call of a program, `annotation` for an evaluation of one. */
  readonly trace_type?: 'invocation' | 'annotation' | 'unknown'
  /** The role of the span in the program, such as `chat` for a model call or `tool`. */
  readonly span_type?: 'workflow' | 'agent' | 'chain' | 'task' | 'tool' | 'llm' | 'chat' | 'completion' | 'embedding' | 'query' | 'rerank' | 'unknown'
  /** The kind of span, as OpenTelemetry defines it. */
  readonly span_kind?: 'SPAN_KIND_UNSPECIFIED' | 'SPAN_KIND_INTERNAL' | 'SPAN_KIND_SERVER' | 'SPAN_KIND_CLIENT' | 'SPAN_KIND_PRODUCER' | 'SPAN_KIND_CONSUMER'
  /** The name of the span. */
  readonly span_name?: string
  /** The start of the span, ISO 8601 with up to nanoseconds. */
  readonly start_time?: string
  /** The end of the span, ISO 8601 with up to nanoseconds. */
  readonly end_time?: string
  /** The outcome of the span: unset, ok or error. */
  readonly status_code?: 'STATUS_CODE_UNSET' | 'STATUS_CODE_OK' | 'STATUS_CODE_ERROR'
  /** The message of a failed span. */
  readonly status_message?: string
  /** The id of the conversation or session that the spans belong to. */
  readonly session_id?: string
  /** The id of the user, as your program has it. */
  readonly user_id?: string
  /** The id of the agent that the span belongs to. */
  readonly agent_id?: string
  /** Attributes by name: `ag.*` is the namespace of Assay, other names are those of the program that sent them. */
  readonly attributes?: JsonObject
  /** The versioned records that the span used. */
  readonly references?: readonly SpanReference[]
  /** Links to other spans, such as the span that an annotation is about. */
  readonly links?: readonly SpanLink[]
  /** Hashes of the span's inputs and references, to find equal calls. */
  readonly hashes?: readonly SpanHash[]
  /** Events during the span, such as exceptions, each with a time. */
  readonly events?: readonly SpanEvent[]
  /** The span conventions that were recognised, such as `openinference` or `vercel-ai`. */
  readonly adapters?: readonly string[]
  /** The time the span was stored, ISO 8601 in UTC. */
  readonly created_at?: string
  /** The id of the key that sent the span. */
  readonly created_by_id?: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** Totals of the span and its descendants; on request. */
  readonly totals?: SpanTotals
  /** The start of inputs and outputs. */
  readonly preview?: SpanPreview
  /** The state and totals of the trace; on its head, on request. */
  readonly trace?: TraceOfHead
  /** The child spans by name; a list where several have the same name. */
  readonly spans?: SpanTree
}

/** The body of `queues.undoItem`. */
export interface UndoQueueItemRequest {
  /** The item of the queue: a scenario and a repeat. */
  readonly item: QueueItemPlace
}

/** The result of a check without storing. */
export interface UploadDryRun {
  /** The detected format. */
  readonly file_type: string
  /** The number of rows in the file. */
  readonly rows: number
  /** The number of rows with an error. */
  readonly errors_total: number
}

/** The body of `simpleTestsets.upload`. */
export interface UploadSimpleTestsetFileRequest {
  /** The bytes of the file. */
  readonly file: Blob
  /** The format of the file; by default its extension or content decides. */
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  /** The character between the cells of a CSV file; detected by default. */
  readonly delimiter?: string
  /** New names of columns by their names in the file; null leaves a column out. */
  readonly columns?: ColumnMapping
  /** Leaves out rows with errors and reports them; by default one error refuses the file. */
  readonly skip_errors?: boolean
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: boolean
  /** Adds the first rows to the result of a dry run. */
  readonly preview?: boolean
  /** The name of the testset. */
  readonly testset_name?: Name
  /** The description of the testset. */
  readonly testset_description?: LongText
  /** The tags of the testset. */
  readonly testset_tags?: Tags
  /** The meta of the testset: any JSON object. */
  readonly testset_meta?: JsonObject
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: boolean
}

/** The answer of `simpleTestsets.upload`. */
export interface UploadSimpleTestsetFileResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The testset. */
  readonly testset?: SimpleTestset
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** The result of a check without storing. */
  readonly dry_run?: UploadDryRun
  /** The rows that `skip_errors` left out. */
  readonly skipped?: SkippedRows
}

/** The body of `testsets.upload`. */
export interface UploadTestsetRevisionFileRequest {
  /** The bytes of the file. */
  readonly file: Blob
  /** The format of the file; by default its extension or content decides. */
  readonly file_type?: 'csv' | 'json' | 'jsonl' | 'parquet'
  /** The character between the cells of a CSV file; detected by default. */
  readonly delimiter?: string
  /** New names of columns by their names in the file; null leaves a column out. */
  readonly columns?: ColumnMapping
  /** Leaves out rows with errors and reports them; by default one error refuses the file. */
  readonly skip_errors?: boolean
  /** Checks the request and reports the result without storing anything. */
  readonly dry_run?: boolean
  /** Adds the first rows to the result of a dry run. */
  readonly preview?: boolean
  /** The commit message. */
  readonly message?: string
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: boolean
  /** Includes the rows in `data.testcases`; true by default. Ignored by kinds other than testsets. */
  readonly include_testcases?: boolean
}

/** The answer of `testsets.upload`. */
export interface UploadTestsetRevisionFileResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the testset. */
  readonly testset_revision?: TestsetRevision
  /** The result of a check without storing. */
  readonly dry_run?: UploadDryRun
  /** The rows that `skip_errors` left out. */
  readonly skipped?: SkippedRows
}

/** The usage of one day. */
export interface UsageDay {
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly day: string
  /** Stored spans. */
  readonly spans: number
  /** Bytes of the requests with these spans, inflated. */
  readonly bytes: number
  /** New testcases. */
  readonly testcases: number
  /** Calls of models in these spans. */
  readonly calls: number
  /** Cost of these calls, in US dollars. */
  readonly cost: number
}

/** A daily limit of the server. */
export interface UsageLimit {
  /** The limited quantity. */
  readonly name: 'spans' | 'bytes' | 'testcases' | 'calls' | 'cost'
  /** The name of the setting that limits it. */
  readonly setting: string
  /** The limit of a day. */
  readonly max: number
  /** The usage of today. */
  readonly used: number
}

/** The answer of `usage.fetch`. */
export interface UsageResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The usage by day, newest first. */
  readonly days: readonly UsageDay[]
  /** The daily limits of the server, each with the usage of today. */
  readonly limits: readonly UsageLimit[]
}

/** A referenced record. */
export interface UsedReference {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug?: string
  /** The number of the revision, as text. */
  readonly version?: string
}

/** A session with its latest use. */
export interface UsedSession {
  /** The id, a UUID. */
  readonly id: string
  /** The project. */
  readonly project: SessionProject
  /** The key that the session represents. */
  readonly key: SessionKey
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The time the session ends, ISO 8601 in UTC. */
  readonly expires_at: string
  /** The time of the latest use, ISO 8601 in UTC; null or absent: never used. */
  readonly last_used_at: string
}

/** The activity of a user. */
export interface UserTotals {
  /** The id of the user, as spans have it. */
  readonly id: string
  /** The start of the earliest span, ISO 8601 in UTC. */
  readonly first_active: string
  /** The start of the latest span, ISO 8601 in UTC. */
  readonly last_active: string
  /** The sum of the durations of the traces in milliseconds. */
  readonly duration: number
  /** The number of traces. */
  readonly traces: number
  /** The number of traces with an error. */
  readonly failed_traces: number
  /** The number of spans with an error. */
  readonly errors: number
  /** The number of tokens. */
  readonly tokens: number
  /** The cost in US dollars. */
  readonly cost: number
  /** The number of sessions. */
  readonly sessions: number
}

/** At least one reference has an id or a slug. A version without them counts only beside a reference that names its artifact or variant. */
export interface UsesRequest {
  /** The kind of the artifact. */
  readonly kind: KindName
  /** The artifact, by id or slug. */
  readonly artifact_ref?: OptionalReference
  /** The variant, by id or slug. */
  readonly variant_ref?: OptionalReference
  /** The revision, by id, slug or version. */
  readonly revision_ref?: OptionalReference
  /** The number of uses of each type. */
  readonly limit?: number | null
}

/** How far two boolean outputs of a run agree. */
export interface VerdictAgreement {
  /** The id of the evaluation run. */
  readonly run_id: string
  /** The first of the two compared metrics. */
  readonly a: VerdictName
  /** The second of the two compared metrics. */
  readonly b: VerdictName
  /** The number of rows that both have a value for. */
  readonly n: number
  /** Rows in which both verdicts are true. */
  readonly both: number
  /** Rows in which only the first verdict is true. */
  readonly only_a: number
  /** Rows in which only the second verdict is true. */
  readonly only_b: number
  /** Rows in which neither verdict is true. */
  readonly neither: number
  /** Cohen's kappa: 1 is perfect agreement, 0 is agreement by chance. */
  readonly kappa?: number
}

/** A boolean output of an evaluator. */
export interface VerdictName {
  /** The slug of the evaluator. */
  readonly evaluator: string
  /** The path of the output. */
  readonly path: string
}

/** Received requests that are not stored yet. */
export interface WaitingIngest {
  /** The number of waiting requests. */
  readonly requests: number
  /** The size in bytes. */
  readonly bytes: number
  /** The time the oldest waiting item was received, ISO 8601 in UTC. */
  readonly oldest_received_at?: string
}

/** Log events whose spans have not arrived yet. */
export interface WaitingLogs {
  /** The number of waiting log events. */
  readonly events: number
  /** The size in bytes. */
  readonly bytes: number
  /** The time the oldest waiting item was received, ISO 8601 in UTC. */
  readonly oldest_received_at?: string
}

/** The item to open; the next open one by default. */
export interface WantedQueueItem {
  /** The scenario of the item, or of its neighbour with `move`. */
  readonly scenario_id?: Id | null
  /** The item after or before the one that `scenario_id` names. */
  readonly move?: 'next' | 'previous' | null
}

/** The key for webhooks. */
export interface WebhookProviderData {
  /** The key. */
  readonly provider: ProviderKey
}

/** A secret with a key for webhooks. */
export interface WebhookProviderSecret {
  /** A key for webhooks. */
  readonly kind: 'webhook_provider'
  /** The key. */
  readonly data: WebhookProviderData
}

/** The uses of a record. */
export interface WhereUsed {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** Environments that it is deployed to. */
  readonly environments: readonly EnvironmentUse[]
  /** Evaluation runs that used it. */
  readonly runs: readonly RunUse[]
  /** Revisions that embed it. */
  readonly embeds: readonly EmbedUse[]
  /** Which lists have more. */
  readonly more: MoreUses
}

/** A page of a list. Send back the windowing of an answer to read the next page. */
export interface Windowing {
  /** The page size; 0 means the default. */
  readonly limit?: number | null
  /** `descending` (newest first) or `ascending`. */
  readonly order?: 'ascending' | 'descending' | null
  /** The cursor of the next page: send the `windowing` of the previous answer. */
  readonly next?: Id | null
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: Time | null
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: Time | null
}

/** The workflow: a name for a line of versions. Its variants are branches, its revisions are commits. */
export interface Workflow {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
}

/** One of workflow_id, artifact_id, workflow_variant_id, variant_id, workflow_revision_id or revision_id is required. data and delta exclude each other. */
export interface WorkflowCommit {
  /** The slug of the new revision; generated by default. */
  readonly slug?: NewSlug | null
  /** A name for people; need not be unique. */
  readonly name?: Name | null
  /** A text for people. */
  readonly description?: LongText | null
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: OptionalFlags
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: OptionalTags
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject | null
  /** The workflow; needed if neither a variant nor a revision is named. */
  readonly workflow_id?: Id | null
  /** The id of the workflow; the same as `workflow_id`. */
  readonly artifact_id?: Id | null
  /** The variant to commit to; the default variant of the workflow if absent. */
  readonly workflow_variant_id?: Id | null
  /** The variant to commit to; the same as `workflow_variant_id`. */
  readonly variant_id?: Id | null
  /** The base of a delta; the newest revision of the variant by default. */
  readonly workflow_revision_id?: Id | null
  /** The base of a delta; the same as `workflow_revision_id`. */
  readonly revision_id?: Id | null
  /** The revision that the change builds on. If the variant has a newer one, the request fails with `revision_conflict`. */
  readonly base_revision_id?: Id | null
  /** The revision whose changes the payload contains: the commit is a merge of it. */
  readonly merged_revision_id?: Id | null
  /** The commit message. */
  readonly message?: string | null
  /** Creates no revision if the content equals the newest one; the answer then has the newest one. */
  readonly if_changed?: Bool | null
  /** The complete new payload; exclusive with `delta`. */
  readonly data?: WorkflowData | null
  /** Changes relative to the base revision; exclusive with `data`. */
  readonly delta?: WorkflowDelta | null
}

/** The payload of a revision of the workflow. */
export interface WorkflowData {
  /** provider:kind:key:version; key, kind:key and provider:kind:key are completed. */
  readonly uri?: string | null
  /** The address of the program. */
  readonly url?: string | null
  /** Sent with each invocation; an object references a secret whose text is inserted. */
  readonly headers?: JsonObject | null
  /** The language of `script`. */
  readonly runtime?: 'python' | 'typescript' | 'javascript' | null
  /** The source text of a code program. */
  readonly script?: string | null
  /** JSON Schemas of parameters, inputs and outputs. */
  readonly schemas?: WorkflowSchemas | null
  /** The parameters of the program, such as a prompt and its model. */
  readonly parameters?: JsonObject | null
}

/** Changes of a payload. */
export interface WorkflowDelta {
  /** Values to set, merged into the payload: objects member by member, anything else as a whole. */
  readonly set?: JsonObject | null
  /** Paths to remove, with dots between names. */
  readonly remove?: readonly string[] | null
}

/** The answer of `workflows.query`. */
export interface WorkflowListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The workflows of this page, newest first. */
  readonly workflows: readonly Workflow[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** One of workflow_id, artifact_id, workflow_variant_id, variant_id, workflow_revision_id or revision_id is required. */
export interface WorkflowLogTarget {
  /** The id of the workflow, a UUID. */
  readonly workflow_id?: Id | null
  /** The id of the workflow; the same as `workflow_id`. */
  readonly artifact_id?: Id | null
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id?: Id | null
  /** The id of the variant; the same as `workflow_variant_id`. */
  readonly variant_id?: Id | null
  /** The id of the revision of the workflow, a UUID. */
  readonly workflow_revision_id?: Id | null
  /** The id of the revision; the same as `workflow_revision_id`. */
  readonly revision_id?: Id | null
  /** The number of revisions to list; all by default. */
  readonly depth?: number | null
}

/** The answer of `workflows.create` and of others. */
export interface WorkflowResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The workflow. */
  readonly workflow?: Workflow
}

/** A revision of the workflow: an immutable commit on a variant. */
export interface WorkflowRevision {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The number of the revision on its variant, as text; `0` is the initial one. */
  readonly version: string
  /** The commit message. */
  readonly message?: string
  /** The id of the key that committed the revision. */
  readonly author: string
  /** The time of the commit, ISO 8601 in UTC. */
  readonly date: string
  /** The BLAKE2b-32 hash of the payload as canonical JSON, in hex. Equal hashes mean equal content. */
  readonly content_hash?: string
  /** The payload of the workflow. */
  readonly data?: JsonObject
  /** The id of the workflow that owns the revision; the same as `workflow_id`. */
  readonly artifact_id: string
  /** The slug of the workflow that owns the revision. */
  readonly artifact_slug: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id: string
  /** The slug of the workflow. */
  readonly workflow_slug: string
  /** The id of the variant; the same as `workflow_variant_id`. */
  readonly variant_id: string
  /** The slug of the variant that owns the revision. */
  readonly variant_slug: string
  /** The id of the variant of the workflow, a UUID. */
  readonly workflow_variant_id: string
  /** The slug of the variant of the workflow. */
  readonly workflow_variant_slug: string
}

/** The answer of `workflows.log` and of others. */
export interface WorkflowRevisionListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revisions of this page, newest first. */
  readonly workflow_revisions: readonly WorkflowRevision[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `workflows.createRevision` and of others. */
export interface WorkflowRevisionResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The revision of the workflow. */
  readonly workflow_revision?: WorkflowRevision
}

/** JSON Schemas of a program. */
export interface WorkflowSchemas {
  /** A JSON Schema. */
  readonly parameters?: JsonObject | boolean | null
  /** A JSON Schema. */
  readonly inputs?: JsonObject | boolean | null
  /** A JSON Schema. */
  readonly outputs?: JsonObject | boolean | null
}

/** A variant of the workflow: a branch of revisions. */
export interface WorkflowVariant {
  /** The id, a UUID. */
  readonly id: string
  /** The slug: a name for programs and URLs. */
  readonly slug: string
  /** A name for people; need not be unique. */
  readonly name?: string
  /** A text for people. */
  readonly description?: string
  /** Booleans by name, such as `is_evaluator`; the server computes some of them. */
  readonly flags?: {
    readonly [key: string]: boolean
  }
  /** Labels by name; values are texts, numbers, booleans or objects of these. */
  readonly tags?: JsonObject
  /** Any JSON object, stored unchanged. */
  readonly meta?: JsonObject
  /** The time of creation, ISO 8601 in UTC. */
  readonly created_at: string
  /** The id of the key that created the record. */
  readonly created_by_id: string
  /** The time of the latest change, ISO 8601 in UTC; absent if there was none. */
  readonly updated_at?: string
  /** The id of the key that changed the record last. */
  readonly updated_by_id?: string
  /** The time the record was archived, ISO 8601 in UTC; absent while it is active. */
  readonly deleted_at?: string
  /** The id of the key that archived the record. */
  readonly deleted_by_id?: string
  /** The revision that the variant was forked from. */
  readonly forked_from_revision_id?: string
  /** The id of the workflow that owns the variant; the same as `workflow_id`. */
  readonly artifact_id: string
  /** The slug of the workflow that owns the variant. */
  readonly artifact_slug: string
  /** The id of the workflow, a UUID. */
  readonly workflow_id: string
  /** The slug of the workflow. */
  readonly workflow_slug: string
}

/** The answer of `workflows.queryVariants`. */
export interface WorkflowVariantListResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variants of this page, newest first. */
  readonly workflow_variants: readonly WorkflowVariant[]
  /** Present if there may be a next page: send it in the next request. */
  readonly windowing?: NextWindowing
}

/** The answer of `workflows.createVariant` and of others. */
export interface WorkflowVariantResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The variant of the workflow. */
  readonly workflow_variant?: WorkflowVariant
}

/** The body of `metrics.create` and of others. */
export interface WriteMetricsRequest {
  /** The metrics to store. */
  readonly metrics: readonly NewMetrics[]
}

/** The body of `results.create` and of others. */
export interface WriteResultsRequest {
  /** The results to store. */
  readonly results: readonly NewResult[]
}

/** The body of `traces.edit` and of others. */
export interface WriteTraceRequest {
  /** The trace to store. */
  readonly trace: NewTrace
}

/** The answer of `traces.edit` and of others. */
export interface WrittenTraceResponse {
  /** The number of items in this answer, not the total of all pages. */
  readonly count: number
  /** The id of the trace, 32 hex digits. */
  readonly trace_id: string
  /** The stored trace. */
  readonly trace: Trace
}
