// The runs that used this row, over any version of the testset: an unchanged row keeps its id.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Api } from '../../../app/api.ts'
import { useSession } from '../../../app/session.tsx'
import { ago, exactTime } from '../../../ui/format.ts'
import styles from './row-detail.module.css'

const runsMax = 20

const runsOfRowQuery = (api: Api, testcaseId: string) =>
  queryOptions({
    queryKey: [api.projectId, 'testsets', 'runs of row', testcaseId],
    queryFn: async ({ signal }) => {
      const { results } = await api.results.query(
        { result: { testcase_id: testcaseId }, windowing: { limit: 1000, order: 'descending' } },
        { signal },
      )
      const scenarios = new Map(results.map(({ run_id, scenario_id }) => [run_id, scenario_id]))
      const ids = [...scenarios.keys()].slice(0, runsMax)
      if (ids.length === 0) return []
      const { runs } = await api.runs.query({ run: { ids } }, { signal })
      return runs.map((run) => ({ ...run, scenarioId: scenarios.get(run.id) ?? '' }))
    },
  })

export function RunsOfRow({ testcaseId }: { testcaseId: string }) {
  const { api, session } = useSession()
  const { data } = useQuery(runsOfRowQuery(api, testcaseId))
  if (data === undefined) return null
  return (
    <div className={styles['runs']}>
      <h3>Runs with this row</h3>
      {data.length === 0 ? (
        <p className={styles['absent']}>No runs yet</p>
      ) : (
        <ul>
          {data.map((run) => (
            <li key={run.id}>
              <Link
                to="/p/$project/runs/$run"
                params={{ project: session.project.slug, run: run.id }}
                search={{ row: run.scenarioId }}
                className={styles['link']}
              >
                {run.name ?? 'Run'}
              </Link>{' '}
              {run.status} <time title={exactTime(run.created_at)}>{ago(run.created_at)}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
