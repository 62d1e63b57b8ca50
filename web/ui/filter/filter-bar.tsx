// web/ui/filter: the filter bar. language.ts parses conditions, completion.ts finds suggestions, operators.ts lists operators.
// The pure parts import no React.
//
// The filter as one line of text with completion. A syntax error is displayed below its column.
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { SuggestionList } from '../forms/suggestion-list.tsx'
import { columnOf, completionAt, applySuggestion, type Field, type Suggestion } from './completion.ts'
import styles from './filter-bar.module.css'

export interface FilterBarProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly fields: readonly Field[]
  readonly onBegin?: () => void
  readonly knownValues?: (field: string) => readonly string[]
  /** The error message of the server for the applied filter. */
  readonly errorMessage?: string | undefined
  readonly inputId?: string
  /** Whether every change of the text applies at once; absent: Enter applies it. */
  readonly isLive?: boolean
}

/** The text of the bar, its suggestions, and the keys that move through them. */
function useFilterText(
  { filter, onFilter, fields, knownValues, isLive = false }: FilterBarProps,
  input: RefObject<HTMLInputElement | null>,
) {
  const [text, setText] = useState(filter)
  const [caret, setCaret] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  // A filter from elsewhere (a link, a chip, navigation) replaces the text.
  const [appliedFilter, setAppliedFilter] = useState(filter)
  if (appliedFilter !== filter) {
    setAppliedFilter(filter)
    setText(filter)
  }
  const completion = completionAt(text, caret, fields, knownValues)
  const suggestions = isOpen ? completion.suggestions : []
  const apply = (next: string): void => {
    setOpen(false)
    setAt(-1)
    if (next.trim() !== filter) onFilter(next.trim())
  }
  const onType = (next: string, position: number): void => {
    setText(next)
    setCaret(position)
    setOpen(true)
    setAt(-1)
    if (isLive) onFilter(next)
  }
  const accept = (suggestion: Suggestion): void => {
    const [next, position] = applySuggestion(text, completion, suggestion)
    setText(next)
    setAt(-1)
    if (isLive) onFilter(next)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(position, position)
      setCaret(position)
      setOpen(true)
    })
  }
  const clear = (): void => {
    setText('')
    apply('')
  }
  const restore = (): void => setText(filter)
  return { text, at, setAt, isOpen, setOpen, setCaret, suggestions, apply, onType, accept, clear, restore }
}

type FilterText = ReturnType<typeof useFilterText>

function handleKey(event: KeyboardEvent, bar: FilterText): void {
  const { text, at, setAt, isOpen, setOpen, suggestions, apply, accept, restore } = bar
  const suggestion = suggestions[at]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    if (!isOpen) setOpen(true)
    else setAt(Math.min(suggestions.length - 1, Math.max(-1, at + step)))
  } else if ((event.key === 'Enter' || event.key === 'Tab') && suggestion !== undefined) {
    event.preventDefault()
    accept(suggestion)
  } else if (event.key === 'Enter') apply(text)
  else if (event.key === 'Escape') {
    // The focus stays. The first Escape closes the suggestions, the next restores the applied filter.
    event.preventDefault()
    if (isOpen && suggestions.length > 0) setOpen(false)
    else restore()
  }
}

function Suggestions({ list, bar: { suggestions, at, accept } }: { list: string; bar: FilterText }) {
  if (suggestions.length === 0) return undefined
  return (
    <SuggestionList
      id={list}
      label="Suggestions"
      suggestions={suggestions}
      keyOf={({ label }) => label}
      selectedIndex={at}
      onAccept={accept}
      className={styles['suggestions']}
    />
  )
}

function FilterInput({
  ref,
  list,
  bar,
  isInvalid,
  inputId,
  onBegin,
}: Pick<FilterBarProps, 'inputId' | 'onBegin'> & {
  ref: RefObject<HTMLInputElement | null>
  list: string
  bar: FilterText
  isInvalid: boolean
}) {
  return (
    <input
      ref={ref}
      id={inputId}
      role="combobox"
      aria-label="Filter"
      aria-expanded={bar.suggestions.length > 0}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={bar.at >= 0 ? `${list}-${bar.at}` : undefined}
      aria-invalid={isInvalid}
      placeholder="Filter, for example: span_type = chat and content contains refund"
      spellCheck={false}
      autoComplete="off"
      value={bar.text}
      onChange={({ target }) => bar.onType(target.value, target.selectionStart ?? target.value.length)}
      onSelect={(event) => bar.setCaret(event.currentTarget.selectionStart ?? 0)}
      onFocus={() => {
        bar.setOpen(true)
        onBegin?.()
      }}
      onBlur={() => bar.setOpen(false)}
      onKeyDown={(event) => handleKey(event, bar)}
    />
  )
}

export function FilterBar(props: FilterBarProps) {
  const { filter, onBegin, errorMessage, inputId, isLive = false } = props
  const input = useRef<HTMLInputElement>(null)
  const bar = useFilterText(props, input)
  const list = useId()
  const isUnapplied = !isLive && bar.text.trim() !== filter
  /** The error belongs to the applied filter, so it is hidden while the text differs. */
  const error = bar.text === filter ? errorMessage : undefined
  const column = error === undefined ? undefined : columnOf(error)
  return (
    <div className={styles['bar']}>
      <div className={styles['line']} data-fault={error !== undefined} data-unapplied={isUnapplied}>
        <Icon name="filter" size={14} />
        <div className={styles['field']}>
          <FilterInput
            ref={input}
            list={list}
            bar={bar}
            isInvalid={error !== undefined}
            {...(inputId === undefined ? {} : { inputId })}
            {...(onBegin === undefined ? {} : { onBegin })}
          />
          {column !== undefined && (
            <span className={styles['mark']} aria-hidden="true" style={{ left: `${column - 1}ch` }} />
          )}
        </div>
        {isUnapplied && (
          <button type="button" className={styles['apply']} onClick={() => bar.apply(bar.text)}>
            Apply <kbd>Enter</kbd>
          </button>
        )}
        {bar.text !== '' && <IconButton icon="cross" label="Clear filter" onClick={bar.clear} />}
      </div>
      {error !== undefined && (
        <p className={styles['fault']} role="alert">
          {error}
        </p>
      )}
      <Suggestions list={list} bar={bar} />
    </div>
  )
}
