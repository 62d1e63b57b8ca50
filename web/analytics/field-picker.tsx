// A button that opens a list of fields, found by typing. Its two uses: fields to group by, and numbers to plot.
import * as Popover from '@radix-ui/react-popover'
import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { Field } from '../ui/filter/completion.ts'
import { Icon } from '../ui/icon.tsx'
import menu from '../ui/menu.module.css'
import { groupCandidates, measureCandidates } from './candidates.ts'
import { fieldOf, measureName, type GroupField } from './fields.ts'
import styles from './field-picker.module.css'

const shownMax = 60

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

function FieldPicker({
  label,
  value,
  onValue,
  seen,
  onBegin,
  candidates,
  nameOf,
  none,
}: PickerProps & {
  candidates: (seen: readonly Field[], typed: string) => readonly GroupField[]
  nameOf: (id: string) => string
  /** Takes the choice back. */
  none: string
}) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const fields = useMemo(() => candidates(seen, typed).slice(0, shownMax), [candidates, seen, typed])
  const choose = (id: string | undefined): void => {
    setOpen(false)
    setTyped('')
    onValue(id)
  }
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setTyped('')
        setAt(0)
        if (next) onBegin()
      }}
    >
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
          <input
            className={styles['search']}
            role="combobox"
            aria-label="Search fields"
            aria-expanded
            aria-controls="field-list"
            aria-activedescendant={fields[at] === undefined ? undefined : `group-field-${at}`}
            placeholder="Search fields"
            spellCheck={false}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setAt(0)
            }}
            onKeyDown={(event) => {
              const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
              if (step !== undefined) {
                event.preventDefault()
                setAt(Math.min(fields.length - 1, Math.max(0, at + step)))
                document.getElementById(`group-field-${at + step}`)?.scrollIntoView({ block: 'nearest' })
              } else if (event.key === 'Enter' && fields[at] !== undefined) {
                event.preventDefault()
                choose(fields[at].id)
              }
            }}
          />
          <div id="field-list" role="listbox" aria-label="Fields">
            {value !== undefined && typed === '' && (
              <button
                type="button"
                role="option"
                aria-selected={false}
                className={styles['field']}
                onClick={() => choose(undefined)}
              >
                {none}
              </button>
            )}
            {fields.map((field, i) => (
              <button
                key={field.id}
                id={`group-field-${i}`}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={i === at}
                className={styles['field']}
                onClick={() => choose(field.id)}
                onPointerMove={() => setAt(i)}
              >
                <span>{field.name}</span>
                <small>{field.about}</small>
              </button>
            ))}
          </div>
          {fields.length === 0 && <p className={styles['nothing']}>No such field was seen in this range.</p>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
