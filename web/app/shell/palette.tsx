// The command palette (Ctrl+K): opens pages and records by name, slug or id, creates records, and runs actions of the page.
import { useId, useState, type KeyboardEvent } from 'react'
import { useDemo } from '../getting-started/other-ways.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useEntries, type Entry } from './palette-entries.ts'
import styles from './palette.module.css'

function PaletteBody({ onClose, demo }: { onClose: () => void; demo: { readonly mutate: () => void } }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(text, demo)
  const list = useId()
  const selectedIndex = Math.min(at, entries.length - 1)
  const open = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((selectedIndex + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(entries[selectedIndex])
    }
  }
  return (
    <>
      <input
        className={styles['input']}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={entries.length > 0 ? `${list}-${selectedIndex}` : undefined}
        aria-label="Search or go to"
        placeholder="Page, name, slug, id, or text to search for"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label="Results" className={styles['results']}>
        {entries.map((entry, index) => (
          // The input handles arrow keys and Enter.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={`${index} ${entry.note} ${entry.name}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === selectedIndex}
            className={styles['entry']}
            onMouseMove={() => setAt(index)}
            onClick={() => open(entry)}
          >
            <Icon name={entry.icon} size={14} />
            {entry.name}
            <small>{entry.note}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const demo = useDemo()
  return (
    <Dialog open={open} onClose={onClose} title="Search or go to">
      <PaletteBody onClose={onClose} demo={demo} />
    </Dialog>
  )
}
