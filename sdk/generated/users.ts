// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface QueryUsersBody {
  readonly realtime?: boolean | null
  readonly include_totals?: boolean | null
  readonly windowing?: {
    readonly [key: string]: unknown
  } | null
}

export interface QueryUsersAnswer {
  readonly count: number
  readonly user_ids: readonly string[]
  readonly users?: ReadonlyArray<{
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

export interface DeleteSpansOfUserBody {
  readonly user_id: string
}

export interface DeleteSpansOfUserAnswer {
  readonly count: number
  readonly traces: number
}

export const users = (core: Core) => ({
  /** Ids of users by the time of their first span, or with realtime of their last. */
  query: (body?: QueryUsersBody, options?: CallOptions) =>
    core.json<QueryUsersAnswer>('POST /api/spans/users/query', { body, repeatable: true, options }),
  /** Remove every trace in which a span carries this user id. Gone when the answer arrives; safe to repeat. */
  delete: (body: DeleteSpansOfUserBody, options?: CallOptions) =>
    core.json<DeleteSpansOfUserAnswer>('POST /api/spans/users/delete', { body, options }),
})
