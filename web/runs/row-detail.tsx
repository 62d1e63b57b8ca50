// One row of a run, whole: the testcase, and every step with its outcome and the trace it left.
import { Link } from '@tanstack/react-router'
import { useSigned } from '../app/session.tsx'
import { IconButton } from '../ui/button.tsx'
import { duration, money } from '../ui/format.ts'
import { JsonView } from '../ui/json-view.tsx'
import { shownValue } from './numbers.tsx'
import { valueKey, type ScenarioRow } from './queries.ts'
import type { Measured, Part, Parts } from './run-model.ts'
import { StatusMark } from './status.tsx'
import styles from './runs.module.css'

function StepOutcome({
  part,
  row,
  measured,
}: {
  part: Part
  row: ScenarioRow
  measured: readonly Measured[]
}) {
  const { session } = useSigned()
  const cell = row.cells.get(part.key)
  const own = measured.filter((one) => one.part.key === part.key)
  return (
    <section className={styles['step']}>
      <h3>
        {part.name}
        {part.version !== undefined && ` v${part.version}`} <StatusMark status={cell?.status} />
        {cell?.traceId !== undefined && (
          <Link
            to="/p/$project/traces/$traceId"
            params={{ project: session.project.slug, traceId: cell.traceId }}
          >
            Trace
          </Link>
        )}
      </h3>
      {cell?.error !== undefined && <p className={styles['bad']}>{cell.error}</p>}
      {cell?.output !== undefined && cell.output !== '' && <p className={styles['output']}>{cell.output}</p>}
      <p className={styles['faint']}>
        {own
          .filter(({ path }) => row.values.has(valueKey(part.key, path)))
          .map(
            ({ path, name, unit }) => `${name} ${shownValue(row.values.get(valueKey(part.key, path)), unit)}`,
          )
          .join(' · ')}
        {own.length === 0 && cell?.durationMs !== undefined && duration(cell.durationMs)}
        {cell?.cost !== undefined && ` · ${money(cell.cost)}`}
      </p>
    </section>
  )
}

export function RowDetail({
  row,
  parts,
  measured,
  onClose,
}: {
  row: ScenarioRow
  parts: Parts
  measured: readonly Measured[]
  onClose: () => void
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keys
    <article className={styles['detail']} aria-label="Row" tabIndex={0}>
      <div className={styles['detailHead']}>
        <h2>Row</h2>
        <IconButton icon="cross" label="Close the row" onClick={onClose} />
      </div>
      {row.testcase === undefined ? <p>{row.input}</p> : <JsonView value={row.testcase} name="Testcase" />}
      {[...parts.subjects, ...parts.evaluators].map((part) => (
        <StepOutcome key={part.key} part={part} row={row} measured={measured} />
      ))}
    </article>
  )
}
