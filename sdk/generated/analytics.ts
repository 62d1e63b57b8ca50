// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { QueryAnalyticsRequest, QueryAnalyticsResponse, SpanWindowing, JsonObject } from './schemas.ts'

export type QueryAnalyticsBody = QueryAnalyticsRequest

export interface QueryAnalyticsQuery {
  readonly format?: 'agenta' | 'opentelemetry'
  /** The same as one line of text: `status_code = STATUS_CODE_ERROR`. */
  readonly filter?: string | JsonObject
  /** A tree of conditions; see docs/filters.md. */
  readonly filtering?: {
    readonly [key: string]: unknown
  }
  readonly windowing?: SpanWindowing
  readonly oldest?: unknown
  readonly newest?: unknown
  readonly limit?: unknown
  readonly next?: unknown
  readonly order?: unknown
  readonly rate?: unknown
  readonly interval?: unknown
  readonly focus?: 'trace' | 'span'
  readonly specs?: readonly JsonObject[]
  /** An attribute whose values split the buckets. */
  readonly group_by?: string
}

export type QueryAnalyticsAnswer = QueryAnalyticsResponse

export const analytics = (core: Core) => ({
  /** Statistics of attributes in buckets of time. */
  query: (body?: QueryAnalyticsBody, options?: CallOptions & { readonly query?: QueryAnalyticsQuery }) =>
    core.json<QueryAnalyticsAnswer>('POST /api/spans/analytics/query', { body, query: options?.query, repeatable: true, options }),
})
