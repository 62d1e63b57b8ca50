// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { AuditEntryListResponse, QueryAuditRequest } from './schemas.ts'

export type QueryAuditBody = QueryAuditRequest

export type QueryAuditAnswer = AuditEntryListResponse

export const audit = (core: Core) => ({
  /** Who wrote what, when and from where, newest first. */
  query: (body?: QueryAuditBody, options?: CallOptions) =>
    core.pages<QueryAuditAnswer, 'entries'>('POST /api/audit/query', 'entries', { body, repeatable: true, options }),
})
