// web/app/spans: a span and its parts for several pages: values, kinds, one-line previews, inputs and outputs.
// Imports web/ui and sdk/shared. Start here.
//
// A span as the server returns it, and functions that read values from it.
import { membersOf } from '../../ui/records.ts'
import { durationMs, timeMs, totalsOf } from '../../../sdk/shared/span-totals.ts'
import type { traceState } from './trace-state.ts'

export { durationMs, timeMs }

export interface SpanLink {
  readonly trace_id: string
  readonly span_id: string
  readonly attributes?: Readonly<Record<string, unknown>>
}

export interface SpanEvent {
  readonly name: string
  readonly timestamp: string
  readonly attributes?: Readonly<Record<string, unknown>>
}

export interface SpanReference {
  readonly id?: string
  readonly slug?: string
  readonly version?: string
  readonly attributes?: { readonly key?: string }
}

export interface Metrics {
  readonly duration?: { readonly incremental?: number; readonly cumulative?: number }
  readonly errors?: { readonly incremental?: number; readonly cumulative?: number }
  readonly tokens?: Buckets
  readonly costs?: Buckets & { readonly source?: string; readonly price?: unknown }
}

interface Buckets {
  readonly incremental?: Readonly<Record<string, number>>
  readonly cumulative?: Readonly<Record<string, number>>
}

export interface Ag {
  readonly data?: {
    readonly inputs?: unknown
    readonly outputs?: unknown
    readonly parameters?: unknown
    readonly internals?: unknown
  }
  readonly metrics?: Metrics
  readonly meta?: Readonly<Record<string, unknown>>
  readonly tags?: Readonly<Record<string, unknown>>
  readonly exception?: { readonly type?: string; readonly message?: string; readonly stacktrace?: string }
  readonly unsupported?: unknown
}

export type TraceState = ReturnType<typeof traceState>

export interface Span {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_id: string | null
  readonly trace_type: string
  readonly span_type: string
  readonly span_kind: string
  readonly span_name: string
  readonly start_time: string
  readonly end_time: string
  readonly status_code: string
  readonly status_message?: string
  readonly session_id?: string
  readonly user_id?: string
  readonly attributes?: Readonly<Record<string, unknown>> & { readonly ag?: Ag }
  readonly references?: readonly SpanReference[]
  readonly links?: readonly SpanLink[]
  readonly events?: readonly SpanEvent[]
  readonly adapters?: readonly string[]
  readonly created_at?: string
  readonly created_by_id?: string
  /** Totals of the span and its descendants, if requested. */
  readonly totals?: {
    readonly duration?: number
    readonly errors?: number
    readonly tokens?: number
    readonly cost?: number
  }
  /** Totals of the trace on its head, if requested. */
  readonly trace?: Span['totals'] & { readonly state?: TraceState }
  /** The start of inputs and outputs as JSON text that may be cut, if requested. */
  readonly preview?: { readonly inputs?: string; readonly outputs?: string }
}

/** The OpenAPI document leaves the members of a span open; this type has them. */
export const asSpan = (response: object): Span => response as Span

export const agOf = (span: Span): Ag => span.attributes?.ag ?? {}

export const errorsOf = (span: Span): number =>
  totalsOf(span)?.errors ?? agOf(span).metrics?.errors?.cumulative ?? 0
export const hasFailed = (span: Span): boolean => span.status_code === 'STATUS_CODE_ERROR'
export const tokensOf = (span: Span): number | undefined =>
  totalsOf(span)?.tokens ?? agOf(span).metrics?.tokens?.cumulative?.['total']
export const costOf = (span: Span): number | undefined =>
  totalsOf(span)?.cost ?? agOf(span).metrics?.costs?.cumulative?.['total']

export function modelOf(span: Span): string | undefined {
  const meta = agOf(span).meta ?? {}
  for (const part of ['response', 'request']) {
    const model = membersOf(meta[part])['model']
    if (typeof model === 'string') return model
  }
  return undefined
}
