// The suggestions below a text field. The field has the focus and handles the keys; a pointer accepts at once.
import { useEffect, type RefObject } from 'react'
import styles from './suggestion-list.module.css'

interface Suggestion {
  readonly label: string
  readonly note: string
}

export function SuggestionList<T extends Suggestion>({
  id,
  label,
  suggestions,
  keyOf,
  selectedIndex,
  onAccept,
  className,
  ref,
}: {
  id: string
  label: string
  suggestions: readonly T[]
  keyOf: (suggestion: T) => string
  /** The index of the selected suggestion; its element has the id `<id>-<at>`. */
  selectedIndex: number
  onAccept: (suggestion: T) => void
  /** The class that places the list. */
  className: string | undefined
  ref?: RefObject<HTMLUListElement | null>
}) {
  useEffect(() => {
    document.getElementById(`${id}-${selectedIndex}`)?.scrollIntoView({ block: 'nearest' })
  }, [selectedIndex, id])
  return (
    <ul ref={ref} id={id} role="listbox" aria-label={label} className={`${styles['list']} ${className}`}>
      {suggestions.map((suggestion, index) => (
        <li
          key={keyOf(suggestion)}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selectedIndex}
          onPointerDown={(event) => {
            event.preventDefault()
            onAccept(suggestion)
          }}
        >
          <code>{suggestion.label}</code>
          <span>{suggestion.note}</span>
        </li>
      ))}
    </ul>
  )
}
