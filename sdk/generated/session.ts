// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { CreateSessionResponse, ListOwnSessionsResponse } from './schemas.ts'

/** The answer of `session.create`. */
export type CreateSessionAnswer = CreateSessionResponse

/** The answer of `session.list`. */
export type ListOwnSessionsAnswer = ListOwnSessionsResponse

/** The operations of `assay.session`. */
export const session = (core: Core) => ({
  /** Sign in: the answer sets a session cookie for the key of this request. */
  create: (options?: CallOptions) =>
    core.json<CreateSessionAnswer>('POST /api/session', { options }),
  /** The projects that this browser is signed in to. */
  list: (options?: CallOptions) =>
    core.json<ListOwnSessionsAnswer>('GET /api/session', { options }),
  /** Sign out: the session of this request ends. */
  end: (options?: CallOptions) =>
    core.json<void>('DELETE /api/session', { repeatable: true, options }),
})
