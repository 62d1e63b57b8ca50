// The progress of a run and its estimated end.
import { ago, count } from '../ui/format.ts'
import type { Progress } from './use-progress.ts'
import styles from './runs.module.css'

export function ProgressBar({ progress }: { progress: Progress }) {
  const { cells, scenarios, estimated_end: end, skipped_traces: skipped = 0 } = progress
  const total = cells['total'] ?? 0
  const done = (cells['done'] ?? 0) + (cells['failed'] ?? 0)
  const share = total === 0 ? 0 : done / total
  const failed = cells['failed'] ?? 0
  return (
    <div className={styles['progress']}>
      <progress max={1} value={share} aria-label="Run progress" />
      <output>
        <b>{Math.floor(share * 100)}%</b>
        <span>
          {count(done)} of {count(total)} cells
        </span>
        <span>{count(scenarios['total'])} rows</span>
        {failed > 0 && <span data-tone="bad">{count(failed)} failed</span>}
        {skipped > 0 && <span>{count(skipped)} traces skipped</span>}
        {(cells['manual'] ?? 0) > 0 && <span>{count(cells['manual'])} waiting for people</span>}
        {end !== undefined && <span>ends {ago(end)}</span>}
      </output>
    </div>
  )
}
