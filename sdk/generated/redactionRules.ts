// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { RedactionRulesResponse, ReplaceRedactionRulesRequest } from './schemas.ts'

/** The answer of `redactionRules.list`. */
export type ListRedactionRulesAnswer = RedactionRulesResponse

/** The body of `redactionRules.replace`. */
export type ReplaceRedactionRulesBody = ReplaceRedactionRulesRequest

/** The answer of `redactionRules.replace`. */
export type ReplaceRedactionRulesAnswer = RedactionRulesResponse

/** The operations of `assay.redactionRules`. */
export const redactionRules = (core: Core) => ({
  /** The redaction rules for spans before they are stored. */
  list: (options?: CallOptions) =>
    core.json<ListRedactionRulesAnswer>('GET /api/redaction/rules/', { options }),
  /** Replace the redaction rules. They apply to spans stored from now on. */
  replace: (body: ReplaceRedactionRulesBody, options?: CallOptions) =>
    core.json<ReplaceRedactionRulesAnswer>('PUT /api/redaction/rules/', { body, repeatable: true, options }),
})
