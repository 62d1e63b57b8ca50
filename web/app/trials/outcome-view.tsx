// The outcome of a call: outputs or failure, duration, cost, and a link to the trace.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../session.tsx'
import { count, decimal, duration, money } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ContentView } from '../../ui/content/content-view.tsx'
import type { Outcome } from './program.ts'
import styles from './outcome-view.module.css'

/** Time, tokens and cost of a call, and its trace. */
export function OutcomeFoot({ outcome, children }: { outcome: Outcome; children?: ReactNode }) {
  const { session } = useSession()
  const { durationMs, tokens, cost, firstTextMs, tokensPerSecond } = outcome.totals
  return (
    <p className={styles['foot']}>
      <span title="Duration">{duration(durationMs)}</span>
      {firstTextMs !== undefined && <span title="Time to the first text">first {duration(firstTextMs)}</span>}
      {tokens !== undefined && <span>{count(tokens)} tokens</span>}
      {tokensPerSecond !== undefined && (
        <span title="Completion tokens per second after the first text">
          {decimal(Number(tokensPerSecond.toPrecision(3)))} tokens/s
        </span>
      )}
      {cost !== undefined && <span title="Cost">{money(cost)}</span>}
      {outcome.traceId !== undefined && (
        <Link
          to="/p/$project/traces/$traceId"
          params={{ project: session.project.slug, traceId: outcome.traceId }}
          className={styles['trace']}
        >
          Trace
        </Link>
      )}
      {children}
    </p>
  )
}

export function FailureView({
  outcome,
  children,
}: {
  outcome: Extract<Outcome, { readonly failure: unknown }>
  children?: ReactNode
}) {
  const { title, message } = outcome.failure
  return (
    <div className={styles['failure']} role="alert">
      <p>
        <Icon name="alert" size={14} /> <b>{title}</b>
      </p>
      <p>{message}</p>
      {children}
    </div>
  )
}

export function OutcomeView({
  outcome,
  help,
  actions,
}: {
  outcome: Outcome
  /** Help for a failure. */
  help?: ReactNode
  /** Actions beside the numbers. */
  actions?: ReactNode
}) {
  return (
    <div className={styles['outcome']}>
      {'failure' in outcome ? (
        <FailureView outcome={outcome}>{help}</FailureView>
      ) : (
        <section className={styles['output']} aria-label="Output" tabIndex={0}>
          <ContentView value={outcome.outputs} name="Output" role="assistant" />
        </section>
      )}
      <OutcomeFoot outcome={outcome}>{actions}</OutcomeFoot>
    </div>
  )
}
