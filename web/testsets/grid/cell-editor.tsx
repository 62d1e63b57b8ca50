// A cell while it is typed in. It lies over the grid and grows with its text; Enter keeps it and goes down, Tab goes right,
// Escape leaves it as it was.
import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import styles from './grid.module.css'

export type Then = 'down' | 'right' | 'left' | 'stay'

export function CellEditor({
  label,
  text,
  style,
  onKeep,
  onCancel,
}: {
  label: string
  text: string
  style: CSSProperties
  onKeep: (text: string, then: Then) => void
  onCancel: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const keep = (then: Then): void => {
    if (over.current) return
    over.current = true
    onKeep(field.current?.value ?? text, then)
  }
  const keyPressed = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      over.current = true
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      keep('down')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      keep(event.shiftKey ? 'left' : 'right')
    }
  }
  return (
    <textarea
      ref={field}
      className={styles['editor']}
      style={style}
      aria-label={label}
      defaultValue={text}
      rows={Math.min(8, Math.max(1, text.split('\n').length))}
      onKeyDown={keyPressed}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => keep('stay')}
    />
  )
}
