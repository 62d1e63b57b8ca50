// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AnnotationRecordResponse, CreateAnnotationRequest, DeleteAnnotationResponse, EditAnnotationRequest, QueryAnnotationsRequest, QueryAnnotationsResponse } from './schemas.ts'

/** The body of `annotations.create`. */
export type CreateAnnotationBody = CreateAnnotationRequest

/** The answer of `annotations.create`. */
export type CreateAnnotationAnswer = AnnotationRecordResponse

/** The body of `annotations.query`. */
export type QueryAnnotationsBody = QueryAnnotationsRequest

/** The answer of `annotations.query`. */
export type QueryAnnotationsAnswer = QueryAnnotationsResponse

/** The query parameters of `annotations.fetch`. */
export interface FetchAnnotationQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `annotations.fetch`. */
export type FetchAnnotationAnswer = AnnotationRecordResponse

/** The body of `annotations.edit`. */
export type EditAnnotationBody = EditAnnotationRequest

/** The query parameters of `annotations.edit`. */
export interface EditAnnotationQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `annotations.edit`. */
export type EditAnnotationAnswer = AnnotationRecordResponse

/** The query parameters of `annotations.delete`. */
export interface DeleteAnnotationQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `annotations.delete`. */
export type DeleteAnnotationAnswer = DeleteAnnotationResponse

/** The operations of `assay.annotations`. */
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
