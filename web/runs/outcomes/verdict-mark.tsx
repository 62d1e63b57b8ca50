// The verdict of an evaluator: yes or no with its colour and icon; other values as plain numbers.
import { Icon } from '../../ui/icon.tsx'
import { formatRowValue } from '../numbers.tsx'
import { verdictTone, type Unit } from '../run-model.ts'
import styles from '../runs.module.css'

const icons = { good: 'check', bad: 'cross', warn: 'alert' } as const

export function VerdictMark({ value, unit }: { value: number | undefined; unit: Unit }) {
  const tone = verdictTone(value, unit)
  const text = formatRowValue(value, unit)
  if (tone === undefined) return <>{text}</>
  return (
    <span className={styles['status']} data-tone={tone}>
      <Icon name={icons[tone]} size={12} />
      {text}
    </span>
  )
}
