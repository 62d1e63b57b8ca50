// The progress of each person, their agreement, and the items on which they disagree.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../app/failure.tsx'
import { useApi, useKeyNames, useHasRole, useSession } from '../app/session.tsx'
import { ago, count, exactTime, percent } from '../ui/format.ts'
import { Skeleton } from '../ui/notice.tsx'
import { strengthOf } from '../ui/agreement-strength.ts'
import { agreementQuery, type Agreement, type QueueDetails, type Progress } from './queries.ts'
import body from '../app/body.module.css'
import styles from './queue-page.module.css'

function People({ progress }: { progress: Progress }) {
  const names = useKeyNames()
  const { session } = useSession()
  if (progress.people.length === 0) return <p className={body['faint']}>No annotations yet.</p>
  return (
    <div className={body['wide']}>
      <table className={body['table']}>
        <thead>
          <tr>
            <th>Person</th>
            <th data-align="right">Annotated</th>
            <th data-align="right">Assigned</th>
            <th data-align="right">Skipped</th>
            <th data-align="right">Last activity</th>
          </tr>
        </thead>
        <tbody>
          {progress.people.map((person) => (
            <tr key={person.user_id}>
              <td>
                {names.get(person.user_id) ?? 'unknown'}
                {person.user_id === session.key.id && <span className={body['faint']}> you</span>}
              </td>
              <td data-align="right">{count(person.judged)}</td>
              <td data-align="right">{person.assigned === undefined ? '–' : count(person.assigned)}</td>
              <td data-align="right">{count(person.skipped)}</td>
              <td data-align="right">
                {person.last_at === undefined ? (
                  '–'
                ) : (
                  <time title={exactTime(person.last_at)}>{ago(person.last_at)}</time>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const measures = { cohen_kappa: 'Cohen’s κ', krippendorff_alpha: 'Krippendorff’s α' } as const

function Measure({ measure, name }: { measure: Agreement['measures'][number]; name: string }) {
  const { value } = measure
  const strength = value === undefined ? undefined : strengthOf(value)
  return (
    <div className={styles['measure']}>
      <dt>
        {name} <b>{measure.path}</b>
      </dt>
      <dd>
        <strong data-tone={strength?.tone}>{value === undefined ? '–' : value.toFixed(2)}</strong>
        <span>{strength?.word ?? 'all values equal'}</span>
        <small title="1: full agreement; 0: agreement by chance">
          {measures[measure.measure]} · {percent(measure.observed)} equal · {count(measure.items)} items ·{' '}
          {measure.raters} people
        </small>
      </dd>
    </div>
  )
}

const displayValue = (value: unknown): string =>
  value === true ? 'yes' : value === false ? 'no' : String(value)

function Disagreements({ queue, agreement }: { queue: QueueDetails; agreement: Agreement }) {
  const { session } = useSession()
  const names = useKeyNames()
  const canAnnotate = useHasRole('editor')
  const project = session.project.slug
  const { disagreements, disagreement_count: total } = agreement
  if (total === 0) return <p className={body['faint']}>No disagreements.</p>
  return (
    <div className={body['wide']}>
      <table className={body['table']}>
        <thead>
          <tr>
            <th>Field</th>
            <th>Values</th>
            <th>Links</th>
          </tr>
        </thead>
        <tbody>
          {disagreements.map((one) => (
            <tr key={`${one.scenario_id} ${one.step_key} ${one.path}`}>
              <td>{one.path}</td>
              <td>
                {one.values
                  .map(({ user_id: id, value }) => `${names.get(id) ?? 'unknown'}: ${displayValue(value)}`)
                  .join(' · ')}
              </td>
              <td className={styles['links']}>
                {canAnnotate && !queue.isClosed && (
                  <Link
                    to="/p/$project/queues/$queue"
                    params={{ project, queue: queue.id }}
                    search={{ item: one.scenario_id }}
                  >
                    Item
                  </Link>
                )}
                {one.trace_id !== undefined && (
                  <Link to="/p/$project/traces/$traceId" params={{ project, traceId: one.trace_id }}>
                    Trace
                  </Link>
                )}
                <Link
                  to="/p/$project/runs/$run"
                  params={{ project, run: queue.runId }}
                  search={{ row: one.scenario_id }}
                >
                  Run row
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > disagreements.length && (
        <p className={body['faint']}>
          Showing the first {count(disagreements.length)} of {count(total)}.
        </p>
      )}
    </div>
  )
}

export function PeopleView({ queue, progress }: { queue: QueueDetails; progress: Progress | undefined }) {
  const api = useApi()
  const agreement = useQuery(agreementQuery(api, queue.id))
  const nameOf = (stepKey: string): string =>
    queue.forms.find((one) => one.stepKey === stepKey)?.name ?? stepKey
  return (
    <section className={body['body']} tabIndex={0} aria-label="People and agreement">
      <section className={body['card']}>
        <h2>Progress</h2>
        {progress === undefined ? <Skeleton rows={2} /> : <People progress={progress} />}
      </section>
      <section className={body['card']}>
        <h2>Agreement</h2>
        {agreement.isError ? (
          <Failure error={agreement.error} retry={() => void agreement.refetch()} />
        ) : agreement.data === undefined ? (
          <Skeleton rows={2} />
        ) : agreement.data === null || agreement.data.measures.length === 0 ? (
          <p className={body['faint']}>
            {queue.repeats > 1
              ? 'No item has annotations of two people yet.'
              : 'Each item is annotated by one person, so agreement is not measured.'}
          </p>
        ) : (
          <dl className={styles['measures']}>
            {agreement.data.measures.map((measure) => (
              <Measure
                key={`${measure.step_key} ${measure.path}`}
                measure={measure}
                name={nameOf(measure.step_key)}
              />
            ))}
          </dl>
        )}
      </section>
      {agreement.data !== undefined && agreement.data !== null && agreement.data.measures.length > 0 && (
        <section className={body['card']}>
          <h2>Disagreements</h2>
          <Disagreements queue={queue} agreement={agreement.data} />
        </section>
      )}
    </section>
  )
}
