// A progress bar with a text and a cancel button.
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
  /** Undefined: unknown. */
  done: number | undefined
  total: number
  onCancel: () => void
}) {
  return (
    <div className={styles['progress']}>
      <output>{words}</output>
      <progress
        aria-label={label}
        {...(done === undefined ? {} : { value: done, max: Math.max(1, total) })}
      />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
