// Light, dark, or as the system has it. theme.js sets the same before the first paint.
import { useSyncExternalStore } from 'react'
import { keep, kept } from '../ui/kept.ts'

export type Theme = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()
let theme: Theme = kept<Theme>('theme', 'system')

export function setTheme(next: Theme): void {
  theme = next
  keep('theme', next)
  if (next === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = next
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => theme,
  )
