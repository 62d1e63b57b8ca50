// Cards with the last runs and deployments and the state of ingest.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import body from '../app/body.module.css'
import { useKeyNames, useSession } from '../app/session.tsx'
import { useVersionNaming } from '../app/versions/naming/use-version-naming.ts'
import { ago, count, exactTime } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { changeText, ingestQuery, lastDeploymentsQuery, lastRunsQuery } from './queries.ts'

const toneOf = (status: string | undefined): string | undefined =>
  status === 'success'
    ? body['good']
    : status === 'failure' || status === 'errors'
      ? body['bad']
      : body['faint']

function Runs() {
  const { api, session } = useSession()
  const { data } = useQuery(lastRunsQuery(api))
  return (
    <section className={body['card']}>
      <h2>Last runs</h2>
      <ul className={body['list']}>
        {data?.map((run) => (
          <li key={run.id}>
            <span>
              <Link to="/p/$project/runs/$run" params={{ project: session.project.slug, run: run.id ?? '' }}>
                {run.name ?? run.id}
              </Link>
            </span>
            <span className={toneOf(run.status)}>{run.status}</span>
            <time className={body['faint']} title={exactTime(run.created_at)}>
              {ago(run.created_at)}
            </time>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className={body['faint']}>No runs yet.</p>}
    </section>
  )
}

function Deployments() {
  const { api, session } = useSession()
  const names = useKeyNames()
  const naming = useVersionNaming()
  const { data } = useQuery(lastDeploymentsQuery(api))
  return (
    <section className={body['card']}>
      <h2>Last deployments</h2>
      <ul className={body['list']}>
        {data?.map((revision) => (
          <li key={revision.id}>
            <span title={revision.message}>
              <Link
                to="/p/$project/environments"
                params={{ project: session.project.slug }}
                search={{ view: 'history', of: revision.environment }}
              >
                <b>{revision.environment}</b>{' '}
                {revision.changes.length > 0
                  ? revision.changes.map((change) => changeText(change, naming)).join(', ')
                  : (revision.message ?? `version ${revision.version}`)}
              </Link>
            </span>
            <span className={body['faint']}>{names.get(revision.author)}</span>
            <time className={body['faint']} title={exactTime(revision.date)}>
              {ago(revision.date)}
            </time>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className={body['faint']}>No deployments yet.</p>}
    </section>
  )
}

function Ingest() {
  const { api, session } = useSession()
  const { data } = useQuery(ingestQuery(api))
  const storedCount = data?.minutes.reduce((sum, minute) => sum + minute.stored, 0)
  const rejectedCount = data?.rejections.reduce((sum, one) => sum + one.count, 0) ?? 0
  return (
    <section className={body['card']}>
      <h2>Ingest, last hour</h2>
      {data !== undefined && (
        <ul className={body['list']}>
          <li>
            <span>Spans stored</span>
            {count(storedCount)}
          </li>
          <li>
            <span>Requests waiting</span>
            {count(data.waiting.requests)}
          </li>
          <li className={rejectedCount > 0 ? body['bad'] : undefined}>
            <span>Spans rejected</span>
            {count(rejectedCount)}
          </li>
          <li>
            <Link
              to="/p/$project/settings/$part"
              params={{ project: session.project.slug, part: 'ingest' }}
              className={body['faint']}
            >
              Receipts and rejections <Icon name="right" size={10} />
            </Link>
          </li>
        </ul>
      )}
    </section>
  )
}

export function HomeCards() {
  return (
    <div className={body['cards']}>
      <Runs />
      <Deployments />
      <Ingest />
    </div>
  )
}
