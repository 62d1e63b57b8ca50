// web/traces/views: saved views of the list: filter, focus, columns and time range under a name.
// view-state.ts is pure. Imports web/app and web/ui. Start here.
//
// The saved view that the list shows, whether it was changed since, and its actions.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { showToast, showFailure } from '../../app/toasts.tsx'
import { tracesSearch, type TracesView } from '../../app/trace-list/url-state.ts'
import { isSavedQuery, nameOf, savedQueries, versionOf, viewOf, type SavedQuery } from './queries.ts'
import { isSameView, stateOf } from './view-state.ts'

export interface SavedViewParts {
  readonly view: TracesView
  readonly onView: (view: TracesView) => void
  /** Whether the names of all views are needed. */
  readonly isListed: boolean
}

export function useSavedView({ view, onView: showView, isListed }: SavedViewParts) {
  const router = useRouter()
  const [pathname] = useState(router.latestLocation.pathname)
  /** A request may end after the person has left the list: then the list is not opened again. */
  const onView = (next: TracesView): void => {
    if (router.latestLocation.pathname === pathname) showView(next)
  }
  const { api, session } = useSession()
  const client = useQueryClient()
  const projectId = session.project.id
  const slug = view.open ?? view.view
  const viewsQuery = useQuery(savedQueries(api, isListed || slug !== undefined))
  const activeQuery = viewsQuery.data?.find((query) => query.slug === slug)
  const state = useQuery({
    queryKey: [projectId, 'queries', 'view', activeQuery?.revision_id],
    queryFn: () => (activeQuery === undefined ? {} : viewOf(api, activeQuery.revision_id)),
    enabled: activeQuery !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  // A shared link contains only the name of the view, which opens in its last saved state.
  const isOpening = view.open !== undefined && activeQuery !== undefined && state !== undefined
  useEffect(() => {
    if (isOpening) onView({ ...state, view: activeQuery.slug })
    // Runs once per link: `onView` replaces the link in the URL.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpening])
  const invalidateViews = () => client.invalidateQueries({ queryKey: [projectId, 'queries'] })

  const openView = async (query: SavedQuery): Promise<void> => {
    try {
      onView(tracesSearch({ ...(await viewOf(api, query.revision_id)), view: query.slug }))
    } catch (error) {
      showFailure(error)
    }
  }
  const saveMutation = useMutation({
    mutationFn: async (name: string) => {
      const { query } = await api.simpleQueries.create({ query: { name, ...(await versionOf(api, view)) } })
      if (!isSavedQuery(query)) throw new Error('The answer of the server has no query.')
      return query
    },
    onSuccess: async (query) => {
      showToast(`Saved ${nameOf(query)}. Everybody in this project can open it.`)
      await invalidateViews()
      await openView(query)
    },
    onError: showFailure,
  })
  const updateMutation = useMutation({
    mutationFn: async (query: SavedQuery) => {
      const version = { variantId: query.variant_id, ...(await versionOf(api, view)) }
      const { revision } = await api.versions('query').commit(version)
      return { ...query, revision_id: revision.id }
    },
    onSuccess: async (query) => {
      showToast(`Updated ${nameOf(query)}.`)
      await invalidateViews()
      await openView(query)
    },
    onError: showFailure,
  })
  const renameMutation = useMutation({
    mutationFn: ({ query, name }: { readonly query: SavedQuery; readonly name: string }) =>
      api.simpleQueries.edit(query.id, { query: { id: query.id, name } }),
    onSuccess: invalidateViews,
    onError: showFailure,
  })
  const restoreMutation = useMutation({
    mutationFn: (query: SavedQuery) => api.simpleQueries.unarchive(query.id),
    onSuccess: invalidateViews,
    onError: showFailure,
  })
  const deleteMutation = useMutation({
    mutationFn: (query: SavedQuery) => api.simpleQueries.archive(query.id),
    onSuccess: async (_, query) => {
      showToast(`Deleted the view ${nameOf(query)}.`, {
        label: 'Undo',
        run: () => restoreMutation.mutate(query),
      })
      await invalidateViews()
      onView(stateOf(view))
    },
    onError: showFailure,
  })
  return {
    viewsQuery,
    activeQuery,
    isChanged: activeQuery !== undefined && state !== undefined && !isSameView(state, view),
    openView,
    saveMutation,
    updateMutation,
    renameMutation,
    deleteMutation,
  }
}

export type SavedView = ReturnType<typeof useSavedView>
