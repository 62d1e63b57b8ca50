// web/ui/filter: the filter bar. language.ts parses conditions, completion.ts finds suggestions, operators.ts lists operators.
// The pure parts import no React.
//
// The filter as one line of text with completion. A syntax error is displayed below its column.
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { columnOf, completionAt, applySuggestion, type Field, type Suggestion } from './completion.ts'
import styles from './filter-bar.module.css'

export interface FilterBarProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly fields: readonly Field[]
  readonly onBegin?: () => void
  readonly knownValues?: (field: string) => readonly string[]
  /** The error message of the server for the applied filter. */
  readonly fault?: string | undefined
  readonly inputId?: string
}

export function FilterBar({
  filter,
  onFilter,
  fields,
  onBegin,
  knownValues,
  fault,
  inputId,
}: FilterBarProps) {
  const [text, setText] = useState(filter)
  const [caret, setCaret] = useState(0)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  // A filter from elsewhere (a link, a chip, navigation) replaces the text.
  const [appliedFilter, setAppliedFilter] = useState(filter)
  if (appliedFilter !== filter) {
    setAppliedFilter(filter)
    setText(filter)
  }
  const completion = completionAt(text, caret, fields, knownValues)
  const suggestions = open ? completion.suggestions : []
  const isUnapplied = text.trim() !== filter
  const column = fault === undefined || text !== filter ? undefined : columnOf(fault)

  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, list])

  const apply = (next: string): void => {
    setOpen(false)
    setAt(-1)
    if (next.trim() !== filter) onFilter(next.trim())
  }
  const accept = (suggestion: Suggestion): void => {
    const [next, position] = applySuggestion(text, completion, suggestion)
    setText(next)
    setAt(-1)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(position, position)
      setCaret(position)
      setOpen(true)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const selected = suggestions[at]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) setOpen(true)
      else setAt(Math.min(suggestions.length - 1, Math.max(-1, at + step)))
    } else if ((event.key === 'Enter' || event.key === 'Tab') && selected !== undefined) {
      event.preventDefault()
      accept(selected)
    } else if (event.key === 'Enter') apply(text)
    else if (event.key === 'Escape') {
      // The focus stays. The first Escape closes the suggestions, the next restores the applied filter.
      event.preventDefault()
      if (open && suggestions.length > 0) setOpen(false)
      else setText(filter)
    }
  }
  return (
    <div className={styles['bar']}>
      <div
        className={styles['line']}
        data-fault={fault !== undefined && text === filter}
        data-unapplied={isUnapplied}
      >
        <Icon name="filter" size={14} />
        <div className={styles['field']}>
          <input
            ref={input}
            id={inputId}
            role="combobox"
            aria-label="Filter"
            aria-expanded={suggestions.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
            aria-invalid={fault !== undefined && text === filter}
            placeholder="Filter, for example: span_type = chat and content contains refund"
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setCaret(event.target.selectionStart ?? event.target.value.length)
              setOpen(true)
              setAt(-1)
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
            onFocus={() => {
              setOpen(true)
              onBegin?.()
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
          />
          {column !== undefined && (
            <span className={styles['mark']} aria-hidden="true" style={{ left: `${column - 1}ch` }} />
          )}
        </div>
        {isUnapplied && (
          <button type="button" className={styles['apply']} onClick={() => apply(text)}>
            Apply <kbd>Enter</kbd>
          </button>
        )}
        {text !== '' && (
          <IconButton
            icon="cross"
            label="Clear filter"
            onClick={() => {
              setText('')
              apply('')
            }}
          />
        )}
      </div>
      {fault !== undefined && text === filter && (
        <p className={styles['fault']} role="alert">
          {fault}
        </p>
      )}
      {suggestions.length > 0 && (
        <ul id={list} role="listbox" aria-label="Suggestions" className={styles['suggestions']}>
          {suggestions.map((suggestion, index) => (
            <li
              key={suggestion.label}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => {
                event.preventDefault()
                accept(suggestion)
              }}
            >
              <code>{suggestion.label}</code>
              <span>{suggestion.note}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
