// Annotations and models of the loaded rows: one request for each page of the list, if a column shows them.
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '../api.ts'
import { useSession } from '../session.tsx'
import type { Span } from '../spans/span.ts'
import { annotationsOfRows, modelCallsOfRows, traceIdsOf } from './details-requests.ts'
import { rowDetails, type RowAnnotation, type RowDetails } from './row-details.ts'

interface DetailsRequest {
  readonly projectId: string
  readonly rows: readonly Span[]
  readonly isEnabled: boolean
}

/** The cache key is below that of all annotations, so that a new annotation appears at once. */
const annotationsQuery = (api: Api, { projectId, rows, isEnabled }: DetailsRequest) =>
  queryOptions({
    queryKey: [projectId, 'traces', 'annotations', 'of rows', traceIdsOf(rows).join()],
    queryFn: ({ signal }) => annotationsOfRows(api, { rows, signal }),
    enabled: isEnabled && rows.length > 0,
    staleTime: 60_000,
  })

const modelsQuery = (api: Api, { projectId, rows, isEnabled }: DetailsRequest) =>
  queryOptions({
    queryKey: [projectId, 'traces', 'models of rows', traceIdsOf(rows).join()],
    queryFn: ({ signal }) => modelCallsOfRows(api, { rows, signal }),
    enabled: isEnabled && rows.length > 0,
    staleTime: 60_000,
  })

export function useRowDetails(
  pages: readonly (readonly Span[])[],
  {
    isSpans,
    annotations,
    models,
  }: { readonly isSpans: boolean; readonly annotations: boolean; readonly models: boolean },
): RowDetails {
  const { api, session } = useSession()
  const projectId = session.project.id
  const annotationQueries = useQueries({
    queries: pages.map((rows) => annotationsQuery(api, { projectId, rows, isEnabled: annotations })),
    combine: dataOf<RowAnnotation>,
  })
  const calls = useQueries({
    queries: pages.map((rows) => modelsQuery(api, { projectId, rows, isEnabled: models })),
    combine: dataOf<Span>,
  })
  return useMemo(
    () => rowDetails({ annotations: annotationQueries, calls, isSpans }),
    [annotationQueries, calls, isSpans],
  )
}

/** Rows appear without details that cannot be loaded; the list itself reports an unavailable server. */
const dataOf = <T>(results: readonly { readonly data?: readonly T[] | undefined }[]): readonly T[] =>
  results.flatMap(({ data }) => data ?? [])
