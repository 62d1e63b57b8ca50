// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { ActivityRequest, DeleteSpansOfSessionRequest, QuerySessionsResponse, RemovedSpansResponse } from './schemas.ts'

/** The body of `sessions.query`. */
export type QuerySessionsBody = ActivityRequest

/** The answer of `sessions.query`. */
export type QuerySessionsAnswer = QuerySessionsResponse

/** The body of `sessions.delete`. */
export type DeleteSpansOfSessionBody = DeleteSpansOfSessionRequest

/** The answer of `sessions.delete`. */
export type DeleteSpansOfSessionAnswer = RemovedSpansResponse

/** The operations of `assay.sessions`. */
export const sessions = (core: Core) => ({
  /** Ids of sessions, ordered by the time of their first span; with realtime by their last. */
  query: (body?: QuerySessionsBody, options?: CallOptions) =>
    core.json<QuerySessionsAnswer>('POST /api/spans/sessions/query', { body, repeatable: true, options }),
  /** Delete every trace that has a span with this session id. Complete when the answer arrives; idempotent. */
  delete: (body: DeleteSpansOfSessionBody, options?: CallOptions) =>
    core.json<DeleteSpansOfSessionAnswer>('POST /api/spans/sessions/delete', { body, options }),
})
