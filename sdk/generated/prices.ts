// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { BuiltInPricesResponse, PricesResponse, ReplacePricesRequest } from './schemas.ts'

/** The answer of `prices.list`. */
export type ListPricesAnswer = PricesResponse

/** The body of `prices.replace`. */
export type ReplacePricesBody = ReplacePricesRequest

/** The answer of `prices.replace`. */
export type ReplacePricesAnswer = PricesResponse

/** The answer of `prices.listBuiltIn`. */
export type ListBuiltInPricesAnswer = BuiltInPricesResponse

/** The operations of `assay.prices`. */
export const prices = (core: Core) => ({
  /** The project's own prices of models, in US dollars per million tokens. */
  list: (options?: CallOptions) =>
    core.json<ListPricesAnswer>('GET /api/prices/', { options }),
  /** Replace the project's own prices. They override the built-in table for spans that arrive from now on. */
  replace: (body: ReplacePricesBody, options?: CallOptions) =>
    core.json<ReplacePricesAnswer>('PUT /api/prices/', { body, repeatable: true, options }),
  /** The default prices of models without a price of the project, in US dollars per million tokens. */
  listBuiltIn: (options?: CallOptions) =>
    core.json<ListBuiltInPricesAnswer>('GET /api/prices/built-in', { options }),
})
