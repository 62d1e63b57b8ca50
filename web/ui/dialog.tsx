// A modal dialog. Escape or a click outside closes it and restores the focus.
import * as Radix from '@radix-ui/react-dialog'
import { useEffect, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { createStore } from './store.ts'
import styles from './dialog.module.css'

const openDialogs = createStore(0)
export const hasOpenDialog = (): boolean => openDialogs.get() > 0

/** Counts its dialog as open while it is mounted. */
function OpenDialogCounter() {
  useEffect(() => {
    openDialogs.set(openDialogs.get() + 1)
    return () => openDialogs.set(openDialogs.get() - 1)
  }, [])
  return null
}

/** Focuses the first input; without an input the first button has the focus. */
function focusFirst(event: Event): void {
  const { currentTarget } = event
  const field =
    currentTarget instanceof Element
      ? currentTarget.querySelector<HTMLElement>('input, textarea, select, [role=listbox]')
      : undefined
  if (field === undefined || field === null) return
  event.preventDefault()
  field.focus()
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  isWide = false,
  isFullPage = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  isWide?: boolean
  /** Whether the dialog fills the page. */
  isFullPage?: boolean
  children: ReactNode
}) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles['veil']} />
        <Radix.Content
          className={styles['dialog']}
          data-wide={isWide}
          data-full-page={isFullPage}
          onOpenAutoFocus={focusFirst}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className={styles['head']}>
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton icon="cross" label="Close" />
            </Radix.Close>
          </div>
          {description !== undefined && (
            <Radix.Description className={styles['description']}>{description}</Radix.Description>
          )}
          <OpenDialogCounter />
          <div className={styles['body']}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
