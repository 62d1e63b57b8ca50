// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { UsageResponse } from './schemas.ts'

/** The query parameters of `usage.fetch`. */
export interface FetchUsageQuery {
  /** The number of days, up to today. */
  readonly days?: number
}

/** The answer of `usage.fetch`. */
export type FetchUsageAnswer = UsageResponse

/** The operations of `assay.usage`. */
export const usage = (core: Core) => ({
  /** Spans, bytes, testcases, calls of models and their cost by day (UTC), newest first. */
  fetch: (query?: FetchUsageQuery, options?: CallOptions) =>
    core.json<FetchUsageAnswer>('GET /api/usage', { query, options }),
})
