// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { ActivityRequest, DeleteSpansOfUserRequest, QueryUsersResponse, RemovedSpansResponse } from './schemas.ts'

export type QueryUsersBody = ActivityRequest

export type QueryUsersAnswer = QueryUsersResponse

export type DeleteSpansOfUserBody = DeleteSpansOfUserRequest

export type DeleteSpansOfUserAnswer = RemovedSpansResponse

export const users = (core: Core) => ({
  /** Ids of users by the time of their first span, or with realtime of their last. */
  query: (body?: QueryUsersBody, options?: CallOptions) =>
    core.json<QueryUsersAnswer>('POST /api/spans/users/query', { body, repeatable: true, options }),
  /** Remove every trace in which a span carries this user id. Gone when the answer arrives; safe to repeat. */
  delete: (body: DeleteSpansOfUserBody, options?: CallOptions) =>
    core.json<DeleteSpansOfUserAnswer>('POST /api/spans/users/delete', { body, options }),
})
