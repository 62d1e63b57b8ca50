// One of a few: a row of buttons of which one is down.
import styles from './segments.module.css'

export function Segments<V extends string>({
  label,
  options,
  value,
  onValue,
}: {
  label: string
  options: readonly { readonly value: V; readonly name: string }[]
  value: V
  onValue: (value: V) => void
}) {
  return (
    <div role="group" aria-label={label} className={styles['segments']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onValue(option.value)}
        >
          {option.name}
        </button>
      ))}
    </div>
  )
}
