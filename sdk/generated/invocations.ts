// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateInvocationRequest, DeleteInvocationResponse, EditInvocationRequest, InvocationRecordResponse, QueryInvocationsRequest, QueryInvocationsResponse } from './schemas.ts'

/** The body of `invocations.create`. */
export type CreateInvocationBody = CreateInvocationRequest

/** The answer of `invocations.create`. */
export type CreateInvocationAnswer = InvocationRecordResponse

/** The body of `invocations.query`. */
export type QueryInvocationsBody = QueryInvocationsRequest

/** The answer of `invocations.query`. */
export type QueryInvocationsAnswer = QueryInvocationsResponse

/** The query parameters of `invocations.fetch`. */
export interface FetchInvocationQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `invocations.fetch`. */
export type FetchInvocationAnswer = InvocationRecordResponse

/** The body of `invocations.edit`. */
export type EditInvocationBody = EditInvocationRequest

/** The query parameters of `invocations.edit`. */
export interface EditInvocationQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `invocations.edit`. */
export type EditInvocationAnswer = InvocationRecordResponse

/** The query parameters of `invocations.delete`. */
export interface DeleteInvocationQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `invocations.delete`. */
export type DeleteInvocationAnswer = DeleteInvocationResponse

/** The operations of `assay.invocations`. */
export const invocations = (core: Core) => ({
  /** Write one invocation as a flat record. It is readable when the answer arrives. */
  create: (body: CreateInvocationBody, options?: CallOptions) =>
    core.json<CreateInvocationAnswer>('POST /api/invocations/', { body, options }),
  /** Matching invocations, newest first. */
  query: (body?: QueryInvocationsBody, options?: CallOptions) =>
    core.pages<QueryInvocationsAnswer, 'invocations'>('POST /api/invocations/query', 'invocations', { body, repeatable: true, options }),
  /** One invocation as a flat record. */
  fetch: (traceId: string, query?: FetchInvocationQuery, options?: CallOptions) =>
    core.json<FetchInvocationAnswer>(`GET /api/invocations/${at(traceId)}`, { query, options }),
  /** Replace the sent members. Omitted members stay unchanged, null clears. */
  edit: (traceId: string, body: EditInvocationBody, options?: CallOptions & { readonly query?: EditInvocationQuery }) =>
    core.json<EditInvocationAnswer>(`PATCH /api/invocations/${at(traceId)}`, { body, query: options?.query, options }),
  /** Delete one invocation and answer its last state. Idempotent. */
  delete: (traceId: string, query?: DeleteInvocationQuery, options?: CallOptions) =>
    core.json<DeleteInvocationAnswer>(`DELETE /api/invocations/${at(traceId)}`, { query, repeatable: true, options }),
})
