// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { Windowing } from './schemas.ts'

export interface QueryAuditBody {
  readonly entry?: {
    readonly actor_id?: string | null
    readonly method?: string | null
    readonly path?: string | null
    readonly resource_kind?: string | null
    readonly resource_id?: string | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryAuditAnswer {
  readonly count: number
  readonly entries: ReadonlyArray<{
    readonly id: string
    readonly timestamp: string
    readonly actor_id: string
    readonly actor_prefix: string
    readonly method: string
    readonly path: string
    readonly operation: string
    readonly resource_kind?: string
    readonly resource_id?: string
    readonly status_code: number
    readonly remote_address: string
    readonly request_id: string
  }>
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export const audit = (core: Core) => ({
  /** Who wrote what, when and from where, newest first. */
  query: (body?: QueryAuditBody, options?: CallOptions) =>
    core.pages<QueryAuditAnswer, 'entries'>('POST /api/audit/query', 'entries', { body, repeatable: true, options }),
})
