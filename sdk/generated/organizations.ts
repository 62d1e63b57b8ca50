// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { FetchOrganizationsResponse } from './schemas.ts'

/** The answer of `organizations.list`. */
export type FetchOrganizationsAnswer = FetchOrganizationsResponse

/** The operations of `assay.organizations`. */
export const organizations = (core: Core) => ({
  /** A list with one entry that repeats the project: there are no organisations. */
  list: (options?: CallOptions) =>
    core.json<FetchOrganizationsAnswer>('GET /api/organizations', { options }),
})
