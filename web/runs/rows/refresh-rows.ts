// Rows that changed while a run goes on: they are read again, and no others.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import type { RowsView } from '../url-state.ts'
import { isLonger, rowsToRead, withRows, type ChangedRows, type RowsPage } from './changed-rows.ts'
import { rowsFor, type ScenarioRow } from './scenario-rows.ts'

/** Which rows there are, and in which order, may change with every value: looked at more seldom. */
const chosenAgainMs = 10_000

const isPlain = ({ sort, where, failed }: RowsView): boolean =>
  sort === undefined && where === undefined && failed === undefined

/** Reads what changed of the lists that are on the screen. False: one of them was read anew meanwhile, perhaps before these changes. */
export async function updateRows(
  client: QueryClient,
  api: Api,
  runId: string,
  changed: ChangedRows,
): Promise<boolean> {
  let isDone = true
  const asked = client
    .getQueryCache()
    .findAll({ queryKey: [api.projectId, 'runs', 'rows', runId], type: 'active' })
  for (const { queryKey, state } of asked) {
    const [, , , , view, id] = queryKey
    const again = (): void => void client.invalidateQueries({ queryKey, exact: true })
    if (view === 'one') {
      if (typeof id === 'string' && changed.has(id)) again()
      continue
    }
    const data = state.data as InfiniteData<RowsPage<ScenarioRow>, unknown> | undefined
    if (data === undefined || state.fetchStatus === 'fetching') {
      isDone = false
      continue
    }
    if (!isPlain(view as RowsView)) {
      if (Date.now() - state.dataUpdatedAt > chosenAgainMs) again()
    } else if (isLonger(data.pages, changed)) again()
    else {
      const rows = await rowsFor(api, runId, rowsToRead(data.pages, changed), new AbortController().signal)
      const isReplaced = client.getQueryState(queryKey)?.dataUpdatedAt !== state.dataUpdatedAt
      if (isReplaced) isDone = false
      else
        client.setQueryData<typeof data>(
          queryKey,
          (now) => now && { ...now, pages: withRows(now.pages, rows) },
        )
    }
  }
  return isDone
}
