// Reads and submits forms.
import type { KeyboardEvent } from 'react'

/** The trimmed text of a form field. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Submits the form of a field by Ctrl+Enter. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
