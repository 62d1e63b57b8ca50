// Queries of the run pages: the list, one run, and metrics. Queries of rows are in rows/.
import { hasTexts, firstPage } from '../ui/records.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import { runFilter } from './list/run-list.ts'
import { isActive, type Metrics, type Run } from './run-model.ts'
import type { RunsView } from './url-state.ts'

const pageSize = 50

const isRun = hasTexts<Run>('id')

/** The generated types leave `data` and `flags` of a run open; the pages read them as `Run`. */
export const runRecords = (runs: readonly object[]): readonly Run[] => runs.filter(isRun)

/** The number of newest runs that are loaded to sort them by a score or to plot them over time. */
export const scoredRunsMax = 500

/** The server does not sort by scores: the page needs the runs at once, in one request. */
const isScored = ({ sort, over }: RunsView): boolean => sort !== undefined || over !== undefined

export const runsQuery = (api: Api, view: RunsView) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'runs', 'list', runFilter(view), isScored(view)],
    queryFn: async ({ signal, pageParam }) => {
      const windowing = pageParam ?? { limit: isScored(view) ? scoredRunsMax : pageSize }
      const answer = await api.runs.query({ run: runFilter(view), windowing }, { signal })
      return { runs: runRecords(answer.runs), windowing: answer.windowing }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ windowing }) => windowing,
    // Only active runs change.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ runs }) => runs.some(({ status }) => isActive(status))) === true
        ? 5000
        : false,
  })

export const runQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'run', id],
    queryFn: async ({ signal }) => {
      const { run } = await api.runs.fetch(id, { signal })
      return run === undefined ? null : (runRecords([run])[0] ?? null)
    },
  })

/** The metrics of several runs by id of the run. */
export const listedMetricsQuery = (api: Api, runs: readonly Run[]) =>
  queryOptions({
    queryKey: [
      api.projectId,
      'runs',
      'listed metrics',
      ...runs.map(({ id, updated_at: at }) => `${id} ${at}`),
    ],
    queryFn: async ({ signal }) => {
      const { metrics } = await api.metrics.query(
        { metrics: { run_ids: runs.map(({ id }) => id), scenario_ids: false, timestamps: false } },
        { signal },
      )
      return new Map(metrics.map(({ run_id: id, data }) => [id, (data ?? {}) as Metrics]))
    },
    enabled: runs.length > 0,
    // Older metrics stay until new ones are loaded.
    placeholderData: keepPreviousData,
    refetchInterval: runs.some(({ status }) => isActive(status)) ? 5000 : false,
  })

/** The metrics of one run; empty until it has some. */
export const metricsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'metrics', id],
    queryFn: async ({ signal }): Promise<Metrics> => {
      const { metrics } = await api.metrics.query(
        { metrics: { run_id: id, scenario_ids: false, timestamps: false } },
        { signal },
      )
      return (metrics[0]?.data ?? {}) as Metrics
    },
  })
