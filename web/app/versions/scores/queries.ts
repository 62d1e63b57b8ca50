// Requests the newest runs of revisions and their metrics.
import { queryOptions } from '@tanstack/react-query'
import { recordsWith } from '../../../ui/records.ts'
import type { Api } from '../../api.ts'
import { scoresByRevision, type RevisionScores, type ScoredRun } from './scores.ts'

/** The number of runs that are searched for scores. */
const runsMax = 50

/** The scores of the newest runs of revisions: two requests, whatever the number of revisions. */
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
