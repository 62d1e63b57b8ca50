// The estimate of a run before it starts: rows, calls, cost and duration.
import { useVersionNaming } from '../../app/versions/naming/use-version-naming.ts'
import { count, duration, money } from '../../ui/format.ts'
import type { PreviousCalls as PreviousAverages } from './calls.ts'
import type { Plan } from './plan.ts'
import type { RunForecast } from './use-plan-records.ts'
import styles from './new-run.module.css'

/** The calls times their cost or duration, and the number of previous calls in the average. */
function callsText({
  calls,
  previousCalls,
}: {
  readonly calls: number
  readonly previousCalls: PreviousAverages
}) {
  const { cost, durationMs } = previousCalls
  const product =
    cost === undefined
      ? `${count(calls)} × ${duration(durationMs)}`
      : `${count(calls)} × ${money(cost)} = ${money(calls * cost)}; ${duration(durationMs)} per call`
  return `${product}, average of the last ${count(previousCalls.calls)}`
}

function PreviousCalls({ programs }: Pick<RunForecast, 'programs'>) {
  const naming = useVersionNaming()
  return (
    <ul className={styles['previousCalls']}>
      {programs.map(({ revision, calls, previousCalls }) => (
        <li key={revision.id}>
          <b>
            {revision.artifact_slug} {naming({ version: revision.version, variant: revision.variant_slug })}
          </b>{' '}
          {previousCalls === undefined
            ? '…'
            : previousCalls.calls === 0
              ? 'no previous calls'
              : callsText({ calls, previousCalls })}
        </li>
      ))}
    </ul>
  )
}

export function EstimateView({ plan, forecast }: { plan: Plan; forecast: RunForecast }) {
  const { rows, calls, programs, estimate } = forecast
  const isLive = plan.source === 'live'
  const total = calls.subjectCalls + calls.evaluatorCalls
  return (
    <section className={styles['estimate']} aria-label="Estimate">
      <h3>{isLive ? 'Estimate for stored traces' : 'Estimate'}</h3>
      <dl>
        <div>
          <dt>{plan.source === undefined ? 'Rows' : 'Traces'}</dt>
          <dd>{count(rows)}</dd>
        </div>
        <div>
          <dt>Subject calls</dt>
          <dd>{rows === undefined ? '–' : count(calls.subjectCalls)}</dd>
        </div>
        <div>
          <dt>Evaluator calls</dt>
          <dd>{rows === undefined ? '–' : count(calls.evaluatorCalls)}</dd>
        </div>
        {calls.humanAnnotations > 0 && (
          <div>
            <dt>Human annotations</dt>
            <dd>{count(calls.humanAnnotations)}</dd>
          </div>
        )}
        <div>
          <dt>Cost</dt>
          <dd>
            {rows === undefined || estimate.cost === undefined
              ? total === 0
                ? '–'
                : 'unknown'
              : `${estimate.isPartial ? 'at least' : 'about'} ${money(estimate.cost)}`}
          </dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>
            {rows === undefined || estimate.durationMs === undefined
              ? '–'
              : `about ${duration(estimate.durationMs)}`}
          </dd>
        </div>
      </dl>
      {isLive && <p>A live run takes new traces every minute until you stop it.</p>}
      {programs.length > 0 && <PreviousCalls programs={programs} />}
    </section>
  )
}
