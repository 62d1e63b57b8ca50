// The details of one row: the testcase, and each step with its result and trace.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useHasRole, useSession } from '../../app/session.tsx'
import { showToast, showFailure } from '../../app/toasts.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ContentView } from '../../ui/content/content-view.tsx'
import { PanelModeSwitch } from '../../ui/content/mode.tsx'
import { duration, money } from '../../ui/format.ts'
import { formatRowValue } from '../numbers.tsx'
import {
  dependentsOf,
  headlineOf,
  partName,
  type RunMetric,
  type Part,
  type Parts,
  type Run,
} from '../run-model.ts'
import { CallState } from '../status.tsx'
import { VerdictMark } from '../outcomes/verdict-mark.tsx'
import { expectedOf } from '../outcomes/evaluator-columns.ts'
import { OutputPair } from './output-pair.tsx'
import { valueKey, type ScenarioRow } from './scenario-rows.ts'
import { TracePane } from './trace-pane.tsx'
import styles from './rows.module.css'

interface OpenRow {
  readonly run: Run
  readonly row: ScenarioRow
  readonly parts: Parts
  readonly runMetrics: readonly RunMetric[]
  /** Key of the step whose trace is open. */
  readonly step: string | undefined
  readonly onStep: (step: string | undefined) => void
}

/** Computes the cell again; for a subject also its evaluators. */
function RetryCell({ run, row, parts, part }: OpenRow & { part: Part }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const retryMutation = useMutation({
    mutationFn: () =>
      api.simpleEvaluations.process(run.id, {
        scenario_ids: [row.id],
        step_keys: [part.key, ...dependentsOf(parts, part.key).map(({ key }) => key)],
      }),
    onSuccess: () => showToast(`Retrying ${partName(part)} for this row.`),
    onError: showFailure,
    onSettled: () => client.invalidateQueries({ queryKey: [session.project.id, 'runs'] }),
  })
  return (
    <Button icon="refresh" disabled={retryMutation.isPending} onClick={() => retryMutation.mutate()}>
      Retry cell
    </Button>
  )
}

function StepOutcome({ part, ...openRow }: OpenRow & { part: Part }) {
  const { row, runMetrics, step, onStep } = openRow
  const { session } = useSession()
  const canEdit = useHasRole('editor')
  const cell = row.cells.get(part.key)
  const partMetrics = runMetrics.filter((one) => one.part.key === part.key)
  const isEvaluator = openRow.parts.evaluators.some(({ key }) => key === part.key)
  const verdict = isEvaluator ? headlineOf(partMetrics) : undefined
  const expectedText = isEvaluator ? undefined : expectedOf(row.testcase)
  const isOpen = step === part.key
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const isFailed = cell?.status === 'failure' || cell?.status === 'errors' || cell?.status === 'cancelled'
  return (
    <section className={styles['step']} ref={section} aria-label={partName(part)}>
      <h3>
        {partName(part)}
        {part.subject !== undefined && <small>of {partName(part.subject)}</small>}
        <CallState status={cell?.status} />
        {verdict !== undefined && row.values.has(valueKey(part.key, verdict.path)) && (
          <VerdictMark value={row.values.get(valueKey(part.key, verdict.path))} unit={verdict.unit} />
        )}
        {cell?.traceId !== undefined && (
          <>
            <Button
              look="quiet"
              icon={isOpen ? 'down' : 'right'}
              aria-expanded={isOpen}
              onClick={() => onStep(isOpen ? undefined : part.key)}
            >
              {isOpen ? 'Hide spans' : 'Show spans'}
            </Button>
            <Link
              to="/p/$project/traces/$traceId"
              params={{ project: session.project.slug, traceId: cell.traceId }}
            >
              Trace
            </Link>
          </>
        )}
      </h3>
      {cell?.error !== undefined && (
        <p className={styles['bad']}>
          {cell.code !== undefined && <code>{cell.code}</code>} {cell.error}
        </p>
      )}
      {cell?.output !== undefined && cell.output !== '' && !isOpen && (
        <div className={styles['output']}>
          {expectedText === undefined ? (
            <ContentView value={cell.output} name={partName(part)} role="assistant" />
          ) : (
            <OutputPair
              name={partName(part)}
              output={cell.output}
              expectedAnswer={expectedText}
              traceId={cell.traceId}
            />
          )}
        </div>
      )}
      <p className={styles['faint']}>
        {partMetrics
          .filter(({ path }) => row.values.has(valueKey(part.key, path)))
          .map(
            ({ path, name, unit }) =>
              `${name} ${formatRowValue(row.values.get(valueKey(part.key, path)), unit)}`,
          )
          .join(' · ')}
        {partMetrics.length === 0 && cell?.durationMs !== undefined && duration(cell.durationMs)}
        {cell?.cost !== undefined && ` · ${money(cell.cost)}`}
      </p>
      {isFailed && canEdit && openRow.run.flags?.['is_closed'] !== true && (
        <RetryCell {...openRow} part={part} />
      )}
      {isOpen && cell?.traceId !== undefined && <TracePane key={cell.traceId} traceId={cell.traceId} />}
    </section>
  )
}

export function RowDetail({ onClose, ...openRow }: OpenRow & { onClose: () => void }) {
  const { row, parts } = openRow
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled element must be reachable by keys
    <article className={styles['detail']} aria-label="Row" tabIndex={0}>
      <div className={styles['detailHead']}>
        <h2>Row</h2>
        <PanelModeSwitch />
        <IconButton icon="cross" label="Close row" onClick={onClose} />
      </div>
      <ContentView value={row.testcase ?? row.input} name="Testcase" role="user" />
      {[...parts.subjects, ...parts.evaluators].map((part) => (
        <StepOutcome key={part.key} part={part} {...openRow} />
      ))}
    </article>
  )
}
