// The status of a run, a row or a cell: word, colour and icon. Green is for verdicts: a finished call can have a bad answer.
import { Icon, type IconName } from '../ui/icon.tsx'
import type { Status } from './run-model.ts'
import styles from './runs.module.css'

const looks: Readonly<
  Record<Status, { readonly icon: IconName; readonly tone: string; readonly word: string }>
> = {
  pending: { icon: 'more', tone: 'calm', word: 'waiting' },
  queued: { icon: 'more', tone: 'calm', word: 'queued' },
  running: { icon: 'live', tone: 'going', word: 'running' },
  success: { icon: 'check', tone: 'calm', word: 'finished' },
  errors: { icon: 'alert', tone: 'warn', word: 'with errors' },
  failure: { icon: 'alert', tone: 'bad', word: 'failed' },
  cancelled: { icon: 'cross', tone: 'calm', word: 'stopped' },
}

export function StatusMark({ status = 'pending' }: { status?: Status | undefined }) {
  const { icon, tone, word } = looks[status]
  return (
    <span className={styles['status']} data-tone={tone}>
      <Icon name={icon} size={12} />
      {word}
    </span>
  )
}

/** The state of a call, unless it succeeded: then its verdict matters. */
export function CallState({ status }: { status?: Status | undefined }) {
  return status === 'success' ? undefined : <StatusMark status={status} />
}
