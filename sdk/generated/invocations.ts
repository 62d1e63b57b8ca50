// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateInvocationRequest, DeleteInvocationResponse, EditInvocationRequest, InvocationRecordResponse, QueryInvocationsRequest, QueryInvocationsResponse } from './schemas.ts'

export type CreateInvocationBody = CreateInvocationRequest

export type CreateInvocationAnswer = InvocationRecordResponse

export type QueryInvocationsBody = QueryInvocationsRequest

export type QueryInvocationsAnswer = QueryInvocationsResponse

export interface FetchInvocationQuery {
  readonly span_id?: string
}

export type FetchInvocationAnswer = InvocationRecordResponse

export type EditInvocationBody = EditInvocationRequest

export interface EditInvocationQuery {
  readonly span_id?: string
}

export type EditInvocationAnswer = InvocationRecordResponse

export interface DeleteInvocationQuery {
  readonly span_id?: string
}

export type DeleteInvocationAnswer = DeleteInvocationResponse

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
