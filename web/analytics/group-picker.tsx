// Choosing a field to group by: names that people use, then the attributes that were seen, found by typing.
import * as Popover from '@radix-ui/react-popover'
import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { Field } from '../ui/filter/completion.ts'
import { Icon } from '../ui/icon.tsx'
import menu from '../ui/menu.module.css'
import { fieldOf, groupFields, type GroupField } from './fields.ts'
import styles from './group-picker.module.css'

const shownMax = 60

/** Named fields, then attributes; tags first, because people set them to group by. */
function candidates(seen: readonly Field[], typed: string): readonly GroupField[] {
  const attributes = seen
    .filter(({ name }) => name.startsWith('attributes.'))
    .map(({ name, about }) => ({ ...fieldOf(name), about }))
    .toSorted((a, b) => Number(b.name.startsWith('Tag ')) - Number(a.name.startsWith('Tag ')))
  const wanted = typed.trim().toLowerCase()
  const matching = [...groupFields, ...attributes].filter(
    ({ id, name }) => name.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted),
  )
  const isPath = /^(attributes\.)?[^\s.]+\.[^\s]+$/.test(typed.trim())
  const own = fieldOf(typed.trim().replace(/^(attributes\.)?/, 'attributes.'))
  return isPath && !matching.some(({ id }) => id === own.id) ? [...matching, own] : matching
}

export function GroupPicker({
  label,
  value,
  onValue,
  seen,
  onBegin,
}: {
  label: string
  value: string | undefined
  onValue: (id: string | undefined) => void
  seen: readonly Field[]
  onBegin: () => void
}) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const fields = useMemo(() => candidates(seen, typed).slice(0, shownMax), [seen, typed])
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
        <Button aria-label={`${label}: ${value === undefined ? 'nothing' : fieldOf(value).name}`}>
          {value === undefined ? <span className={styles['none']}>{label}…</span> : fieldOf(value).name}
          <Icon name="down" size={12} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={menu['menu']} align="start" sideOffset={4} aria-label={label}>
          <input
            className={styles['search']}
            role="combobox"
            aria-label="Search fields"
            aria-expanded
            aria-controls="group-fields"
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
          <div id="group-fields" role="listbox" aria-label="Fields">
            {value !== undefined && typed === '' && (
              <button
                type="button"
                role="option"
                aria-selected={false}
                className={styles['field']}
                onClick={() => choose(undefined)}
              >
                Do not group
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
