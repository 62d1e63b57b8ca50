// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { Profile } from './schemas.ts'

export type FetchUserProfileAnswer = Profile

export const profile = (core: Core) => ({
  /** Who asks: the key of the request, in the words of clients that know users. */
  fetch: (options?: CallOptions) =>
    core.json<FetchUserProfileAnswer>('GET /api/profile', { options }),
})
