// Edits a list of texts: a row each. Enter adds a row, pasted lines become rows.
import {
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Button, IconButton } from '../button.tsx'
import { filledRows, linesOf, rowsOf } from './text-list.ts'
import styles from './settings-editor.module.css'

interface TextListProps {
  readonly label: string
  readonly isRequired: boolean
  readonly texts: readonly string[]
  readonly readOnly: boolean
  readonly isInvalid: boolean
  readonly onTexts: (texts: readonly string[]) => void
}

/** The rows with their edits; each edit moves the focus where a person expects it. */
function useRows({ texts, readOnly, onTexts }: TextListProps, list: RefObject<HTMLUListElement | null>) {
  const [editedTexts, setEditedTexts] = useState<readonly string[]>(texts)
  const textRows = rowsOf(editedTexts, texts)
  const rows = textRows.length === 0 && !readOnly ? [''] : textRows
  const focusAt = useRef<number>(undefined)
  // Synchronous, so that the next typed character is in the new row.
  useLayoutEffect(() => {
    if (focusAt.current === undefined) return
    list.current?.querySelectorAll('input')[focusAt.current]?.focus()
    focusAt.current = undefined
  })
  const onRows = (next: readonly string[], focus?: number): void => {
    focusAt.current = focus
    setEditedTexts(next)
    onTexts(filledRows(next))
  }
  return {
    rows,
    change: (at: number, text: string): void => onRows(rows.with(at, text)),
    add: (at: number): void => onRows(rows.toSpliced(at, 0, ''), at),
    remove: (at: number): void => onRows(rows.toSpliced(at, 1), Math.max(0, at - 1)),
    paste: (at: number, lines: readonly string[]): void => onRows(rows.toSpliced(at, 1, ...lines)),
  }
}

type Rows = ReturnType<typeof useRows>

function onRowKey(
  event: KeyboardEvent,
  { at, rows: { rows, add, remove } }: { at: number; rows: Rows },
): void {
  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    add(at + 1)
  } else if (event.key === 'Backspace' && rows[at] === '' && rows.length > 1) {
    event.preventDefault()
    remove(at)
  }
}

function Row({ props, at, rows }: { props: TextListProps; at: number; rows: Rows }) {
  const { label, readOnly, isInvalid } = props
  const onPaste = (event: ClipboardEvent): void => {
    const lines = linesOf(event.clipboardData.getData('text'))
    // One line is inserted into the text of the row.
    if (lines.length < 2) return
    event.preventDefault()
    rows.paste(at, lines)
  }
  return (
    <li>
      <input
        aria-label={`${label} ${at + 1}`}
        aria-invalid={isInvalid}
        value={rows.rows[at]}
        readOnly={readOnly}
        spellCheck={false}
        onChange={({ target }) => rows.change(at, target.value)}
        onKeyDown={(event) => onRowKey(event, { at, rows })}
        onPaste={onPaste}
      />
      {!readOnly && rows.rows.length > 1 && (
        <IconButton icon="cross" label={`Remove ${label} ${at + 1}`} onClick={() => rows.remove(at)} />
      )}
    </li>
  )
}

export function TextListSetting(props: TextListProps) {
  const { label, isRequired, readOnly } = props
  const list = useRef<HTMLUListElement>(null)
  const rows = useRows(props, list)
  return (
    <fieldset className={styles['list']} aria-label={label}>
      <span>
        {label}
        {isRequired && ' *'}
      </span>
      <ul ref={list}>
        {rows.rows.map((_, at) => (
          // Rows have no ids; their position identifies them.
          <Row key={at} props={props} at={at} rows={rows} />
        ))}
      </ul>
      {!readOnly && (
        <Button look="quiet" icon="plus" onClick={() => rows.add(rows.rows.length)}>
          Add
        </Button>
      )}
    </fieldset>
  )
}
