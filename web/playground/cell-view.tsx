// One cell of the matrix: a call that is waiting, running or done.
import { useHasRole } from '../app/session.tsx'
import { OutcomeView } from '../app/trials/outcome-view.tsx'
import { Button } from '../ui/button.tsx'
import { ContentView } from '../ui/content/content-view.tsx'
import { PlainText } from '../ui/content/plain-text.tsx'
import { toolCallsOf, transcriptOf, type ChatMessage, type Turn } from './conversation/conversation.ts'
import type { Evaluator } from './scoring/evaluators.ts'
import type { Cell, DoneCell } from './matrix.ts'
import { ReplyForm } from './conversation/reply-form.tsx'
import { ScoreList } from './scoring/scores.tsx'
import styles from './playground.module.css'

const notes = {
  waiting: 'Waiting…',
  running: 'Running…',
  cancelled: 'Cancelled.',
  dropped: 'This output was too large to keep after a reload. Run it again or open its trace.',
} as const

/** The messages of a conversation before the last answer. */
function Transcript({ turns }: { turns: readonly Turn[] | undefined }) {
  if (turns === undefined || turns.length === 0) return undefined
  return (
    <section className={styles['transcript']} aria-label="Conversation" tabIndex={0}>
      <ContentView value={transcriptOf(turns)} name="Conversation" role="assistant" />
    </section>
  )
}

/** A call without an outcome: its state, and the text so far. */
function PendingCell({ cell }: { cell: Exclude<Cell, DoneCell> }) {
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

interface CellProps {
  readonly evaluators: readonly Evaluator[]
  readonly isOutdated: boolean
  /** Whether the outcome is lost on a reload. */
  readonly isDropped: boolean
  readonly onSave: (traceId: string) => void
  readonly onKey: (message: string) => void
  /** Continues the conversation; undefined: it cannot be continued now. */
  readonly onReply: ((reply: readonly ChatMessage[]) => void) | undefined
}

function DoneView({
  cell,
  evaluators,
  isOutdated,
  isDropped,
  onSave,
  onKey,
  onReply,
}: CellProps & { cell: DoneCell }) {
  const canEdit = useHasRole('editor')
  const { outcome, turns } = cell
  const { traceId } = outcome
  const isFailure = 'failure' in outcome
  return (
    <div data-old={isOutdated} className={styles['cell']}>
      {isOutdated && <p className={styles['note']}>Outdated: the prompt or input has changed</p>}
      {isDropped && <p className={styles['note']}>Too large to keep after a reload</p>}
      <Transcript turns={turns} />
      <OutcomeView
        outcome={outcome}
        help={
          isFailure && outcome.failure.needsKey ? (
            <Button onClick={() => onKey(outcome.failure.message)}>Add provider key…</Button>
          ) : isFailure && turns !== undefined && onReply !== undefined ? (
            <Button onClick={() => onReply([])}>Send again</Button>
          ) : undefined
        }
        actions={
          canEdit && traceId !== undefined && !isFailure ? (
            <button type="button" className={styles['action']} onClick={() => onSave(traceId)}>
              Save as testcase
            </button>
          ) : undefined
        }
      />
      {!isFailure && (
        <ScoreList evaluators={evaluators} scores={cell.scores} isScoring={cell.isScoring === true} />
      )}
      {!isFailure && onReply !== undefined && (
        <ReplyForm calls={toolCallsOf(outcome.outputs)} onReply={onReply} />
      )}
    </div>
  )
}

export function CellView({ cell, ...props }: CellProps & { cell: Cell | undefined }) {
  if (cell === undefined) return <p className={styles['note']}>Not run yet.</p>
  return cell.state === 'done' ? <DoneView cell={cell} {...props} /> : <PendingCell cell={cell} />
}
