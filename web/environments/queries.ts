// Queries of the Environments page: the log of an environment, and scores of revisions.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import type { Environment } from '../app/versions/entries.ts'
import { recordsWith } from '../ui/records.ts'
import { scoresByRevision, type RevisionScores, type ScoredRun } from './scores.ts'

/** Commits per step of the history. */
export const depthStep = 50

/** One more commit than the depth, to compare the last one with it. */
export const logQuery = (
  api: Api,
  { variantId, depth = depthStep }: Pick<Environment, 'variantId'> & { readonly depth?: number },
) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', 'environment', 'log', variantId, depth],
    queryFn: ({ signal }) =>
      api
        .versions('environment')
        .log({ variantId: variantId ?? '', depth: depth + 1, withData: true }, { signal }),
    enabled: variantId !== undefined,
  })

/** Runs that are searched for scores. */
const runsMax = 50

/** The scores of the newest runs of revisions: two requests, whatever the number of entries. */
export const scoresQuery = (api: Api, revisionIds: readonly string[]) =>
  queryOptions({
    queryKey: [api.projectId, 'runs', 'scores of revisions', revisionIds],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, RevisionScores>> => {
      const { runs } = await api.runs.query(
        {
          run: { references: revisionIds.map((id) => ({ application_revision: { id } })) },
          windowing: { limit: runsMax },
        },
        { signal },
      )
      if (runs.length === 0) return new Map()
      const { metrics } = await api.metrics.query(
        { metrics: { run_ids: runs.map(({ id }) => id), scenario_ids: false, timestamps: false } },
        { signal },
      )
      return scoresByRevision(
        recordsWith<ScoredRun>(runs, 'id'),
        new Map(metrics.map(({ run_id, data }) => [run_id, data])),
      )
    },
    enabled: revisionIds.length > 0,
  })
