// The progress of a run and its estimated end.
import { silentMs, silentSince } from '../app/runs/run-silence.ts'
import { ago, count, exactTime } from '../ui/format.ts'
import { useNowAt } from '../ui/time/use-now-at.ts'
import type { Progress } from './use-progress.ts'
import styles from './runs.module.css'

/** A program that is killed cannot end its run. */
function SilenceNotice({ progress }: { progress: Progress }) {
  const nowMs = useNowAt([Date.parse(progress.last_change_at) + silentMs])
  const lastChangeAt = silentSince(progress, nowMs)
  if (lastChangeAt === undefined) return null
  return (
    <span data-tone="bad" title={exactTime(lastChangeAt)}>
      Probably interrupted: last change {ago(lastChangeAt, nowMs)}. Resume it in its program, or stop the run.
    </span>
  )
}

export function ProgressBar({ progress }: { progress: Progress }) {
  const { cells, scenarios, estimated_end: end, skipped_traces: skippedTraces = 0 } = progress
  const total = cells['total'] ?? 0
  const doneCount = (cells['done'] ?? 0) + (cells['failed'] ?? 0)
  const share = total === 0 ? 0 : doneCount / total
  const failedCount = cells['failed'] ?? 0
  return (
    <div className={styles['progress']}>
      <progress max={1} value={share} aria-label="Run progress" />
      <output>
        <b>{Math.floor(share * 100)}%</b>
        <span>
          {count(doneCount)} of {count(total)} cells
        </span>
        <span>{count(scenarios['total'])} rows</span>
        {failedCount > 0 && <span data-tone="bad">{count(failedCount)} failed</span>}
        {skippedTraces > 0 && <span>{count(skippedTraces)} traces skipped</span>}
        {(cells['manual'] ?? 0) > 0 && <span>{count(cells['manual'])} waiting for people</span>}
        <SilenceNotice progress={progress} />
        {end !== undefined && <span>ends {ago(end)}</span>}
      </output>
    </div>
  )
}
