// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface ListRedactionRulesAnswer {
  readonly count: number
  readonly rules: ReadonlyArray<{
    readonly kind: string
    readonly [key: string]: unknown
  }>
}

export interface ReplaceRedactionRulesBody {
  readonly rules: ReadonlyArray<{
    readonly kind: 'path'
    readonly path: string
    readonly replacement?: string | null
  } | {
    readonly kind: 'pattern'
    readonly pattern: string
    readonly ignore_case?: boolean | null
    readonly replacement?: string | null
  } | {
    readonly kind: 'built_in'
    readonly name: 'email' | 'phone' | 'card' | 'key'
    readonly replacement?: string | null
  }>
}

export interface ReplaceRedactionRulesAnswer {
  readonly count: number
  readonly rules: ReadonlyArray<{
    readonly kind: string
    readonly [key: string]: unknown
  }>
}

export const redactionRules = (core: Core) => ({
  /** What is hidden in spans before they are stored. */
  list: (options?: CallOptions) =>
    core.json<ListRedactionRulesAnswer>('GET /api/redaction/rules/', { options }),
  /** Replace the redaction rules. They apply to spans that are stored from now on. */
  replace: (body: ReplaceRedactionRulesBody, options?: CallOptions) =>
    core.json<ReplaceRedactionRulesAnswer>('PUT /api/redaction/rules/', { body, repeatable: true, options }),
})
