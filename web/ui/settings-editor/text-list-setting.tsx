// Edits a list of texts: a row each. Enter adds a row, pasted lines become rows.
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../button.tsx'
import { filledRows, rowsOf, withLines } from './text-list.ts'
import styles from './settings-editor.module.css'

export function TextListSetting({
  label,
  isRequired,
  texts,
  readOnly,
  isInvalid,
  onTexts,
}: {
  label: string
  isRequired: boolean
  texts: readonly string[]
  readOnly: boolean
  isInvalid: boolean
  onTexts: (texts: readonly string[]) => void
}) {
  const [edited, setEdited] = useState<readonly string[]>(texts)
  const list = useRef<HTMLUListElement>(null)
  const rows = rowsOf(edited, texts)
  const visibleRows = rows.length === 0 && !readOnly ? [''] : rows
  const onRows = (next: readonly string[]): void => {
    setEdited(next)
    onTexts(filledRows(next))
  }
  const focusRow = (at: number): void => {
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus())
  }
  const addRow = (at: number): void => {
    onRows(visibleRows.toSpliced(at, 0, ''))
    focusRow(at)
  }
  const removeRow = (at: number): void => {
    onRows(visibleRows.toSpliced(at, 1))
    focusRow(Math.max(0, at - 1))
  }
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      addRow(at + 1)
    } else if (event.key === 'Backspace' && visibleRows[at] === '' && visibleRows.length > 1) {
      event.preventDefault()
      removeRow(at)
    }
  }
  const onPaste = (event: ClipboardEvent, at: number): void => {
    const pasted = event.clipboardData.getData('text')
    // One line is inserted into the text of the row.
    if (!pasted.trim().includes('\n')) return
    event.preventDefault()
    onRows(withLines(visibleRows, at, pasted))
  }
  return (
    <fieldset className={styles['list']} aria-label={label}>
      <span>
        {label}
        {isRequired && ' *'}
      </span>
      <ul ref={list}>
        {visibleRows.map((row, at) => (
          // Rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <input
              aria-label={`${label} ${at + 1}`}
              aria-invalid={isInvalid}
              value={row}
              readOnly={readOnly}
              spellCheck={false}
              onChange={({ target }) => onRows(visibleRows.with(at, target.value))}
              onKeyDown={(event) => onKeyDown(event, at)}
              onPaste={(event) => onPaste(event, at)}
            />
            {!readOnly && visibleRows.length > 1 && (
              <IconButton icon="cross" label={`Remove ${label} ${at + 1}`} onClick={() => removeRow(at)} />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <Button look="quiet" icon="plus" onClick={() => addRow(visibleRows.length)}>
          Add
        </Button>
      )}
    </fieldset>
  )
}
