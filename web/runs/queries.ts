// What the pages of runs ask: the runs, and the numbers of one. What its rows ask stands in rows/.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import { isActive, type Metrics, type Run, type Status } from './run-model.ts'
import type { RunsView } from './url-state.ts'

const runsAtOnce = 50

const statusesOf = ({ status }: RunsView): { readonly statuses?: readonly Status[] } => {
  if (status === 'active') return { statuses: ['pending', 'queued', 'running'] }
  return status === 'failed' ? { statuses: ['failure', 'errors', 'cancelled'] } : {}
}

export const runsQuery = (api: Api, view: RunsView) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'runs', 'list', view.status],
    queryFn: async ({ signal, pageParam }) => {
      const windowing = pageParam ?? { limit: runsAtOnce }
      const answer = await api.runs.query({ run: statusesOf(view), windowing }, { signal })
      return { runs: answer.runs as readonly object[] as readonly Run[], windowing: answer.windowing }
    },
    initialPageParam: undefined as object | undefined,
    getNextPageParam: ({ windowing }) => windowing,
    // What runs is looked at again; what is over stays as it is.
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
      return run === undefined ? null : (run as object as Run)
    },
  })

/** The numbers of several runs, by the id of the run. */
export const listedNumbersQuery = (api: Api, runs: readonly Run[]) =>
  queryOptions({
    queryKey: [
      api.projectId,
      'runs',
      'listed numbers',
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
    // What is shown of a run that goes on stays until there is more.
    placeholderData: keepPreviousData,
    refetchInterval: runs.some(({ status }) => isActive(status)) ? 5000 : false,
  })

/** The numbers of the whole run; none before it has some. */
export const numbersQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'numbers', id],
    queryFn: async ({ signal }): Promise<Metrics> => {
      const { metrics } = await api.metrics.query(
        { metrics: { run_id: id, scenario_ids: false, timestamps: false } },
        { signal },
      )
      return (metrics[0]?.data ?? {}) as Metrics
    },
  })
