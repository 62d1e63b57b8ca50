// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { SimpleTrace, SpanWindowing, JsonObject } from './schemas.ts'

export interface CreateInvocationBody {
  readonly invocation: {
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

export interface CreateInvocationAnswer {
  readonly count: number
  readonly invocation?: SimpleTrace
}

export interface QueryInvocationsBody {
  readonly invocation?: {
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
  readonly invocation_links?: {
    readonly [key: string]: JsonObject
  } | readonly JsonObject[] | null
  readonly windowing?: SpanWindowing | null
}

export interface QueryInvocationsAnswer {
  readonly count: number
  readonly invocations: readonly SimpleTrace[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
    readonly rate?: number
  }
}

export interface FetchInvocationQuery {
  readonly span_id?: string
}

export interface FetchInvocationAnswer {
  readonly count: number
  readonly invocation?: SimpleTrace
}

export interface EditInvocationBody {
  readonly invocation: {
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

export interface EditInvocationQuery {
  readonly span_id?: string
}

export interface EditInvocationAnswer {
  readonly count: number
  readonly invocation?: SimpleTrace
}

export interface DeleteInvocationQuery {
  readonly span_id?: string
}

export interface DeleteInvocationAnswer {
  readonly count: number
  readonly invocation?: SimpleTrace
  readonly invocation_link?: {
    readonly trace_id: string
    readonly span_id: string
  }
}

export const invocations = (core: Core) => ({
  /** Write one invocation as a flat record; it is readable when the answer arrives. */
  create: (body: CreateInvocationBody, options?: CallOptions) =>
    core.json<CreateInvocationAnswer>('POST /api/invocations/', { body, options }),
  /** List invocations that match, newest first. */
  query: (body?: QueryInvocationsBody, options?: CallOptions) =>
    core.pages<QueryInvocationsAnswer, 'invocations'>('POST /api/invocations/query', 'invocations', { body, repeatable: true, options }),
  /** One invocation as a flat record. */
  fetch: (traceId: string, query?: FetchInvocationQuery, options?: CallOptions) =>
    core.json<FetchInvocationAnswer>(`GET /api/invocations/${at(traceId)}`, { query, options }),
  /** Replace the members that are sent; the others stay, null clears. */
  edit: (traceId: string, body: EditInvocationBody, options?: CallOptions & { readonly query?: EditInvocationQuery }) =>
    core.json<EditInvocationAnswer>(`PATCH /api/invocations/${at(traceId)}`, { body, query: options?.query, options }),
  /** Remove one invocation, and answer it as it was. Safe to repeat. */
  delete: (traceId: string, query?: DeleteInvocationQuery, options?: CallOptions) =>
    core.json<DeleteInvocationAnswer>(`DELETE /api/invocations/${at(traceId)}`, { query, repeatable: true, options }),
})
