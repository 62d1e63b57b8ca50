// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { SimpleTrace, SpanWindowing, JsonObject } from './schemas.ts'

export interface CreateSimpleTraceBody {
  readonly trace: {
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

export interface CreateSimpleTraceAnswer {
  readonly count: number
  readonly trace?: SimpleTrace
}

export interface QuerySimpleTracesBody {
  readonly trace?: {
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
  readonly links?: {
    readonly [key: string]: JsonObject
  } | readonly JsonObject[] | null
  readonly windowing?: SpanWindowing | null
}

export interface QuerySimpleTracesAnswer {
  readonly count: number
  readonly traces: readonly SimpleTrace[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
    readonly rate?: number
  }
}

export interface FetchSimpleTraceQuery {
  readonly span_id?: string
}

export interface FetchSimpleTraceAnswer {
  readonly count: number
  readonly trace?: SimpleTrace
}

export interface EditSimpleTraceBody {
  readonly trace: {
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

export interface EditSimpleTraceQuery {
  readonly span_id?: string
}

export interface EditSimpleTraceAnswer {
  readonly count: number
  readonly trace?: SimpleTrace
}

export interface DeleteSimpleTraceQuery {
  readonly span_id?: string
}

export interface DeleteSimpleTraceAnswer {
  readonly count: number
  readonly trace?: SimpleTrace
  readonly link?: {
    readonly trace_id: string
    readonly span_id: string
  }
}

export const simpleTraces = (core: Core) => ({
  /** Write one trace as a flat record; it is readable when the answer arrives. */
  create: (body: CreateSimpleTraceBody, options?: CallOptions) =>
    core.json<CreateSimpleTraceAnswer>('POST /api/simple/traces/', { body, options }),
  /** List traces that match, newest first. */
  query: (body?: QuerySimpleTracesBody, options?: CallOptions) =>
    core.pages<QuerySimpleTracesAnswer, 'traces'>('POST /api/simple/traces/query', 'traces', { body, repeatable: true, options }),
  /** One trace as a flat record. */
  fetch: (traceId: string, query?: FetchSimpleTraceQuery, options?: CallOptions) =>
    core.json<FetchSimpleTraceAnswer>(`GET /api/simple/traces/${at(traceId)}`, { query, options }),
  /** Replace the members that are sent; the others stay, null clears. */
  edit: (traceId: string, body: EditSimpleTraceBody, options?: CallOptions & { readonly query?: EditSimpleTraceQuery }) =>
    core.json<EditSimpleTraceAnswer>(`PATCH /api/simple/traces/${at(traceId)}`, { body, query: options?.query, options }),
  /** Remove one trace, and answer it as it was. Safe to repeat. */
  delete: (traceId: string, query?: DeleteSimpleTraceQuery, options?: CallOptions) =>
    core.json<DeleteSimpleTraceAnswer>(`DELETE /api/simple/traces/${at(traceId)}`, { query, repeatable: true, options }),
})
