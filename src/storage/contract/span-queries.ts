// Queries over spans. What a client asks for is compiled elsewhere into conditions with bound values; here they are
// joined to statements whose other parts are our own. Deleted and replaced rows are never seen by any of these.
import type { PartyOf } from '../../kernel/parties.ts'
import type { ShownSpan, SpanPlace } from './spans.ts'

/** SQL over the columns of a span with `{name:Type}` places, and the values for them. Never a client's text. */
export interface SpanSql {
  readonly sql: string
  readonly params: Readonly<Record<string, string | readonly string[]>>
  /** The same, for rows that are looked at one by one: there where many rows may be found soon. */
  readonly near?: Pick<SpanSql, 'sql' | 'params'>
}

/** Whose query it is, and how it may be stopped. */
export interface QueryScope {
  readonly projectId: string
  /** When it aborts, the query ends in the engine too. */
  readonly signal?: AbortSignal | undefined
  /** From when its time counts, as performance.now() tells it; absent: from when it is put. */
  readonly arrivedAt?: number
  /**
   * What rows hold: the record (if absent), the record with what was sent (`SentRow`), or these columns and those that place
   * a span in its trace. The others are empty: each that is not read makes an answer quicker.
   */
  readonly columns?: ReadonlySet<keyof ShownSpan> | 'sent' | undefined
}

export interface SpanSelection {
  /** What the client asks of a span. */
  readonly where: SpanSql
  /** Where in time and order it may lie: a condition on start_time, trace_id and span_id alone. */
  readonly bounds: SpanSql
}

/** What one query may cost. */
export interface QueryBudget {
  readonly secondsMax: number
  readonly memoryBytesMax: number
  readonly resultBytesMax: number
  /** Whose queries share the places of one; absent: each project has its own. */
  readonly partyOf?: PartyOf | undefined
}

export interface SpanPageQuery extends SpanSelection {
  readonly order: 'ascending' | 'descending'
  readonly limit: number
}

export interface SpanPage {
  readonly rows: readonly ShownSpan[]
  /** The place of the last span, when the page is full: the cursor of the next one. */
  readonly last: SpanPlace | undefined
}

export interface TraceTime {
  readonly trace_id: string
  /** The largest start_time among the spans that satisfy the filter. */
  readonly time: string
  /** When its spans started, if they are few and none was left out by a filter: it spares a search for them. */
  readonly starts?: readonly string[] | undefined
}

/** Ids of sessions or users with the time by which they are ordered. */
export interface ActivityQuery {
  readonly column: 'session_id' | 'user_id'
  /** By which end of its activity an id is placed in time. */
  readonly by: 'first' | 'last'
  readonly order: 'ascending' | 'descending'
  readonly limit: number
  /** A condition on `time`, the DateTime64(9) of an id. */
  readonly bounds: SpanSql
  /** A condition on start_time: only these spans count, and only their part of the table is read. Absent: all. */
  readonly within?: SpanSql
  /** Only ids that a trace carries of which some span, `within`, satisfies this. */
  readonly where?: SpanSql
  /** The largest first; ids of one value by `time`. Absent: by `time` alone. */
  readonly largest?: ActivityMeasure
  /** Whether the first inputs of each id are read as well. */
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
  /** Of a session: the user of its first span that names one. */
  readonly user: string | null
  /** Of a user: how many sessions. */
  readonly sessions: number
  /** How the first inputs begin, as JSON text that may be cut; '' where there are none or they were not asked for. */
  readonly inputs_start: string
}

/** One series of values to sum up. Expressions are SQL over the columns of a span. */
export interface Measure {
  /** Nullable(Float64): the number a span brings. Absent: no numbers are summed up. */
  readonly number?: string
  /** Array(String): the values as JSON texts, to be counted one by one; '' is no value. */
  readonly values?: string
  /** UInt64: values of a span, where only their number is asked for. */
  readonly count?: string
  /** Wanted of the numbers, beside their count and sum: minimum, maximum, quantiles, and how many lie in each bin. */
  readonly distribution?: HistogramBins
  /** The values are those of annotations of the span, not its own: the expressions are over the columns of an annotation. */
  readonly annotations?: AnnotationSource
}

export interface AnnotationSource {
  /** A condition on annotations; its values are in `params` of the query. */
  readonly where: string
  /** Whether annotations of all spans of the trace count for the span, or only those of the span itself. */
  readonly ofTrace: boolean
}

/** Equal bins between the smallest and the largest number, or between the ends given. */
export interface HistogramBins {
  /** Absent: the root of the number of values, rounded up. */
  readonly bins?: number
  readonly low?: number
  readonly high?: number
  /** Whether numbers beyond an end are counted in the bin there; else they are left out. */
  readonly edge: boolean
}

/** Attributes of the newest spans within bounds; `looked`: of so many. */
interface AttributesQuery {
  readonly bounds: SpanSql
  readonly prefix: string
  readonly limit: number
  readonly looked: number
}

export type AttributeKeysQuery = AttributesQuery

export interface AttributeKey {
  readonly key: string
  readonly types: readonly ('string' | 'number' | 'boolean')[]
  readonly count: number
}

export interface AttributeValuesQuery extends AttributesQuery {
  /** The path of an attribute, or a column: our own word, never a client's. */
  readonly of: { readonly key?: string; readonly column?: string }
}

export interface AttributeValue {
  readonly value: string
  readonly count: number
}

/** A value by which buckets are split. */
export interface GroupKey {
  /** String: the JSON text of a scalar, '' where a span has none. */
  readonly sql: string
  /** Whether a span without a value has that of its root; of several roots the first. */
  readonly inherits: boolean
}

export interface TopGroups {
  readonly limit: number
  /** Nullable(Float64): groups with the greatest sums come first. Absent: those with most spans. */
  readonly weight?: string
}

export interface AnalyticsQuery extends SpanSelection {
  /** Nanoseconds since 1970, and the width of a bucket. */
  readonly oldest: bigint
  readonly intervalNs: bigint
  /** By what buckets are split further; absent: by nothing. */
  readonly groups?: readonly GroupKey[]
  /** Where roots are looked for, of which spans inherit values. */
  readonly rootBounds: SpanSql
  /** Only so many groups stay apart; the spans of all others are one. */
  readonly top?: TopGroups
  readonly measures: readonly Measure[]
  /** Of the numbers whose distribution is asked for: shares between 0 and 1. */
  readonly quantiles: readonly number[]
  /** Values for the places in groups and measures. */
  readonly params: SpanSql['params']
}

export interface MeasureTotals {
  readonly count: number
  readonly sum: number
  /** Of a distribution, like the quantiles and bins. */
  readonly min: number
  readonly max: number
  readonly quantiles: readonly number[]
  /** Values and how often each occurs. */
  readonly frequencies: readonly (readonly [text: string, count: number])[]
  /** Bins that hold something, counted from 0. */
  readonly bins: readonly (readonly [bin: number, count: number])[]
}

export interface AnalyticsBucket {
  /** Number of the bucket, counted from `oldest`. */
  readonly bucket: number
  /** JSON text of a list of the group's values, null where there is none. '': all groups beyond the top; or no groups. */
  readonly group: string
  readonly spans: number
  readonly measures: readonly MeasureTotals[]
}

export interface TraceFacts {
  readonly trace_id: string
  /** When the last span was sent, as rows write times. */
  readonly received_at: string
  /** Of the first span in time that carries one; '' where none does. */
  readonly session_id: string
  readonly user_id: string
  readonly agent_id: string
}

/**
 * Every query has a budget of time and memory: beyond it, it rejects with `budget_exceeded`, whatever the engine does, and
 * waiting for its turn counts. One whose signal aborts rejects at once, and the engine stops working on it. Turns are
 * shared by projects: however much one asks, another that asks for nothing else is served next.
 */
export interface SpanQueries {
  /** The live spans of the project of a query, for conditions that look at other spans: a place in FROM. */
  readonly source: string
  /** Whether the spans of a trace may lie on several machines. */
  readonly sharded: boolean
  /**
   * A page of spans by (start_time, span_id). It grows beyond the limit only by spans that share both with its last
   * one, which no cursor could tell apart.
   */
  page(scope: QueryScope, query: SpanPageQuery): Promise<SpanPage>
  /**
   * A page of traces by (time, trace_id): those of which the span that gives the time lies within the bounds.
   */
  tracePage(scope: QueryScope, query: SpanPageQuery): Promise<readonly TraceTime[]>
  /**
   * All live spans of these traces, in no promised order. Unknown traces have none. `starts` of a page of traces, all of
   * them together: other spans are not looked for.
   */
  traces(
    scope: QueryScope,
    traceIds: readonly string[],
    starts?: readonly string[],
  ): Promise<readonly ShownSpan[]>
  /** Where the live spans lie that are in one of the traces (if given) and have one of the ids (if given). */
  places(
    scope: QueryScope,
    ids: { readonly traceIds?: readonly string[]; readonly spanIds?: readonly string[] },
  ): Promise<readonly SpanPlace[]>
  /** The live rows at these places; what is not there is left out. */
  rows(scope: QueryScope, places: readonly SpanPlace[]): Promise<readonly ShownSpan[]>
  /** What all spans of each of these traces tell of it, in no promised order; unknown traces are left out. */
  traceFacts(scope: QueryScope, traceIds: readonly string[]): Promise<readonly TraceFacts[]>
  activity(scope: QueryScope, query: ActivityQuery): Promise<readonly Activity[]>
  /** Keys with the types of their values, the most frequent first. Counts are of the spans that were looked at. */
  attributeKeys(scope: QueryScope, query: AttributeKeysQuery): Promise<readonly AttributeKey[]>
  attributeValues(scope: QueryScope, query: AttributeValuesQuery): Promise<readonly AttributeValue[]>
  /** Buckets that hold a span, oldest first. */
  analytics(scope: QueryScope, query: AnalyticsQuery): Promise<readonly AnalyticsBucket[]>
}
