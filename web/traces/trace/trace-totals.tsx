// Duration, spans, tokens, cost and errors of the trace. The errors are a button that selects the next one.
import { count, duration, money, shortCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { FollowedState } from './live.ts'
import type { Outline, OutlineSpan } from './outline.ts'
import { TraceStatus } from './trace-status.tsx'
import { positionText } from './walk.ts'
import styles from './trace-page.module.css'

const plural = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`

/** Totals of the roots, which include all spans below them. */
function totalOf(
  { nodes, roots }: Outline,
  read: (span: OutlineSpan) => number | undefined,
): number | undefined {
  const values = roots.flatMap((index) => {
    const span = nodes[index]?.span
    return span === undefined ? [] : (read(span) ?? [])
  })
  return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0)
}

function Errors({
  errors,
  failingIds,
  selectedId,
  onStep,
}: {
  errors: number
  failingIds: readonly string[]
  selectedId: string
  onStep: (step: 1 | -1) => void
}) {
  const isOnOne = failingIds.includes(selectedId)
  const text =
    plural(errors, 'error') + (errors === failingIds.length ? '' : ` in ${plural(failingIds.length, 'span')}`)
  return (
    <button
      type="button"
      className={styles['errors']}
      title="Go to the next error (Shift: the previous one)"
      onClick={(event) => onStep(event.shiftKey ? -1 : 1)}
    >
      <Icon name="alert" size={12} /> {text}
      {isOnOne && failingIds.length > 1 && <small>{positionText(failingIds, selectedId)}</small>}
    </button>
  )
}

export function Totals({
  outline,
  failingIds,
  selectedId,
  onErrorStep,
  state,
  receivedMs,
}: {
  outline: Outline
  /** Spans with errors of their own. */
  failingIds: readonly string[]
  selectedId: string
  onErrorStep: (step: 1 | -1) => void
  state: FollowedState
  receivedMs: number
}) {
  const errors = Math.max(totalOf(outline, (span) => span.errors) ?? 0, failingIds.length)
  const [tokens, cost] = [totalOf(outline, (span) => span.tokens), totalOf(outline, (span) => span.cost)]
  return (
    <div className={styles['totals']}>
      <span>{duration(outline.endMs - outline.startMs)}</span>
      <span>{plural(outline.spanCount, 'span')}</span>
      {tokens !== undefined && <span>{shortCount(tokens)} tokens</span>}
      {cost !== undefined && <span>{money(cost)}</span>}
      {failingIds.length > 0 && (
        <Errors errors={errors} failingIds={failingIds} selectedId={selectedId} onStep={onErrorStep} />
      )}
      <TraceStatus state={state} receivedMs={receivedMs} />
    </div>
  )
}
