// Short words about what was done or could not be done. They wait for the person where there is something to decide.
import { useEffect, useSyncExternalStore } from 'react'
import { AssayError } from './api.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './toasts.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'good' | 'bad'
  readonly requestId: string | undefined
  readonly action: { readonly label: string; readonly run: () => void } | undefined
}

let toasts: readonly Toast[] = []
let made = 0
const listeners = new Set<() => void>()

function become(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

const remove = (id: number): void => become(toasts.filter((toast) => toast.id !== id))

export function showToast(text: string, action?: Toast['action']): void {
  become([...toasts, { id: made++, text, tone: 'good', requestId: undefined, action }])
}

/** The sentence of a failure, with the id of its request. */
export function showFailure(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  const requestId = error instanceof AssayError ? error.requestId : undefined
  become([...toasts, { id: made++, text, tone: 'bad', requestId, action: undefined }])
}

function ToastLine({ toast }: { toast: Toast }) {
  useEffect(() => {
    if (toast.tone === 'bad') return
    const timer = setTimeout(() => remove(toast.id), toast.action === undefined ? 4000 : 8000)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <li className={styles['toast']} data-tone={toast.tone}>
      <Icon name={toast.tone === 'good' ? 'check' : 'alert'} />
      <span>
        {toast.text}
        {toast.requestId !== undefined && (
          <code className={styles['request']}>request {toast.requestId}</code>
        )}
      </span>
      {toast.action !== undefined && (
        <Button
          onClick={() => {
            toast.action?.run()
            remove(toast.id)
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="cross" label="Close" onClick={() => remove(toast.id)} />
    </li>
  )
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <ul className={styles['toasts']} aria-live="polite" aria-label="Notices">
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </ul>
  )
}
