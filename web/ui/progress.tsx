// A progress bar with a text and a cancel button.
import { Button } from './button.tsx'
import styles from './progress.module.css'

export function Progress({
  label,
  message,
  doneCount,
  total,
  onCancel,
}: {
  label: string
  message: string
  /** The finished part of `total`; undefined: it is unknown. */
  doneCount: number | undefined
  total: number
  onCancel: () => void
}) {
  return (
    <div className={styles['progress']}>
      <output>{message}</output>
      <progress
        aria-label={label}
        {...(doneCount === undefined ? {} : { value: doneCount, max: Math.max(1, total) })}
      />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
