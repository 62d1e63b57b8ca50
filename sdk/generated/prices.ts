// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface ListPricesAnswer {
  readonly count: number
  readonly prices: ReadonlyArray<{
    readonly provider: string
    readonly model: string
    readonly input: number
    readonly output: number
    readonly cache_read?: number
    readonly cache_write?: number
    readonly reasoning?: number
    readonly audio_input?: number
    readonly audio_output?: number
  }>
}

export interface ReplacePricesBody {
  readonly prices: ReadonlyArray<{
    readonly provider?: string | null
    readonly model: string
    readonly input: number
    readonly output: number
    readonly cache_read?: number | null
    readonly cache_write?: number | null
    readonly reasoning?: number | null
    readonly audio_input?: number | null
    readonly audio_output?: number | null
  }>
}

export interface ReplacePricesAnswer {
  readonly count: number
  readonly prices: ReadonlyArray<{
    readonly provider: string
    readonly model: string
    readonly input: number
    readonly output: number
    readonly cache_read?: number
    readonly cache_write?: number
    readonly reasoning?: number
    readonly audio_input?: number
    readonly audio_output?: number
  }>
}

export const prices = (core: Core) => ({
  /** The project's own prices of models, in US dollars per million tokens. */
  list: (options?: CallOptions) =>
    core.json<ListPricesAnswer>('GET /api/prices/', { options }),
  /** Replace the project's own prices. They win over the built-in table, for spans that arrive from now on. */
  replace: (body: ReplacePricesBody, options?: CallOptions) =>
    core.json<ReplacePricesAnswer>('PUT /api/prices/', { body, repeatable: true, options }),
})
