// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { ForkVariantRequest, ForkVariantResponse } from './schemas.ts'

export type ForkVariantBody = ForkVariantRequest

export type ForkVariantAnswer = ForkVariantResponse

export const variants = (core: Core) => ({
  /** Make a variant with copies of a history; the kind follows from the keys of the body. */
  fork: (body: ForkVariantBody, options?: CallOptions) =>
    core.json<ForkVariantAnswer>('POST /api/variants/fork', { body, options }),
})
