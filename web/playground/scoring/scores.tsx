// Scores of evaluators: in a cell, and summed up below each column.
import { Link } from '@tanstack/react-router'
import { useSession } from '../../app/session.tsx'
import type { Outcome } from '../../app/trials/program.ts'
import { verdictOf } from '../../app/trials/verdict.ts'
import { count, decimal, duration, money, percent } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Evaluator } from './evaluators.ts'
import { cellKey, type Cell, type Column, type DoneCell, type InputRow } from '../matrix.ts'
import { summaryOf, type ColumnSummary, type ScoreSummary } from './summary.ts'
import styles from '../playground.module.css'

function Verdict({ outcome }: { outcome: Outcome }) {
  if ('failure' in outcome) {
    return (
      <span data-good={false} title={outcome.failure.message}>
        <Icon name="alert" size={12} /> {outcome.failure.title}
      </span>
    )
  }
  const { score, success, reasoning } = verdictOf(outcome.outputs)
  return (
    <span data-good={success} title={reasoning}>
      {success !== undefined && <Icon name={success ? 'check' : 'cross'} size={12} />}{' '}
      {success === undefined ? '' : success ? 'passed ' : 'failed '}
      {score !== undefined && decimal(score)}
      {score === undefined && success === undefined && 'no score'}
    </span>
  )
}

/** The verdicts of one cell. */
export function ScoreList({
  evaluators,
  scores = {},
  isScoring,
}: {
  evaluators: readonly Evaluator[]
  scores?: Readonly<Record<string, Outcome>> | undefined
  isScoring: boolean
}) {
  const { session } = useSession()
  if (evaluators.length === 0) return undefined
  return (
    <ul className={styles['scores']} aria-label="Scores">
      {evaluators.map(({ slug, name }) => {
        const outcome = Object.hasOwn(scores, slug) ? scores[slug] : undefined
        return (
          <li key={slug}>
            {outcome?.traceId === undefined ? (
              <span>{name}</span>
            ) : (
              <Link
                to="/p/$project/traces/$traceId"
                params={{ project: session.project.slug, traceId: outcome.traceId }}
              >
                {name}
              </Link>
            )}
            {outcome === undefined ? (
              <span>{isScoring ? 'Running…' : 'not scored'}</span>
            ) : (
              <Verdict outcome={outcome} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function summaryText({ count: scoredCount, failedCount, mean, passRate }: ScoreSummary): string {
  if (scoredCount === 0) return failedCount === 0 ? 'not scored' : `${count(failedCount)} failed to run`
  const parts = [
    ...(passRate === undefined ? [] : [`${percent(passRate)} passed`]),
    ...(mean === undefined ? [] : [`mean ${decimal(mean)}`]),
    `${count(scoredCount)} scored`,
    ...(failedCount === 0 ? [] : [`${count(failedCount)} failed to run`]),
  ]
  return parts.join(' · ')
}

interface SummaryProps {
  readonly columns: readonly Column[]
  readonly rows: readonly InputRow[]
  readonly cells: ReadonlyMap<string, Cell>
  readonly repeats: number
  readonly evaluators: readonly Evaluator[]
}

/** The finished cells of a column. */
const doneIn = (column: Column, { rows, cells, repeats }: SummaryProps): readonly DoneCell[] =>
  rows.flatMap((row) =>
    Array.from({ length: repeats }, (_, repeat) =>
      cells.get(cellKey({ row: row.key, column: column.key, repeat })),
    ).filter((cell) => cell?.state === 'done'),
  )

function ColumnTotals({ summary, evaluators }: { summary: ColumnSummary; evaluators: readonly Evaluator[] }) {
  const { calls, failedCount, meanMs, cost, scores } = summary
  return (
    <ul className={styles['scores']} aria-label="Summary">
      <li>
        <span>{calls === 1 ? '1 call' : `${count(calls)} calls`}</span>
        <span>
          {failedCount > 0 && `${count(failedCount)} failed · `}
          {meanMs !== undefined && `mean ${duration(meanMs)}`}
          {cost !== undefined && ` · ${money(cost)}`}
        </span>
      </li>
      {evaluators.map(({ slug, name }) => {
        const score = scores[slug]
        return (
          <li key={slug}>
            <span>{name}</span>
            <span>{score !== undefined && summaryText(score)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** One line per evaluator below each column, after the calls of the column. */
export function SummaryRow(props: SummaryProps) {
  const { columns, evaluators } = props
  const slugs = evaluators.map(({ slug }) => slug)
  const summaries = columns.map((column) => ({ column, summary: summaryOf(doneIn(column, props), slugs) }))
  if (summaries.every(({ summary }) => summary.calls === 0)) return undefined
  return (
    <tfoot>
      <tr>
        <th scope="row">Summary</th>
        {summaries.map(({ column, summary }) => (
          <td key={column.key} data-name={column.name}>
            <ColumnTotals summary={summary} evaluators={evaluators} />
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
