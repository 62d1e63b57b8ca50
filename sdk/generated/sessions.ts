// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface QuerySessionsBody {
  readonly realtime?: boolean | null
  readonly include_totals?: boolean | null
  readonly windowing?: {
    readonly [key: string]: unknown
  } | null
}

export interface QuerySessionsAnswer {
  readonly count: number
  readonly session_ids: readonly string[]
  readonly sessions?: ReadonlyArray<{
    readonly id: string
    readonly first_active: string
    readonly last_active: string
    readonly traces: number
    readonly errors: number
    readonly tokens: number
    readonly cost: number
  }>
  readonly windowing?: {
    readonly next?: string
    readonly [key: string]: unknown
  }
}

export interface DeleteSpansOfSessionBody {
  readonly session_id: string
}

export interface DeleteSpansOfSessionAnswer {
  readonly count: number
  readonly traces: number
}

export const sessions = (core: Core) => ({
  /** Ids of sessions by the time of their first span, or with realtime of their last. */
  query: (body?: QuerySessionsBody, options?: CallOptions) =>
    core.json<QuerySessionsAnswer>('POST /api/spans/sessions/query', { body, repeatable: true, options }),
  /** Remove every trace in which a span carries this session id. Gone when the answer arrives; safe to repeat. */
  delete: (body: DeleteSpansOfSessionBody, options?: CallOptions) =>
    core.json<DeleteSpansOfSessionAnswer>('POST /api/spans/sessions/delete', { body, options }),
})
