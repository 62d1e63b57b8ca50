// Saved views are `query` artifacts, so that runs and clients can use them. Each revision is a version of the view: its `data`
// has the filter and the focus, its `meta.view` has the rest.
import { toJson } from '../../app/versions/delta.ts'
import { hasTexts, recordsWith, membersOf } from '../../ui/records.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { tracesSearch, type TracesView } from '../../app/trace-list/url-state.ts'
import { layoutOf } from './view-state.ts'

export const isSavedQuery = hasTexts<SavedQuery>('id', 'slug', 'revision_id')

export interface SavedQuery {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly variant_id: string
  /** The newest version. */
  readonly revision_id: string
}

interface Version {
  readonly meta?: Readonly<Record<string, unknown>>
  readonly data?: { readonly filtering?: object; readonly formatting?: { readonly focus?: string } }
}

export const nameOf = ({ name, slug }: SavedQuery): string => name ?? slug

export const savedQueries = (api: Api, isEnabled: boolean) =>
  queryOptions({
    queryKey: [api.projectId, 'queries', 'views'],
    queryFn: async ({ signal }): Promise<readonly SavedQuery[]> =>
      recordsWith<SavedQuery>(
        (await api.simpleQueries.query({ windowing: { limit: 200 } }, { signal })).queries,
        'id',
      ),
    enabled: isEnabled,
  })

/** The view of a version. Its filter is text as the server writes it. */
export async function viewOf(api: Api, revisionId: string): Promise<TracesView> {
  const revision = await api.versions('query').retrieve({ revision: { id: revisionId } })
  const { data, meta } = (revision ?? {}) as Version
  const focus = data?.formatting?.focus
  const { filter } = await api.spans.translateFilter({
    filtering: data?.filtering ?? {},
    focus: focus === 'span' ? 'span' : 'trace',
  })
  const layout = membersOf(meta?.['view'])
  return tracesSearch({ ...layout, filter, focus: focus === 'span' ? 'spans' : undefined })
}

/** The stored form of a view. */
export async function versionOf(api: Api, view: TracesView) {
  const focus: 'span' | 'trace' = view.focus === 'spans' ? 'span' : 'trace'
  const { filtering } = await api.spans.translateFilter({ filter: view.filter ?? '', focus })
  return {
    data: { filtering: toJson(filtering), formatting: { focus } },
    meta: { view: layoutOf(view) },
  }
}
