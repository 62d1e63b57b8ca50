// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { AuditEntryListResponse, QueryAuditRequest } from './schemas.ts'

/** The body of `audit.query`. */
export type QueryAuditBody = QueryAuditRequest

/** The answer of `audit.query`. */
export type QueryAuditAnswer = AuditEntryListResponse

/** The operations of `assay.audit`. */
export const audit = (core: Core) => ({
  /** Who wrote what, when and from where, newest first. */
  query: (body?: QueryAuditBody, options?: CallOptions) =>
    core.pages<QueryAuditAnswer, 'entries'>('POST /api/audit/query', 'entries', { body, repeatable: true, options }),
})
