// The menu that selects a time range: a preset or exact times.
import * as Popover from '@radix-ui/react-popover'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { nowMs as currentMs } from './clock.ts'
import { boundsOf, fixedRange, rangeName, presetRanges } from './time-range.ts'
import { formText } from '../forms/form-text.ts'
import menu from '../menu.module.css'
import styles from './time-range-menu.module.css'

const localText = (at: number): string => {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return date.toISOString().slice(0, 16)
}

export function TimeRangeMenu({ range, onRange }: { range: string; onRange: (range: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [nowMs, setNowMs] = useState(currentMs)
  const bounds = boundsOf(range, nowMs) ?? { oldest: nowMs - 86_400_000, newest: nowMs }
  const id = useId()
  const onOpenChange = (nextIsOpen: boolean): void => {
    setNowMs(currentMs())
    setIsOpen(nextIsOpen)
  }
  const selectRange = (next: string): void => {
    setIsOpen(false)
    onRange(next)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const [oldest, newest] = ['from', 'to'].map((name) => new Date(formText(form, name)).getTime())
    if (oldest !== undefined && newest !== undefined && newest > oldest)
      selectRange(fixedRange({ oldest, newest }))
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <Button>
          {rangeName(range)}
          <Icon name="down" size={12} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={menu['menu']} align="end" sideOffset={4} aria-label="Time range">
          {presetRanges.map((preset) => (
            <button
              key={preset}
              type="button"
              className={styles['preset']}
              aria-pressed={preset === range}
              onClick={() => selectRange(preset)}
            >
              <Icon name={preset === range ? 'check' : 'right'} size={12} />
              {rangeName(preset)}
            </button>
          ))}
          <form className={styles['exact']} onSubmit={onSubmit}>
            <label htmlFor={`${id}-from`}>From</label>
            <input
              id={`${id}-from`}
              name="from"
              type="datetime-local"
              defaultValue={localText(bounds.oldest)}
            />
            <label htmlFor={`${id}-to`}>To</label>
            <input id={`${id}-to`} name="to" type="datetime-local" defaultValue={localText(bounds.newest)} />
            <Button type="submit">Apply</Button>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
