// Queries over spans. tracing/filter compiles a client's filter into conditions with bound values, which these queries
// combine with their own statements. Deleted and replaced rows are never visible.
import type { PartyOf } from '../../kernel/parties.ts'
import type { SelectedSpan, SpanPlace } from './spans.ts'

/**
 * SQL over the columns of a span with `{name:Type}` placeholders, and their values. Never a client's text.
 */
export interface SpanSql {
  readonly sql: string
  readonly params: Readonly<Record<string, string | readonly string[]>>
  /** Whether only roots and heads of traces can match: such conditions may be tested on narrow copies of them. */
  readonly isOfHeads?: boolean
  /** The columns of the tested span that the condition reads; absent: any. */
  readonly columns?: readonly string[]
  /** Whether the condition also reads other spans than the tested one. */
  readonly readsOtherSpans?: boolean
  /** An equal condition without an index, for a search among few rows: faster if many rows match. */
  readonly near?: Pick<SpanSql, 'sql' | 'params'>
}

/** The project of the query and the signal that cancels it. */
export interface QueryScope {
  readonly projectId: string
  /** Aborting also ends the query in the engine. */
  readonly signal?: AbortSignal | undefined
  /** The start of its time limit, from performance.now(); absent: when the query is submitted. */
  readonly arrivedAt?: number
  /**
   * The columns of rows. Absent: those of the record. `sent`: also the data as sent (`SentRow`). A set: these columns
   * and those that locate a span in its trace; the others are empty. Each unread column makes the answer faster.
   */
  readonly columns?: ReadonlySet<keyof SelectedSpan> | 'sent' | undefined
}

export interface SpanSelection {
  /** The client's condition on a span. */
  readonly where: SpanSql
  /** The bounds in time and order: a condition on start_time, trace_id and span_id alone. */
  readonly bounds: SpanSql
}

/** The cost limits of one query. */
export interface QueryBudget {
  readonly secondsMax: number
  readonly memoryBytesMax: number
  readonly resultBytesMax: number
  /** The number of rows that one statement of analytics reads, about. Absent: as many as the memory allows. */
  readonly analyticsRowsMax?: number
  /** Groups projects that share the slots of one; absent: each project has its own. */
  readonly partyOf?: PartyOf | undefined
}

export interface SpanPageQuery extends SpanSelection {
  readonly order: 'ascending' | 'descending'
  readonly limit: number
  /**
   * Whether a search may end before its page is full, when it has used a part of its time budget. It then reads
   * the window in time slices. A condition that reads other spans is not sliced.
   */
  readonly isPartial?: boolean | undefined
}

/** A search that may have ended before its page was full. */
interface PartialSearch {
  /** The time at which it ended: everything before it, in the order of the query, was searched. */
  readonly searchedTo?: string | undefined
}

export interface SpanPage extends PartialSearch {
  readonly rows: readonly SelectedSpan[]
  /** The position of the last span, if the page is full: the cursor of the next page. */
  readonly last: SpanPlace | undefined
}

export interface TraceTime {
  readonly trace_id: string
  /** The largest start_time among the matching spans. */
  readonly time: string
  /** The start times of its spans, if they are few and no filter excluded any: saves a search for them. */
  readonly starts?: readonly string[] | undefined
}

export interface TracePage extends PartialSearch {
  readonly traces: readonly TraceTime[]
}

/** Ids of sessions or users with the time that orders them. */
export interface ActivityQuery {
  readonly column: 'session_id' | 'user_id'
  /** Whether an id is ordered by the start or the end of its activity. */
  readonly by: 'first' | 'last'
  readonly order: 'ascending' | 'descending'
  readonly limit: number
  /** A condition on `time`, the DateTime64(9) of an id. */
  readonly bounds: SpanSql
  /**
   * A condition on start_time: only these spans count, and only their part of the table is read. Absent: all
   * spans.
   */
  readonly within?: SpanSql
  /** Only ids of traces with a span, `within`, that satisfies this condition. */
  readonly where?: SpanSql
  /** Orders ids by this measure, the largest first; ids with equal values by `time`. Absent: by `time` alone. */
  readonly rankingMeasure?: ActivityMeasure
  /** Whether the first inputs of each id are read too. */
  readonly inputs?: boolean
}

export type ActivityMeasure = 'duration_ms' | 'traces' | 'failed_traces' | 'tokens' | 'cost'

export interface Activity {
  readonly id: string
  readonly time: string
  readonly first: string
  readonly last: string
  readonly traces: number
  readonly spans: number
  readonly errors: number
  readonly tokens: number
  readonly cost: number
  /** From the first start to the last end. */
  readonly duration_ms: number
  /** Traces with an error. */
  readonly failed_traces: number
  /** For a session: the user of its first span with a user. */
  readonly user: string | null
  /** For a user: the number of sessions. */
  readonly sessions: number
  /**
   * The beginning of the first inputs, as JSON text that may be truncated; '' if there are none or they are
   * not requested.
   */
  readonly inputs_start: string
}

/** One series of values to aggregate. Expressions are SQL over the columns of a span. */
export interface Measure {
  /** Nullable(Float64): the number of a span. Absent: no numbers are aggregated. */
  readonly number?: string
  /** Array(String): the values as JSON texts, counted one by one; '' is no value. */
  readonly values?: string
  /** UInt64: the number of values of a span, if only that is requested. */
  readonly count?: string
  /** Requested besides count and sum: minimum, maximum and quantiles, alone or with a histogram. */
  readonly distribution?: 'quantiles' | HistogramBins
  /** The values come from annotations of the span: the expressions are over the columns of an annotation. */
  readonly annotations?: AnnotationSource
}

export interface AnnotationSource {
  /** A condition on annotations; its values are in `params` of the query. */
  readonly where: string
  /** Whether annotations of all spans of the trace count for the span, or only those of the span itself. */
  readonly ofTrace: boolean
}

/** Equal bins between the smallest and the largest number, or between the given bounds. */
export interface HistogramBins {
  /** Absent: the square root of the number of values, rounded up. */
  readonly bins?: number
  readonly low?: number
  readonly high?: number
  /** Whether numbers beyond a bound count in the outermost bin; otherwise they are omitted. */
  readonly edge: boolean
}

/** Attributes of the newest spans within bounds. At most `spansMax` spans are read. */
interface AttributesQuery {
  readonly bounds: SpanSql
  readonly prefix: string
  readonly limit: number
  readonly spansMax: number
}

export type AttributeKeysQuery = AttributesQuery

export interface AttributeKey {
  readonly key: string
  readonly types: readonly ('string' | 'number' | 'boolean')[]
  readonly count: number
}

export interface AttributeValuesQuery extends AttributesQuery {
  /** The path of an attribute, or a column name of our own, never from a client. */
  readonly of: { readonly key?: string; readonly column?: string }
}

export interface AttributeValue {
  readonly value: string
  readonly count: number
}

/** A value that splits buckets. */
export interface GroupKey {
  /** String: the JSON text of a scalar, '' if a span has none. */
  readonly sql: string
  /** Whether a span without a value inherits that of its root; of several roots the first. */
  readonly inherits: boolean
}

export interface TopGroups {
  readonly limit: number
  /** Nullable(Float64): groups with the greatest sums come first. Absent: those with the most spans. */
  readonly weight?: string
}

export interface AnalyticsQuery extends SpanSelection {
  /** The window in nanoseconds since 1970, and the width of a bucket. */
  readonly oldest: bigint
  readonly newest: bigint
  readonly intervalNs: bigint
  /** Splits buckets further; absent: no split. */
  readonly groups?: readonly GroupKey[]
  /** How far the root from which a span inherits values may be from the window. */
  readonly rootsAroundNs: bigint
  /** The number of separate groups; the spans of all others form one group. */
  readonly top?: TopGroups
  readonly measures: readonly Measure[]
  /** The columns of the counted spans that measures, groups and weight read. */
  readonly columns: readonly string[]
  /** The quantiles of a distribution, between 0 and 1. */
  readonly quantiles: readonly number[]
  /** Values of the placeholders in groups and measures. */
  readonly params: SpanSql['params']
}

export interface MeasureTotals {
  readonly count: number
  readonly sum: number
  /** Present with a distribution, like the quantiles and bins. */
  readonly min: number
  readonly max: number
  readonly quantiles: readonly number[]
  /** Values and their frequencies. */
  readonly frequencies: readonly (readonly [text: string, count: number])[]
  /** Non-empty bins, counted from 0. */
  readonly bins: readonly (readonly [bin: number, count: number])[]
}

export interface AnalyticsBucket {
  /** The number of the bucket, counted from `oldest`. */
  readonly bucket: number
  /**
   * JSON text of the list of the group's values, null for a missing one. '': all groups beyond the top; or no
   * groups.
   */
  readonly group: string
  readonly spans: number
  readonly measures: readonly MeasureTotals[]
}

export interface TraceFacts {
  readonly trace_id: string
  /** When the last span was received, in the time format of rows. */
  readonly received_at: string
  /** The id of the earliest span that has one; empty if none has. */
  readonly session_id: string
  readonly user_id: string
  readonly agent_id: string
}

/**
 * Every query has a budget of time and memory: above it, it rejects with `budget_exceeded`, whatever the
 * engine does, and waiting for a slot counts. A query whose signal aborts rejects at once, and the engine
 * stops working on it. Projects share the slots fairly: however many queries one project sends, another
 * project's single query is served next.
 */
export interface SpanQueries {
  /** The live spans of the project of a query, for conditions on other spans: an expression for FROM. */
  readonly source: string
  /** Whether the spans of a trace may be on several machines. */
  readonly sharded: boolean
  /**
   * A page of spans by (start_time, span_id). It exceeds the limit only by spans that share both with its
   * last one, which no cursor could separate.
   */
  page(scope: QueryScope, query: SpanPageQuery): Promise<SpanPage>
  /** A page of traces by (time, trace_id): those whose time-giving span is within the bounds. */
  tracePage(scope: QueryScope, query: SpanPageQuery): Promise<TracePage>
  /**
   * All live spans of these traces, in no promised order. Unknown traces have none. `starts` comes from a
   * page of traces, for all of them together: no other spans are searched.
   */
  traces(
    scope: QueryScope,
    traceIds: readonly string[],
    starts?: readonly string[],
  ): Promise<readonly SelectedSpan[]>
  /** The positions of the live spans in one of the traces (if given) with one of the ids (if given). */
  places(
    scope: QueryScope,
    ids: { readonly traceIds?: readonly string[]; readonly spanIds?: readonly string[] },
  ): Promise<readonly SpanPlace[]>
  /** The live rows at these positions; missing ones are omitted. */
  rows(scope: QueryScope, places: readonly SpanPlace[]): Promise<readonly SelectedSpan[]>
  /** Facts over all spans of each of these traces, in no promised order; unknown traces are omitted. */
  traceFacts(scope: QueryScope, traceIds: readonly string[]): Promise<readonly TraceFacts[]>
  activity(scope: QueryScope, query: ActivityQuery): Promise<readonly Activity[]>
  /**
   * Keys with the types of their values, the most frequent first. Counts refer to the spans that were read.
   */
  attributeKeys(scope: QueryScope, query: AttributeKeysQuery): Promise<readonly AttributeKey[]>
  attributeValues(scope: QueryScope, query: AttributeValuesQuery): Promise<readonly AttributeValue[]>
  /** Non-empty buckets, oldest first. */
  analytics(scope: QueryScope, query: AnalyticsQuery): Promise<readonly AnalyticsBucket[]>
}
