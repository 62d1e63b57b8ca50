// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { RedactionRulesResponse, ReplaceRedactionRulesRequest } from './schemas.ts'

export type ListRedactionRulesAnswer = RedactionRulesResponse

export type ReplaceRedactionRulesBody = ReplaceRedactionRulesRequest

export type ReplaceRedactionRulesAnswer = RedactionRulesResponse

export const redactionRules = (core: Core) => ({
  /** The redaction rules for spans before they are stored. */
  list: (options?: CallOptions) =>
    core.json<ListRedactionRulesAnswer>('GET /api/redaction/rules/', { options }),
  /** Replace the redaction rules. They apply to spans stored from now on. */
  replace: (body: ReplaceRedactionRulesBody, options?: CallOptions) =>
    core.json<ReplaceRedactionRulesAnswer>('PUT /api/redaction/rules/', { body, repeatable: true, options }),
})
