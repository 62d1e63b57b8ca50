// Saved views are `query` artifacts, so that runs and clients can use them. The filter and the focus are the data of their newest
// revision; what only this page shows of it is in `meta.view`.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { tracesSearch, type TracesView } from '../search.ts'
import { shownOf } from './view-state.ts'

export interface SavedQuery {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly meta?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, unknown>>
}

export const nameOf = ({ name, slug }: SavedQuery): string => name ?? slug

export const savedQueries = (api: Api, projectId: string, enabled: boolean) =>
  queryOptions({
    queryKey: [projectId, 'queries', 'views'],
    queryFn: async ({ signal }): Promise<readonly SavedQuery[]> =>
      (await api.simpleQueries.query({ windowing: { limit: 200 } }, { signal })).queries,
    enabled,
  })

/** The view that a saved query opens. Its filter is text as the server writes it. */
export async function viewOf(api: Api, query: SavedQuery): Promise<TracesView> {
  const { filtering, formatting } = query.data ?? {}
  const { focus } = (formatting ?? {}) as { readonly focus?: string }
  const { filter } = await api.spans.translateFilter({
    filtering: filtering ?? {},
    focus: focus === 'span' ? 'span' : 'trace',
  })
  const shown = (query.meta?.['view'] ?? {}) as Partial<TracesView>
  return tracesSearch({ ...shown, filter, focus: focus === 'span' ? 'spans' : undefined })
}

/** What is stored of a view. */
export async function queryOf(api: Api, view: TracesView, before?: SavedQuery) {
  const focus: 'span' | 'trace' = view.focus === 'spans' ? 'span' : 'trace'
  const { filtering } = await api.spans.translateFilter({ filter: view.filter ?? '', focus })
  return {
    data: { filtering, formatting: { focus } },
    meta: { ...before?.meta, view: shownOf(view) },
  }
}
