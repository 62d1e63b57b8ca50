// The editor of one cell. It lies over the grid and grows with its text. Enter saves and moves down, Tab saves and moves
// right, Ctrl+Enter saves, Escape cancels.
import { useEffect, useRef, type CSSProperties, type KeyboardEvent } from 'react'
import type { Direction } from './grid-state.ts'
import styles from './grid.module.css'

export function CellEditor({
  label,
  text,
  typedText,
  style,
  onSave,
  onCancel,
}: {
  label: string
  text: string
  /** The character that started the edit; it replaces the text. */
  typedText: string | undefined
  style: CSSProperties
  onSave: (text: string, direction: Direction) => void
  onCancel: () => void
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isClosed = useRef(false)
  useEffect(() => {
    field.current?.focus()
    if (typedText === undefined) field.current?.select()
    else field.current?.setSelectionRange(typedText.length, typedText.length)
    // The editor is mounted once per edit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const save = (direction: Direction): void => {
    if (isClosed.current) return
    isClosed.current = true
    onSave(field.current?.value ?? text, direction)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The event propagates: the shortcut that commits the draft runs after the cell is saved.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return save('stay')
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
      defaultValue={typedText ?? text}
      rows={Math.min(8, Math.max(1, (typedText ?? text).split('\n').length))}
      onKeyDown={onKeyDown}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => save('stay')}
    />
  )
}
