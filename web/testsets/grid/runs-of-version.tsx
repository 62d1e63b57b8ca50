// The runs that used the row: those over the version that it is read in, for a run takes every row of its version.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSigned } from '../../app/session.tsx'
import { usesQuery } from '../../app/versions/queries.ts'
import { ago, exactTime } from '../../ui/format.ts'
import type { Revision } from '../queries.ts'
import styles from './detail.module.css'

export function RunsOfVersion({ revision }: { revision: Revision }) {
  const { api, session } = useSigned()
  const asked = { kind: 'testset', artifactId: revision.testset_id, revisionId: revision.id } as const
  const { data } = useQuery(usesQuery(api, session.project.id, asked))
  if (data === undefined) return null
  return (
    <div className={styles['runs']}>
      <h3>Runs over version {revision.version}</h3>
      {data.runs.length === 0 ? (
        <p className={styles['absent']}>none yet</p>
      ) : (
        <ul>
          {data.runs.map((run) => (
            <li key={run.id}>
              <Link
                to="/p/$project/runs/$run"
                params={{ project: session.project.slug, run: run.id }}
                search={{}}
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
