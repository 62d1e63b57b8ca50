// A textarea that grows with its text up to half a screen.
import styles from './growing-text.module.css'

export function GrowingText({
  label,
  value,
  readOnly = false,
  placeholder,
  mono = false,
  invalid = false,
  onValue,
}: {
  label: string
  value: string
  readOnly?: boolean
  placeholder?: string
  mono?: boolean
  invalid?: boolean
  onValue: (text: string) => void
}) {
  return (
    <textarea
      className={styles['text']}
      data-mono={mono}
      aria-label={label}
      aria-invalid={invalid}
      value={value}
      readOnly={readOnly}
      placeholder={placeholder}
      spellCheck={!mono}
      rows={2}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
