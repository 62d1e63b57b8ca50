// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { Profile } from './schemas.ts'

export type FetchUserProfileAnswer = Profile

export const profile = (core: Core) => ({
  /** The key of the request, in the format of clients that expect users. */
  fetch: (options?: CallOptions) =>
    core.json<FetchUserProfileAnswer>('GET /api/profile', { options }),
})
