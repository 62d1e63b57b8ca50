// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { UsageResponse } from './schemas.ts'

export interface FetchUsageQuery {
  readonly days?: number
}

export type FetchUsageAnswer = UsageResponse

export const usage = (core: Core) => ({
  /** Spans, bytes, testcases, calls of models and their cost by day (UTC), newest first. */
  fetch: (query?: FetchUsageQuery, options?: CallOptions) =>
    core.json<FetchUsageAnswer>('GET /api/usage', { query, options }),
})
