// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { FetchOrganizationsResponse } from './schemas.ts'

export type FetchOrganizationsAnswer = FetchOrganizationsResponse

export const organizations = (core: Core) => ({
  /** A list of one that repeats the project: there are no organisations. */
  list: (options?: CallOptions) =>
    core.json<FetchOrganizationsAnswer>('GET /api/organizations', { options }),
})
