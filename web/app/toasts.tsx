// Toasts: short messages about finished and failed actions. Errors stay until a person closes them.
import { useEffect } from 'react'
import { AssayError } from './api.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { createStore } from '../ui/store.ts'
import { reactionMs } from '../ui/time/clock.ts'
import styles from './toasts.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'good' | 'bad'
  readonly requestId: string | undefined
  readonly action: { readonly label: string; readonly run: () => void } | undefined
}

const toasts = createStore<readonly Toast[]>([])

const remove = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id))

const add = (toast: Omit<Toast, 'id'>): void =>
  toasts.set([...toasts.get(), { id: (toasts.get().at(-1)?.id ?? 0) + 1, ...toast }])

export const showToast = (text: string, action?: Toast['action']): void =>
  add({ text, tone: 'good', requestId: undefined, action })

/** Shows the message of an error with its request id. */
export function showFailure(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error)
  const requestId = error instanceof AssayError ? error.requestId : undefined
  add({ text, tone: 'bad', requestId, action: undefined })
}

function ToastLine({ toast }: { toast: Toast }) {
  useEffect(() => {
    if (toast.tone === 'bad') return
    const timer = setTimeout(() => remove(toast.id), reactionMs(toast.action === undefined ? 4000 : 8000))
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
  return (
    <ul className={styles['toasts']} aria-live="polite" aria-label="Notifications">
      {toasts.use().map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </ul>
  )
}
