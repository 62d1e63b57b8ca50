// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { ActivityRequest, DeleteSpansOfUserRequest, QueryUsersResponse, RemovedSpansResponse } from './schemas.ts'

/** The body of `users.query`. */
export type QueryUsersBody = ActivityRequest

/** The answer of `users.query`. */
export type QueryUsersAnswer = QueryUsersResponse

/** The body of `users.delete`. */
export type DeleteSpansOfUserBody = DeleteSpansOfUserRequest

/** The answer of `users.delete`. */
export type DeleteSpansOfUserAnswer = RemovedSpansResponse

/** The operations of `assay.users`. */
export const users = (core: Core) => ({
  /** Ids of users, ordered by the time of their first span; with realtime by their last. */
  query: (body?: QueryUsersBody, options?: CallOptions) =>
    core.json<QueryUsersAnswer>('POST /api/spans/users/query', { body, repeatable: true, options }),
  /** Delete every trace that has a span with this user id. Complete when the answer arrives; idempotent. */
  delete: (body: DeleteSpansOfUserBody, options?: CallOptions) =>
    core.json<DeleteSpansOfUserAnswer>('POST /api/spans/users/delete', { body, options }),
})
