// The editor of one cell. It lies over the grid and grows with its text. Enter saves and moves down, Tab saves and moves
// right, Escape cancels.
import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import type { Direction } from './grid-state.ts'
import styles from './grid.module.css'

export function CellEditor({
  label,
  text,
  style,
  onSave,
  onCancel,
}: {
  label: string
  text: string
  style: CSSProperties
  onSave: (text: string, direction: Direction) => void
  onCancel: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isClosed = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const save = (direction: Direction): void => {
    if (isClosed.current) return
    isClosed.current = true
    onSave(field.current?.value ?? text, direction)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      isClosed.current = true
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      save('down')
    } else if (event.key === 'Tab') {
      event.preventDefault()
      save(event.shiftKey ? 'left' : 'right')
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
      onKeyDown={onKeyDown}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => save('stay')}
    />
  )
}
