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
  readonly fieldsInRange: readonly Field[]
  readonly onBegin: () => void
}

export const GroupPicker = (props: PickerProps) => (
  <FieldPicker
    {...props}
    candidates={groupCandidates}
    nameOf={(id) => fieldOf(id).name}
    clearLabel="Do not group"
  />
)

export const MeasurePicker = (props: PickerProps) => (
  <FieldPicker {...props} candidates={measureCandidates} nameOf={measureName} clearLabel="Remove this plot" />
)

interface FieldPickerProps extends PickerProps {
  readonly candidates: (fieldsInRange: readonly Field[], searchText: string) => readonly GroupField[]
  readonly nameOf: (id: string) => string
  /** The label of the option that clears the value. */
  readonly clearLabel: string
}

interface ListState {
  readonly fields: readonly GroupField[]
  /** Position of the active field. */
  readonly activeIndex: number
  readonly setActiveIndex: (index: number) => void
  readonly choose: (id: string | undefined) => void
}

const optionId = (index: number): string => `group-field-${index}`

function SearchInput({
  searchText,
  onSearchText,
  list: { fields, activeIndex, setActiveIndex, choose },
}: {
  searchText: string
  onSearchText: (text: string) => void
  list: ListState
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setActiveIndex(Math.min(fields.length - 1, Math.max(0, activeIndex + step)))
      document.getElementById(optionId(activeIndex + step))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && fields[activeIndex] !== undefined) choose(fields[activeIndex].id)
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
      aria-activedescendant={fields[activeIndex] === undefined ? undefined : optionId(activeIndex)}
      placeholder="Search fields"
      spellCheck={false}
      autoComplete="off"
      value={searchText}
      onChange={(event) => onSearchText(event.target.value)}
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
      aria-selected={i === list.activeIndex}
      className={styles['field']}
      onClick={() => list.choose(field.id)}
      onPointerMove={() => list.setActiveIndex(i)}
    >
      <span>{field.name}</span>
      <small>{field.about}</small>
    </button>
  )
}

function FieldList({
  value,
  fieldsInRange,
  candidates,
  clearLabel,
  onSelect,
}: FieldPickerProps & { onSelect: ListState['choose'] }) {
  const [searchText, setSearchText] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const fields = useMemo(
    () => candidates(fieldsInRange, searchText).slice(0, fieldsMax),
    [candidates, fieldsInRange, searchText],
  )
  const list = { fields, activeIndex, setActiveIndex, choose: onSelect }
  const onSearchText = (text: string): void => {
    setSearchText(text)
    setActiveIndex(0)
  }
  return (
    <>
      <SearchInput searchText={searchText} onSearchText={onSearchText} list={list} />
      <div id="field-list" role="listbox" aria-label="Fields">
        {value !== undefined && searchText === '' && (
          <button
            type="button"
            role="option"
            aria-selected={false}
            className={styles['field']}
            onClick={() => onSelect(undefined)}
          >
            {clearLabel}
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
  const onSelect = (id: string | undefined): void => {
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
          <FieldList {...props} onSelect={onSelect} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
