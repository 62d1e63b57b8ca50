// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { FilterText, FilterTime, QueryAnalyticsRequest, QueryAnalyticsResponse } from './schemas.ts'

export type QueryAnalyticsBody = QueryAnalyticsRequest

export interface QueryAnalyticsQuery {
  readonly focus?: 'trace' | 'span'
  /** Ignored: answers have one format. */
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
  /** With group_by: the number of separate groups, the same in all buckets. The others form one bucket with rest: true. */
  readonly group_limit?: number
  /** With group_limit: the groups with the largest sums of this attribute are separate. Absent: those with the most spans. */
  readonly group_order?: string
  readonly heads?: boolean
}

export type QueryAnalyticsAnswer = QueryAnalyticsResponse

export const analytics = (core: Core) => ({
  /** Statistics of attributes in time buckets. */
  query: (body?: QueryAnalyticsBody, options?: CallOptions & { readonly query?: QueryAnalyticsQuery }) =>
    core.json<QueryAnalyticsAnswer>('POST /api/spans/analytics/query', { body, query: options?.query, repeatable: true, options }),
})
