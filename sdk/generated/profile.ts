// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { Profile } from './schemas.ts'

/** The answer of `profile.fetch`. */
export type FetchUserProfileAnswer = Profile

/** The operations of `assay.profile`. */
export const profile = (core: Core) => ({
  /** The key of the request, in the format of clients that expect users. */
  fetch: (options?: CallOptions) =>
    core.json<FetchUserProfileAnswer>('GET /api/profile', { options }),
})
