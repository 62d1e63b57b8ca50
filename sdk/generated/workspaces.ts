// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { FetchWorkspacesResponse } from './schemas.ts'

/** The answer of `workspaces.list`. */
export type FetchWorkspacesAnswer = FetchWorkspacesResponse

/** The operations of `assay.workspaces`. */
export const workspaces = (core: Core) => ({
  /** A list with one entry that repeats the project: there are no workspaces. */
  list: (options?: CallOptions) =>
    core.json<FetchWorkspacesAnswer>('GET /api/workspaces', { options }),
})
