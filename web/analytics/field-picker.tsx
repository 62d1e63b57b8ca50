// A button that opens a searchable list of fields: fields to group by, or numbers to plot.
import * as Popover from '@radix-ui/react-popover'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { Button } from '../ui/button.tsx'
import type { Field } from '../ui/filter/completion.ts'
import { Icon } from '../ui/icon.tsx'
import menu from '../ui/menu.module.css'
import { groupCandidates, measureCandidates } from './candidates.ts'
import { fieldOf, measureName, type GroupField } from './fields.ts'
import styles from './field-picker.module.css'

const fieldsMax = 60

interface PickerProps {
  readonly label: string
  readonly value: string | undefined
  readonly onValue: (id: string | undefined) => void
  /** Fields that spans of the range have. */
  readonly seen: readonly Field[]
  readonly onBegin: () => void
}

export const GroupPicker = (props: PickerProps) => (
  <FieldPicker
    {...props}
    candidates={groupCandidates}
    nameOf={(id) => fieldOf(id).name}
    none="Do not group"
  />
)

export const MeasurePicker = (props: PickerProps) => (
  <FieldPicker {...props} candidates={measureCandidates} nameOf={measureName} none="Remove this plot" />
)

interface FieldPickerProps extends PickerProps {
  readonly candidates: (seen: readonly Field[], typed: string) => readonly GroupField[]
  readonly nameOf: (id: string) => string
  /** Removes the choice. */
  readonly none: string
}

interface ListState {
  readonly fields: readonly GroupField[]
  /** Position of the active field. */
  readonly at: number
  readonly setAt: (at: number) => void
  readonly choose: (id: string | undefined) => void
}

const optionId = (at: number): string => `group-field-${at}`

function SearchInput({
  typed,
  onTyped,
  list: { fields, at, setAt, choose },
}: {
  typed: string
  onTyped: (text: string) => void
  list: ListState
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setAt(Math.min(fields.length - 1, Math.max(0, at + step)))
      document.getElementById(optionId(at + step))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && fields[at] !== undefined) choose(fields[at].id)
    else return
    event.preventDefault()
  }
  return (
    <input
      className={styles['search']}
      role="combobox"
      aria-label="Search fields"
      aria-expanded
      aria-controls="field-list"
      aria-activedescendant={fields[at] === undefined ? undefined : optionId(at)}
      placeholder="Search fields"
      spellCheck={false}
      autoComplete="off"
      value={typed}
      onChange={(event) => onTyped(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}

function FieldOption({ field, i, list }: { field: GroupField; i: number; list: ListState }) {
  return (
    <button
      id={optionId(i)}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={i === list.at}
      className={styles['field']}
      onClick={() => list.choose(field.id)}
      onPointerMove={() => list.setAt(i)}
    >
      <span>{field.name}</span>
      <small>{field.about}</small>
    </button>
  )
}

function FieldList({
  value,
  seen,
  candidates,
  none,
  onChosen,
}: FieldPickerProps & { onChosen: ListState['choose'] }) {
  const [searchText, setSearchText] = useState('')
  const [at, setAt] = useState(0)
  const fields = useMemo(
    () => candidates(seen, searchText).slice(0, fieldsMax),
    [candidates, seen, searchText],
  )
  const list = { fields, at, setAt, choose: onChosen }
  const onTyped = (text: string): void => {
    setSearchText(text)
    setAt(0)
  }
  return (
    <>
      <SearchInput typed={searchText} onTyped={onTyped} list={list} />
      <div id="field-list" role="listbox" aria-label="Fields">
        {value !== undefined && searchText === '' && (
          <button
            type="button"
            role="option"
            aria-selected={false}
            className={styles['field']}
            onClick={() => onChosen(undefined)}
          >
            {none}
          </button>
        )}
        {fields.map((field, i) => (
          <FieldOption key={field.id} field={field} i={i} list={list} />
        ))}
      </div>
      {fields.length === 0 && <p className={styles['nothing']}>No matching field in this time range.</p>}
    </>
  )
}

function FieldPicker(props: FieldPickerProps) {
  const { label, value, onValue, onBegin, nameOf } = props
  const [open, setOpen] = useState(false)
  const onOpenChange = (next: boolean): void => {
    setOpen(next)
    if (next) onBegin()
  }
  const onChosen = (id: string | undefined): void => {
    setOpen(false)
    onValue(id)
  }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <Button aria-label={`${label}: ${value === undefined ? 'nothing' : nameOf(value)}`}>
          {value === undefined ? <span className={styles['none']}>{label}…</span> : nameOf(value)}
          <Icon name="down" size={12} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={menu['menu']}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          <FieldList {...props} onChosen={onChosen} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
