// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { FilterText, FilterTime, QueryAnalyticsRequest, QueryAnalyticsResponse } from './schemas.ts'

/** The body of `analytics.query`. */
export type QueryAnalyticsBody = QueryAnalyticsRequest

/** The query parameters of `analytics.query`. */
export interface QueryAnalyticsQuery {
  /** `trace`: one item per trace, by its root span; `span`: every span on its own. */
  readonly focus?: 'trace' | 'span'
  /** Ignored: answers have one format. */
  readonly format?: unknown
  /** A filter as text (`span_name = "chat" and cost > 0.1`) or as an object; docs/filters.md has the language. */
  readonly filter?: FilterText
  /** A filter as JSON text. */
  readonly filtering?: string
  /** Time bounds and sampling, as JSON text. */
  readonly windowing?: string
  /** The lower bound of the time, ISO 8601. */
  readonly oldest?: FilterTime
  /** The upper bound of the time, ISO 8601. */
  readonly newest?: FilterTime
  /** The share of traces to sample, 0 to 1; always the same traces. */
  readonly rate?: number
  /** The length of a period in minutes. */
  readonly interval?: number
  /** The metrics to compute, as JSON text. */
  readonly specs?: string
  /** The field, or the two fields, that split each bucket: a name of the list or the path of an attribute. */
  readonly group_by?: string
  /** With group_by: the number of separate groups, the same in all buckets. The others form one bucket with rest: true. */
  readonly group_limit?: number
  /** With group_limit: the groups with the largest sums of this attribute are separate. Absent: those with the most spans. */
  readonly group_order?: string
  /** One row for each trace: its root span, or its earliest span, with the state and totals of the trace. */
  readonly heads?: boolean
}

/** The answer of `analytics.query`. */
export type QueryAnalyticsAnswer = QueryAnalyticsResponse

/** The operations of `assay.analytics`. */
export const analytics = (core: Core) => ({
  /** Statistics of attributes in time buckets. */
  query: (body?: QueryAnalyticsBody, options?: CallOptions & { readonly query?: QueryAnalyticsQuery }) =>
    core.json<QueryAnalyticsAnswer>('POST /api/spans/analytics/query', { body, query: options?.query, repeatable: true, options }),
})
