// Queries of rows: a filtered and sorted list, one row, and failed results.
import { firstPage } from '../../ui/records.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { agOf } from '../../app/spans/span.ts'
import { newSnapshotName } from '../snapshot-name.ts'
import type { Parts, Status } from '../run-model.ts'
import type { RowsView } from '../url-state.ts'
import { rowsRequest } from './rows-request.ts'
import { loadRows, resultRecords, rootsOf, type Result, type Scenario } from './scenario-rows.ts'

const pageSize = 50

/** The rows of a run, with filters and order. */
export interface Listing {
  readonly runId: string
  readonly parts: Parts
  readonly view: RowsView
}

interface RowsPage {
  readonly scenarios: readonly Scenario[]
  /** The cursor of the next page; undefined: this is the last one. */
  readonly next: object | undefined
  /** The number of matching rows; absent: the list has all rows of the run. */
  readonly total?: number
}

interface FailedRows {
  readonly runId: string
  /** The error code. */
  readonly reason: string
  readonly signal: AbortSignal
}

/** Rows with a result that failed for this reason. */
async function failedRows(api: Api, { runId, reason, signal }: FailedRows): Promise<RowsPage> {
  const failures = await failedResults(api, { runId, signal })
  const scenarioIds = failures
    .filter(({ error }) => (error?.code ?? '') === reason)
    .map((one) => one.scenario_id)
  const ids = [...new Set(scenarioIds)]
  if (ids.length === 0) return { scenarios: [], next: undefined, total: 0 }
  const { scenarios } = await api.scenarios.query(
    { scenario: { run_id: runId, ids }, windowing: { limit: ids.length } },
    { signal },
  )
  return { scenarios, next: undefined, total: scenarios.length }
}

/** The start of a page in a snapshot. */
interface SnapshotPage {
  readonly offset?: number
  readonly snapshot?: string
}

interface MetricRowsRequest extends SnapshotPage {
  readonly request: NonNullable<ReturnType<typeof rowsRequest>>
  readonly limit: number
  readonly signal: AbortSignal
}

/** Rows filtered or sorted by metrics: the server reads the values of all rows. */
async function rowsByMetrics(
  api: Api,
  { request, limit, offset = 0, snapshot = newSnapshotName(), signal }: MetricRowsRequest,
): Promise<RowsPage> {
  const windowing = { limit, offset }
  const { rows, total } = await api.runs.queryRows({ ...request, reading: snapshot, windowing }, { signal })
  const scenarios = rows.flatMap(({ runs }) =>
    runs.map(({ scenario_id, status }) => ({ id: scenario_id, status: status as Status })),
  )
  const next: SnapshotPage = { offset: offset + rows.length, snapshot }
  return {
    scenarios: [...new Map(scenarios.map((one) => [one.id, one])).values()],
    next: rows.length > 0 && offset + rows.length < total ? next : undefined,
    total,
  }
}

export interface PageRequest extends Listing {
  readonly page: object | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

export async function loadPage(api: Api, pageRequest: PageRequest): Promise<RowsPage> {
  const { runId, view, limit, signal } = pageRequest
  if (view.failed !== undefined) return failedRows(api, { runId, reason: view.failed, signal })
  const request = rowsRequest(pageRequest)
  if (request !== undefined) {
    const page: SnapshotPage = pageRequest.page ?? {}
    return rowsByMetrics(api, { ...page, request, limit, signal })
  }
  const windowing = pageRequest.page ?? { limit }
  const answer = await api.scenarios.query({ scenario: { run_id: runId }, windowing }, { signal })
  return { scenarios: answer.scenarios, next: answer.windowing }
}

/** The snapshot that pages of a list share; a refetch takes a new one. */
const snapshotQuery = (api: Api, { runId }: Listing) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'rows', runId, 'snapshot'],
    queryFn: (): SnapshotPage => ({ snapshot: newSnapshotName() }),
    staleTime: 15_000,
  })

export const rowsQuery = (api: Api, listing: Listing) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'runs', 'rows', listing.runId, listing.view],
    queryFn: async ({ client, signal, pageParam }) => {
      // A list in another order reuses the snapshot while it is fresh.
      const page =
        pageParam ??
        (rowsRequest(listing) === undefined
          ? undefined
          : await client.fetchQuery(snapshotQuery(api, listing)))
      const list = await loadPage(api, { ...listing, page, limit: pageSize, signal })
      return {
        ...list,
        rows: await loadRows(api, { runId: listing.runId, scenarios: list.scenarios, signal }),
      }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    // The old rows stay until the sorted ones are loaded.
    placeholderData: keepPreviousData,
  })

/** Failures above this number are not counted. */
export const failuresMax = 1000

async function failedResults(
  api: Api,
  { runId, signal }: { readonly runId: string; readonly signal: AbortSignal },
): Promise<readonly Result[]> {
  const { results } = await api.results.query(
    { result: { run_id: runId, statuses: ['failure', 'errors'] }, windowing: { limit: failuresMax } },
    { signal },
  )
  return resultRecords(results)
}

export const failuresQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'failures', runId],
    queryFn: async ({ signal }) => failedResults(api, { runId, signal }),
  })

/** One row by its id; null: it does not exist. */
export const rowQuery = (
  api: Api,
  { runId, id }: { readonly runId: string; readonly id: string | undefined },
) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'rows', runId, 'one', id],
    queryFn: async ({ signal }) => {
      const { scenario } = await api.scenarios.fetch(id ?? '', { signal })
      if (scenario === undefined || scenario.run_id !== runId) return null
      return (await loadRows(api, { runId, scenarios: [scenario], signal }))[0] ?? null
    },
    enabled: id !== undefined,
  })

/** The full outputs by trace. */
export const outputsQuery = (api: Api, traceIds: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'outputs', traceIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const roots = await rootsOf(api, { traceIds, fields: ['attributes'], signal })
      return new Map(
        [...roots.values()].map((span) => {
          const { outputs } = agOf(span).data ?? {}
          const text = typeof outputs === 'string' ? outputs : (JSON.stringify(outputs, undefined, 2) ?? '')
          return [span.trace_id, text]
        }),
      )
    },
    enabled: traceIds.length > 0,
  })
