// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export type FetchOrganizationsAnswer = ReadonlyArray<{
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly owner_id: string
  readonly workspaces: readonly string[]
}>

export const organizations = (core: Core) => ({
  /** There are no organisations: a list of one, which repeats the project. */
  list: (options?: CallOptions) =>
    core.json<FetchOrganizationsAnswer>('GET /api/organizations', { options }),
})
