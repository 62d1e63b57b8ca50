// The runs of a comparison, and how they differ: what is asked for as soon as the address is known, before the script of the page has come.
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { newSnapshotName } from '../snapshot-name.ts'
import type { Run } from '../run-model.ts'
import type { ComparedMetric } from './model.ts'

export const match = (byDedup: boolean) => ({ match: byDedup ? 'testcase_dedup_id' : 'testcase_id' }) as const

export interface Compared {
  readonly ids: readonly string[]
  readonly byDedup: boolean
}

/** What is none names no run. */
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const runsByIdQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'by id', ids],
    queryFn: async ({ signal }) => {
      const asked = ids.filter((id) => uuid.test(id))
      if (asked.length === 0) return ids.map(() => undefined)
      const { runs } = await api.runs.query(
        { run: { ids: asked }, windowing: { limit: ids.length } },
        { signal },
      )
      const found = new Map((runs as readonly object[] as readonly Run[]).map((run) => [run.id, run]))
      return ids.map((id) => found.get(id))
    },
    enabled: ids.length > 0,
  })

export interface Differences {
  readonly metrics: readonly ComparedMetric[]
  /** What they were made of, by its name: the rows behind them are, too. */
  readonly reading: string
}

export const metricsQuery = (api: Api, { ids, byDedup }: Compared) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'compare', ids, byDedup],
    queryFn: async ({ signal }): Promise<Differences> => {
      const reading = newSnapshotName()
      const { comparison } = await api.runs.compare(
        { runs: ids.map((run_id) => ({ run_id })), ...match(byDedup), reading, windowing: { limit: 1 } },
        { signal },
      )
      return { metrics: comparison.metrics, reading }
    },
    enabled: ids.length > 1 && ids.every((id) => uuid.test(id)),
  })

/** What the page asks for first. */
export async function prefetchComparison(client: QueryClient, api: Api, compared: Compared): Promise<void> {
  const metrics = metricsQuery(api, compared)
  if (metrics.enabled !== true) return
  const runs = runsByIdQuery(api, compared.ids)
  await Promise.all([client.ensureQueryData(metrics), client.ensureQueryData(runs)])
}
