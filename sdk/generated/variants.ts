// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { ForkVariantRequest, ForkVariantResponse } from './schemas.ts'

/** The body of `variants.fork`. */
export type ForkVariantBody = ForkVariantRequest

/** The answer of `variants.fork`. */
export type ForkVariantAnswer = ForkVariantResponse

/** The operations of `assay.variants`. */
export const variants = (core: Core) => ({
  /** Create a variant with a copy of a history. The keys of the body determine the kind. */
  fork: (body: ForkVariantBody, options?: CallOptions) =>
    core.json<ForkVariantAnswer>('POST /api/variants/fork', { body, options }),
})
