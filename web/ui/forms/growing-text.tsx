// A textarea that grows with its text up to half a screen.
import styles from './growing-text.module.css'

export function GrowingText({
  label,
  value,
  readOnly = false,
  placeholder,
  isMono = false,
  isInvalid = false,
  onValue,
}: {
  label: string
  value: string
  readOnly?: boolean
  placeholder?: string
  isMono?: boolean
  isInvalid?: boolean
  onValue: (text: string) => void
}) {
  return (
    <textarea
      className={styles['text']}
      data-mono={isMono}
      aria-label={label}
      aria-invalid={isInvalid}
      value={value}
      readOnly={readOnly}
      placeholder={placeholder}
      spellCheck={!isMono}
      rows={2}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
