// How far something is that takes long, in words and as a bar, and a way to end it.
import { Button } from './button.tsx'
import styles from './progress.module.css'

export function Progress({
  label,
  words,
  done,
  total,
  onCancel,
}: {
  label: string
  words: string
  /** Undefined: nobody knows yet. */
  done: number | undefined
  total: number
  onCancel: () => void
}) {
  return (
    <div className={styles['progress']}>
      <span role="status">{words}</span>
      <progress
        aria-label={label}
        {...(done === undefined ? {} : { value: done, max: Math.max(1, total) })}
      />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
