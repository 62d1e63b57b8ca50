// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { SimpleTrace, SpanWindowing, JsonObject } from './schemas.ts'

export interface CreateAnnotationBody {
  readonly annotation: {
    readonly origin?: 'custom' | 'human' | 'auto' | null
    readonly kind?: 'adhoc' | 'eval' | 'play' | null
    readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
    readonly data?: {
      readonly [key: string]: unknown
    } | null
    readonly references?: {
      readonly [key: string]: unknown
    } | null
    readonly links?: {
      readonly [key: string]: JsonObject
    } | readonly JsonObject[] | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  }
}

export interface CreateAnnotationAnswer {
  readonly count: number
  readonly annotation?: SimpleTrace
}

export interface QueryAnnotationsBody {
  readonly annotation?: {
    readonly origin?: 'custom' | 'human' | 'auto' | null
    readonly kind?: 'adhoc' | 'eval' | 'play' | null
    readonly channel?: 'api' | 'otlp' | 'web' | 'sdk' | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly references?: {
      readonly [key: string]: unknown
    } | null
    readonly links?: {
      readonly [key: string]: JsonObject
    } | readonly JsonObject[] | null
  } | null
  readonly annotation_links?: {
    readonly [key: string]: JsonObject
  } | readonly JsonObject[] | null
  readonly windowing?: SpanWindowing | null
}

export interface QueryAnnotationsAnswer {
  readonly count: number
  readonly annotations: readonly SimpleTrace[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
    readonly rate?: number
  }
}

export interface FetchAnnotationQuery {
  readonly span_id?: string
}

export interface FetchAnnotationAnswer {
  readonly count: number
  readonly annotation?: SimpleTrace
}

export interface EditAnnotationBody {
  readonly annotation: {
    readonly data?: {
      readonly [key: string]: unknown
    } | null
    readonly references?: {
      readonly [key: string]: unknown
    } | null
    readonly links?: {
      readonly [key: string]: JsonObject
    } | readonly JsonObject[]
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  }
}

export interface EditAnnotationQuery {
  readonly span_id?: string
}

export interface EditAnnotationAnswer {
  readonly count: number
  readonly annotation?: SimpleTrace
}

export interface DeleteAnnotationQuery {
  readonly span_id?: string
}

export interface DeleteAnnotationAnswer {
  readonly count: number
  readonly annotation?: SimpleTrace
  readonly annotation_link?: {
    readonly trace_id: string
    readonly span_id: string
  }
}

export const annotations = (core: Core) => ({
  /** Write one annotation as a flat record; it is readable when the answer arrives. */
  create: (body: CreateAnnotationBody, options?: CallOptions) =>
    core.json<CreateAnnotationAnswer>('POST /api/annotations/', { body, options }),
  /** List annotations that match, newest first. */
  query: (body?: QueryAnnotationsBody, options?: CallOptions) =>
    core.pages<QueryAnnotationsAnswer, 'annotations'>('POST /api/annotations/query', 'annotations', { body, repeatable: true, options }),
  /** One annotation as a flat record. */
  fetch: (traceId: string, query?: FetchAnnotationQuery, options?: CallOptions) =>
    core.json<FetchAnnotationAnswer>(`GET /api/annotations/${at(traceId)}`, { query, options }),
  /** Replace the members that are sent; the others stay, null clears. */
  edit: (traceId: string, body: EditAnnotationBody, options?: CallOptions & { readonly query?: EditAnnotationQuery }) =>
    core.json<EditAnnotationAnswer>(`PATCH /api/annotations/${at(traceId)}`, { body, query: options?.query, options }),
  /** Remove one annotation, and answer it as it was. Safe to repeat. */
  delete: (traceId: string, query?: DeleteAnnotationQuery, options?: CallOptions) =>
    core.json<DeleteAnnotationAnswer>(`DELETE /api/annotations/${at(traceId)}`, { query, repeatable: true, options }),
})
