// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AnnotationRecordResponse, CreateAnnotationRequest, DeleteAnnotationResponse, EditAnnotationRequest, QueryAnnotationsRequest, QueryAnnotationsResponse } from './schemas.ts'

export type CreateAnnotationBody = CreateAnnotationRequest

export type CreateAnnotationAnswer = AnnotationRecordResponse

export type QueryAnnotationsBody = QueryAnnotationsRequest

export type QueryAnnotationsAnswer = QueryAnnotationsResponse

export interface FetchAnnotationQuery {
  readonly span_id?: string
}

export type FetchAnnotationAnswer = AnnotationRecordResponse

export type EditAnnotationBody = EditAnnotationRequest

export interface EditAnnotationQuery {
  readonly span_id?: string
}

export type EditAnnotationAnswer = AnnotationRecordResponse

export interface DeleteAnnotationQuery {
  readonly span_id?: string
}

export type DeleteAnnotationAnswer = DeleteAnnotationResponse

export const annotations = (core: Core) => ({
  /** Write one annotation as a flat record. It is readable when the answer arrives. */
  create: (body: CreateAnnotationBody, options?: CallOptions) =>
    core.json<CreateAnnotationAnswer>('POST /api/annotations/', { body, options }),
  /** Matching annotations, newest first. */
  query: (body?: QueryAnnotationsBody, options?: CallOptions) =>
    core.pages<QueryAnnotationsAnswer, 'annotations'>('POST /api/annotations/query', 'annotations', { body, repeatable: true, options }),
  /** One annotation as a flat record. */
  fetch: (traceId: string, query?: FetchAnnotationQuery, options?: CallOptions) =>
    core.json<FetchAnnotationAnswer>(`GET /api/annotations/${at(traceId)}`, { query, options }),
  /** Replace the sent members. Omitted members stay unchanged, null clears. */
  edit: (traceId: string, body: EditAnnotationBody, options?: CallOptions & { readonly query?: EditAnnotationQuery }) =>
    core.json<EditAnnotationAnswer>(`PATCH /api/annotations/${at(traceId)}`, { body, query: options?.query, options }),
  /** Delete one annotation and answer its last state. Idempotent. */
  delete: (traceId: string, query?: DeleteAnnotationQuery, options?: CallOptions) =>
    core.json<DeleteAnnotationAnswer>(`DELETE /api/annotations/${at(traceId)}`, { query, repeatable: true, options }),
})
