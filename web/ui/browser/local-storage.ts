// web/ui/browser: access to the browser: local storage, downloads, workers, element sizes, the base path of the server.
//
// Preferences of a person, such as pane sizes, the theme and columns, in the local storage of this browser.
import { useState, useSyncExternalStore } from 'react'

const prefix = 'assay.'

export function kept<T>(name: string, absent: T): T {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? absent : (JSON.parse(text) as T)
  } catch {
    // Storage that is closed or was tampered with: as if nothing was kept.
    return absent
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // A full or closed storage costs the memory of a choice, never the choice itself.
  }
}

export function useKept<T>(name: string, absent: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => kept(name, absent))
  return [
    value,
    (next) => {
      keep(name, next)
      setValue(next)
    },
  ]
}

export interface KeptChoice<V> {
  readonly use: () => V
  readonly set: (value: V) => void
}

/** A remembered choice that several parts of the page show at once. The first of its values is the default. */
export function keptChoice<V extends string>(name: string, values: readonly [V, ...V[]]): KeptChoice<V> {
  const listeners = new Set<() => void>()
  const stored = kept<unknown>(name, values[0])
  let value = values.find((one) => one === stored) ?? values[0]
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => value,
      ),
    set: (next) => {
      value = next
      keep(name, next)
      for (const listener of listeners) listener()
    },
  }
}
