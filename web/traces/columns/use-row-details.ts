// Annotations and models of the rows that are loaded: one question for each page of the list, asked when a column shows them.
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../../app/api.ts'
import { useSigned } from '../../app/session.tsx'
import { asSpan, timeMs, type Span } from '../../app/span.ts'
import {
  annotationsByRow,
  asRowAnnotation,
  modelsByRow,
  rowKey,
  type AnsweredAnnotation,
  type RowAnnotation,
} from './row-details.ts'

/** Per page of 100 rows. What is beyond is shown on the page of the trace. */
const annotationsMax = 2000
const modelCallsMax = 2000

export interface RowDetails {
  readonly annotationsOf: (span: Span) => readonly RowAnnotation[]
  readonly modelsOf: (span: Span) => readonly string[]
  /** Evaluators and outputs that were seen, for the list of columns. */
  readonly annotations: readonly RowAnnotation[]
}

interface Question {
  readonly projectId: string
  readonly rows: readonly Span[]
  readonly isWanted: boolean
}

const idsOf = (rows: readonly Span[]): readonly string[] => [...new Set(rows.map(({ trace_id }) => trace_id))]
const isoOf = (ms: number): string => new Date(ms).toISOString()
/** Judgements come after what they judge: older ones are not looked for. */
const oldestOf = (rows: readonly Span[]): string =>
  isoOf(Math.min(...rows.map(({ start_time }) => Math.floor(timeMs(start_time)))))

/** Under the key of all annotations, so that a new one is seen at once. */
const annotationsOfRows = (api: Api, { projectId, rows, isWanted }: Question) =>
  queryOptions({
    queryKey: [projectId, 'traces', 'annotations', 'of rows', idsOf(rows).join()],
    queryFn: async ({ signal }) => {
      const links = idsOf(rows).map((trace_id) => ({ trace_id }))
      const { annotations } = await api.annotations.query(
        { annotation: { links }, windowing: { oldest: oldestOf(rows), limit: annotationsMax } },
        { signal },
      )
      return (annotations as readonly object[]).map((one) => asRowAnnotation(one as AnsweredAnnotation))
    },
    enabled: isWanted && rows.length > 0,
    staleTime: 60_000,
  })

const modelsOfRows = (api: Api, { projectId, rows, isWanted }: Question) =>
  queryOptions({
    queryKey: [projectId, 'traces', 'models of rows', idsOf(rows).join()],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        {
          filtering: {
            conditions: [
              { field: 'trace_id', operator: 'in', value: idsOf(rows) },
              { field: 'attributes', key: 'ag.meta.request.model', operator: 'exists' },
            ],
          },
          fields: ['start_time', 'attributes.ag.meta.request.model', 'attributes.ag.meta.response.model'],
          windowing: { oldest: oldestOf(rows), limit: modelCallsMax },
        },
        { signal },
      )
      return spans.map(asSpan)
    },
    enabled: isWanted && rows.length > 0,
    staleTime: 60_000,
  })

const none: readonly never[] = []

export function useRowDetails(
  pages: readonly (readonly Span[])[],
  {
    isSpans,
    annotations,
    models,
  }: { readonly isSpans: boolean; readonly annotations: boolean; readonly models: boolean },
): RowDetails {
  const { api, session } = useSigned()
  const projectId = session.project.id
  const judged = useQueries({
    queries: pages.map((rows) => annotationsOfRows(api, { projectId, rows, isWanted: annotations })),
    combine: dataOf<RowAnnotation>,
  })
  const called = useQueries({
    queries: pages.map((rows) => modelsOfRows(api, { projectId, rows, isWanted: models })),
    combine: dataOf<Span>,
  })
  return useMemo(() => {
    const annotationsOfRow = annotationsByRow(judged, isSpans)
    const modelsOfRow = modelsByRow(called, isSpans)
    return {
      annotationsOf: (span) => annotationsOfRow.get(rowKey(span, isSpans)) ?? none,
      modelsOf: (span) => modelsOfRow.get(rowKey(span, isSpans)) ?? none,
      annotations: judged,
    }
  }, [judged, called, isSpans])
}

/** A page whose details cannot be read shows its rows without them; the list tells when the server is away. */
const dataOf = <T>(results: readonly { readonly data?: readonly T[] | undefined }[]): readonly T[] =>
  results.flatMap(({ data }) => data ?? [])
