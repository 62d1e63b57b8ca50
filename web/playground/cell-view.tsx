// One cell of the matrix: a call that waits, runs or is done.
import { useHasRole } from '../app/session.tsx'
import { OutcomeView } from '../app/trials/outcome-view.tsx'
import { Button } from '../ui/button.tsx'
import { PlainText } from '../ui/content/plain-text.tsx'
import type { Cell } from './matrix.ts'
import styles from './playground.module.css'

const notes = {
  waiting: 'Waiting…',
  running: 'Running…',
  cancelled: 'Cancelled.',
  dropped: 'This output was too large to keep after a reload. Run it again or open its trace.',
} as const

/** A call without an outcome: its state, and the text so far. */
function PendingCell({ cell }: { cell: Exclude<Cell, { readonly state: 'done' }> }) {
  const note = notes[cell.state]
  const text = cell.state === 'running' ? cell.text : undefined
  return (
    <>
      <p
        className={styles['note']}
        aria-busy={cell.state === 'waiting' || cell.state === 'running' ? 'true' : undefined}
      >
        {note}
      </p>
      {text !== undefined && (
        <section className={styles['stream']} aria-label="Output so far" tabIndex={0}>
          <PlainText text={text} />
        </section>
      )}
    </>
  )
}

export function CellView({
  cell,
  isOutdated,
  isDropped,
  onSave,
  onKey,
}: {
  cell: Cell | undefined
  isOutdated: boolean
  /** The outcome does not survive a reload. */
  isDropped: boolean
  onSave: (traceId: string) => void
  onKey: (message: string) => void
}) {
  const canEdit = useHasRole('editor')
  if (cell === undefined) return <p className={styles['note']}>Not run yet.</p>
  if (cell.state !== 'done') return <PendingCell cell={cell} />
  const { outcome } = cell
  const { traceId } = outcome
  return (
    <div data-old={isOutdated} className={styles['cell']}>
      {isOutdated && <p className={styles['note']}>Outdated: the prompt or input has changed</p>}
      {isDropped && <p className={styles['note']}>Too large to keep after a reload</p>}
      <OutcomeView
        outcome={outcome}
        help={
          'failure' in outcome && outcome.failure.needsKey ? (
            <Button onClick={() => onKey(outcome.failure.message)}>Add provider key…</Button>
          ) : undefined
        }
        actions={
          canEdit && traceId !== undefined && !('failure' in outcome) ? (
            <button type="button" className={styles['action']} onClick={() => onSave(traceId)}>
              Save as testcase
            </button>
          ) : undefined
        }
      />
    </div>
  )
}
