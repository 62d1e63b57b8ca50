// Requests of the trace pages, with their cache keys and staleness.
import { recordsWith } from '../ui/records.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import {
  asSpan,
  costOf,
  errorsOf,
  hasFailed,
  modelOf,
  timeMs,
  tokensOf,
  type Span,
} from '../app/spans/span.ts'
import { conditionsOf, textOf } from '../ui/filter/language.ts'
import { readJson } from '../ui/json/large/large.ts'
import { bucketMinutes, type Bounds } from '../ui/time/time-range.ts'
import { boundsIn, countOf, listRequestOf, metricCount } from '../app/trace-list/list-queries.ts'
import type { OutlineSpan } from './trace/outline.ts'
import type { TracesView } from '../app/trace-list/url-state.ts'

/** Each condition needs its own query, so at most this many are tried. */
const suggestionsMax = 8

export interface FilterSuggestion {
  /** The condition as text. */
  readonly condition: string
  readonly filter: string
  /** The number of rows without this condition. */
  readonly count: number
}

/** The number of rows without each condition of a filter that has no results, the most rows first. */
export const suggestionsQuery = (api: Api, view: TracesView) =>
  queryOptions({
    queryKey: [api.projectId, 'traces', 'dropped', view.focus, view.filter, view.range],
    queryFn: async ({ signal }): Promise<readonly FilterSuggestion[]> => {
      const conditions = conditionsOf(view.filter ?? '') ?? []
      const trials = conditions.slice(0, suggestionsMax).map(async (condition) => {
        const filter = textOf(conditions.filter((one) => one !== condition))
        return {
          condition: textOf([condition]),
          filter,
          count: await countOf(api, { ...view, filter }, signal),
        }
      })
      return (await Promise.all(trials)).toSorted((a, b) => b.count - a.count)
    },
  })

export interface Histogram {
  readonly bounds: Bounds
  readonly minutes: number
  readonly times: readonly number[]
  readonly totals: readonly number[]
  readonly errors: readonly number[]
}

/** Traces or spans over time, and how many of them failed. */
export const histogramQuery = (api: Api, view: TracesView) =>
  queryOptions({
    queryKey: [api.projectId, 'traces', 'histogram', view.focus, view.filter, view.range],
    queryFn: async ({ signal }): Promise<Histogram> => {
      const bounds = boundsIn(view)
      const minutes = bucketMinutes(bounds)
      const width = minutes * 60_000
      const oldest = Math.floor(bounds.oldest / width) * width
      const { buckets } = await api.analytics.query(
        {
          focus: view.focus === 'spans' ? 'span' : 'trace',
          ...listRequestOf(view),
          oldest: new Date(oldest).toISOString(),
          newest: new Date(bounds.newest).toISOString(),
          interval: minutes,
          specs: [
            { type: 'categorical/single', path: 'attributes.ag.type.trace' },
            { type: 'numeric/continuous', path: 'attributes.ag.metrics.errors.cumulative', bins: 1 },
          ],
        },
        { signal },
      )
      const counts = (path: string): readonly number[] =>
        buckets.map(({ metrics }) => metricCount(metrics, path))
      return {
        bounds: { oldest, newest: bounds.newest },
        minutes,
        times: buckets.map(({ timestamp }) => timeMs(timestamp) / 1000),
        totals: counts('attributes.ag.type.trace'),
        errors: counts('attributes.ag.metrics.errors.cumulative'),
      }
    },
    placeholderData: keepPreviousData,
  })

export function outlineSpan(span: Span): OutlineSpan {
  const startMs = timeMs(span.start_time)
  return {
    id: span.span_id,
    parentId: span.parent_id ?? undefined,
    name: span.span_name,
    type: span.span_type,
    startMs,
    endMs: Math.max(startMs, timeMs(span.end_time)),
    hasFailed: hasFailed(span),
    errors: errorsOf(span),
    tokens: tokensOf(span),
    cost: costOf(span),
    model: modelOf(span),
  }
}

export interface OutlineData {
  readonly spans: readonly OutlineSpan[]
  /** The time at which the last span arrived. */
  readonly receivedMs: number
}

/** All spans of a trace without their content, however many there are. */
export const outlineQuery = (api: Api, traceId: string) =>
  queryOptions({
    queryKey: [api.projectId, 'traces', 'outline', traceId],
    queryFn: async ({ signal, client, queryKey }): Promise<OutlineData> => {
      const { spans, received_at } = await api.traces.outline(traceId, { signal })
      const receivedMs = received_at === undefined ? -Infinity : timeMs(received_at)
      const previous = client.getQueryData<OutlineData>(queryKey)
      // Without new spans the same object is returned, so the tree is not built again.
      if (previous?.receivedMs === receivedMs && previous.spans.length === spans.length) return previous
      return { spans: spans.map((span) => outlineSpan(asSpan(span))), receivedMs }
    },
    // A deep comparison of 100,000 spans takes longer than building the tree again.
    structuralSharing: false,
  })

interface SpanKey {
  readonly traceId: string
  /** The id of the span; empty: no span is read. */
  readonly spanId: string
}

/** One span with its content. */
export const spanQuery = (api: Api, { traceId, spanId }: SpanKey) =>
  queryOptions({
    queryKey: [api.projectId, 'traces', 'span', traceId, spanId],
    queryFn: async ({ signal }) => {
      const { span } = (await readJson(await api.spanFile(traceId, spanId, { signal }))) as {
        readonly span?: object
      }
      return span === undefined ? null : asSpan(span)
    },
    enabled: spanId !== '',
    // The worker holds one large span at a time, so no answer is cached beyond its time on the screen.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

export interface Annotation {
  readonly trace_id: string
  readonly span_id: string
  readonly data?: { readonly outputs?: unknown }
  readonly references?: Readonly<Record<string, { readonly slug?: string; readonly version?: string }>>
  readonly meta?: { readonly note?: string }
  readonly origin?: string
  readonly created_at?: string
  readonly created_by_id?: string
  readonly links?: unknown
}

/** The annotations of all spans of a trace. */
export const annotationsQuery = (api: Api, traceId: string) =>
  queryOptions({
    queryKey: [api.projectId, 'traces', 'annotations', traceId],
    queryFn: async ({ signal }) => {
      const links = [{ trace_id: traceId }]
      const { annotations } = await api.annotations.query({ annotation: { links } }, { signal })
      return recordsWith<Annotation>(annotations, 'trace_id', 'span_id')
    },
  })
