// What the rows of a run ask: which of them in which order, one of them, and what failed.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { newSnapshotName } from '../snapshot-name.ts'
import type { Parts, Status } from '../run-model.ts'
import type { RowsView } from '../url-state.ts'
import { rowsAsked } from './rows-request.ts'
import { rowsFor, type Result, type Scenario } from './scenario-rows.ts'

const rowsAtOnce = 50

/** Whose rows, and which of them in which order. */
export interface Listing {
  readonly runId: string
  readonly parts: Parts
  readonly view: RowsView
}

interface Listed {
  readonly scenarios: readonly Scenario[]
  /** What the next page is asked with; absent: there is none. */
  readonly next: object | undefined
  /** Absent: as many as the run has. */
  readonly total?: number
}

/** Rows in which something failed for this reason. */
async function failedRows(api: Api, runId: string, reason: string, signal: AbortSignal): Promise<Listed> {
  const failures = await failedResults(api, runId, signal)
  const ids = failures.filter(({ error }) => (error?.code ?? '') === reason).map((one) => one.scenario_id)
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return { scenarios: [], next: undefined, total: 0 }
  const { scenarios } = await api.scenarios.query(
    { scenario: { run_id: runId, ids: wanted }, windowing: { limit: wanted.length } },
    { signal },
  )
  return { scenarios, next: undefined, total: scenarios.length }
}

/** Where a page begins, in what was read for the first one. */
interface MeasuredPage {
  readonly offset?: number
  readonly reading?: string
}

/** By metrics: the server looks at the values of all rows. */
async function measuredRows(
  api: Api,
  asked: NonNullable<ReturnType<typeof rowsAsked>>,
  { limit, offset = 0, reading = newSnapshotName() }: MeasuredPage & { readonly limit: number },
  signal: AbortSignal,
): Promise<Listed> {
  const windowing = { limit, offset }
  const { rows, total } = await api.runs.queryRows({ ...asked, reading, windowing }, { signal })
  const scenarios = rows.flatMap(({ runs }) =>
    runs.map(({ scenario_id, status }) => ({ id: scenario_id, status: status as Status })),
  )
  const next: MeasuredPage = { offset: offset + rows.length, reading }
  return {
    scenarios: [...new Map(scenarios.map((one) => [one.id, one])).values()],
    next: rows.length > 0 && offset + rows.length < total ? next : undefined,
    total,
  }
}

export async function listed(
  api: Api,
  { runId, parts, view }: Listing,
  asked: { readonly page: object | undefined; readonly limit: number },
  signal: AbortSignal,
): Promise<Listed> {
  if (view.failed !== undefined) return failedRows(api, runId, view.failed, signal)
  const byMetrics = rowsAsked(runId, parts, view)
  if (byMetrics !== undefined) {
    const page: MeasuredPage = asked.page ?? {}
    return measuredRows(api, byMetrics, { ...page, limit: asked.limit }, signal)
  }
  const windowing = asked.page ?? { limit: asked.limit }
  const answer = await api.scenarios.query({ scenario: { run_id: runId }, windowing }, { signal })
  return { scenarios: answer.scenarios, next: answer.windowing }
}

const isMeasured = ({ runId, parts, view }: Listing): boolean => rowsAsked(runId, parts, view) !== undefined

/** A name for what is read of the rows: another one when they are asked for again. */
const readingQuery = (api: Api, { runId }: Listing) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'rows', runId, 'reading'],
    queryFn: (): MeasuredPage => ({ reading: newSnapshotName() }),
    staleTime: 15_000,
  })

export const rowsQuery = (api: Api, listing: Listing) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'runs', 'rows', listing.runId, listing.view],
    queryFn: async ({ client, signal, pageParam }) => {
      // Sorted the other way it is the same reading, as long as what was read counts as fresh.
      const page =
        pageParam ?? (isMeasured(listing) ? await client.fetchQuery(readingQuery(api, listing)) : undefined)
      const list = await listed(api, listing, { page, limit: rowsAtOnce }, signal)
      return { ...list, rows: await rowsFor(api, listing.runId, list.scenarios, signal) }
    },
    initialPageParam: undefined as object | undefined,
    getNextPageParam: ({ next }) => next,
    // Sorted anew, they stay until the others are there.
    placeholderData: keepPreviousData,
  })

/** So many failures are looked at. */
export const failuresMax = 1000

async function failedResults(api: Api, runId: string, signal: AbortSignal): Promise<readonly Result[]> {
  const { results } = await api.results.query(
    { result: { run_id: runId, statuses: ['failure', 'errors'] }, windowing: { limit: failuresMax } },
    { signal },
  )
  return results as readonly object[] as readonly Result[]
}

export const failuresQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'failures', runId],
    queryFn: async ({ signal }) => failedResults(api, runId, signal),
  })

/** One row by its id, wherever it stands in the list; null: there is none. */
export const rowQuery = (api: Api, runId: string, id: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'rows', runId, 'one', id],
    queryFn: async ({ signal }) => {
      const { scenario } = await api.scenarios.fetch(id ?? '', { signal })
      if (scenario === undefined || scenario.run_id !== runId) return null
      return (await rowsFor(api, runId, [scenario], signal))[0] ?? null
    },
    enabled: id !== undefined,
  })
