// Reloads rows that changed while a run is active, and no others.
import { nowMs } from '../../ui/time/clock.ts'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import type { RowsView } from '../url-state.ts'
import { hasNewRows, rowsToLoad, withRows, type ChangedRows, type RowsPage } from './changed-rows.ts'
import { loadRows, type ScenarioRow } from './scenario-rows.ts'

/** A filtered or sorted list may change with every value, so it is refetched less often. */
const filteredRefetchMs = 10_000

const isUnfiltered = ({ sort, where, failed }: RowsView): boolean =>
  sort === undefined && where === undefined && failed === undefined

type RowPages = InfiniteData<RowsPage<ScenarioRow>, unknown>

interface Refresh {
  readonly client: QueryClient
  readonly api: Api
  readonly runId: string
  readonly changes: ChangedRows
}

/** Loads the changed rows of one list into its pages. False: the list was refetched meanwhile. */
async function mergeRows({ client, api, runId, changes }: Refresh, query: Query): Promise<boolean> {
  const { queryKey, state } = query
  const data = state.data as RowPages
  const { signal } = new AbortController()
  const rows = await loadRows(api, { runId, scenarios: rowsToLoad(data.pages, changes), signal })
  if (client.getQueryState(queryKey)?.dataUpdatedAt !== state.dataUpdatedAt) return false
  client.setQueryData<RowPages>(queryKey, (now) => now && { ...now, pages: withRows(now.pages, rows) })
  return true
}

async function refreshQuery(refresh: Refresh, query: Query): Promise<boolean> {
  const { client, changes } = refresh
  const { queryKey, state } = query
  const [, , , , view, id] = queryKey
  const refetch = (): true => {
    void client.invalidateQueries({ queryKey, exact: true })
    return true
  }
  if (view === 'one') return typeof id === 'string' && changes.has(id) ? refetch() : true
  if (view === 'snapshot') return true
  const data = state.data as RowPages | undefined
  if (data === undefined || state.fetchStatus === 'fetching') return false
  if (!isUnfiltered(view as RowsView)) {
    return nowMs() - state.dataUpdatedAt > filteredRefetchMs ? refetch() : true
  }
  return hasNewRows(data.pages, changes) ? refetch() : mergeRows(refresh, query)
}

/** Refreshes the lists on the screen. False: one of them was refetched meanwhile, perhaps without these changes. */
export async function refreshRows(refresh: Refresh): Promise<boolean> {
  const { client, api, runId } = refresh
  const queries = client
    .getQueryCache()
    .findAll({ queryKey: [api.projectId, 'runs', 'rows', runId], type: 'active' })
  let isComplete = true
  for (const query of queries) if (!(await refreshQuery(refresh, query))) isComplete = false
  return isComplete
}
