// Requests of a list of traces or spans: a page of rows, and their number.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { firstPage, membersOf } from '../../ui/records.ts'
import { nowMs } from '../../ui/time/clock.ts'
import { boundsOf, type Bounds } from '../../ui/time/time-range.ts'
import { listRequest, nextWindowing, rowFields, type Api } from '../api.ts'
import { asSpan } from '../spans/span.ts'
import { attributeFields } from './column-list.ts'
import { rangeDefault, type TracesView } from './url-state.ts'

export const pageSize = 100

export const boundsIn = ({ range }: Pick<TracesView, 'range'>): Bounds =>
  boundsOf(range ?? rangeDefault, nowMs()) ??
  boundsOf(rangeDefault, nowMs()) ?? { oldest: 0, newest: nowMs() }

/** A list of traces reads only their heads: one span per row, however large the trace is. */
export const listRequestOf = ({ focus, filter }: Pick<TracesView, 'focus' | 'filter'>) =>
  listRequest(filter, focus)

/** The fields that the rows of this view need. */
export const fieldsOf = ({ focus, columns }: Pick<TracesView, 'focus' | 'columns'>) => [
  ...rowFields(focus),
  ...attributeFields(columns),
]

export const listQuery = (api: Api, view: TracesView) =>
  infiniteQueryOptions({
    queryKey: [
      api.projectId,
      'traces',
      'list',
      view.focus,
      view.filter,
      view.range,
      view.order,
      attributeFields(view.columns).join(),
    ],
    queryFn: async ({ signal, pageParam }) => {
      const { oldest, newest } = boundsIn(view)
      const page = await api.spans.query(
        {
          ...listRequestOf(view),
          fields: fieldsOf(view),
          partial: true,
          windowing: pageParam ?? {
            oldest: new Date(oldest).toISOString(),
            newest: new Date(newest).toISOString(),
            limit: pageSize,
            ...(view.order === undefined ? {} : { order: view.order }),
          },
        },
        { signal },
      )
      return {
        spans: page.spans.map(asSpan),
        windowing: page.windowing,
        // Present if the search ended early; the next page continues it.
        searchedTo: page.searched_to,
      }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ windowing }) => nextWindowing(windowing),
    placeholderData: keepPreviousData,
  })

const countPath = 'attributes.ag.type.trace'

export async function countOf(
  api: Api,
  view: Pick<TracesView, 'focus' | 'filter' | 'range'>,
  signal: AbortSignal,
): Promise<number> {
  const { oldest, newest } = boundsIn(view)
  const { buckets } = await api.analytics.query(
    {
      focus: view.focus === 'spans' ? 'span' : 'trace',
      ...listRequestOf(view),
      oldest: new Date(oldest).toISOString(),
      newest: new Date(newest).toISOString(),
      specs: [{ type: 'categorical/single', path: countPath }],
    },
    { signal },
  )
  return metricCount(buckets[0]?.metrics, countPath)
}

/** The number of rows of the full list, including rows that are not loaded. */
export const countQuery = (api: Api, view: TracesView) =>
  queryOptions({
    queryKey: [api.projectId, 'traces', 'count', view.focus, view.filter, view.range],
    queryFn: ({ signal }) => countOf(api, view, signal),
  })

export function metricCount(metrics: unknown, path: string): number {
  const { count } = membersOf(membersOf(metrics)[path])
  return typeof count === 'number' ? count : 0
}
