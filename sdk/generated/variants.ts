// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { ForkVariantRequest, ForkVariantResponse } from './schemas.ts'

export type ForkVariantBody = ForkVariantRequest

export type ForkVariantAnswer = ForkVariantResponse

export const variants = (core: Core) => ({
  /** Create a variant with a copy of a history. The keys of the body determine the kind. */
  fork: (body: ForkVariantBody, options?: CallOptions) =>
    core.json<ForkVariantAnswer>('POST /api/variants/fork', { body, options }),
})
