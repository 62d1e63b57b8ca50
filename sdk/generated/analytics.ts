// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { JsonObject } from './schemas.ts'

export interface QueryAnalyticsBody {
  readonly format?: 'agenta' | 'opentelemetry' | null
  readonly filter?: string | JsonObject | null
  readonly filtering?: {
    readonly [key: string]: unknown
  } | null
  readonly windowing?: {
    readonly [key: string]: unknown
  } | null
  readonly oldest?: unknown
  readonly newest?: unknown
  readonly limit?: unknown
  readonly next?: unknown
  readonly order?: unknown
  readonly rate?: unknown
  readonly interval?: unknown
  readonly focus?: 'trace' | 'span' | null
  readonly specs?: readonly JsonObject[] | null
  readonly group_by?: string | null
}

export interface QueryAnalyticsQuery {
  readonly format?: 'agenta' | 'opentelemetry' | null
  readonly filter?: string | JsonObject | null
  readonly filtering?: {
    readonly [key: string]: unknown
  } | null
  readonly windowing?: {
    readonly [key: string]: unknown
  } | null
  readonly oldest?: unknown
  readonly newest?: unknown
  readonly limit?: unknown
  readonly next?: unknown
  readonly order?: unknown
  readonly rate?: unknown
  readonly interval?: unknown
  readonly focus?: 'trace' | 'span' | null
  readonly specs?: readonly JsonObject[] | null
  readonly group_by?: string | null
}

export interface QueryAnalyticsAnswer {
  readonly count: number
  readonly buckets: ReadonlyArray<{
    readonly timestamp: string
    readonly interval: number
    readonly [key: string]: unknown
  }>
  readonly query: {
    readonly [key: string]: unknown
  }
  readonly specs: ReadonlyArray<{
    readonly [key: string]: unknown
  }>
  readonly group_by?: string
}

export const analytics = (core: Core) => ({
  /** Statistics of attributes in buckets of time. */
  query: (body?: QueryAnalyticsBody, options?: CallOptions & { readonly query?: QueryAnalyticsQuery }) =>
    core.json<QueryAnalyticsAnswer>('POST /api/spans/analytics/query', { body, query: options?.query, repeatable: true, options }),
})
