// Queries for the runs of a comparison and their differences. The route prefetches them before the script of the page loads.
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Api } from '../../app/api.ts'
import { runRecords } from '../queries.ts'
import { newSnapshotName } from '../snapshot-name.ts'
import type { ComparedMetric } from './model.ts'

export const matchOption = (isDedupMatch: boolean) =>
  ({ match: isDedupMatch ? 'testcase_dedup_id' : 'testcase_id' }) as const

export interface ComparisonInput {
  readonly ids: readonly string[]
  readonly isDedupMatch: boolean
}

/** Other texts cannot be the id of a run. */
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export const runsByIdQuery = (api: Api, ids: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'by id', ids],
    queryFn: async ({ signal }) => {
      const validIds = ids.filter((id) => uuid.test(id))
      if (validIds.length === 0) return ids.map(() => undefined)
      const { runs } = await api.runs.query(
        { run: { ids: validIds }, windowing: { limit: ids.length } },
        { signal },
      )
      const byId = new Map(runRecords(runs).map((run) => [run.id, run]))
      return ids.map((id) => byId.get(id))
    },
    enabled: ids.length > 0,
  })

export interface Differences {
  readonly metrics: readonly ComparedMetric[]
  /** Duration, cost, tokens and errors. */
  readonly totals: readonly Omit<ComparedMetric, 'evaluator'>[]
  /** The name of the snapshot on the server; rows of the comparison come from it, too. */
  readonly snapshot: string
}

export const metricsQuery = (api: Api, { ids, isDedupMatch }: ComparisonInput) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'compare', ids, isDedupMatch],
    queryFn: async ({ signal }): Promise<Differences> => {
      const snapshot = newSnapshotName()
      const { comparison } = await api.runs.compare(
        {
          runs: ids.map((run_id) => ({ run_id })),
          ...matchOption(isDedupMatch),
          reading: snapshot,
          include: ['totals'],
          windowing: { limit: 1 },
        },
        { signal },
      )
      return { metrics: comparison.metrics, totals: comparison.totals ?? [], snapshot }
    },
    enabled: ids.length > 1 && ids.every((id) => uuid.test(id)),
  })

/** Loads the first data of the page into the cache. */
export async function prefetchComparison(
  { client, api }: { readonly client: QueryClient; readonly api: Api },
  comparison: ComparisonInput,
): Promise<void> {
  const metrics = metricsQuery(api, comparison)
  if (metrics.enabled !== true) return
  const runs = runsByIdQuery(api, comparison.ids)
  await Promise.all([client.ensureQueryData(metrics), client.ensureQueryData(runs)])
}
