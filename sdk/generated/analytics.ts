// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { FilterText, FilterTime, QueryAnalyticsRequest, QueryAnalyticsResponse } from './schemas.ts'

export type QueryAnalyticsBody = QueryAnalyticsRequest

export interface QueryAnalyticsQuery {
  readonly focus?: 'trace' | 'span'
  /** Not looked at: answers have one format. */
  readonly format?: unknown
  readonly filter?: FilterText
  readonly filtering?: string
  readonly windowing?: string
  readonly oldest?: FilterTime
  readonly newest?: FilterTime
  readonly rate?: number
  readonly interval?: number
  readonly specs?: string
  readonly group_by?: string
  /** With group_by: so many groups stay apart, the same in all buckets; the others are one bucket with rest: true. */
  readonly group_limit?: number
  /** With group_limit: groups with the greatest sums of this attribute stay apart. Absent: those with most spans. */
  readonly group_order?: string
  readonly heads?: boolean
}

export type QueryAnalyticsAnswer = QueryAnalyticsResponse

export const analytics = (core: Core) => ({
  /** Statistics of attributes in buckets of time. */
  query: (body?: QueryAnalyticsBody, options?: CallOptions & { readonly query?: QueryAnalyticsQuery }) =>
    core.json<QueryAnalyticsAnswer>('POST /api/spans/analytics/query', { body, query: options?.query, repeatable: true, options }),
})
