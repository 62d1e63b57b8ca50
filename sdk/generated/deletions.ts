// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateDeletionRequest, DeletionResponse, DeletionsResponse } from './schemas.ts'

/** The body of `deletions.create`. */
export type CreateDeletionBody = CreateDeletionRequest

/** The answer of `deletions.create`. */
export type CreateDeletionAnswer = DeletionResponse

/** The answer of `deletions.list`. */
export type ListDeletionsAnswer = DeletionsResponse

/** The answer of `deletions.fetch`. */
export type FetchDeletionAnswer = DeletionResponse

/** The operations of `assay.deletions`. */
export const deletions = (core: Core) => ({
  /** Start a job that erases all traces of a user, of a session, or that a filter matches. */
  create: (body: CreateDeletionBody, options?: CallOptions) =>
    core.json<CreateDeletionAnswer>('POST /api/deletions/', { body, options }),
  /** The last 100 deletion jobs, newest first. */
  list: (options?: CallOptions) =>
    core.json<ListDeletionsAnswer>('GET /api/deletions/', { options }),
  /** A deletion job: its progress, and its receipt when it is done. */
  fetch: (deletionId: string, options?: CallOptions) =>
    core.json<FetchDeletionAnswer>(`GET /api/deletions/${at(deletionId)}`, { options }),
})
