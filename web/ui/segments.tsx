// A segmented control: a row of buttons of which one is pressed.
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
    <fieldset aria-label={label} className={styles['segments']}>
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
    </fieldset>
  )
}
