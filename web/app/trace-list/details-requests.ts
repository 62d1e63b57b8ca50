// Requests for the details of rows: annotations, and the spans that called a model.
import type { Api } from '../api.ts'
import { asSpan, timeMs, type Span } from '../spans/span.ts'
import { asRowAnnotation, type ApiAnnotation, type RowAnnotation } from './row-details.ts'

/** The maximum per page of rows. The page of a trace shows all annotations. */
const annotationsMax = 2000
const modelCallsMax = 2000

export const traceIdsOf = (rows: readonly Span[]): readonly string[] => [
  ...new Set(rows.map(({ trace_id }) => trace_id)),
]

/** Annotations and calls start after their trace, so older spans are not read. */
const oldestOf = (rows: readonly Span[]): string =>
  new Date(Math.min(...rows.map(({ start_time }) => Math.floor(timeMs(start_time))))).toISOString()

interface RowsRequest {
  readonly rows: readonly Span[]
  readonly signal: AbortSignal
}

export async function annotationsOfRows(
  api: Api,
  { rows, signal }: RowsRequest,
): Promise<readonly RowAnnotation[]> {
  const { annotations } = await api.annotations.query(
    {
      annotation: { links: traceIdsOf(rows).map((trace_id) => ({ trace_id })) },
      windowing: { oldest: oldestOf(rows), limit: annotationsMax },
    },
    { signal },
  )
  return (annotations as readonly object[]).map((one) => asRowAnnotation(one as ApiAnnotation))
}

export async function modelCallsOfRows(api: Api, { rows, signal }: RowsRequest): Promise<readonly Span[]> {
  const { spans } = await api.spans.query(
    {
      filtering: {
        conditions: [
          { field: 'trace_id', operator: 'in', value: traceIdsOf(rows) },
          { field: 'attributes', key: 'ag.meta.request.model', operator: 'exists' },
        ],
      },
      fields: ['start_time', 'attributes.ag.meta.request.model', 'attributes.ag.meta.response.model'],
      windowing: { oldest: oldestOf(rows), limit: modelCallsMax },
    },
    { signal },
  )
  return spans.map(asSpan)
}
