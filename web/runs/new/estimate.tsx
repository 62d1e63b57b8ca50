// What a run would be before it starts: its rows, its calls, and what they are likely to cost and take.
import { count, duration, money } from '../../ui/format.ts'
import type { Plan } from './plan.ts'
import type { Expected } from './use-plan-records.ts'
import styles from './new-run.module.css'

function Earlier({ called }: Pick<Expected, 'called'>) {
  return (
    <ul className={styles['earlier']}>
      {called.map(({ revision, earlier }) => (
        <li key={revision.id}>
          <b>
            {revision.artifact_slug} v{revision.version}
          </b>{' '}
          {earlier === undefined
            ? '…'
            : earlier.calls === 0
              ? 'was never called'
              : `${money(earlier.cost)} and ${duration(earlier.durationMs)} a call, over its last ${count(earlier.calls)}`}
        </li>
      ))}
    </ul>
  )
}

export function EstimateView({ plan, expected }: { plan: Plan; expected: Expected }) {
  const { rows, calls, called, estimate } = expected
  const isLive = plan.source === 'live'
  const total = calls.ofSubjects + calls.ofEvaluators
  return (
    <section className={styles['estimate']} aria-label="Estimate">
      <h3>{isLive ? 'So far it would have been' : 'This will be'}</h3>
      <dl>
        <div>
          <dt>{plan.source === undefined ? 'Rows' : 'Traces'}</dt>
          <dd>{count(rows)}</dd>
        </div>
        <div>
          <dt>Calls of subjects</dt>
          <dd>{rows === undefined ? '–' : count(calls.ofSubjects)}</dd>
        </div>
        <div>
          <dt>Calls of evaluators</dt>
          <dd>{rows === undefined ? '–' : count(calls.ofEvaluators)}</dd>
        </div>
        {calls.byHand > 0 && (
          <div>
            <dt>Judgements by people</dt>
            <dd>{count(calls.byHand)}</dd>
          </div>
        )}
        <div>
          <dt>Cost</dt>
          <dd>
            {rows === undefined || estimate.cost === undefined
              ? total === 0
                ? '–'
                : 'not known'
              : `${estimate.isPartial ? 'at least' : 'about'} ${money(estimate.cost)}`}
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>
            {rows === undefined || estimate.durationMs === undefined
              ? '–'
              : `about ${duration(estimate.durationMs)}`}
          </dd>
        </div>
      </dl>
      {isLive && <p>From then on it takes new traces once a minute, until it is stopped.</p>}
      {called.length > 0 && <Earlier called={called} />}
    </section>
  )
}
